import OverlookFormats
import OverlookGeometry
import OverlookRoads
import OverlookRouting

/// What `overlook match` tells.
struct MatchReport {
  private let matched: MatchedTrace
  private let metric: RoadMetric

  init(_ matched: MatchedTrace, metric: RoadMetric) {
    self.matched = matched
    self.metric = metric
  }

  var json: JSONValue {
    let status = matched.pieces.contains { $0.path.length > 0 } ? "ok" : "no_match"
    return RouteDocument.object([
      ("status", .string(status)), ("matches", .array(matched.pieces.map(value))), ("fixes", .array(matched.places.map(value))),
    ])
  }

  private func value(_ piece: MatchedPiece) -> JSONValue {
    RouteDocument.object([
      ("distance_m", number(piece.path.length, 10)), ("duration_s", number(piece.path.duration, 10)),
      ("geometry", .array(piece.path.shape(in: metric).map(place))), ("first_fix", .number(Double(piece.fixes.lowerBound))),
      ("last_fix", .number(Double(piece.fixes.upperBound))),
    ])
  }

  private func value(_ place: MatchedPlace?) -> JSONValue {
    guard let place else { return .null }
    let road = metric.graph.attributes(place.position.arc)
    return RouteDocument.object([
      ("location", self.place(place.coordinate)), ("distance_m", number(place.distance, 10)),
      ("name", .string(road.name.isEmpty ? road.ref : road.name)), ("match", .number(Double(place.piece))),
    ])
  }

  private func place(_ place: LocationCoordinate) -> JSONValue {
    .array([number(place.longitude, 1e7), number(place.latitude, 1e7)])
  }

  private func number(_ value: Double, _ unit: Double) -> JSONValue { .number((value * unit).rounded() / unit) }

  var text: String {
    let lines = matched.pieces.enumerated().map { number, piece in
      "match \(number + 1)   \(RouteText.length(piece.path.length)), fixes \(piece.fixes.lowerBound) to \(piece.fixes.upperBound)"
    }
    let off = matched.places.count { $0 == nil }
    return (lines + (off > 0 ? ["off roads \(off) of \(matched.places.count) fixes"] : [])).joined(separator: "\n")
  }
}
