import OverlookGeometry

/// Cuts the polygons of a tile into triangles. One serves many polygons, so that its memory is used again.
struct TileTessellator {
  /// Holes of one polygon at most; the largest are kept.
  static let maximumHoles = 500

  /// Of the polygon at hand, as points of its layer.
  private var rings: [Range<Int>] = []
  private var pointCount = 0
  private(set) var addedPoints: [SIMD2<Int16>] = []
  private var stars = StarCutter()
  private var ears = EarCutter()

  mutating func begin() {
    rings.removeAll(keepingCapacity: true)
    pointCount = 0
    addedPoints.removeAll(keepingCapacity: true)
  }

  /// The rings of a polygon that are drawn: all, but for one of more holes than a polygon may have.
  func keptRings(_ features: FeatureLayer, _ parts: Range<Int32>) -> [Int32]? {
    guard parts.count > Self.maximumHoles + 1 else { return nil }
    let holes = parts.dropFirst().sorted { features.doubledArea(ofPart: $0) < features.doubledArea(ofPart: $1) }
    return [parts.lowerBound] + holes.prefix(Self.maximumHoles).sorted()
  }

  mutating func addRing(_ range: Range<Int>) {
    pointCount += range.count
    rings.append(range)
  }

  /// Adds the indices of the triangles of the rings, which are of `features`, the first ring's first point being `firstVertex`.
  /// False when it takes too long.
  mutating func triangulate(_ features: FeatureLayer, firstVertex: UInt32, into indices: inout [UInt32]) -> Bool {
    if rings.count == 1, stars.cut(features, rings[0], firstVertex: firstVertex, into: &indices) { return true }
    if pointCount <= EarCutter.maximumPoints, cutEars(features, firstVertex, &indices) { return true }
    var points: [WorldPoint] = []
    var ringStarts: [Int] = []
    for ring in rings {
      ringStarts.append(points.count)
      for index in ring {
        let point = features.point(index)
        points.append(WorldPoint(x: Double(point.x), y: Double(point.y)))
      }
    }
    let result = Triangulator.triangulation(of: points, ringStarts: ringStarts, stepBudget: Self.stepBudget)
    for point in result.addedPoints {
      addedPoints.append(SIMD2(Self.unit(point.x), Self.unit(point.y)))
    }
    for index in result.indices { indices.append(firstVertex + index) }
    return result.isComplete
  }

  private mutating func cutEars(_ features: FeatureLayer, _ firstVertex: UInt32, _ indices: inout [UInt32]) -> Bool {
    ears.begin()
    for ring in rings { ears.addRing(features, ring) }
    return ears.cut(firstVertex: firstVertex, into: &indices)
  }

  /// A tangle of 5,000 points is given up after a tenth of a second.
  private static let stepBudget = 20_000_000

  private static func unit(_ value: Double) -> Int16 {
    Int16(exactly: min(max(value, -32_768), 32_767).rounded()) ?? 0
  }
}
