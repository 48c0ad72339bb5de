from collections.abc import Iterator

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.commands import (
    BuildHut,
    BuildTemple,
    DeclareEnd,
    Offer,
    PlaceWorker,
    Roll,
    Survey,
    Swap,
    Take,
)
from companion.errors import RuleViolation
from companion.game import play, start
from companion.pieces import (
    MATERIALS,
    NO_CHIPS,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Face,
    Give,
    Material,
    Rune,
)
from companion.rulebook import RULES
from companion.rules.building import price
from companion.state import GameState, Phase
from kiosk.pages.table.view import (
    Choice,
    Choices,
    Do,
    Draft,
    Ending,
    Go,
    Hands,
    Menu,
    Mover,
    Nothing,
    Paying,
    Peek,
    Question,
    RollDie,
    Site,
    Steppers,
    Surveying,
    Swapping,
    Tell,
    Think,
    Words,
    beneath,
    draft_at_field,
    question,
    tap_on_plain,
)
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    RED,
    STONE,
    WOOD,
    WOOL,
    position,
    setup,
    side_for_four,
)
from tests.strategies import Luck, legal_command, lucks, setups


def choices(asked: Question) -> Iterator[Choice]:
    for row in asked.rows:
        if isinstance(row, Choices):
            yield from row.choices
        if isinstance(row, Steppers):
            for stepper in row.steppers:
                yield from (stepper.less, stepper.more)


def choice(asked: Question, key: str) -> Choice:
    return next(one for one in choices(asked) if one.key == key)


def keys(asked: Question) -> list[str]:
    return [one.key for one in choices(asked)]


def words(asked: Question) -> str:
    return "\n".join(row.text for row in asked.rows if isinstance(row, Words))


def command(asked: Question, key: str) -> object:
    action = choice(asked, key).action
    assert isinstance(action, Do)
    return action.command


def ask(state: GameState, draft: Draft | None = None, *, app_die: bool = True) -> Question:
    return question(state, draft or Nothing(), app_die=app_die)


def drafts(state: GameState) -> list[Draft]:
    """Everything that somebody may point at in a state."""
    color = state.colors[0]
    swapping = Swapping(color, Chips(3))
    found: list[Draft] = [Nothing(), Hands(), Menu(), Swapping(color), swapping, Hands(swapping)]
    fields = range(1, len(state.board) + 1, 5)
    found += [draft_at_field(state, field) for field in fields]
    if state.phase is Phase.ACTION:
        found += [Mover(plain, None) for plain in MATERIALS if state.stack(plain)]
        found += [
            Mover(plain, level)
            for plain in MATERIALS
            for level, owner in enumerate(state.stack(plain), 1)
            if owner == state.decider
        ]
        found += [
            Paying(BuildTemple(by=state.decider, field=field), Chips(1))
            for field in fields
            if state.board.field(field).known and state.building(field) is None
        ]
    if state.phase is Phase.OFFERING and state.board.field(state.visits[0]).known:
        found.append(Paying(Offer(by=state.decider, give=Give.ONE), Chips(1)))
    if state.phase in (Phase.ROLL, Phase.ACTION) and not state.supply.total:
        found.append(Ending())
    return found


def with_other_hands(state: GameState) -> GameState:
    """The same table, but what lies behind the screens has changed owners."""
    hands = [player.hand for player in state.players]
    turned = hands[1:] + hands[:1]
    players = tuple(
        replace(player, hand=hand) for player, hand in zip(state.players, turned, strict=True)
    )
    return replace(state, players=players)


def with_rich_decider(state: GameState) -> GameState:
    players = tuple(
        replace(player, hand=Chips(90, 90, 90, 90)) if player.color == state.decider else player
        for player in state.players
    )
    return replace(state, players=players)


@given(setups(), lucks)
def test_no_question_depends_on_what_lies_behind_a_screen(beginning, luck: Luck) -> None:
    state = start(beginning)
    for _ in range(25):
        if state.phase is Phase.FINISHED:
            break
        state = play(state, legal_command(state, luck))
    other = with_other_hands(state)

    for draft in drafts(state):
        assert ask(state, draft) == ask(other, draft)


