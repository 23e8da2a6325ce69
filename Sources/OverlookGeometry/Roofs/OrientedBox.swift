/// The smallest rectangle of any direction around an outline, by the direction of one of its edges.
package struct OrientedBox: Sendable {
  package var center: SIMD2<Double>
  /// Along its longer and its shorter side.
  package var u: SIMD2<Double>
  package var v: SIMD2<Double>
  /// Half its sides, the longer one first.
  package var half: SIMD2<Double>

  package var area: Double { 4 * half.x * half.y }

  /// Nil for what has no area. Of many edges, the first 200 are tried.
  package init?(_ ring: [SIMD2<Double>]) {
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
