"""What a phone would read off the screen: by a reader of codes that knows nothing of ours."""

import json
from urllib.parse import parse_qs, urlsplit

import zxingcpp

from tests.kiosk.touch import Touchscreen

_ADDRESS = ("https", "app.bgstatsapp.com", "/createPlay.html")


def read(touch: Touchscreen):
    touch.draw()
    texture = touch.navigator.export_as_image().texture
    width, height = texture.size
    grey = memoryview(texture.pixels[::4]).cast("B", shape=[height, width])
    (code,) = zxingcpp.read_barcodes(grey)
    return code


def play_read(touch: Touchscreen) -> dict:
    """The play that the code on the screen holds."""
    parts = urlsplit(read(touch).text)
    assert (parts.scheme, parts.netloc, parts.path) == _ADDRESS
    (data,) = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(data)
