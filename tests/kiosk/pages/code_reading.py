"""What a phone would read off the screen: by a reader of codes that knows nothing of ours."""

import zxingcpp

from tests.kiosk.touch import Touchscreen


def read(touch: Touchscreen):
    touch.draw()
    texture = touch.navigator.export_as_image().texture
    width, height = texture.size
    grey = memoryview(texture.pixels[::4]).cast("B", shape=[height, width])
    # One in 400 square codes has lines that also read as the barcode of a shop.
    (code,) = zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormat.QRCode)
    return code