@given(setups(), lucks)
def test_every_answer_offered_is_legal_for_whoever_can_pay(beginning, luck: Luck) -> None:
    state = start(beginning)
    for _ in range(60):
        if state.phase is Phase.FINISHED:
            break
        state = play(state, legal_command(state, luck))
    rich = with_rich_decider(state)

    for draft in drafts(rich):
        for one in choices(ask(rich, draft)):
            if isinstance(one.action, Do) and not one.dim and not _needs_chips(one):
                play(rich, one.action.command)


def _needs_chips(one: Choice) -> bool:
    """A payment put together by steppers may be wrong, and a swap another player's."""
    return one.key == "pay.done" or one.key.startswith("swap.take")


@given(setups(), lucks)
def test_every_question_names_rules_of_the_rulebook_and_has_different_keys(
    beginning, luck: Luck
) -> None:
    state = start(beginning)
    for _ in range(40):
        if state.phase is Phase.FINISHED:
            break
        state = play(state, legal_command(state, luck))

    for draft in drafts(state):
        asked = ask(state, draft)
        assert set(asked.rules) <= set(RULES)
        assert len(set(keys(asked))) == len(keys(asked))
        assert (asked.back is None) == (draft == Nothing())


def test_a_full_plain_is_offered_dim_and_tapping_it_tells_the_rule() -> None:
    state = start(setup(BLUE, GREEN, RED))
    for color in (BLUE, GREEN, RED):
        state = play(state, PlaceWorker(by=color, plain=WOOD))

    full = choice(ask(state), "place.wood")

    assert full.dim
    with pytest.raises(RuleViolation, match="three workers already stand on wood"):
        play(state, full.action.command)


def test_the_roll_offers_the_app_die_or_only_the_wooden_die() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL)

    with_app_die, wooden = ask(state), ask(state, app_die=False)

    assert choice(with_app_die, "roll").action == RollDie()
    assert "roll" not in keys(wooden)
    assert command(wooden, "face.plus") == Roll(by=BLUE, face=Face.PLUS)


def test_the_end_is_offered_only_when_all_supplies_are_empty() -> None:
    plenty = position(BLUE, GREEN, RED, phase=Phase.ROLL)
    empty = position(BLUE, GREEN, RED, phase=Phase.ROLL, supply="")

    assert "end" not in keys(ask(plenty))
    assert choice(ask(empty), "end").action == Think(Ending())
    assert command(ask(empty, Ending()), "end.table") == DeclareEnd()
    assert command(ask(empty, Ending()), "end.player") == DeclareEnd(by=BLUE)


def test_after_plus_an_empty_material_is_dim_but_still_tells_why() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.TAKE, supply="3 wood")

    asked = ask(state)

    assert [one.key for one in choices(asked) if one.dim] == [
        "take.wool",
        "take.copper",
        "take.stone",
    ]
    assert command(asked, "take.none") == Take(by=BLUE, material=None)


def test_a_field_shows_its_price_the_rune_and_the_druid_before_anyone_pays() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        huts={RED: (20, 21), GREEN: (17,)},
        temples={BLUE: (22,)},
        druid=17,
        runes={Rune.WAVES: RED},
    )

    asked = ask(state, Site(19))

    assert "With it the settlement has 3 huts, so 3 of each:" in words(asked)
    assert "waves rune: from Ria" in words(asked)
    assert "druid 17 to 19, no river" in words(asked)
    assert "Bo (up to 3), Ria (up to 3), Ria (up to 3)" in words(asked)
    assert command(asked, "build.hut") == BuildHut(by=BLUE, field=19, pay=Chips(wood=3, stone=3))
    assert command(asked, "build.temple").pay == Chips(wood=1, stone=1)


