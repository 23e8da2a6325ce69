import OverlookSupport

/// What one bitmap in the atlas shows: a glyph at a size, at a quarter of a pixel, with or without a halo.
package struct GlyphKey: Hashable, Sendable {
  package let glyph: UInt32
  /// Pixels per em, times 64.
  package let sizeIn64ths: Int32
  /// Where the pen stands within its pixel: 0 ... 3 quarters to the right.
  package let quarter: UInt8
  /// How far a halo reaches around the glyph, in pixels times 64; 0 for the glyph itself.
  package let haloIn64ths: Int32

  package init(glyph: UInt32, sizeIn64ths: Int32, quarter: UInt8, haloIn64ths: Int32) {
    self.glyph = glyph
    self.sizeIn64ths = sizeIn64ths
    self.quarter = quarter
    self.haloIn64ths = haloIn64ths
  }
}

/// Where a glyph lies in the atlas and how it sits on the line, in pixels; a blank one has no width.
package struct GlyphSlot: Equatable, Sendable, BitwiseCopyable {
  package var x: Int16
  package var y: Int16
  package var width: Int16
  package var height: Int16
  /// From the pen's pixel to the bitmap's left column.
  package var left: Int16
  /// From the baseline up to the bitmap's top row.
  package var top: Int16

  package static let blank = GlyphSlot(x: 0, y: 0, width: 0, height: 0, left: 0, top: 0)
}

/// Grey-scale glyphs packed on shelves into one picture of one byte a pixel, which grows downwards and starts anew when it is
/// full.
@MainActor package final class GlyphAtlas {
  package static let width = 1024
  private static let firstHeight = 256
  private static let maximumHeight = 4096
  private static let maximumGlyphSide = 512
  /// Keeps a neighbour's edge out of a sample between two pixels.
  private static let gap = 1

  package let face: FontFace
  /// Pixels; only ever grows.
  package var height: Int { shelves.height }
  /// `width * height` bytes of coverage.
  package private(set) var pixels: [UInt8]
  /// Changes when every slot handed out so far has become wrong.
  package private(set) var generation = 0
  /// Rows that changed since `clearDirtyRows`; empty when none did.
  package private(set) var dirtyRows = 0..<0

  private var slots: [GlyphKey: GlyphSlot] = [:]
  private var shelves = ShelfPacker(width: GlyphAtlas.width, height: GlyphAtlas.firstHeight)

  package init(face: FontFace) {
    self.face = face
    pixels = [UInt8](repeating: 0, count: Self.width * Self.firstHeight)
  }

  package var glyphCount: Int { slots.count }

  /// Whether so little room is left that the next frame should start anew.
  package var isNearlyFull: Bool { shelves.usedHeight > Self.maximumHeight * 3 / 4 }

  package func clearDirtyRows() {
    dirtyRows = 0..<0
  }

  /// Forgets every glyph. Only between two frames: slots in use become wrong.
  package func startAnew() {
    slots.removeAll(keepingCapacity: true)
    shelves = ShelfPacker(width: Self.width, height: height)
    generation += 1
    for index in pixels.indices { pixels[index] = 0 }
    dirtyRows = 0..<height
  }

  /// The slot of `key`, drawn on its first use. Blank when the font has no such glyph, when it is larger than 512 pixels, or when
  /// the atlas is full.
  package func slot(for key: GlyphKey) -> GlyphSlot {
    if let slot = slots[key] { return slot }
    let drawn = face.withBitmap(of: key) { (bytes, pitch, width, height, left, top) -> GlyphSlot? in
      guard width <= Self.maximumGlyphSide, height <= Self.maximumGlyphSide else { return .blank }
      guard let (x, y) = place(width: width, height: height) else { return nil }
      copy(bytes, pitch: pitch, width: width, height: height, toX: x, y: y)
      return GlyphSlot(
        x: Int16(clamping: x), y: Int16(clamping: y), width: Int16(clamping: width), height: Int16(clamping: height),
        left: Int16(clamping: left), top: Int16(clamping: top))
    }
    // A full atlas must not remember the glyph as blank.
    if case .some(.none) = drawn { return .blank }
    let slot = (drawn ?? .blank) ?? .blank
    slots[key] = slot
    return slot
  }

  private func place(width: Int, height glyphHeight: Int) -> (x: Int, y: Int)? {
    while true {
      if let corner = shelves.place(width: width + Self.gap, height: glyphHeight + Self.gap) { return corner }
      guard grow() else { return nil }
    }
  }

  private func grow() -> Bool {
    guard height * 2 <= Self.maximumHeight else { return false }
    pixels.append(contentsOf: repeatElement(0, count: Self.width * height))
    shelves.grow(toHeight: height * 2)
    dirtyRows = 0..<height
    return true
  }

  private func copy(_ bytes: Span<UInt8>, pitch: Int, width: Int, height: Int, toX x: Int, y: Int) {
    for row in 0..<height {
      let start = (y + row) * Self.width + x
      for column in 0..<width { pixels[start + column] = bytes[row * pitch + column] }
    }
    dirtyRows = dirtyRows.isEmpty ? y..<(y + height) : min(dirtyRows.lowerBound, y)..<max(dirtyRows.upperBound, y + height)
  }
}
