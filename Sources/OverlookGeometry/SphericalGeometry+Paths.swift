import Glibc

extension SphericalGeometry {
  /// Metres along `path` by great circles.
  public static func length(of path: some PathProtocol) -> Double {
    path.length(of: .geodesic)
  }

  /// Square metres inside `path`, closed by great circles; inside is the side without the south pole. Never negative. The
  /// path must not cross itself.
  public static func area(of path: some PathProtocol) -> Double {
    abs(signedArea(of: path))
  }

  /// As `area(of:)`, positive when the path runs counter-clockwise seen from above and negative when it runs clockwise.
  ///
  /// The sum of the triangles between the edges and the north pole; the excess of one with sides a and b at the angle c is
  /// 2 atan2(t sin c, 1 + t cos c), t = tan(a / 2) tan(b / 2) (Todhunter, Spherical Trigonometry, art. 103).
  public static func signedArea(of path: some PathProtocol) -> Double {
    var previous: (halfTangent: Double, longitude: Double)?
    var excess = 0.0
    guard let last = path.coordinates.last(where: \.isValid) else { return 0 }
    for place in [last] + path.coordinates where place.isValid {
      let halfTangent = tan((.pi / 2 - place.latitude * Angle.radiansPerDegree) / 2)
      let longitude = place.longitude * Angle.radiansPerDegree
      if let previous {
        let t = halfTangent * previous.halfTangent
        let turn = longitude - previous.longitude
        excess += 2 * atan2(t * sin(turn), 1 + t * cos(turn))
      }
      previous = (halfTangent, longitude)
    }
    return excess * earthRadiusMeters * earthRadiusMeters
  }

  /// Whether `coordinate` lies inside `path`, which counts as closed; its edges are great circles when `geodesic`, else rhumb
  /// lines. Inside is the side without the south pole. A place equal to a vertex is inside; on an edge it is one or the other.
  public static func contains(_ coordinate: LocationCoordinate, in path: some PathProtocol, geodesic: Bool = true) -> Bool {
    let vertices = path.coordinates
    guard coordinate.isValid, let last = vertices.last(where: \.isValid) else { return false }
    // On the way from the place to the south pole, which is outside, each edge changes the side.
    var isInside = false
    var start = last
    for end in vertices where end.isValid {
      let toEnd = Angle.shortestTurn(fromDegrees: coordinate.longitude, toDegrees: end.longitude)
      if toEnd == 0, end.latitude == coordinate.latitude { return true }
      let toStart = Angle.shortestTurn(fromDegrees: coordinate.longitude, toDegrees: start.longitude)
      // An edge whose ends are half a turn or more apart passes the meridian on the other side of the Earth.
      if (toStart < 0) != (toEnd < 0), abs(toEnd - toStart) < 180 {
        let edge = latitude(
          ofEdgeFrom: start.latitude, at: toStart, to: end.latitude, at: toEnd, geodesic: geodesic)
        if edge < coordinate.latitude { isInside.toggle() }
      }
      start = end
    }
    return isInside
  }

  /// The latitude, in degrees, at which an edge passes longitude 0; its ends' longitudes lie to either side.
  private static func latitude(
    ofEdgeFrom start: Double, at startLongitude: Double, to end: Double, at endLongitude: Double, geodesic: Bool
  ) -> Double {
    let (f1, f2) = (start * Angle.radiansPerDegree, end * Angle.radiansPerDegree)
    if geodesic {
      let (l1, l2) = (startLongitude * Angle.radiansPerDegree, endLongitude * Angle.radiansPerDegree)
      return atan((tan(f1) * sin(l2) - tan(f2) * sin(l1)) / sin(l2 - l1)) * Angle.degreesPerRadian
    }
    let (y1, y2) = (asinh(tan(f1)), asinh(tan(f2)))
    return atan(sinh(y1 - (y2 - y1) * startLongitude / (endLongitude - startLongitude))) * Angle.degreesPerRadian
  }
}
