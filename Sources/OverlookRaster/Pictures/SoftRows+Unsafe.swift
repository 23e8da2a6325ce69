/// How much of the Sun's disc is hidden from each pixel of a part of a picture, in eighths: from the tip of a shadow to its root edges
/// become sharper. As `softShade` of `shadow_veil.frag` has it.
final class SoftRows {
  /// What is known of a square of pixels before any is looked at.
  private enum Near: UInt8 {
    /// Nothing throws a shadow there, or all lies in one.
    case lit, shaded
    case edges
  }

  private let heights: UnsafePointer<Int16>
  private let map: SIMD2<Int>
  private let origin: SIMD2<Int>
  private let softness: VeilPainter.Softness
  /// Of the picture.
  private let size: SIMD2<Float>
  private let highest: SamplePlane<Int16>
  private let lowest: SamplePlane<Int16>
  private var near: [Near] = []
  private let tapCount: Int
  /// How far along a ray each tap looks, and across it, in halves of an edge; the first, of the softest one; and the least height whose edge
  /// is as soft as that, as a half float.
  private let aways: InlineArray<8, Float>
  private let sides: InlineArray<8, Float>
  private let farAways: InlineArray<8, Float>
  private let leasts: InlineArray<8, Int16>

  private static let cell = 16

  /// Nil where edges are sharp. `highest` and `lowest`: of the squares of the map, which is at least eight texels wide.
  init?(
    _ shadows: VeilPainter.Shadows, _ picture: PixelSheet, _ highest: SamplePlane<Int16>, _ lowest: SamplePlane<Int16>
  ) {
    guard let softness = shadows.softness, let heights = shadows.heights.samples, shadows.heights.width >= 8 else { return nil }
    self.heights = UnsafePointer(heights)
    map = SIMD2(shadows.heights.width, shadows.heights.height)
    origin = shadows.origin
    self.softness = softness
    size = SIMD2(Float(picture.width), Float(picture.height))
    (self.highest, self.lowest) = (highest, lowest)
    tapCount = softness.taps == 4 ? 4 : 8
    sides =
      softness.taps == 4
      ? [-0.25, 0.75, -0.75, 0.25, 0, 0, 0, 0] : [-0.125, 0.625, -0.875, 0.375, -0.375, 0.875, -0.625, 0.125]
    let count = Float(tapCount)
    aways = InlineArray { tap in (Float(tap) + 0.5) / count * 2 - 1 }
    farAways = InlineArray { tap in ((Float(tap) + 0.5) / count * 2 - 1) * softness.reach }
    leasts = InlineArray { tap in Self.half(abs((Float(tap) + 0.5) / count * 2 - 1) * softness.reach) }
  }

  /// The bits of the least half float that is not less; those of such numbers are in the order of their values.
  private static func half(_ value: Float) -> Int16 {
    let half = Float16(min(max(value, 0), 65_000))
    return Int16(truncatingIfNeeded: Float(half) < value ? half.nextUp.bitPattern : half.bitPattern)
  }

  private static func value(_ half: Int16) -> Float { Float(Float16(bitPattern: UInt16(truncatingIfNeeded: half))) }

  /// A half float of no sign: its bits as those of a float are too small by 2 to the power of 112.
  @inline(__always)
  private static func quickValue(_ half: Int16) -> Float {
    Float(bitPattern: UInt32(UInt16(truncatingIfNeeded: half)) &<< 13) * 0x1p112
  }

  /// The same back, rounded down, of less than 65,504.
  @inline(__always)
  private static func quickHalf(_ value: Float) -> Int16 {
    Int16(truncatingIfNeeded: (min(value, 65_000) * 0x1p-112).bitPattern &>> 13)
  }

  // MARK: Squares

  /// Looks at the squares of these rows, of which there are at most sixteen.
  func begin(_ rows: Range<Int>, width: Int) {
    near.removeAll(keepingCapacity: true)
    for column in Swift.stride(from: 0, to: width, by: Self.cell) {
      near.append(state(rows, column..<min(column + Self.cell, width)))
    }
  }

  /// Only what is within the softness of the highest thing there can be met.
  private func state(_ rows: Range<Int>, _ columns: Range<Int>) -> Near {
    var reach = SIMD2<Float>.zero
    for x in [columns.lowerBound, columns.upperBound] {
      for y in [rows.lowerBound, rows.upperBound] {
        let (along, across) = ways(SIMD2(Float(x), Float(y)))
        reach = pointwiseMax(reach, pointwiseMax(along, -along) + pointwiseMax(across, -across))
      }
    }
    reach *= 1.05
    var tallest = softness.reach
    for _ in 0..<3 {
      let (high, low) = extremes(rows, columns, reach * tallest + 2)
      if high == 0 { return .lit }
      if low > 0 { return .shaded }
      tallest = min(tallest, Self.value(high))
    }
    return .edges
  }

