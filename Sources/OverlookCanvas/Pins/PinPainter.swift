import OverlookScene
import OverlookSupport
import OverlookText

/// Draws pins with their glyphs, and remembers them.
@MainActor final class PinPainter {
  static let shared = PinPainter()

  /// Forgotten as a whole when it is full: more pins than this are images of their own.
  private static let maximumImages = 256
  private static let textSize = 14.0
  /// The square in the head within which glyphs lie, in points of the default size.
  private static let glyphSide = 17.0

  private var images: [PinOptions: Image] = [:]
  private var letters: Letters?

  /// For texts; made with the first one.
  private struct Letters {
    let fonts: InterfaceFonts
    let atlas: GlyphAtlas
    let lines: TextLineCache
  }

  func image(_ options: PinOptions) -> Image {
    if let known = images[options] { return known }
    if images.count >= Self.maximumImages { images.removeAll() }
    let image = draw(options)
    images[options] = image
    return image
  }

  private func draw(_ options: PinOptions) -> Image {
    let size = options.scale.isNaN ? 1 : min(max(options.scale, 0.25), 8)
    var look = PinImage.Look(
      background: options.backgroundColor, border: options.borderColor, dot: nil, size: size)
    if case .dot(let color) = options.glyph { look.dot = color }
    let pin = PinImage.draw(look)
    var pixels = PinPixels(pin, center: PinImage.headCenter * PinImage.scale * size)
    let side = Self.glyphSide * PinImage.scale * size
    switch options.glyph {
    case .none, .dot: return pin
    case .text(let text, let color):
      draw(text, color, size: Self.textSize * PinImage.scale * size, side: side, into: &pixels)
    case .image(let image, let tint): pixels.draw(image, tint, side: side)
    }
    return Image(width: pin.width, height: pin.height, scale: pin.scale, premultipliedRGBA: pixels.bytes) ?? pin
  }

  /// `size` in pixels per em.
  private func draw(_ text: String, _ color: Color, size: Double, side: Double, into pixels: inout PinPixels) {
    guard let letters = takeLetters() else { return }
    var line = letters.lines.line(text)
    if line.isIncomplete {
      // The picture is made once.
      letters.fonts.finish()
      letters.lines.beginFrame()
      line = letters.lines.line(text)
    }
    guard line.width > 0 else { return }
    let fitted = min(size, side / Double(line.width))
    if letters.atlas.isNearlyFull { letters.atlas.startAnew() }
    let left = pixels.center - Double(line.width) * fitted / 2
    let baseline = Int((pixels.center + letters.fonts.primary.capHeight * fitted / 2).rounded())
    let quarters = Int((left * 4).rounded())
    line.forEachGlyph(
      in: letters.atlas, sizeIn64ths: Int32((fitted * 64).rounded()), haloIn64ths: 0, quarter: quarters & 3
    ) { slot, x, rise in
      let (startX, startY) = ((quarters >> 2) + x + Int(slot.left), baseline - rise - Int(slot.top))
      for row in 0..<Int(slot.height) {
        for column in 0..<Int(slot.width) {
          pixels.blend(
            letters.atlas, slot, column, row, color, x: startX + column, y: startY + row)
        }
      }
    }
  }

  private func takeLetters() -> Letters? {
    if let letters { return letters }
    // Without its font the library draws no text anywhere, and says so there.
    guard let fonts = try? InterfaceFonts.machine() else { return nil }
    letters = Letters(fonts: fonts, atlas: GlyphAtlas(fonts: fonts), lines: TextLineCache(fonts: fonts))
    return letters
  }
}

/// The pixels of a pin while a glyph is drawn over them.
private struct PinPixels {
  /// Premultiplied.
  private(set) var bytes: [UInt8]
  /// The middle of the head from the left and the upper edge.
  let center: Double
  private let width: Int
  private let height: Int

  init(_ pin: Image, center: Double) {
    bytes = pin.pixels
    self.center = center
    (width, height) = (pin.width, pin.height)
  }

  /// Lays a colour over one pixel, within the pin: what is seen through the pin stays so.
  mutating func blend(_ color: Color, coverage: Float, x: Int, y: Int) {
    blend(color.withAlpha(color.alpha * coverage).premultiplied, x: x, y: y)
  }

  /// Lays a pixel of a glyph over one of the pin, in `color` unless it has colours of its own.
  @MainActor mutating func blend(
    _ atlas: GlyphAtlas, _ slot: GlyphSlot, _ column: Int, _ row: Int, _ color: Color, x: Int, y: Int
  ) {
    let at = (Int(slot.y) + row) * GlyphAtlas.width + Int(slot.x) + column
    guard slot.isColored else { return blend(color, coverage: Float(atlas.coverage.pixels[at]) / 255, x: x, y: y) }
    let pixels = atlas.colors.pixels
    let source = SIMD4(
      Float(pixels[4 * at]), Float(pixels[4 * at + 1]), Float(pixels[4 * at + 2]), Float(pixels[4 * at + 3]))
    blend(source / 255 * color.alpha, x: x, y: y)
  }

  private mutating func blend(_ source: SIMD4<Float>, x: Int, y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y), source.w > 0 else { return }
    let at = 4 * (y * width + x)
    let under = SIMD4(Float(bytes[at]), Float(bytes[at + 1]), Float(bytes[at + 2]), Float(bytes[at + 3])) / 255
    let over = source * under.w + under * (1 - source.w)
    for channel in 0..<4 { bytes[at + channel] = UInt8(clamping: Int((over[channel] * 255).rounded())) }
  }

  /// Draws `image` into a square of `side` pixels around the middle of the head: each pixel the mean of what it covers.
  mutating func draw(_ image: Image, _ tint: Color?, side: Double) {
    let step = max(Double(max(image.width, image.height)) / side, image.scale / PinImage.scale)
    let (left, top) = (center - Double(image.width) / step / 2, center - Double(image.height) / step / 2)
    for y in 0..<height {
      for x in 0..<width {
        let mean = Self.mean(image, x: (Double(x) - left) * step, y: (Double(y) - top) * step, side: step)
        guard mean.w > 0 else { continue }
        blend(tint.map { $0.withAlpha($0.alpha * mean.w).premultiplied } ?? mean, x: x, y: y)
      }
    }
  }

  /// Of a square of the image, which is clear beyond its edges; each of its pixels counts by how much of it is covered.
  private static func mean(_ image: Image, x: Double, y: Double, side: Double) -> SIMD4<Float> {
    let (columns, rows) = (covered(from: x, side, of: image.width), covered(from: y, side, of: image.height))
    guard !columns.isEmpty, !rows.isEmpty else { return .zero }
    var sum = SIMD4<Float>()
    for row in rows {
      let height = min(Double(row + 1), y + side) - max(Double(row), y)
      for column in columns {
        let weight = Float(height * (min(Double(column + 1), x + side) - max(Double(column), x)))
        let at = 4 * (row * image.width + column)
        let pixels = image.pixels
        sum += weight * SIMD4(Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]), Float(pixels[at + 3]))
      }
    }
    return sum / Float(255 * side * side)
  }

  private static func covered(from start: Double, _ side: Double, of count: Int) -> Range<Int> {
    let first = max(Int(exactly: start.rounded(.down)) ?? 0, 0)
    let end = min(Int(exactly: (start + side).rounded(.up)) ?? 0, count)
    return first < end ? first..<end : 0..<0
  }
}
