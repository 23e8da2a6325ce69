/// Boxes and circles in a plane, found by the square cells that they touch.
struct CollisionGrid: Sendable {
  /// What two shapes allow each other.
  typealias Overlap = SymbolOptions.Overlap

  /// Whose a shape is.
  struct Owner: Hashable, Sendable {
    var bucket: BucketID
    var worldCopy: Int
    var symbol: Int32
  }

  struct Shape: Sendable {
    var low: SIMD2<Float>
    var high: SIMD2<Float>
    /// Of a circle; 0 for a box.
    var radius: Float
    var overlap: Overlap
    var owner: Owner?

    var center: SIMD2<Float> { (low + high) / 2 }
  }

  private static let cellSize: Float = 25

  private let size: SIMD2<Float>
  private let columns: Int
  private let rows: Int
  private(set) var shapes: [Shape] = []
  /// The first entry of each cell; -1 for none.
  private var heads: [Int32]
  /// Shape and next entry of the cell.
  private var entries: [(shape: Int32, next: Int32)] = []

  init(width: Float, height: Float) {
    size = SIMD2(width > 1 ? width : 1, height > 1 ? height : 1)
    columns = max(Int((min(size.x, 100_000) / Self.cellSize).rounded(.up)), 1)
    rows = max(Int((min(size.y, 100_000) / Self.cellSize).rounded(.up)), 1)
    heads = [Int32](repeating: -1, count: columns * rows)
  }

  mutating func insert(_ shape: Shape) {
    guard shape.low.x.isFinite, shape.low.y.isFinite, shape.high.x.isFinite, shape.high.y.isFinite else { return }
    let index = Int32(clamping: shapes.count)
    shapes.append(shape)
    forEachCell(shape.low, shape.high) { cell in
      entries.append((index, heads[cell]))
      heads[cell] = Int32(clamping: entries.count - 1)
    }
  }

  /// Whether a box meets one that does not let it overlap.
  func isHit(low: SIMD2<Float>, high: SIMD2<Float>, _ overlap: Overlap) -> Bool {
    if high.x < 0 || low.x > size.x || high.y < 0 || low.y > size.y { return false }
    // What covers everything meets everything.
    if low.x <= 0, low.y <= 0, high.x >= size.x, high.y >= size.y { return true }
    return isAnyHit(low, high) { shape in
      guard !Self.isAllowed(overlap, shape.overlap) else { return false }
      if shape.radius > 0 { return Self.meets(center: shape.center, shape.radius, low, high) }
      return low.x <= shape.high.x && low.y <= shape.high.y && high.x >= shape.low.x && high.y >= shape.low.y
    }
  }

  /// Whether a circle meets one that does not let it overlap.
  func isHit(center: SIMD2<Float>, radius: Float, _ overlap: Overlap) -> Bool {
    let (low, high) = (center - radius, center + radius)
    if high.x < 0 || low.x > size.x || high.y < 0 || low.y > size.y { return false }
    return isAnyHit(low, high) { shape in
      guard !Self.isAllowed(overlap, shape.overlap) else { return false }
      if shape.radius == 0 { return Self.meets(center: center, radius, shape.low, shape.high) }
      let between = shape.center - center
      let both = radius + shape.radius
      return both * both > between.x * between.x + between.y * between.y
    }
  }

  /// Owners of shapes whose boxes meet a box, each once.
  func owners(low: SIMD2<Float>, high: SIMD2<Float>) -> Set<Owner> {
    var owners: Set<Owner> = []
    _ = isAnyHit(low, high) { shape in
      if let owner = shape.owner, low.x <= shape.high.x, low.y <= shape.high.y, high.x >= shape.low.x, high.y >= shape.low.y {
        owners.insert(owner)
      }
      return false
    }
    return owners
  }

  /// A shape that always overlaps may lie on anything; cooperative ones on all but those that never overlap.
  private static func isAllowed(_ a: Overlap, _ b: Overlap) -> Bool { a == .always || (a != .never && b != .never) }

  private func isAnyHit(_ low: SIMD2<Float>, _ high: SIMD2<Float>, _ test: (Shape) -> Bool) -> Bool {
    var isHit = false
    forEachCell(low, high) { cell in
      var entry = heads[cell]
      while entry >= 0, !isHit {
        let (shape, next) = entries[Int(entry)]
        isHit = test(shapes[Int(shape)])
        entry = next
      }
    }
    return isHit
  }

  @inline(__always)
  private func forEachCell(_ low: SIMD2<Float>, _ high: SIMD2<Float>, _ body: (Int) -> Void) {
    guard low.x.isFinite, low.y.isFinite, high.x.isFinite, high.y.isFinite else { return }
    let (firstColumn, lastColumn) = (column(low.x), column(high.x))
    let (firstRow, lastRow) = (row(low.y), row(high.y))
    guard firstColumn <= lastColumn, firstRow <= lastRow else { return }
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn { body(row * columns + column) }
    }
  }

  private func column(_ x: Float) -> Int { Int(min(max(x / Self.cellSize, 0), Float(columns - 1))) }
  private func row(_ y: Float) -> Int { Int(min(max(y / Self.cellSize, 0), Float(rows - 1))) }

  private static func meets(center: SIMD2<Float>, _ radius: Float, _ low: SIMD2<Float>, _ high: SIMD2<Float>) -> Bool {
    let half = (high - low) / 2
    let distance = center - (low + half)
    let x = abs(distance.x)
    let y = abs(distance.y)
    if x > half.x + radius || y > half.y + radius { return false }
    if x <= half.x || y <= half.y { return true }
    return (x - half.x) * (x - half.x) + (y - half.y) * (y - half.y) <= radius * radius
  }
}
