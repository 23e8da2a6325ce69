import OverlookGeometry

extension IndexSearch {
  private static let mostStreets = 40
  /// Two streets that come so near each other meet.
  private static let touchMeters = 20.0

  /// Where the two streets of "A & B" meet.
  func crossings() throws -> [FoundPlace] {
    guard query.crossing.count == 2 else { return [] }
    let sides = try query.crossing.map { try streets($0) }
    var found: [FoundPlace] = []
    for first in sides[0] {
      for second in sides[1] where first.found.place != second.found.place {
        guard let bounds = first.bounds, let other = second.bounds, bounds.intersects(other),
          let place = Self.meeting(first.lines, second.lines)
        else { continue }
        let text = min(first.found.text, second.found.text)
        let meters = request.near.map { SphericalGeometry.distance(from: $0, to: place) }
        var crossing = FoundPlace(
          first.found.place, first.found.record, text: text,
          score: PlaceRanking.score(text: text, importance: 0.4, meters: meters))
        crossing.coordinate = place
        crossing.kind = "intersection"
        crossing.name = "\(first.name) / \(second.name)"
        found.append(crossing)
      }
    }
    return found
  }

  private struct StreetLines {
    let found: FoundPlace
    let name: String
    let lines: [[LocationCoordinate]]
    let bounds: CoordinateBounds?
  }

  private func streets(_ side: QueryText) throws -> [StreetLines] {
    var search = IndexSearch(index, reader, request, side)
    var all = try search.named(tolerant: false)
    if all.filter({ $0.text > 0.6 }).isEmpty { all = try search.named(tolerant: true) }
    return try all.sorted { ($0.score, $1.place) > ($1.score, $0.place) }.prefix(3 * Self.mostStreets).compactMap { found in
      let details = try PlaceDetails(found.record)
      guard !details.lines.isEmpty, found.text > 0.5 else { return nil }
      return StreetLines(
        found: found, name: details.names.first?.text ?? "", lines: details.lines,
        bounds: details.bounds.map { Self.grown($0) })
    }.prefix(Self.mostStreets).map(\.self)
  }

  private static func grown(_ bounds: CoordinateBounds) -> CoordinateBounds {
    let margin = 0.0003
    return CoordinateBounds(
      southWest: LocationCoordinate(
        latitude: max(bounds.southWest.latitude - margin, -90), longitude: bounds.southWest.longitude - margin),
      northEast: LocationCoordinate(
        latitude: min(bounds.northEast.latitude + margin, 90),
        longitude: bounds.southWest.longitude + bounds.longitudeSpan + margin))
  }

  /// The point of one street's lines that is nearest to the other's, if they meet.
  private static func meeting(_ first: [[LocationCoordinate]], _ second: [[LocationCoordinate]]) -> LocationCoordinate? {
    var best: (place: LocationCoordinate, meters: Double)?
    // Ends and bends of either on the lines of the other: streets of OpenStreetMap share their nodes where they meet.
    for (points, lines) in [(first, second), (second, first)] {
      for point in points.joined().prefix(2000) {
        let plane = LocalMeters(around: point)
        for line in lines {
          guard let near = plane.nearest(on: line), near.meters < best?.meters ?? touchMeters else { continue }
          best = (near.place, near.meters)
        }
      }
    }
    return best?.place
  }
}
