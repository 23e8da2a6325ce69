import Glibc

/// The slopes of roofs: what is simple as the lowest of some planes, roofs of angled houses by their straight skeleton.
struct RoofSlopes {
  let form: RoofForm
  /// The outline counter-clockwise, holes the other way.
  let rings: [[SIMD2<Double>]]
  let box: OrientedBox

  /// Of an outline that is nearly its box, planes over the box are what one expects.
  private static let boxShare = 0.8
  /// Outlines of more corners are no pyramids.
  private static let pyramidCorners = 32

  var all: [RoofSlope] {
    switch form.shape {
    case .flat: []
    case .skillion: [RoofSlope(rings: rings, plane: skillion)]
    case .pyramidal, .dome: pyramid.map(lowest) ?? skeleton(hasGables: false) ?? lowest(boxPyramid)
    case .hipped, .mansard: skeleton(hasGables: false) ?? lowest(hips(from: 0))
    case .halfHipped: isBox ? lowest(hips(from: 0.5)) : skeleton(hasGables: false) ?? lowest(hips(from: 0.5))
    case .gabled, .gambrel, .round:
      isBox || form.isAcross ? lowest(gables) : skeleton(hasGables: true) ?? lowest(gables)
    }
  }

  private var isBox: Bool {
    let area = rings.first.map { RoofArea.doubled($0) / 2 } ?? 0
    return area > Self.boxShare * box.area
  }

  private func skeleton(hasGables: Bool) -> [RoofSlope]? {
    var skeleton = StraightSkeleton(rings)
    return skeleton?.slopes(hasGables: hasGables)
  }

  // MARK: Planes

  private func plane(_ way: SIMD2<Double>, _ offset: Double) -> RoofPlane {
    RoofPlane(gradient: way, offset: offset, origin: box.center)
  }

  /// Falls where its direction says, else across the longer side.
  private var skillion: RoofPlane {
    let fall = form.direction.map { SIMD2(sin($0 * .pi / 180), cos($0 * .pi / 180)) } ?? box.v
    let reaches = (rings.first ?? []).map { (($0 - box.center) * fall).sum() }
    let (low, high) = (reaches.min() ?? -1, reaches.max() ?? 1)
    let length = max(high - low, 0.1)
    return plane(fall / -length, high / length)
  }

  /// Along and across the ridge.
  private var axes: (u: SIMD2<Double>, v: SIMD2<Double>, halfU: Double, halfV: Double) {
    var isTurned = form.isAcross
    if form.shape != .halfHipped, !form.isAcross, let direction = form.direction {
      let fall = SIMD2(sin(direction * .pi / 180), cos(direction * .pi / 180))
      isTurned = (fall * box.u).sum().magnitude > (fall * box.v).sum().magnitude
    }
    return isTurned ? (box.v, box.u, box.half.y, box.half.x) : (box.u, box.v, box.half.x, box.half.y)
  }

  private var gables: [RoofPlane] {
    let axes = axes
    return [plane(axes.v / -axes.halfV, 1), plane(axes.v / axes.halfV, 1)]
  }

  /// Slopes of one steepness from all sides, those at the ends from some height on.
  private func hips(from start: Double) -> [RoofPlane] {
    let axes = axes
    let steep = min(axes.halfU, axes.halfV)
    let ends = [axes.u / -steep, axes.u / steep].map { plane($0, start + axes.halfU / steep) }
    return [axes.v / -steep, axes.v / steep].map { plane($0, axes.halfV / steep) } + ends
  }

  /// From each side of a convex outline to its middle; nil for others.
  private var pyramid: [RoofPlane]? {
    guard let ring = rings.first, rings.count == 1, ring.count <= Self.pyramidCorners, RoofArea.isConvex(ring) else { return nil }
    let middle = RoofArea.middle(ring)
    let planes = ring.indices.compactMap { index -> RoofPlane? in
      let way = ring[(index + 1) % ring.count] - ring[index]
      let normal = SIMD2(-way.y, way.x)
      let distance = ((middle - ring[index]) * normal).sum()
      guard distance > 1e-9 else { return nil }
      return RoofPlane(gradient: normal / distance, offset: 0, origin: ring[index])
    }
    return planes.count == ring.count ? planes : nil
  }

  private var boxPyramid: [RoofPlane] {
    [
      plane(box.u / -box.half.x, 1), plane(box.u / box.half.x, 1), plane(box.v / -box.half.y, 1), plane(box.v / box.half.y, 1),
    ]
  }

  /// The parts of the outline above which each plane is the lowest.
  private func lowest(_ planes: [RoofPlane]) -> [RoofSlope] {
    planes.indices.compactMap { own in
      var rings = rings
      for other in planes.indices where other != own {
        rings = rings.map { ring in PlaneClip.clipped(ring) { RoofSlope.side(planes[other]($0) - planes[own]($0)) } }.filter {
          $0.count > 2
        }
      }
      return rings.isEmpty ? nil : RoofSlope(rings: rings, plane: planes[own])
    }
  }
}

/// Areas of outlines, and what follows from the way that they turn.
enum RoofArea {
  /// Twice the area; positive for rings that turn to the left.
  static func doubled(_ ring: [SIMD2<Double>]) -> Double {
    guard var before = ring.last, let origin = ring.first else { return 0 }
    var sum = 0.0
    for corner in ring {
      sum += (before.x - origin.x) * (corner.y - origin.y) - (corner.x - origin.x) * (before.y - origin.y)
      before = corner
    }
    return sum
  }

  /// Whether a ring that turns to the left never turns to the right.
  static func isConvex(_ ring: [SIMD2<Double>]) -> Bool {
    ring.indices.allSatisfy { index in
      let (a, b, c) = (ring[index], ring[(index + 1) % ring.count], ring[(index + 2) % ring.count])
      let (before, after) = (b - a, c - b)
      let turn = before.x * after.y - before.y * after.x
      return turn > -1e-3 * ((before * before).sum() * (after * after).sum()).squareRoot()
    }
  }

  /// The centre of gravity.
  static func middle(_ ring: [SIMD2<Double>]) -> SIMD2<Double> {
    guard let origin = ring.first else { return .zero }
    var (sum, area) = (SIMD2<Double>(), 0.0)
    for index in ring.indices {
      let (a, b) = (ring[index] - origin, ring[(index + 1) % ring.count] - origin)
      let turn = a.x * b.y - a.y * b.x
      sum += (a + b) * turn
      area += turn
    }
    return area == 0 ? origin : origin + sum / (3 * area)
  }
}
