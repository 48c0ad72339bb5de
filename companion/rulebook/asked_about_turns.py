"""Questions that tables ask about the die, the workers, chips and what is paid with them."""

from companion.rulebook.dispute import Dispute
from companion.sentence import N_

DISPUTES = (
    Dispute(
        id="pieces-of-each",
        question=N_(
            "How many huts, temples and workers has each of us, on which side of the board?"
        ),
        answer=N_(
            "Two players: 12 huts and 3 workers each. Three or four: 8 huts and 2 workers. Always "
            "2 temples. Two or three play on one side of the board, four on the other: its icon "
            "tells."
        ),
        pages=(4,),
        rules=("setup.players", "setup.workers", "hut.stock", "temple.stock"),
        words=N_("number pieces setup two three four players"),
    ),
    Dispute(
        id="open-to-all",
        question=N_("What may everybody see?"),
        answer=N_(
            "Points, rune stones, huts, temples and bonus chips lie open. Only wood, wool, copper "
            "and stone stay behind the cardboard screens."
        ),
        pages=(4, 10),
        rules=("setup.hand", "hut.rune"),
        words=N_("open public visible hidden secret rune stones"),
    ),
    Dispute(
        id="plus-for-whom",
        question=N_("Does +1 bring one chip a player or one a worker?"),
        answer=N_(
            "One a player, of any material that is left, wherever your workers stand. You may "
            "also take none."
        ),
        pages=(6, 13),
        rules=("small.plus",),
        words=N_("die plus arrow everybody choose face"),
        booklets=(
            N_("German and English: one chip for each player, on page 6 and on page 13."),
            N_(
                "French: each player on page 6, but on page 13 it is the workers who each bring "
                "one."
            ),
        ),
        plays=N_("one chip a player."),
    ),
    Dispute(
        id="who-returns-first",
        question=N_("Who returns a chip first on −1?"),  # noqa: RUF001 - a minus
        answer=N_(
            "The booklet names nobody. The app asks clockwise, beginning with whoever rolled; "
            "which chip goes is up to each of you."
        ),
        pages=(6,),
        rules=("small.minus",),
        words=N_("die minus lose order give back clockwise"),
    ),
    Dispute(
        id="same-plain-again",
        question=N_("May my worker go back onto the same plain?"),
        answer=N_(
            "No: he has to leave the plain on which he stands, and needs another one with room on "
            "its stack."
        ),
        pages=(7, 13),
        rules=("big.move",),
        words=N_("move stack big yield stay top"),
        booklets=(
            N_(
                "French: page 7 says a plain of your choice; only page 13 says that it must be "
                "another one."
            ),
            N_("German and English: another plain, on both pages."),
        ),
        plays=N_("always another plain."),
    ),
    Dispute(
        id="may-i-pass",
        question=N_("May I pass instead of moving or building?"),
        answer=N_(
            "No, one of the three has to be done. A worker can always be moved: whatever stands "
            "where, another plain has room for him."
        ),
        pages=(6,),
        rules=("big.move",),
        words=N_("pass skip do nothing miss a turn part 2"),
    ),
    Dispute(
        id="swap-freely",
        question=N_("May we swap chips freely, or only when we pay?"),
        answer=N_(
            "Freely: any of you may at any moment swap three chips for one that lies on a plain. "
            "It matters, for a swap fills plains again for your workers and can put off the end."
        ),
        pages=(7, 9, 10, 15),
        rules=("swap.any-time", "pay.swap"),
        words=N_("exchange trade three for one replace rate any time"),
        booklets=(
            N_("English: three chips are swapped for one of your choice, on all four pages."),
            N_(
                "French: swapped, on pages 7, 10 and 15, at any time; on page 9 a chip of the "
                "offering is replaced."
            ),
            N_(
                "German: a chip is replaced by three others. Pages 7 and 9 tell it of a payment, "
                "pages 10 and 15 of any time, without naming a payment."
            ),
        ),
        plays=N_("both, at any time."),
    ),
    Dispute(
        id="empty-plain-replaced",
        question=N_("The copper plain is empty: may three wood still stand in for copper?"),
        answer=N_(
            "The booklets do not agree. The app: yes in a payment or an offering, where nothing is "
            "taken off a plain; no in a free swap, where the chip that you take must lie there."
        ),
        pages=(7, 9, 10, 15),
        rules=("pay.swap", "swap.any-time"),
        words=N_("replace pay supply stock missing swap"),
        booklets=(
            N_("English: a swap for a chip, which an empty plain cannot give."),
            N_("French: such a swap, but on page 9 replacing, for which no chip has to lie there."),
            N_("German: replacing, on all four pages."),
        ),
        plays=N_("three others replace it in a payment, also with an empty plain."),
    ),
    Dispute(
        id="trade-chips",
        question=N_("May we trade chips with each other?"),
        answer=N_(
            "No booklet allows it. Chips go between you and the plains: as a yield, a payment, an "
            "offering or a swap."
        ),
        pages=(6, 7),
        rules=("swap.any-time",),
        words=N_("trade deal give lend borrow player"),
    ),
    Dispute(
        id="hidden-chips",
        question=N_("May we look at each other's chips?"),
        answer=N_(
            "No, they stay behind the cardboard screens all game. The app, too, shows a hand only "
            "while its button is held. If you play open, say so in the settings."
        ),
        pages=(4, 10),
        rules=("setup.hand", "pay.hand"),
        words=N_("secret hidden open screen hand count"),
    ),
    Dispute(
        id="temple-in-settlement",
        question=N_("Is a temple part of a settlement?"),
        answer=N_(
            "No. Only huts side by side make a settlement; temples and fields without a building "
            "bound it. So a temple makes no hut dearer."
        ),
        pages=(3, 8),
        rules=("temple.cost", "hut.cost", "end.temples"),
        words=N_("bound border price beside edge"),
        booklets=(
            N_("German: the introduction speaks of temples beside large settlements."),
            N_("English and French: the introduction speaks of temples in large settlements."),
        ),
        plays=N_("a temple bounds a settlement."),
    ),
    Dispute(
        id="settlement-over-the-river",
        question=N_("Does a settlement go on across the river, and through several areas?"),
        answer=N_(
            "Yes, whoever owns the huts: only temples and fields without a building bound it. The "
            "price, an offering and a temple count the huts on both banks."
        ),
        pages=(8,),
        rules=("hut.cost", "offer.both", "end.temples"),
        words=N_("river area border beyond bank"),
    ),
)
"""In the order in which a game brings them up."""