def test_a_free_hut_asks_for_no_payment() -> None:
    state = position(BLUE, GREEN, RED, bonus={9: Bonus.HUT})

    asked = ask(state, Site(9))

    assert command(asked, "build.hut") == BuildHut(by=BLUE, field=9, pay=NO_CHIPS)
    assert "build.hut.pay" not in keys(asked)
    assert "No temple" in words(asked)


def test_a_hut_paid_with_swaps_starts_from_its_price_and_counts_what_is_missing() -> None:
    state = position(BLUE, GREEN, RED)
    due = price(state, BuildingKind.HUT, 2)

    paying = choice(ask(state, Site(2)), "build.hut.pay").action.draft
    less = choice(ask(state, paying), "pay.wood.less").action.draft

    assert paying.pay == due == Chips(wood=1, stone=1)
    assert "exactly right" in words(ask(state, paying))
    assert "1 missing: 3 chips more instead." in words(ask(state, less))
    assert ask(state, less).back == Site(2)


def test_an_offering_of_one_may_be_either_icon_or_three_other_chips() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=RED,
        huts={RED: (20,)},
        druid=20,
        visits=(20,),
    )

    asked = ask(state)
    swapping = choice(asked, "offer.one.pay").action.draft
    three = replace(swapping, pay=Chips(stone=3))

    assert command(asked, "offer.one.wool") == Offer(by=RED, give=Give.ONE, pay=Chips(wool=1))
    assert command(asked, "offer.one.copper").pay == Chips(copper=1)
    assert "exactly right" in words(ask(state, three))


def test_the_druid_chip_is_offered_where_it_lies_under_the_hut() -> None:
    there = {"huts": {RED: (20,)}, "druid": 20, "visits": (20,)}
    state = position(
        BLUE, GREEN, RED, phase=Phase.OFFERING, decider=RED, bonus={20: Bonus.DRUID}, **there
    )
    bare = position(BLUE, GREEN, RED, phase=Phase.OFFERING, decider=RED, **there)

    assert "offer.chip" in keys(ask(state))
    assert "offer.chip" not in keys(ask(bare))


def test_an_unread_field_is_surveyed_first_with_only_the_areas_that_fit() -> None:
    state = position(*Color, board=side_for_four())

    draft = draft_at_field(state, 9)
    runes = {key for key in keys(ask(state, draft)) if key.startswith("rune.")}
    picked = Surveying(9, Rune.SPROUT, Material.WOOD, Material.STONE)

    assert draft == Surveying(9)
    assert runes == {"rune.shield", "rune.sprout"}
    assert command(ask(state, picked), "survey.done") == Survey(
        field=9, needs=(WOOD, STONE), rune=Rune.SPROUT
    )


def test_a_worker_under_others_is_chosen_by_height_and_others_workers_tell_why() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE, GREEN, BLUE)})

    asked = ask(state, Mover(WOOD, None))

    assert choice(asked, "worker.1").action == Think(Mover(WOOD, 1))
    assert choice(asked, "worker.2").action == Tell("This worker is Gus's.")


def test_a_move_tells_what_every_target_would_yield() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        stacks={WOOD: (BLUE,), STONE: (RED, GREEN), WOOL: (RED, GREEN, BLUE), COPPER: ()},
    )

    asked = ask(state, Mover(WOOD, 1))

    assert choice(asked, "to.stone").earnings == ((BLUE, 3), (GREEN, 2), (RED, 1))
    assert choice(asked, "to.copper").earnings == ((BLUE, 1),)
    assert choice(asked, "to.wool").dim


def test_a_tap_on_a_plain_means_what_the_question_asks() -> None:
    placing = start(setup(BLUE, GREEN, RED))
    action = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,), STONE: (RED,)})

    assert tap_on_plain(placing, Nothing(), WOOD) == Do(PlaceWorker(by=BLUE, plain=WOOD))
    assert tap_on_plain(action, Nothing(), WOOD) == Think(Mover(WOOD, 1))
    assert tap_on_plain(action, Nothing(), STONE) == Tell("Bo has no worker on stone.")
    moved = tap_on_plain(action, Mover(WOOD, 1), STONE)
    assert isinstance(moved, Do)
    assert moved.command.target is STONE


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.GIVE_BACK, Phase.ACTION], ids=str)
def test_a_tap_on_a_plain_decides_nothing_while_another_question_is_asked(phase: Phase) -> None:
    state = position(BLUE, GREEN, RED, phase=phase, stacks={WOOD: (BLUE,)})
    others: tuple[Draft, ...] = (Hands(), Menu(), Ending(), Surveying(3), Swapping(GREEN))

    for draft in others:
        assert isinstance(tap_on_plain(state, draft, WOOD), Tell)


