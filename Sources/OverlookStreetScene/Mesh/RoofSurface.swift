import Glibc

/// The height of a roof over its eaves, as planes over parts of the outline (the shapes of OpenStreetMap's Simple 3D Buildings).
struct RoofSurface {
  /// Where the roof is one plane: on the side of all these lines where they are not negative.
  struct Part {
    var sides: [(SIMD2<Double>) -> Double]
    var height: (SIMD2<Double>) -> Double
  }

  let parts: [Part]
  /// Metres from the eaves to the ridge.
  let rise: Double

  /// Nil for what has no planes: flat roofs and domes.
  init?(_ roof: StreetBuilding.Roof, outline: [SIMD2<Double>], height limit: Double) {
    guard let box = OrientedBox(outline), box.half.x > 0.5, box.half.y > 0.5 else { return nil }
    let rise = min(roof.height ?? min(box.half.min() * 0.9, 4), limit)
    guard rise > 0.1 else { return nil }
    self.rise = rise
    // u along the ridge, v across it.
    let (u, v, halfU, halfV) = roof.isAcross ? (box.v, box.u, box.half.y, box.half.x) : (box.u, box.v, box.half.x, box.half.y)
    func along(_ place: SIMD2<Double>) -> Double { ((place - box.center) * u).sum() }
    func across(_ place: SIMD2<Double>) -> Double { ((place - box.center) * v).sum() }
    switch roof.shape {
    case .flat, .dome: return nil
    case .skillion:
      let fall = roof.direction.map { SIMD2(sin($0 * .pi / 180), cos($0 * .pi / 180)) } ?? v
      let reach = max(outline.map { ((($0 - box.center) * fall).sum()).magnitude }.max() ?? 1, 0.1)
      parts = [Part(sides: [], height: { rise * (0.5 - (($0 - box.center) * fall).sum() / reach / 2) })]
    case .gabled:
      parts = [1.0, -1].map { sign in
        Part(sides: [{ sign * across($0) }], height: { rise * max(1 - sign * across($0) / halfV, 0) })
      }
    case .hipped, .pyramidal:
      // Slopes of one steepness from all sides; a pyramid meets in one point.
      let (slopeU, slopeV) = roof.shape == .pyramidal ? (halfU, halfV) : (min(halfU, halfV), halfV)
      let slopes = [
        (own: across, half: halfV, slope: slopeV, other: along, otherHalf: halfU, otherSlope: slopeU),
        (own: along, half: halfU, slope: slopeU, other: across, otherHalf: halfV, otherSlope: slopeV),
      ]
      parts = slopes.flatMap { slope in
        [1.0, -1].map { sign in
          let fall = { (place: SIMD2<Double>) in (slope.half - sign * slope.own(place)) / slope.slope }
          // Where this slope lies below the two beside it.
          let besides = [1.0, -1].map { other in
            { (place: SIMD2<Double>) in (slope.otherHalf - other * slope.other(place)) / slope.otherSlope - fall(place) }
          }
          return Part(sides: [{ sign * slope.own($0) }] + besides, height: { rise * min(max(fall($0), 0), 1) })
        }
      }
    }
  }

  func height(_ place: SIMD2<Double>) -> Double {
    for part in parts where part.sides.allSatisfy({ $0(place) >= -1e-9 }) { return min(max(part.height(place), 0), rise) }
    return 0
  }
}

/// The smallest rectangle of any direction around an outline, by the direction of one of its edges.
struct OrientedBox {
  var center: SIMD2<Double>
  /// Along its longer and its shorter side.
  var u: SIMD2<Double>
  var v: SIMD2<Double>
  /// Half its sides, the longer one first.
  var half: SIMD2<Double>

  init?(_ ring: [SIMD2<Double>]) {
    var best: (area: Double, box: OrientedBox)?
    for index in ring.indices.prefix(200) {
      let way = ring[(index + 1) % ring.count] - ring[index]
      let length = (way * way).sum().squareRoot()
      guard length > 0.01 else { continue }
      let u = way / length
      let v = SIMD2(-u.y, u.x)
      var low = SIMD2(Double.infinity, .infinity)
      var high = SIMD2(-Double.infinity, -.infinity)
      for corner in ring {
        let place = SIMD2((corner * u).sum(), (corner * v).sum())
        low.replace(with: place, where: place .< low)
        high.replace(with: place, where: place .> high)
      }
      let size = high - low
      guard best.map({ size.x * size.y < $0.area }) ?? true else { continue }
      let middle = (low + high) / 2
      let center = u * middle.x + v * middle.y
      let box =
        size.x >= size.y
        ? OrientedBox(center: center, u: u, v: v, half: size / 2)
        : OrientedBox(center: center, u: v, v: u, half: SIMD2(size.y, size.x) / 2)
      best = (size.x * size.y, box)
    }
    guard let best, best.area.isFinite, best.area > 0 else { return nil }
    self = best.box
  }

  private init(center: SIMD2<Double>, u: SIMD2<Double>, v: SIMD2<Double>, half: SIMD2<Double>) {
    (self.center, self.u, self.v, self.half) = (center, u, v, half)
  }
}
