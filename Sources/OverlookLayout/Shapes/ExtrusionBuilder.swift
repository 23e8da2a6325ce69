import OverlookGeometry

/// Collects the walls and roofs of polygons.
struct ExtrusionBuilder {
  private(set) var vertices: [ExtrusionVertex] = []
  private(set) var roofs: [RoofVertex] = []
  private(set) var rows: [UInt32] = []
  private(set) var triangles: [UInt32] = []
  private(set) var faultCount = 0
  private(set) var blocks: [BuildingFootprint] = []
  /// For each of `blocks`, in a layer that has roofs.
  private(set) var levelBlocks: [RoofLevels.Block] = []
  /// Of the features that are added next.
  var roofLook = RoofLayout.Look()

  private var tessellator = TileTessellator()
  private var roof: [UInt32] = []
  private var row: UInt32 = 0
  /// Of the height, where walls and flat roofs of the polygon at hand end.
  private var flatShare: UInt16 = 65_535
  private let hasRows: Bool
  private let clearing: TileClearing?
  /// Nil in a layer that has no roofs.
  private let roofMetersPerUnit: Double?

  init(hasRows: Bool, clearing: TileClearing? = nil, roofMetersPerUnit: Double? = nil) {
    self.hasRows = hasRows
    self.clearing = clearing
    self.roofMetersPerUnit = roofMetersPerUnit
  }

  /// Adds a feature: polygons with walls and roofs, lines as walls alone.
  mutating func add(_ features: FeatureLayer, _ feature: Feature, row: UInt32) {
    self.row = row
    guard feature.kind == .polygon else {
      for part in feature.parts { addWalls(features, features.points(ofPart: part), isClosed: false) }
      return
    }
    if let outline = roofLook.outline, let roof = RoofFitting(outline.rings, roofLook, roofMetersPerUnit) {
      return addShare(features, feature, outline, of: roof)
    }
    features.forEachPolygon(of: feature) { polygon in
      if !isCleared(features, polygon) { addPolygon(features, polygon) }
    }
  }

  /// A building with an outline is cleared as a whole, when all its pieces in the tile are.
  func isCleared(_ features: FeatureLayer, _ feature: Feature) -> Bool { clearing?.holds(features, feature) == true }

  private func isCleared(_ features: FeatureLayer, _ polygon: Range<Int32>) -> Bool { clearing?.holds(features, polygon) == true }

  private mutating func addPolygon(_ features: FeatureLayer, _ parts: Range<Int32>) {
    let rings = tessellator.keptRings(features, parts) ?? Array(parts)
    let firstOfAll = vertices.count
    let isCut = isCut(features, rings)
    flatShare = isCut ? roofLook.eavesShare : 65_535
    if !isCut, let roof = RoofFitting(features, rings, roofLook, roofMetersPerUnit) {
      addRoof(features, rings, roof)
      return endBlock(features, rings, from: firstOfAll, inside: roof.inside, isSloped: true)
    }
    for part in rings { addWalls(features, features.points(ofPart: part), isClosed: true) }
    let first = UInt32(clamping: vertices.count)
    tessellator.begin()
    addBlock(corners: rings.first.map { features.points(ofPart: $0).count } ?? 0)
    for part in rings {
      let points = features.points(ofPart: part)
      guard points.count > 2 else { continue }
      tessellator.addRing(points)
      for index in points {
        let point = features.point(index)
        append(Int16(clamping: point.x), Int16(clamping: point.y), .zero, top: 1, isRoof: 1, 0)
      }
    }
    roof.removeAll(keepingCapacity: true)
    if !tessellator.triangulate(features, firstVertex: first, into: &roof) { faultCount += 1 }
    for point in tessellator.addedPoints { append(point.x, point.y, .zero, top: 1, isRoof: 1, 0) }
    for start in stride(from: 0, to: roof.count - 2, by: 3) { addRoofTriangle(roof[start], roof[start + 1], roof[start + 2]) }
    if roofMetersPerUnit != nil { endBlock(features, rings, from: firstOfAll, inside: largestTriangle()) }
  }

