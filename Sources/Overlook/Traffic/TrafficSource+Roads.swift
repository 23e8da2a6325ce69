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
      case .lines: for part in feature.parts { traffic.add(line: document.places(ofPart: part), properties) }
      case .points: traffic.add(incidentsAt: feature.parts.flatMap { document.places(ofPart: $0) }, properties)
      case .polygons: break
      }
    }
    return traffic
  }
}

extension RoadTraffic {
  /// A line of data with its properties; nothing where they tell no traffic.
  mutating func add(line places: [LocationCoordinate], _ properties: [String: JSONValue]) {
    if let level = TrafficLevel(properties) { lines.append(Line(places, level)) }
  }

  /// Points of data with their properties; nothing where they are no incidents.
  mutating func add(incidentsAt places: [LocationCoordinate], _ properties: [String: JSONValue]) {
    guard let kind = properties["incident"]?.string else { return }
    let title = properties["title"]?.string ?? ""
    incidents += places.map { PlaceAhead(Self.hazard(kind), at: $0, title: title, delay: properties["delay"]?.number) }
  }

  /// What another one has, too.
  mutating func add(_ other: RoadTraffic) {
    lines += other.lines
    incidents += other.incidents
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
