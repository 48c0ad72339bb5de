"""Run by MicroPython: the firmware's main module on a board of mock pins, printed as JSON."""

import json
import sys


class MockPin:
    IN = 0
    PULL_UP = 1
    all = {}  # noqa: RUF012 - no typing module on the board

    def __init__(self, number, *modes):
        self.number = number
        self.modes = modes
        self.level = 1
        MockPin.all[number] = self

    def value(self):
        return self.level


class MockPWM:
    all = {}  # noqa: RUF012 - no typing module on the board

    def __init__(self, pin):
        self.hertz = 0
        self.duty = None
        self.settings = 0
        MockPWM.all[pin.number] = self

    def freq(self, hertz):
        self.hertz = hertz

    def duty_u16(self, duty):
        self.duty = duty
        self.settings += 1


class MockMachine:
    Pin = MockPin
    PWM = MockPWM


class MockCable:
    """Both ends of the cable, and the poll that tells whether bytes wait on it."""

    POLLIN = 1

    def __init__(self):
        self.to_board = b""
        self.from_board = b""
        self.buffer = self

    def read(self, count):
        data, self.to_board = self.to_board[:count], self.to_board[count:]
        return data

    def write(self, data):
        self.from_board += data

    def poll(self, wait=None):
        return self if wait is None else self.to_board[:1]

    def register(self, *_):
        pass


class MockSystem:
    def __init__(self, cable):
        self.stdin = cable
        self.stdout = cable


class MockTicks:
    """A board's clock that begins anew after 2 to the power of 30 milliseconds."""

    def __init__(self, ticks):
        self.ticks = ticks

    def ticks_ms(self):
        return self.ticks

    def ticks_diff(self, later, earlier):
        return ((later - earlier + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29)


cable = MockCable()
ticks = MockTicks((1 << 30) - 20)
sys.modules["machine"] = MockMachine
sys.modules["select"] = cable

import main  # noqa: E402
from panel.wire import frame_message  # noqa: E402

main.sys = MockSystem(cable)
main.time = ticks

board = main.Board()
device = main.Device()
clock = main.Clock()


def step():
    main.run_once(board, device, clock.now())
    said, cable.from_board = cable.from_board, b""
    return said.decode()


def run(milliseconds):
    said = ""
    for _ in range(milliseconds):
        ticks.ticks = (ticks.ticks + 1) & ((1 << 30) - 1)
        said += step()
    return said


told = {"first": step(), "dark": [MockPWM.all[pin].duty for pin in range(6, 16)]}
told["hertz"] = [MockPWM.all[pin].hertz for pin in range(6, 16)]
told["button"] = [5, list(MockPin.all[5].modes)]
told["second_of_hellos"] = run(1000)
cable.to_board = frame_message("welcome 1") + frame_message("lamps FF800000000000000001")
told["welcomed"] = step()
told["lit"] = [MockPWM.all[pin].duty for pin in range(6, 16)]
touched = [MockPWM.all[pin].settings for pin in range(6, 16)]
cable.to_board = frame_message("tick")
told["quiet"] = run(100)
told["touched_again"] = [MockPWM.all[pin].settings for pin in range(6, 16)] != touched
MockPin.all[5].level = 0
told["pressed"] = run(100)
MockPin.all[5].level = 1
cable.to_board = b"x" * 200 + frame_message("tick")
step()
told["left_after_one_step"] = len(cable.to_board)
run(2700)
told["forsaken"] = [MockPWM.all[pin].duty for pin in range(6, 16)]
main.pins.BUZZER = 16
board, device = main.Board(), main.Device(has_buzzer=True)
cable.to_board = frame_message("welcome 1") + frame_message("buzz 440-20,880-20")
step()
told["buzzes"] = []
for _ in range(3):
    told["buzzes"].append([MockPWM.all[16].hertz, MockPWM.all[16].duty])
    run(20)
print(json.dumps(told))  # noqa: T201 - the answer