  /// Whether a piece of a building with a roof is in the next tile, and nothing says how the whole lies: what is here may have another
  /// shape, whose roof is drawn where the next tile has it all. The piece ends flat at the eaves, below that.
  private func isCut(_ features: FeatureLayer, _ rings: [Int32]) -> Bool {
    guard roofMetersPerUnit != nil, roofLook.form.shape != .flat, let outer = rings.first else { return false }
    let points = features.points(ofPart: outer)
    return points.contains { index in
      let next = index + 1 < points.upperBound ? index + 1 : points.lowerBound
      return Self.isAlongEdge(features.point(index), features.point(next))
    }
  }

  /// Notes where the block lies whose vertices were added last. `isSloped`: behind its outline the triangles of its roof follow.
  mutating func endBlock(
    _ features: FeatureLayer, _ rings: [Int32], from first: Int, inside: SIMD2<Double>, isSloped: Bool = false
  ) {
    guard levelBlocks.count < blocks.count, let last = blocks.indices.last else { return }
    if isSloped, let end = Int32(exactly: vertices.count) { blocks[last].slopes = blocks[last].outline.upperBound..<end }
    let area = rings.first.map { features.doubledArea(ofPart: $0) } ?? 0
    levelBlocks.append(RoofLevels.Block(inside: inside, area: area, vertices: first..<vertices.count))
  }

  /// The middle of the largest triangle of the flat roof at hand.
  private func largestTriangle() -> SIMD2<Double> {
    var (largest, middle) = (-1.0, SIMD2<Double>())
    for start in stride(from: 0, to: roof.count - 2, by: 3) {
      let corners = (0..<3).map { SIMD2<Double>(vertices[Int(roof[start + $0])].position) }
      let (ab, ac) = (corners[1] - corners[0], corners[2] - corners[0])
      let size = (ab.x * ac.y - ab.y * ac.x).magnitude
      if size > largest { (largest, middle) = (size, (corners[0] + corners[1] + corners[2]) / 3) }
    }
    return middle
  }

  /// Adds walls up to a roof that is not flat, and its slopes.
  private mutating func addRoof(_ features: FeatureLayer, _ rings: [Int32], _ fitting: RoofFitting) {
    for (number, part) in rings.enumerated() {
      let points = features.points(ofPart: part)
      guard !Self.isOutside(features, points) else { continue }
      var edgeDistance = 0.0
      for (edge, index) in points.enumerated() {
        let next = index + 1 < points.upperBound ? index + 1 : points.lowerBound
        guard !Self.isAlongEdge(features.point(index), features.point(next)) else { continue }
        let top = fitting.wallTop(ring: number, edge: edge)
        let eaves = top.map(\.share).min() ?? 65_535
        for (a, b) in zip(top, top.dropFirst()) {
          addWall(from: a.place, to: b.place, &edgeDistance, shares: (a.share, b.share), eaves: UInt8(eaves >> 8))
        }
      }
    }
    // The outline, which no triangle uses, is what labels are hidden by.
    addBlock(corners: rings.first.map { features.points(ofPart: $0).count } ?? 0)
    for index in rings.first.map({ features.points(ofPart: $0) }) ?? 0..<0 {
      let point = features.point(index)
      append(Int16(clamping: point.x), Int16(clamping: point.y), .zero, top: 1, isRoof: 1, 0)
    }
    for triangle in fitting.triangles { addRoof([triangle.a, triangle.b, triangle.c], triangle.normal) }
  }

  /// Adds a triangle of a slope.
  mutating func addRoof(_ corners: [RoofFitting.Corner], _ normal: SIMD2<Int16>) {
    let first = UInt32(clamping: vertices.count)
    for corner in corners {
      append(
        Int16(clamping: corner.place.x), Int16(clamping: corner.place.y), normal, top: 1, isRoof: 1, 0,
        RoofVertex(share: corner.share, rise: corner.rise, color: roofLook.color))
    }
    addRoofTriangle(first, first + 1, first + 2)
  }

  /// Notes a block whose roof's corners follow next.
  mutating func addBlock(corners: Int) {
    guard corners > 2, let first = Int32(exactly: vertices.count), let end = Int32(exactly: vertices.count + corners) else {
      return
    }
    blocks.append(BuildingFootprint(outline: first..<end, row: row))
  }

