import OverlookGeometry

extension ExtrusionBuilder {
  /// Adds what lies in the tile of a building whose roof is that of its whole outline.
  mutating func addShare(_ features: FeatureLayer, _ feature: Feature, _ outline: RoofOutline, of fitting: RoofFitting) {
    if isCleared(features, feature) { return }
    var piece: Range<Int32>?
    features.forEachPolygon(of: feature) { polygon in piece = piece ?? polygon }
    guard let piece, let outer = piece.first else { return }
    let first = vertices.count
    for (ring, corners) in outline.rings.enumerated() {
      var edgeDistance = 0.0
      for edge in corners.indices { addShare(ofWall: fitting.wallTop(ring: ring, edge: edge), &edgeDistance) }
    }
    // The outline, which no triangle uses, is what labels are hidden by.
    let points = features.points(ofPart: outer)
    addBlock(corners: points.count)
    for index in points {
      let point = features.point(index)
      append(Int16(clamping: point.x), Int16(clamping: point.y), .zero, top: 1, isRoof: 1, 0)
    }
    var largest = (size: 0.0, middle: fitting.inside)
    for triangle in fitting.triangles {
      let corners = RoofSquare.clipped([triangle.a, triangle.b, triangle.c])
      guard let start = corners.first else { continue }
      for (second, third) in zip(corners.dropFirst(), corners.dropFirst(2)) {
        addRoof([start, second, third], triangle.normal)
        let places = [start, second, third].map { SIMD2<Double>($0.place) }
        let (ab, ac) = (places[1] - places[0], places[2] - places[0])
        let size = abs(ab.x * ac.y - ab.y * ac.x)
        if size > largest.size { largest = (size, (places[0] + places[1] + places[2]) / 3) }
      }
    }
    endBlock(features, Array(piece), from: first, inside: largest.middle, isSloped: true)
  }

  /// The part of a wall, from one corner of its upper end to the next, that lies in the tile.
  private mutating func addShare(ofWall top: [RoofFitting.Corner], _ edgeDistance: inout Double) {
    let eaves = top.map(\.share).min() ?? 65_535
    for (a, b) in zip(top, top.dropFirst()) {
      let way = SIMD2<Double>(b.place) - SIMD2<Double>(a.place)
      let length = (way * way).sum().squareRoot()
      if let part = RoofSquare.clipped(a, b) {
        var distance = edgeDistance + part.from * length
        addWall(
          from: part.a.place, to: part.b.place, &distance, shares: (part.a.share, part.b.share), eaves: UInt8(eaves >> 8))
      }
      edgeDistance += length
    }
  }
}

/// The square of a tile, to which its share of a building is cut: a unit larger on each side, so that no gap is seen.
enum RoofSquare {
  private static let low = SIMD2(repeating: -1.0)
  private static let high = SIMD2(repeating: Double(FeatureLayer.extent) + 1)

  /// What of a convex ring lies in the square.
  static func clipped(_ ring: [RoofFitting.Corner]) -> [RoofFitting.Corner] {
    var ring = ring
    for axis in 0..<2 {
      for isLow in [true, false] {
        let side = isLow ? low[axis] : high[axis]
        func depth(_ corner: RoofFitting.Corner) -> Double { (Double(corner.place[axis]) - side) * (isLow ? 1 : -1) }
        guard ring.contains(where: { depth($0) < 0 }) else { continue }
        var kept: [RoofFitting.Corner] = []
        for (index, corner) in ring.enumerated() {
          let before = ring[(index + ring.count - 1) % ring.count]
          let (was, now) = (depth(before), depth(corner))
          if (was < 0) != (now < 0) { kept.append(before.mixed(with: corner, was / (was - now))) }
          if now >= 0 { kept.append(corner) }
        }
        ring = kept
      }
    }
    return ring.count > 2 ? ring : []
  }

  /// What of a way lies in the square, and the shares of the way at which that begins and ends.
  static func clipped(
    _ a: RoofFitting.Corner, _ b: RoofFitting.Corner
  ) -> (a: RoofFitting.Corner, b: RoofFitting.Corner, from: Double, to: Double)? {
    let (start, end) = (SIMD2<Double>(a.place), SIMD2<Double>(b.place))
    var (from, to) = (0.0, 1.0)
    for axis in 0..<2 {
      let way = end[axis] - start[axis]
      if way == 0 {
        if start[axis] < low[axis] || start[axis] > high[axis] { return nil }
        continue
      }
      let (one, other) = ((low[axis] - start[axis]) / way, (high[axis] - start[axis]) / way)
      from = max(from, min(one, other))
      to = min(to, max(one, other))
    }
    guard from < to else { return nil }
    return (from > 0 ? a.mixed(with: b, from) : a, to < 1 ? a.mixed(with: b, to) : b, from, to)
  }
}

extension RoofFitting.Corner {
  /// The corner at a share, 0 ... 1, of the way to another.
  fileprivate func mixed(with other: Self, _ share: Double) -> Self {
    func value(_ a: Double, _ b: Double) -> Double { (a + (b - a) * share).rounded() }
    return Self(
      place: SIMD2(
        Int32(exactly: value(Double(place.x), Double(other.place.x))) ?? place.x,
        Int32(exactly: value(Double(place.y), Double(other.place.y))) ?? place.y),
      share: UInt16(exactly: value(Double(self.share), Double(other.share))) ?? self.share,
      rise: UInt8(exactly: value(Double(rise), Double(other.rise))) ?? rise)
  }
}
