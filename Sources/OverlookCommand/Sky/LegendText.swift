import Foundation
import OverlookSupport
import OverlookText

/// The map's letters over a picture, dark on light, lines that do not overlap.
@MainActor final class LegendText {
  nonisolated static let ink = SIMD4<UInt8>(40, 44, 52, 255)
  /// Pixels per em.
  private static let size = 13.0
  private static let sizeIn64ths: Int32 = 13 * 64
  private static let gap = 6.0

  private let width: Int
  private let height: Int
  private var coverage: [UInt8]
  private var taken: [ClosedRange<Double>] = []
  private let letters: (atlas: GlyphAtlas, lines: TextLineCache)?

  init(width: Int, height: Int) {
    (self.width, self.height) = (max(width, 0), max(height, 0))
    coverage = [UInt8](repeating: 0, count: self.width * self.height)
    // Without its font the library writes nothing anywhere, and says so there.
    letters = (try? InterfaceFonts.machine()).map { (GlyphAtlas(fonts: $0), TextLineCache(fonts: $0)) }
  }

  /// Sets a line around a column, moved inwards where an edge would cut it. False, and nothing set, where it finds no room.
  func add(_ text: String, center: Int, baseline: Int) -> Bool {
    guard let letters else { return false }
    let line = letters.lines.line(text)
    let length = Double(line.width) * Self.size
    guard length + 2 <= Double(width) else { return false }
    let left = min(max(Double(center) - length / 2, 1), Double(width) - length - 1)
    let room = left - Self.gap...left + length + Self.gap
    guard !taken.contains(where: { $0.overlaps(room) }) else { return false }
    taken.append(room)
    let quarters = Int((left * 4).rounded())
    line.forEachGlyph(in: letters.atlas, sizeIn64ths: Self.sizeIn64ths, haloIn64ths: 0, quarter: quarters & 3) { slot, x, rise in
      guard !slot.isColored else { return }
      let (startX, startY) = ((quarters >> 2) + x + Int(slot.left), baseline - rise - Int(slot.top))
      let picture = letters.atlas.coverage
      for row in 0..<Int(slot.height) where (0..<height).contains(startY + row) {
        for column in 0..<Int(slot.width) where (0..<width).contains(startX + column) {
          let value = picture.pixels[(Int(slot.y) + row) * picture.width + Int(slot.x) + column]
          let index = (startY + row) * width + startX + column
          coverage[index] = max(coverage[index], value)
        }
      }
    }
    return true
  }

  /// A pixel with what of the letters covers it.
  func over(_ ground: SIMD4<UInt8>, _ column: Int, _ row: Int) -> SIMD4<UInt8> {
    guard (0..<width).contains(column), (0..<height).contains(row) else { return ground }
    let share = Double(coverage[row * width + column]) / 255
    if share == 0 { return ground }
    let mixed = SIMD4<Double>(ground) * (1 - share) + SIMD4<Double>(Self.ink) * share
    return SIMD4<UInt8>(clamping: SIMD4<Int32>(mixed, rounding: .toNearestOrEven))
  }
}
