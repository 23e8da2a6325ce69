extension Geodesic {
  /// Square metres of the ellipsoid of WGS 84.
  package static let surfaceArea = 4 * Double.pi * authalicRadius2

  /// Square metres that a ring of geodesics encloses, of its two sides the smaller; 0 for fewer than three places. Places that are
  /// none are left out. A ring that crosses itself encloses the difference of its parts, as for any surveyor.
  ///
  /// Karney, Algorithms for geodesics, section 6: each way counts with the area between it and the equator.
  package static func area(of ring: [LocationCoordinate]) -> Double {
    let places = ring.filter(\.isValid)
    guard places.count >= 3, let last = places.last else { return 0 }
    var sum = AreaSum()
    var before = last
    for place in places {
      if let way = Geodesic(from: before, to: place) { sum.add(way, from: before, to: place) }
      before = place
    }
    return sum.area
  }

  /// The ways of a ring, added up. Any order will do.
  package struct AreaSum {
    private var total = 0.0
    /// What rounding took from the total.
    private var lost = 0.0
    private var degrees = 0.0

    package init() {}

    /// Adds the shortest way between two places, which `way` is.
    package mutating func add(_ way: Geodesic, from a: LocationCoordinate, to b: LocationCoordinate) {
      let next = total + way.areaToEquator
      lost += abs(total) >= abs(way.areaToEquator) ? total - next + way.areaToEquator : way.areaToEquator - next + total
      total = next
      let turn = Angle.wrappedDegrees(b.longitude - a.longitude)
      degrees += turn == -180 ? 180 : turn
    }

    /// Square metres, when the ways have closed the ring.
    package var area: Double {
      var area = total + lost
      // Around a pole what lies between the ring and the equator is the outside.
      if (degrees / 360).rounded().remainder(dividingBy: 2) != 0 { area += (area < 0 ? 1 : -1) * surfaceArea / 2 }
      area = abs(area.remainder(dividingBy: surfaceArea))
      return min(area, surfaceArea - area)
    }
  }
}
