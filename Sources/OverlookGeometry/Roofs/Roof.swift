import Glibc

/// A roof in triangles, and where the walls below it end, so that both close a building.
///
/// x grows to the east, y to the north, in metres. A roof whose outline crosses itself, has too many corners or no area is none.
package struct Roof: Sendable {
  package struct Corner: Hashable, Sendable {
    package var place: SIMD2<Double>
    /// Metres above the eaves.
    package var height: Double
    /// How far up its slope it lies: 0 at the eaves, 1 at the ridge.
    package var slope: Double
  }

  /// Counter-clockwise when seen from above.
  package struct Triangle: Sendable {
    package var a: Corner
    package var b: Corner
    package var c: Corner
    /// Outwards, of length 1: east, north, up.
    package var normal: SIMD3<Double>
  }

  /// Metres from the eaves to the ridge.
  package let rise: Double
  package private(set) var triangles: [Triangle] = []
  /// For each edge of each ring the upper end of its wall, from corner to corner.
  package private(set) var wallTops: [[[Corner]]] = []

  /// Outlines of more corners have flat roofs.
  package static let maximumCorners = 200
  /// Metres; without a height a roof is as steep as most, and no higher.
  package static let usualRise = 4.0

  /// Nil for flat roofs and for what cannot be roofed. `limit`: metres that the roof may rise at most, the height of the building.
  /// Rings may turn either way; the first is the outline.
  package init?(_ form: RoofForm, rings: [[SIMD2<Double>]], limit: Double) {
    guard form.shape != .flat, limit.isFinite, let outline = rings.first, outline.count > 2,
      rings.reduce(0, { $0 + $1.count }) <= Self.maximumCorners,
      rings.allSatisfy({ $0.allSatisfy { $0.x.isFinite && $0.y.isFinite && max(abs($0.x), abs($0.y)) < 1e7 } }),
      let box = OrientedBox(outline), box.half.y > 0.5
    else { return nil }
    let wanted = form.height.flatMap { $0.isFinite ? $0 : nil } ?? min(box.half.y * 0.9, Self.usualRise)
    rise = min(wanted, limit)
    guard rise > 0.1 else { return nil }
    let turned = rings.enumerated().map { index, ring in (RoofArea.doubled(ring) > 0) == (index == 0) ? ring : ring.reversed() }
    var form = form
    if let direction = form.direction, !(abs(direction) <= 720) { form.direction = nil }
    let slopes = RoofSlopes(form: form, rings: turned, box: box).all
    for slope in slopes { add(slope, RoofProfile.of(form.shape)) }
    guard isWhole(turned) else { return nil }
    let corners = triangles.flatMap { [$0.a, $0.b, $0.c] }
    wallTops = rings.map { ring in
      ring.indices.map { Self.wallTop(ring[$0], ring[($0 + 1) % ring.count], corners) }
    }
  }

  private mutating func add(_ slope: RoofSlope, _ profile: [SIMD2<Double>]) {
    for (low, high) in zip(profile, profile.dropFirst()) {
      let rings = slope.band(low.x, high.x)
      guard !rings.isEmpty else { continue }
      let steepness = (high.y - low.y) / (high.x - low.x)
      func corner(_ place: SIMD2<Double>) -> Corner {
        let share = min(max(slope.plane(place), low.x), high.x)
        return Corner(place: place, height: rise * (low.y + (share - low.x) * steepness), slope: share)
      }
      let fall = slope.plane.gradient * (rise * steepness)
      let length = ((fall * fall).sum() + 1).squareRoot()
      let normal = SIMD3(-fall.x / length, -fall.y / length, 1 / length)
      for (a, b, c) in PlaneTriangles.triangles(of: rings) {
        let turn = RoofArea.doubled([a, b, c])
        guard turn != 0 else { continue }
        let (second, third) = turn > 0 ? (b, c) : (c, b)
        triangles.append(Triangle(a: corner(a), b: corner(second), c: corner(third), normal: normal))
      }
    }
  }

  /// Whether each place is covered once.
  private func isWhole(_ rings: [[SIMD2<Double>]]) -> Bool {
    let area = rings.reduce(0) { $0 + RoofArea.doubled($1) }
    let covered = triangles.reduce(0) { $0 + RoofArea.doubled([$1.a.place, $1.b.place, $1.c.place]) }
    return area > 0 && abs(covered - area) < 0.005 * area
  }

  /// The corners of the roof along an edge.
  private static func wallTop(_ start: SIMD2<Double>, _ end: SIMD2<Double>, _ corners: [Corner]) -> [Corner] {
    let way = end - start
    let length = (way * way).sum().squareRoot()
    guard length > 1e-9 else { return [] }
    let unit = way / length
    let tolerance = 0.02
    var found: [(along: Double, corner: Corner)] = []
    for corner in corners {
      let offset = corner.place - start
      let along = (offset * unit).sum()
      let apart = abs(offset.x * unit.y - offset.y * unit.x)
      guard along > -tolerance, along < length + tolerance, apart < tolerance else { continue }
      found.append((min(max(along, 0), length), corner))
    }
    found.sort { ($0.along, $0.corner.height) < ($1.along, $1.corner.height) }
    var top: [Corner] = []
    var last = -1.0
    for item in found where item.along > last + tolerance {
      top.append(item.corner)
      last = item.along
    }
    let first = top.first.map { distance($0.place, start) < 2 * tolerance } ?? false
    if first { top[0].place = start } else { top.insert(Corner(place: start, height: top.first?.height ?? 0, slope: 0), at: 0) }
    if top.count > 1, distance(top[top.count - 1].place, end) < 2 * tolerance {
      top[top.count - 1].place = end
    } else {
      top.append(Corner(place: end, height: top[top.count - 1].height, slope: 0))
    }
    return top
  }

  private static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { ((a - b) * (a - b)).sum().squareRoot() }
}

/// How the height of a roof grows along its slopes: pairs of how far up and how high, both 0 ... 1.
enum RoofProfile {
  private static let curved = (0...6).map { step -> SIMD2<Double> in
    let angle = Double(step) / 6 * .pi / 2
    return step == 6 ? SIMD2(1, 1) : SIMD2(1 - cos(angle), sin(angle))
  }

  static func of(_ shape: RoofForm.Shape) -> [SIMD2<Double>] {
    switch shape {
    case .dome, .round: curved
    case .mansard, .gambrel: [SIMD2(0, 0), SIMD2(0.3, 0.65), SIMD2(1, 1)]
    case .flat, .gabled, .hipped, .pyramidal, .skillion, .halfHipped: [SIMD2(0, 0), SIMD2(1, 1)]
    }
  }
}
