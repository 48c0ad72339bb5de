"""What a phone would read off the screen: by a reader of codes that knows nothing of ours."""

import json
from urllib.parse import parse_qs, urlsplit

import zxingcpp

from tests.kiosk.touch import Touchscreen

_ADDRESS = ("https", "app.bgstatsapp.com", "/createPlay.html")


def grey(touch: Touchscreen, brightness: float = 1) -> memoryview:
    """The picture, a byte a pixel, row by row from the top; darker where that is asked."""
    touch.draw()
    texture = touch.navigator.export_as_image().texture
    width, height = texture.size
    reds = texture.pixels[::4].translate(bytes(int(value * brightness) for value in range(256)))
    rows = [reds[at : at + width] for at in range(0, width * height, width)]
    return memoryview(b"".join(rows)).cast("B", shape=[height, width])


def read(touch: Touchscreen, brightness: float = 1):
    (code,) = zxingcpp.read_barcodes(grey(touch, brightness))
    return code


def play_read(touch: Touchscreen) -> dict:
    """The play that the code on the screen holds."""
    parts = urlsplit(read(touch).text)
    assert (parts.scheme, parts.netloc, parts.path) == _ADDRESS
    (data,) = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(data)
