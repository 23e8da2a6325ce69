import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookRoads

@testable import OverlookRouting

/// Roads put together by hand: places in metres east and north of a corner, and ways through them.
struct TestTown {
  private var places: [String: (id: Int, tags: [String: String], east: Double, north: Double)] = [:]
  private var ways: [String] = []

  static let origin = LocationCoordinate(latitude: 0, longitude: 10)
  static let metersPerDegree = SphericalGeometry.earthRadiusMeters * .pi / 180

  static func place(_ east: Double, _ north: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: origin.latitude + north / metersPerDegree, longitude: origin.longitude + east / metersPerDegree)
  }

  mutating func node(_ name: String, _ east: Double, _ north: Double, _ tags: [String: String] = [:]) {
    places[name] = (places[name]?.id ?? places.count + 1, tags, east, north)
  }

  func place(_ name: String) -> LocationCoordinate {
    places[name].map { Self.place($0.east, $0.north) } ?? .invalid
  }

  /// A way through nodes named in `text`, with blanks between; residential where nothing else is said.
  mutating func way(_ text: String, _ name: String = "", _ tags: [String: String] = [:]) {
    var all = tags
    if !name.isEmpty { all["name"] = name }
    if all["highway"] == nil, all["route"] == nil { all["highway"] = "residential" }
    let references = text.split(separator: " ").map { "<nd ref='\(places[String($0)]?.id ?? 0)'/>" }.joined()
    ways.append("<way id='\(ways.count + 1)'>\(references)\(Self.xml(all))</way>")
  }

  private static func xml(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
  }

  func graph() throws -> RoadGraph {
    let nodes = places.values.sorted { $0.id < $1.id }.map { node in
      let place = Self.place(node.east, node.north)
      return "<node id='\(node.id)' lat='\(place.latitude)' lon='\(place.longitude)'>\(Self.xml(node.tags))</node>"
    }
    let path = NSTemporaryDirectory() + "/overlook-routes-" + UUID().uuidString + ".osm"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(("<osm version='0.6'>" + nodes.joined() + ways.joined() + "</osm>").utf8).write(to: URL(fileURLWithPath: path))
    return try RoadGraphBuilder.build(try OSMFile.read(path: path)).graph
  }

  func route(_ places: LocationCoordinate..., mode: TravelMode = .car) async throws -> Route {
    let request = RouteRequest(waypoints: places.map { RouteWaypoint($0) }, mode: mode)
    return try await RegionRouting(graph: try graph(), name: "town").routes(for: request)[0]
  }

  /// The steps between two named nodes, without those of departure and arrival: "turn right Main".
  func told(_ from: String, _ to: String, mode: TravelMode = .car) async throws -> [String] {
    try await route(place(from), place(to), mode: mode).told
  }
}

extension Route {
  var told: [String] {
    legs.flatMap(\.steps).filter { $0.maneuver.kind != .depart && $0.maneuver.kind != .arrive }.map { step in
      let exit = step.maneuver.exit.map { " \($0)" } ?? ""
      let name = step.name.isEmpty ? step.ref : step.name
      return "\(step.maneuver.kind.rawValue) \(step.maneuver.modifier?.rawValue ?? "-")\(exit)\(name.isEmpty ? "" : " \(name)")"
    }
  }
}
