import Foundation
import OverlookFormats
import OverlookGeometry

@testable import OverlookRoads

/// Roads put together by hand: places in metres east and north of a corner, ways through them, restrictions.
struct Town {
  /// Degrees of the place at 0, 0.
  var origin = LocationCoordinate(latitude: 0, longitude: 10)
  private var nodes: [String] = []
  private var ways: [String] = []
  private var relations: [String] = []
  private var places: [Int64: LocationCoordinate] = [:]
  private var nextWay: Int64 = 1000

  static let metersPerDegree = SphericalGeometry.earthRadiusMeters * .pi / 180

  func place(_ east: Double, _ north: Double) -> LocationCoordinate {
    LocationCoordinate(
      latitude: origin.latitude + north / Self.metersPerDegree, longitude: origin.longitude + east / Self.metersPerDegree)
  }

  func place(ofNode id: Int64) -> LocationCoordinate? { places[id] }

  mutating func node(_ id: Int64, _ east: Double, _ north: Double, _ tags: [String: String] = [:]) {
    let place = place(east, north)
    places[id] = place
    nodes.append("<node id='\(id)' lat='\(place.latitude)' lon='\(place.longitude)'>\(Self.xml(tags))</node>")
  }

  mutating func node(_ id: Int64, at place: LocationCoordinate, _ tags: [String: String] = [:]) {
    places[id] = place
    nodes.append("<node id='\(id)' lat='\(place.latitude)' lon='\(place.longitude)'>\(Self.xml(tags))</node>")
  }

  /// Residential where nothing else is said.
  @discardableResult
  mutating func way(_ ids: [Int64], _ tags: [String: String] = [:], id: Int64? = nil) -> Int64 {
    nextWay += 1
    let id = id ?? nextWay
    var all = tags
    if all["highway"] == nil, all["route"] == nil { all["highway"] = "residential" }
    ways.append("<way id='\(id)'>" + ids.map { "<nd ref='\($0)'/>" }.joined() + Self.xml(all) + "</way>")
    return id
  }

  mutating func restriction(
    _ kind: String, from: Int64, viaNode: Int64? = nil, viaWays: [Int64] = [], to: Int64, _ tags: [String: String] = [:]
  ) {
    var all = tags
    all["type"] = "restriction"
    if !kind.isEmpty { all["restriction"] = kind }
    var members = "<member type='way' ref='\(from)' role='from'/><member type='way' ref='\(to)' role='to'/>"
    if let viaNode { members += "<member type='node' ref='\(viaNode)' role='via'/>" }
    for way in viaWays { members += "<member type='way' ref='\(way)' role='via'/>" }
    relations.append("<relation id='\(5000 + relations.count)'>" + members + Self.xml(all) + "</relation>")
  }

  private static func xml(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map {
      "<tag k='\($0.key)' v='\($0.value.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("'", with: "&apos;"))'/>"
    }.joined()
  }

  func data() throws -> OSMData {
    let path = NSTemporaryDirectory() + "/overlook-town-" + UUID().uuidString + ".osm"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = "<osm version='0.6'>" + nodes.joined() + ways.joined() + relations.joined() + "</osm>"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try OSMFile.read(path: path)
  }

  func graph() throws -> RoadGraph { try RoadGraphBuilder.build(try data()).graph }

  func metric(_ mode: TravelMode = .car, _ change: (inout PathOptions) -> Void = { _ in }) throws -> RoadMetric {
    var options = PathOptions(mode: mode)
    change(&options)
    return RoadMetric(graph: try graph(), options: options)
  }
}

extension RoadGraph {
  /// The ids of the ways of a path, each once in a row.
  func ways(of path: RoadPath) -> [Int64] {
    var ways: [Int64] = []
    for arc in path.arcs where ways.last != wayID(arc) { ways.append(wayID(arc)) }
    return ways
  }
}

extension PathSearch {
  func path(_ from: LocationCoordinate, _ to: LocationCoordinate) throws(PathFault) -> RoadPath {
    try path(
      from: try metric.ends(at: PathPlace(from), number: 0), to: try metric.ends(at: PathPlace(to), number: 1),
      budget: SearchBudget(isCancelled: { false }))
  }
}
