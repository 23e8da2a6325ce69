import Glibc

/// What the length of a path means.
public enum LengthKind: Hashable, Sendable, CaseIterable {
  /// Metres along great circles.
  case geodesic
  /// Metres along lines of constant bearing.
  case rhumb
  /// Length on the Mercator map, whose side is 2 long; one metre at the equator is 1 / (pi R).
  case projected
}

extension PathProtocol {
  /// The path's length, in the unit of `kind`; invalid coordinates are left out, and 0 for fewer than two others.
  public func length(of kind: LengthKind) -> Double {
    var sum = 0.0
    var previous: LocationCoordinate?
    for place in coordinates where place.isValid {
      if let previous { sum += kind.length(from: previous, to: place) }
      previous = place
    }
    return sum
  }

  /// How many segments a walk of `length`, in the unit of `kind`, goes along the path, as a fraction: 1.25 is a quarter of the
  /// second segment. 0 ... `count - 1`; segments to or from an invalid coordinate have no length.
  public func segments(forLength length: Double, kind: LengthKind) -> Double {
    guard length > 0, coordinates.count > 1 else { return 0 }
    var rest = length
    for (index, (start, end)) in zip(coordinates, coordinates.dropFirst()).enumerated() where start.isValid && end.isValid {
      let segment = kind.length(from: start, to: end)
      if rest < segment { return Double(index) + rest / segment }
      rest -= segment
    }
    return Double(coordinates.count - 1)
  }
}

extension LengthKind {
  /// Length of one segment between valid coordinates.
  func length(from a: LocationCoordinate, to b: LocationCoordinate) -> Double {
    switch self {
    case .geodesic: return SphericalGeometry.distance(from: a, to: b)
    case .rhumb: return Self.rhumbAngle(from: a, to: b) * SphericalGeometry.earthRadiusMeters
    case .projected:
      let (start, end) = (WorldPoint(a), WorldPoint(b))
      let dx = Angle.shortestTurn(fromDegrees: a.longitude, toDegrees: b.longitude) / 360
      let dy = end.y - start.y
      return 2 * (dx * dx + dy * dy).squareRoot()
    }
  }

  /// Angle at the Earth's centre that a rhumb line of the same length covers on a meridian.
  ///
  /// d = sqrt(df^2 + q^2 dl^2) with q = df / dpsi, psi = asinh(tan f), and q = cos f on a parallel (Snyder, Map Projections: A
  /// Working Manual, p. 46). For small df the quotient loses its digits and the cosine at the middle is nearer the truth.
  private static func rhumbAngle(from a: LocationCoordinate, to b: LocationCoordinate) -> Double {
    let (start, end) = (a.latitude * Angle.radiansPerDegree, b.latitude * Angle.radiansPerDegree)
    let dLatitude = end - start
    let dLongitude = Angle.shortestTurn(fromDegrees: a.longitude, toDegrees: b.longitude) * Angle.radiansPerDegree
    let q = abs(dLatitude) < 1e-5 ? cos((start + end) / 2) : dLatitude / (asinh(tan(end)) - asinh(tan(start)))
    return (dLatitude * dLatitude + q * q * dLongitude * dLongitude).squareRoot()
  }
}