def test_a_tap_on_a_plain_while_looking_at_a_field_answers_who_decides() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.TAKE)

    assert tap_on_plain(state, Site(3), WOOD) == Do(Take(by=BLUE, material=WOOD))


def test_a_tap_on_a_plain_keeps_what_is_counted_out_for_a_hut() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,)})
    paying = Paying(BuildTemple(by=BLUE, field=2), Chips(wood=2))

    assert isinstance(tap_on_plain(state, paying, WOOD), Tell)


def test_a_tap_on_a_plain_is_the_chip_of_a_swap_once_three_are_put_in() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.TAKE)
    three = Chips(wood=2, wool=1)

    assert tap_on_plain(state, Swapping(GREEN, three), STONE) == Do(
        Swap(by=GREEN, pay=three, take=STONE)
    )
    assert tap_on_plain(state, Swapping(GREEN, Chips(wood=2)), STONE) == Tell("Put in 1 more chip.")


@pytest.mark.parametrize("cover", [Hands, Menu])
def test_the_way_back_from_hands_and_menu_leads_to_what_they_cover(cover) -> None:
    state = position(BLUE, GREEN, RED)
    swapping = Swapping(GREEN, Chips(wood=2))

    assert ask(state, cover(swapping)).back == swapping
    assert beneath(cover(swapping)) == swapping
    assert beneath(swapping) == swapping


def test_a_swap_begun_while_paying_leads_back_to_the_payment() -> None:
    state = position(BLUE, GREEN, RED)
    paying = Paying(BuildTemple(by=BLUE, field=2), Chips(wood=2))

    swapping = choice(ask(state, Hands(paying)), "swap.green").action.draft
    more = choice(ask(state, swapping), "give.wood.more").action.draft

    assert more.pay == Chips(wood=1)
    assert ask(state, more).back == Hands(paying)


def test_a_swap_goes_on_from_the_hands_that_cover_it_and_anothers_takes_its_place() -> None:
    state = position(BLUE, GREEN, RED)
    paying = Paying(BuildTemple(by=BLUE, field=2), Chips(wood=2))
    swapping = Swapping(GREEN, Chips(wood=2), paying)

    asked = ask(state, Hands(swapping))

    assert choice(asked, "swap.green").action == Think(swapping)
    assert choice(asked, "swap.red").action == Think(Swapping(RED, under=paying))


def test_a_swap_offers_its_chip_only_when_three_are_put_in() -> None:
    state = position(BLUE, GREEN, RED)

    two = ask(state, Swapping(GREEN, Chips(wood=2)))
    three = ask(state, Swapping(GREEN, Chips(wood=2, wool=1)))

    assert "swap.take.stone" not in keys(two)
    assert command(three, "swap.take.stone") == Swap(
        by=GREEN, pay=Chips(wood=2, wool=1), take=STONE
    )


def test_hands_are_looked_at_one_by_one_and_on_purpose() -> None:
    state = position(BLUE, GREEN, RED, hands={GREEN: "3 wood"})

    asked = ask(state, Hands())

    assert choice(asked, "hand.green").action == Peek(GREEN)
    assert "3" not in "".join(one.detail for one in choices(asked))


def test_the_menu_leads_to_correcting_settings_the_panel_and_the_start() -> None:
    state = position(BLUE, GREEN, RED)

    screens = [one.action for one in choices(ask(state, Menu()))]

    assert screens == [Go("correct"), Go("settings"), Go("panel"), Go("start")]
