package import OverlookSupport

/// Decodes PNG, JPEG and WebP pictures. Any thread; about 5 to 15 ns a pixel.
package enum ImageDecoder {
  /// The picture in `bytes`, its format told by its content. Nothing of a damaged or cut picture is handed out.
  ///
  /// - Parameters:
  ///   - limits: The budget; a picture over it is refused by its header.
  ///   - scale: Pixels per point of the result.
  ///   - pool: Lends what many pictures need one after the other; it gets the memory of the pixels when the picture is gone.
  package static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .tile, scale: Double = 1, pool: DecoderPool? = nil
  ) throws(FormatError) -> Image {
    guard let format = ImageFormat.sniffed(bytes) else {
      throw .unrecognized("picture", found: ImageFormat.guess(bytes))
    }
    let raster =
      switch format {
      case .png: try PNGDecoder.decode(bytes, limits: limits, pool: pool)
      case .jpeg: try JPEGDecoder.decode(bytes, limits: limits, pool: pool)
      case .webp: try WebPDecoder.decode(bytes, limits: limits, pool: pool)
      }
    guard
      let image = Image(
        width: raster.width, height: raster.height, scale: scale, premultipliedRGBA: raster.pixels, isOpaque: raster.isOpaque,
        pool: pool?.pixels)
    else {
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
  var isOpaque: Bool
}
