import FuzzSupport
import OverlookFormats
import OverlookLayout
import OverlookSupport

/// Sprites: the document is what the bytes say, the sheet a picture of 16 by 8; or, where they begin with a null, the sheet is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if bytes.first == 0 {
    let json = #"{"a": {"x": 0, "y": 0, "width": 4, "height": 4}, "b": {"x": 9, "y": 3, "width": 7, "height": 5}}"#
    check(json: Array(json.utf8), sheet: Array(bytes.dropFirst()))
  } else {
    check(json: bytes, sheet: sheet)
  }
  return 0
}

private let sheet = (try? PNGEncoder.encode(Image(width: 16, height: 8, scale: 1) { _, _ in SIMD4(9, 8, 7, 255) })) ?? []

private func check(json: [UInt8], sheet: [UInt8]) {
  guard let sprite = try? SpriteSheet(json: json, sheet: sheet) else { return }
  demand((sprite.faultCount == 0) == (sprite.firstFault == nil), "faults without a sentence")
  for image in sprite.images.values {
    let (width, height) = (image.image.width, image.image.height)
    demand(width > 0 && height > 0 && image.image.pixels.count == 4 * width * height, "a picture of another size")
    demand(image.pixelRatio > 0 && image.pixelRatio <= 64, "a ratio of \(image.pixelRatio)")
    for (ranges, limit) in [(image.stretchX, width), (image.stretchY, height)] {
      demand(ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= Double(limit) }, "a stretch off the picture")
    }
  }
}
