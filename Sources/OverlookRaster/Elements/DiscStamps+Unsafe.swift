import OverlookScene

/// The pixels of a disc of one radius, for an 8 x 8 grid of places of its middle within a pixel.
///
/// A pixel's cover is its middle's distance within the edge, cut to 0 ... 1. What is said to be touched may be a little too much
/// and what is said to be full a little too little: never the reverse, wherever in its grid cell the middle lies. The rows belong
/// to a `DiscStampTable`, which must live as long.
struct DiscStamps {
  /// Rows and columns of a stamp; 0: there is none.
  let side: Int
  /// From the pixel of the middle to the stamp's corner.
  let reach: Int
  /// All stamps one after the other, those of a row of the grid together.
  fileprivate let rows: UnsafePointer<StampRow>?

  /// Draws nothing.
  static var none: DiscStamps { DiscStamps(side: 0, reach: 0, rows: nil) }

  fileprivate static let cells = 8

  /// The stamp of a disc around a place of the picture.
  @inline(__always)
  func frame(around middle: SIMD2<Float>) -> StampFrame {
    let (column, row) = (Dot.floor(middle.x), Dot.floor(middle.y))
    let place = SIMD2(middle.x - Float(column), middle.y - Float(row))
    return StampFrame(left: column - reach, top: row - reach, width: side, height: side, rows: rows(at: place))
  }

  /// The first row of the stamp for a middle at `place` of its pixel, each 0 ..< 1.
  @inline(__always)
  func rows(at place: SIMD2<Float>) -> UnsafePointer<StampRow>? {
    rows.map { $0 + ((Int(place.y * 8) & 7) * Self.cells + Int(place.x * 8) & 7) * side }
  }
}

/// The stamps that a layer needs, made when a radius is met first. Once they are made, any thread may look them up.
final class DiscStampTable {
  /// The widest stamp, in pixels.
  private static let maximumSide = 64
  /// Half the diagonal of a grid cell, and what rounding may add.
  private static let cellSlack = 0.5 * 0.125 * 2.0.squareRoot() + 0.01

  private var memory: [UnsafeMutablePointer<StampRow>] = []
  /// By four times the radius in pixels.
  private var byQuarter: ContiguousArray<DiscStamps?> = []
  private var exact: (radius: Float, stamps: DiscStamps)?

  deinit {
    for rows in memory { rows.deallocate() }
  }

  /// The stamps for one radius that all discs have; `none` for what is no radius or too large.
  func stamps(exactly radiusPixels: Float) -> DiscStamps {
    if let exact, exact.radius == radiusPixels { return exact.stamps }
    let made = Self.isRadius(radiusPixels) ? make(radiusPixels: Double(radiusPixels), slack: 0) : .none
    exact = (radiusPixels, made)
    return made
  }

  /// Makes what `stamps(near:)` may be asked for.
  func prepare(upTo largestRadiusPixels: Float) {
    guard let last = Self.key(min(largestRadiusPixels, Float(PointPainter.maximumRadiusPixels))) else { return }
    while byQuarter.count <= last {
      let key = max(byQuarter.count, 1)
      // An eighth of a pixel is what the radius may differ from its stamp's, a quarter for the smallest.
      byQuarter.append(make(radiusPixels: Double(key) / 4, slack: key == 1 ? 0.25 : 0.125))
    }
  }

  /// The stamps for a radius that is at most the one prepared for.
  @inline(__always)
  func stamps(near radiusPixels: Float) -> DiscStamps {
    guard let key = Self.key(radiusPixels), key < byQuarter.count else { return .none }
    return byQuarter[key] ?? .none
  }

  @inline(__always)
  private static func isRadius(_ pixels: Float) -> Bool {
    pixels > 0 && pixels <= Float(PointPainter.maximumRadiusPixels)
  }

  @inline(__always)
  private static func key(_ radiusPixels: Float) -> Int? {
    isRadius(radiusPixels) ? Int(radiusPixels * 4 + 0.5) : nil
  }

  /// `slack` is how far the radius may be off, in pixels.
  private func make(radiusPixels: Double, slack: Double) -> DiscStamps {
    let slack = slack + Self.cellSlack
    let reach = Int((radiusPixels + 0.5 + slack).rounded(.up))
    let side = 2 * reach + 1
    guard side <= Self.maximumSide else { return .none }
    let cells = DiscStamps.cells
    let rows = UnsafeMutablePointer<StampRow>.allocate(capacity: cells * cells * side)
    memory.append(rows)
    for cell in 0..<cells * cells {
      let middle = SIMD2(Double(cell % cells), Double(cell / cells))
      let offset = (middle + 0.5) / Double(cells) + Double(reach) - 0.5
      for row in 0..<side {
        var bits = StampRow(touched: 0, full: 0)
        for column in 0..<side {
          let away = SIMD2(Double(column), Double(row)) - offset
          let distance = (away * away).sum().squareRoot()
          if distance < radiusPixels + 0.5 + slack { bits.touched |= 1 << UInt64(column) }
          if distance <= radiusPixels - 0.5 - slack { bits.full |= 1 << UInt64(column) }
        }
        (rows + cell * side + row).initialize(to: bits)
      }
    }
    return DiscStamps(side: side, reach: reach, rows: UnsafePointer(rows))
  }
}
