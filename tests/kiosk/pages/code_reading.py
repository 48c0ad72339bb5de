"""What a phone would read off the screen: by a reader of codes that knows nothing of ours."""

import zxingcpp

from tests.kiosk.touch import Touchscreen


def read(touch: Touchscreen):
    touch.draw()
    texture = touch.navigator.export_as_image().texture
    width, height = texture.size
    grey = memoryview(texture.pixels[::4]).cast("B", shape=[height, width])
    (code,) = zxingcpp.read_barcodes(grey)
    return code
