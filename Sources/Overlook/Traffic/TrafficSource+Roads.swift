import OverlookFormats
import OverlookGeometry
import OverlookNavigation
import OverlookRouting

extension TrafficSource {
  /// The lines and incidents of GeoJSON as what lies on roads; nothing of what is no GeoJSON. Any thread.
  static func roads(_ data: JSONValue) -> RoadTraffic {
    var traffic = RoadTraffic()
    guard let document = try? GeoJSONDocument(data) else { return traffic }
    for feature in document.features {
      let properties = document.properties(of: feature)
      switch feature.kind {
      case .lines:
        guard let level = TrafficLevel(properties) else { continue }
        for part in feature.parts { traffic.lines.append(RoadTraffic.Line(document.places(ofPart: part), level)) }
      case .points:
        guard let kind = properties["incident"]?.string else { continue }
        let title = properties["title"]?.string ?? ""
        let places = feature.parts.flatMap { document.places(ofPart: $0) }
        traffic.incidents += places.map { PlaceAhead(hazard(kind), at: $0, title: title, delay: properties["delay"]?.number) }
      case .polygons: break
      }
    }
    return traffic
  }

  private static func hazard(_ name: String) -> GuidanceNotice.Hazard {
    switch TrafficIncident.Kind(rawValue: name) {
    case .accident: .accident
    case .construction: .roadworks
    case .closure: .closure
    case .congestion: .congestion
    case .hazard, .weather, .event, .other, nil: .danger
    }
  }
}

extension GeoJSONDocument {
  fileprivate func properties(of feature: Feature) -> [String: JSONValue] {
    var found: [String: JSONValue] = [:]
    var index = Int(feature.tags.lowerBound)
    while index + 1 < Int(feature.tags.upperBound), tags.indices.contains(index + 1) {
      let (key, value) = (Int(tags[index]), Int(tags[index + 1]))
      if keys.indices.contains(key), values.indices.contains(value) { found[keys[key]] = values[value] }
      index += 2
    }
    return found
  }

  fileprivate func places(ofPart part: Int32) -> [LocationCoordinate] {
    let (first, last) = (Int(partStarts[Int(part)]), Int(partStarts[Int(part) + 1]))
    return (first..<last).map { LocationCoordinate(latitude: coordinates[2 * $0 + 1], longitude: coordinates[2 * $0]) }
  }
}