  /// The greatest and the least height around a square; nothing is known of what is beyond the map, which goes on at its edges.
  private func extremes(_ rows: Range<Int>, _ columns: Range<Int>, _ reach: SIMD2<Float>) -> (Int16, Int16) {
    guard let high = highest.samples, let low = lowest.samples else { return (.max, 0) }
    func cells(_ range: Range<Int>, _ origin: Int, _ reach: Float, _ size: Int) -> ClosedRange<Int> {
      let more = reach < 1e6 ? Int(max(reach, 0).rounded(.up)) : 1_000_000
      let first = min(max(range.lowerBound + origin - more, 0), size - 1) / Self.cell
      let last = min(max(range.upperBound + origin + more, 0), size - 1) / Self.cell
      return first...max(first, last)
    }
    let across = cells(columns, origin.x, reach.x, map.x)
    var (greatest, least) = (Int16.min, Int16.max)
    for line in cells(rows, origin.y, reach.y, map.y) {
      for place in across {
        greatest = max(greatest, high[line * highest.width + place])
        least = min(least, low[line * lowest.width + place])
      }
    }
    return (greatest, least)
  }

  // MARK: Pixels

  private typealias Eight = SIMD8<Int16>

  /// Half a soft edge of one point of height at a place of the picture, in texels of the map.
  @inline(__always)
  private func ways(_ place: SIMD2<Float>) -> (along: SIMD2<Float>, across: SIMD2<Float>) {
    let clip = place * (2 / size) - 1
    let depth = softness.inverseDepth
    let inverse = max(clip.x * depth.x + clip.y * depth.y + depth.z, 0) * 0.5
    let (along, across) = (softness.along, softness.across)
    return (
      (SIMD2(along.x, along.y) - clip * along.z) * inverse * size, (SIMD2(across.x, across.y) - clip * across.z) * inverse * size
    )
  }

  /// Fills a row with eighths. Invariant: `shades` has room for sixteen more than `width`, and `row` is one of those begun with.
  func fill(_ shades: UnsafeMutablePointer<UInt8>, row: Int, width: Int) {
    for (index, near) in near.enumerated() {
      let start = index * Self.cell
      switch near {
      case .lit: (shades + start).update(repeating: 0, count: Self.cell)
      case .shaded: (shades + start).update(repeating: 8, count: Self.cell)
      case .edges:
        for column in [start, start + 8] {
          UnsafeMutableRawPointer(shades + column).storeBytes(of: shade(column, row), as: SIMD8<UInt8>.self)
        }
      }
    }
  }

  /// Of eight pixels from `column` on. Over so few pixels edges are equally soft, so that what they look at lies side by side, too.
  private func shade(_ column: Int, _ row: Int) -> SIMD8<UInt8> {
    let (along, across) = ways(SIMD2(Float(column) + 4, Float(row) + 0.5))
    let texel = SIMD2(column, row) &+ origin
    var met = Eight(repeating: 0)
    for tap in 0..<tapCount {
      let height = heights(texel, along * farAways[tap])
      // What is so near that its soft edge does not reach so far says nothing.
      met = pointwiseMax(met, height & ~Self.isLess(height, Eight(repeating: leasts[tap])))
    }
    met = pointwiseMax(met, heights(texel, .zero))
    var rest = Self.isLess(Eight(repeating: 0), met)
    let length = SIMD2((along * along).sum().squareRoot(), (across * across).sum().squareRoot())
    // Heights whose edges are equally soft to a quarter of a texel are looked at together.
    let alike = 0.25 / max(length.x, 1e-6)
    var shades = Eight(repeating: 0)
    while true {
      let lanes = unsafeBitCast(SIMD8<Int8>(truncatingIfNeeded: rest), to: UInt64.self)
      if lanes == 0 { break }
      let first = met[lanes.trailingZeroBitCount &>> 3]
      let soft = Self.quickValue(first)
      let least = min(Self.quickHalf(max(soft - alike, 0)), first)
      let most = max(Self.quickHalf(soft + alike), first)
      let differs = Self.isLess(met, Eight(repeating: least)) | Self.isLess(Eight(repeating: most), met)
      let same = rest & ~differs
      rest &= ~same
      shades |= eighths(texel, along * (soft + 0.5 / max(length.x, 1e-12)), across * (soft + 0.5 / max(length.y, 1e-12))) & same
    }
    return SIMD8(truncatingIfNeeded: shades)
  }

  /// All bits where one is less than the other.
  @inline(__always)
  private static func isLess(_ one: Eight, _ other: Eight) -> Eight { unsafeBitCast(one .< other, to: Eight.self) }

  @inline(__always)
  private func eighths(_ texel: SIMD2<Int>, _ along: SIMD2<Float>, _ across: SIMD2<Float>) -> Eight {
    var sum = Eight(repeating: 0)
    for tap in 0..<tapCount {
      sum &+= pointwiseMin(heights(texel, along * aways[tap] + across * sides[tap]), Eight(repeating: 1))
    }
    return tapCount == 4 ? sum &<< 1 : sum
  }

  /// The heights of eight texels side by side, as far from `texel` as it is said; beyond its edges the map goes on.
  @inline(__always)
  private func heights(_ texel: SIMD2<Int>, _ away: SIMD2<Float>) -> Eight {
    let column = min(max(texel.x &+ Self.nearest(away.x), 0), map.x &- 8)
    let row = min(max(texel.y &+ Self.nearest(away.y), 0), map.y &- 1)
    return UnsafeRawPointer(heights + (row &* map.x &+ column)).loadUnaligned(as: Eight.self)
  }

  /// Rounded to the nearest whole number; of numbers that are none of a map's, something: behind the point a float of twelve million has nothing.
  @inline(__always)
  private static func nearest(_ number: Float) -> Int {
    Int(Int32(truncatingIfNeeded: (number + 12_582_912).bitPattern &- 0x4B40_0000))
  }
}