  /// What turns clockwise on a map whose y grows south is seen from below.
  mutating func addRoofTriangle(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
    func place(_ index: UInt32) -> SIMD2<Int32> { SIMD2<Int32>(truncatingIfNeeded: vertices[Int(index)].position) }
    let (ab, ac) = (place(b) &- place(a), place(c) &- place(a))
    let turn = Int64(ab.x) * Int64(ac.y) - Int64(ab.y) * Int64(ac.x)
    if turn > 0 { triangles.append(contentsOf: [a, c, b]) } else { triangles.append(contentsOf: [a, b, c]) }
  }

  private mutating func addWalls(_ features: FeatureLayer, _ points: Range<Int>, isClosed: Bool) {
    guard points.count > 1, !Self.isOutside(features, points) else { return }
    var edgeDistance = 0.0
    var before = features.point(points.lowerBound)
    for index in points.dropFirst() {
      let point = features.point(index)
      addWall(from: before, to: point, &edgeDistance)
      before = point
    }
    if isClosed { addWall(from: before, to: features.point(points.lowerBound), &edgeDistance) }
  }

  /// `shares`: of the height, where the wall ends at `a` and at `b`.
  mutating func addWall(
    from a: SIMD2<Int32>, to b: SIMD2<Int32>, _ edgeDistance: inout Double, shares: (UInt16, UInt16)? = nil,
    eaves: UInt8? = nil
  ) {
    guard a != b, !Self.isAlongEdge(a, b) else { return }
    let way = SIMD2(Double(b.x - a.x), Double(b.y - a.y))
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    let scale = ExtrusionVertex.normalScale / length
    let normal = SIMD2(Self.whole(-way.y * scale), Self.whole(way.x * scale))
    if edgeDistance + length > 32_768 { edgeDistance = 0 }
    let first = UInt32(clamping: vertices.count)
    let (start, end) = (Self.distance(edgeDistance), Self.distance(edgeDistance + length))
    let rise = eaves ?? UInt8(flatShare >> 8)
    let upperA = RoofVertex(share: shares?.0 ?? flatShare, rise: rise)
    let upperB = RoofVertex(share: shares?.1 ?? flatShare, rise: rise)
    for top in [0, 1] as [UInt8] {
      append(Int16(clamping: b.x), Int16(clamping: b.y), normal, top: top, isRoof: 0, start, upperB)
    }
    for top in [0, 1] as [UInt8] {
      append(Int16(clamping: a.x), Int16(clamping: a.y), normal, top: top, isRoof: 0, end, upperA)
    }
    edgeDistance += length
    triangles.append(contentsOf: [first, first + 2, first + 1, first + 1, first + 2, first + 3])
  }

  mutating func append(
    _ x: Int16, _ y: Int16, _ normal: SIMD2<Int16>, top: UInt8, isRoof: UInt8, _ edgeDistance: UInt16,
    _ roof: RoofVertex? = nil
  ) {
    let position = SIMD2(x, y)
    vertices.append(
      ExtrusionVertex(position: position, normal: normal, top: top, isRoof: isRoof, edgeDistance: edgeDistance))
    if hasRows { rows.append(row) }
    if roofMetersPerUnit != nil {
      roofs.append(roof ?? RoofVertex(share: flatShare, rise: RoofVertex.flatRise, color: roofLook.color))
    }
  }

  /// Whether an edge lies on the border along which the polygon was cut: the wall goes on in the next tile.
  private static func isAlongEdge(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) -> Bool {
    let extent = FeatureLayer.extent
    return (a.x == b.x && (a.x < 0 || a.x > extent)) || (a.y == b.y && (a.y < 0 || a.y > extent))
  }

  /// Whether a ring lies beyond one side of the tile, where the next tile draws it.
  private static func isOutside(_ features: FeatureLayer, _ points: Range<Int>) -> Bool {
    var low = SIMD2<Int32>(repeating: .max)
    var high = SIMD2<Int32>(repeating: .min)
    for index in points {
      low = pointwiseMin(low, features.point(index))
      high = pointwiseMax(high, features.point(index))
    }
    return high.x < 0 || high.y < 0 || low.x > FeatureLayer.extent || low.y > FeatureLayer.extent
  }

  private static func whole(_ value: Double) -> Int16 {
    Int16(exactly: min(max(value, -16_384), 16_384).rounded(.towardZero)) ?? 0
  }

  private static func distance(_ value: Double) -> UInt16 { UInt16(exactly: min(max(value, 0), 65_535).rounded()) ?? 0 }
}
