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

  init(hasRows: Bool) {
    self.hasRows = hasRows
  }

  /// Adds a feature's polygons.
  mutating func add(_ features: FeatureLayer, _ feature: Feature, row: UInt32) {
    var part = feature.parts.lowerBound
    while part < feature.parts.upperBound {
      var end = part + 1
      while end < feature.parts.upperBound, features.doubledArea(ofPart: end) <= 0 { end += 1 }
      addPolygon(features, part..<end, row)
      part = end
    }
  }

  private mutating func addPolygon(_ features: FeatureLayer, _ parts: Range<Int32>, _ row: UInt32) {
    let first = vertices.count
    tessellator.begin()
    if let kept = tessellator.keptRings(features, parts) {
      for part in kept { addRing(features, part, row) }
    } else {
      for part in parts { addRing(features, part, row) }
    }
    if !tessellator.triangulate(firstVertex: UInt32(clamping: first), into: &triangles) { faultCount += 1 }
    // Where edges cross there are vertices that the rings do not have.
    for point in tessellator.addedPoints { append(point, row) }
  }

  private mutating func addRing(_ features: FeatureLayer, _ part: Int32, _ row: UInt32) {
    let points = features.points(ofPart: part)
    guard points.count > 2 else { return }
    tessellator.addRing(features, points)
    let first = UInt32(clamping: vertices.count)
    for index in points {
      let point = features.point(index)
      append(SIMD2(Int16(clamping: point.x), Int16(clamping: point.y)), row)
    }
    let count = UInt32(clamping: points.count)
    for index in 0..<count {
      lines.append(first + index)
      lines.append(first + (index + 1 == count ? 0 : index + 1))
    }
  }

  private mutating func append(_ point: SIMD2<Int16>, _ row: UInt32) {
    vertices.append(point)
    if hasRows { rows.append(row) }
  }
}
