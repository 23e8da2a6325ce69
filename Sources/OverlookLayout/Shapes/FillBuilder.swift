import OverlookGeometry

/// Collects the triangles and edges of polygons.
struct FillBuilder {
  private(set) var vertices: [SIMD2<Int16>] = []
  private(set) var rows: [UInt32] = []
  private(set) var triangles: [UInt32] = []
  private(set) var lines: [UInt32] = []
  private(set) var faultCount = 0

  private var tessellator = TileTessellator()
  private let hasRows: Bool

  /// - Parameter pointCount: Of all rings that will be added, about.
  init(hasRows: Bool, pointCount: Int) {
    self.hasRows = hasRows
    vertices.reserveCapacity(pointCount)
    if hasRows { rows.reserveCapacity(pointCount) }
    lines.reserveCapacity(2 * pointCount)
    triangles.reserveCapacity(3 * pointCount)
  }

  /// Adds a feature's polygons.
  mutating func add(_ features: FeatureLayer, _ feature: Feature, row: UInt32) {
    features.forEachPolygon(of: feature) { addPolygon(features, $0, row) }
  }

  private mutating func addPolygon(_ features: FeatureLayer, _ parts: Range<Int32>, _ row: UInt32) {
    let first = vertices.count
    tessellator.begin()
    if let kept = tessellator.keptRings(features, parts) {
      for part in kept { addRing(features, part, row) }
    } else {
      for part in parts { addRing(features, part, row) }
    }
    if !tessellator.triangulate(features, firstVertex: UInt32(clamping: first), into: &triangles) { faultCount += 1 }
    // Where edges cross there are vertices that the rings do not have.
    for point in tessellator.addedPoints {
      vertices.append(point)
      if hasRows { rows.append(row) }
    }
  }

  private mutating func addRing(_ features: FeatureLayer, _ part: Int32, _ row: UInt32) {
    let points = features.points(ofPart: part)
    guard points.count > 2 else { return }
    tessellator.addRing(points)
    let first = UInt32(clamping: vertices.count)
    let coordinates = features.coordinates
    let ring = coordinates.span.extracting((2 * points.lowerBound)..<(2 * points.upperBound))
    for index in stride(from: 0, to: ring.count - 1, by: 2) { vertices.append(SIMD2(ring[index], ring[index + 1])) }
    if hasRows { rows.append(contentsOf: repeatElement(row, count: points.count)) }
    let last = UInt32(clamping: vertices.count - 1)
    for index in first..<last {
      lines.append(index)
      lines.append(index + 1)
    }
    lines.append(last)
    lines.append(first)
  }
}
