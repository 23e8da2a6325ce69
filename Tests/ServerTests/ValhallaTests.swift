import Foundation
import Overlook
import OverlookAssets
import OverlookFormats
import OverlookGeometry
import OverlookRoads
import OverlookRouting
import OverlookSupport
import Testing

extension ServerTests {
  /// Our routes beside those of Valhalla, over the same extract and asked for by the same requests.
  ///
  /// `OVERLOOK_ROUTE_PAIRS=1000` compares more of them, `OVERLOOK_ROUTE_EXTRACT=FILE.osm.pbf` those of another extract.
  @Suite(.enabled(if: ValhallaServer.isAvailable, "\(ValhallaServer.absence)")) struct ValhallaTests {
    private static let pairs = ProcessInfo.processInfo.environment["OVERLOOK_ROUTE_PAIRS"].flatMap(Int.init) ?? 200
    private static let otherExtract = ProcessInfo.processInfo.environment["OVERLOOK_ROUTE_EXTRACT"]

    @Test(arguments: otherExtract.map { [$0] } ?? ["Helsinki", "Neubrandenburg"])
    func routesAreThoseOfValhallaOrTakeAsLong(region: String) async throws {
      let extract = try Self.extract(of: region)
      let server = try await ValhallaServer(extract: extract)
      let valhalla = try ValhallaRouting(address: server.address)
      let graph = try Self.graph(of: extract)
      let ours = RegionRouting(graph: graph, name: region)
      var compared: [RouteLikeness] = []
      for request in Self.requests(over: graph) where compared.count < Self.pairs {
        guard let route = try? await ours.routes(for: request).first, let other = try? await valhalla.routes(for: request).first,
          min(route.distance, other.distance) > 300
        else { continue }
        compared.append(RouteLikeness(route, other))
      }
      try #require(compared.count == Self.pairs, "only \(compared.count) pairs have routes in both")
      let median = compared.map { abs($0.excess) }.sorted()[compared.count / 2]
      let overlap = compared.map(\.overlap).reduce(0, +) / Double(compared.count)
      print("\(region): \(compared.count) routes, durations \(median) apart on the median, \(overlap) of the way in common")
      #expect(median <= 0.15, "durations are \(median) apart")
      // In the middle of a town many ways take about as long.
      #expect(overlap >= 0.9, "\(overlap) of the way is the same")
    }

    private static func extract(of region: String) throws -> [UInt8] {
      if otherExtract == region { return try ServerFolder.bytes(of: region) }
      let path = try EmbeddedAssets.path("roads", ofRegion: region)
      var extract = RoadExtract(try RoadGraphFile.read(path: path))
      return extract.bytes()
    }

    private static func graph(of extract: [UInt8]) throws -> RoadGraph {
      let folder = try ServerFolder()
      return try RoadGraphBuilder.build(try OSMFile.read(path: folder.write("roads.osm.pbf", extract))).graph
    }

    /// Between places on streets that cars use, by a seed.
    private static func requests(over graph: RoadGraph) -> [RouteRequest] {
      let open = (0..<graph.arcCount).filter { arc in
        let road = graph.attributes(arc)
        return road.access(.car) == .yes && road.roadClass.rawValue <= RoadClass.residential.rawValue
      }
      var generator = SeededGenerator(seed: 21)
      return (0..<pairs * 3).map { _ in
        let ends = (0..<2).compactMap { _ in open.randomElement(using: &generator) }
        return RouteRequest(waypoints: ends.map { RouteWaypoint(graph.coordinate(ofNode: graph.tail($0))) })
      }
    }
  }
}
