/// Gives pictures that were drawn by one scale the colours of another. Any thread; about 3 ns a pixel of few colours.
package struct ScaleRecoloring: Sendable {
  /// Straight, 0 ... 255.
  private let sources: [SIMD4<Float>]
  /// Straight, 0 ... 255, one for each source.
  private let targets: [SIMD4<Float>]

  package init(from source: ColorScale, to target: ColorScale) {
    sources = source.stops.map { Self.numbers($0.color) }
    targets = source.stops.map { Self.numbers(target.color(for: $0.value)) }
  }

  private static func numbers(_ color: Color) -> SIMD4<Float> {
    SIMD4(color.red, color.green, color.blue, color.alpha) * 255
  }

  /// The picture in the other colours. What lies between two classes becomes the nearer one; a pixel that is covered by a part
  /// stays so.
  package func picture(_ image: Image) -> Image {
    let pixels = image.pixels
    // Pictures of classes have few colours, and neighbours are mostly alike.
    var known = [(from: SIMD4<UInt8>, to: SIMD4<UInt8>)](repeating: (SIMD4(), SIMD4()), count: 1024)
    return Image(width: image.width, height: image.height, scale: image.scale) { column, row in
      let at = 4 * (row * image.width + column)
      let pixel = SIMD4(pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3])
      guard pixel.w > 0 else { return SIMD4() }
      var sum = UInt32(pixel.x) &* 31 &+ UInt32(pixel.y)
      sum = sum &* 31 &+ UInt32(pixel.z)
      sum = sum &* 31 &+ UInt32(pixel.w)
      let place = Int(sum & 1023)
      if known[place].from != pixel { known[place] = (pixel, recolored(pixel)) }
      return known[place].to
    }
  }

  /// Both premultiplied; `pixel` is not wholly transparent.
  private func recolored(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> {
    let alpha = Float(pixel.w)
    let straight = SIMD4<Float>(Float(pixel.x), Float(pixel.y), Float(pixel.z), 0) * (255 / alpha)
    var best = (distance: Float.infinity, index: 0)
    for (index, source) in sources.enumerated() {
      var offset = source - straight
      offset.w = 0
      let distance = (offset * offset).sum()
      if distance < best.distance { best = (distance, index) }
    }
    let cover = min(alpha / max(sources[best.index].w, 1), 1)
    let target = targets[best.index]
    let newAlpha = target.w * cover
    var color = target * (newAlpha / 255)
    color.w = newAlpha
    return SIMD4<UInt8>(clamping: SIMD4<Int32>(color.rounded(.toNearestOrAwayFromZero)))
  }
}
