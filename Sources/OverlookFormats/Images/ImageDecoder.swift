package import OverlookSupport

/// Decodes PNG, JPEG and WebP pictures. Any thread; about 5 to 15 ns a pixel.
package enum ImageDecoder {
  /// The picture in `bytes`, its format told by its content. Nothing of a damaged or cut picture is handed out.
  ///
  /// - Parameters:
  ///   - limits: The budget; a picture over it is refused by its header.
  ///   - scale: Pixels per point of the result.
  package static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .tile, scale: Double = 1
  ) throws(FormatError) -> Image {
    guard let format = ImageFormat.sniffed(bytes) else {
      throw .unrecognized("picture", found: ImageFormat.guess(bytes))
    }
    let raster =
      switch format {
      case .png: try PNGDecoder.decode(bytes, limits: limits)
      case .jpeg: try JPEGDecoder.decode(bytes, limits: limits)
      case .webp: try WebPDecoder.decode(bytes, limits: limits)
      }
    guard let image = Image(width: raster.width, height: raster.height, scale: scale, premultipliedRGBA: raster.pixels) else {
      throw .malformed("picture", fault: "a size of \(raster.width) x \(raster.height) pixels at scale \(scale)")
    }
    return image
  }
}

/// Premultiplied RGBA bytes as a decoder makes them.
struct DecodedRaster {
  var width: Int
  var height: Int
  var pixels: [UInt8]
}
