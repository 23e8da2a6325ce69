import Foundation
import OverlookFormats
import OverlookNavigation
import OverlookSupport
import Synchronization
import Testing

@testable import Overlook

/// Traffic of vector tiles on a route that leads beyond every view.
@MainActor @Suite struct TrafficTilesTests {
  /// A kilometre north and one east, in tiles of zoom 14, each of which says that the middle road through it is dense.
  private static let zoom = 14

  /// A tile with a line from where the route enters its rectangle to where it leaves, heavy, and an accident at the corner.
  nonisolated static func tile(_ id: TileID, congestion: String = "heavy") -> [UInt8] {
    func point(_ place: LocationCoordinate) -> SIMD2<Int32> {
      let (world, rect) = (WorldPoint(place), id.worldRect)
      let unit = (rect.maxX - rect.minX) / 4096
      return SIMD2(Int32(((world.x - rect.minX) / unit).rounded()), Int32(((world.y - rect.minY) / unit).rounded()))
    }
    var writer = VectorTileWriter()
    let line = [CornerTown.start, CornerTown.corner].map(point)
    writer.add(layer: "traffic", .lines, [line], tags: [("congestion", .string(congestion))])
    writer.add(layer: "traffic", .points, [[point(CornerTown.corner)]], tags: [("incident", .string("accident"))])
    writer.add(layer: "other", .lines, [line], tags: [("congestion", .string("severe"))])
    return writer.bytes()
  }

  private func traffic(_ answer: @escaping @Sendable (TileID) throws -> [UInt8]) async throws -> (RoadTraffic, [TileID]) {
    let asked = Mutex<[TileID]>([])
    let name = "traffic-\(UUID().uuidString.prefix(8).lowercased())"
    try MapServices.setProtocol(name) { request in
      let numbers = request.url.split(separator: "/").suffix(3).compactMap { Int($0) }
      guard numbers.count == 3 else { throw ProtocolError.notFound }
      let tile = TileID(z: numbers[0], x: numbers[1], y: numbers[2])
      asked.withLock { $0.append(tile) }
      return try answer(tile)
    }
    defer { try? MapServices.setProtocol(name, nil) }
    var source = JSONObject()
    source["tiles"] = .array([.string("\(name)://t/{z}/{x}/{y}")])
    let map = MapView(size: ScreenSize(width: 64, height: 64))
    let tiles = try #require(TrafficTiles(source, layer: "traffic", services: map.services))
    var known = KnownTraffic()
    known.take(try #require(await tiles.answers(along: CornerTown.route.geometry)), now: 0)
    return (known.roads, asked.withLock { $0 })
  }

  @Test func theTilesAlongTheRouteTellItsTraffic() async throws {
    let (found, asked) = try await traffic { Self.tile($0) }
    #expect(asked.count >= 2 && asked.count < 20)
    let onRoute = RouteTraffic(found, on: CornerTown.route)
    #expect(onRoute.spans.count == 1)
    let span = try #require(onRoute.spans.first)
    #expect(span.level == .heavy && span.range.lowerBound < 30 && abs(span.range.upperBound - 1000) < 30)
    #expect(onRoute.places.filter { $0.kind == .accident }.count == 1, "told by the tile that it lies in, not by its neighbours")
  }

  @Test func tilesThatAreMissingOrNoTilesTellNothing() async throws {
    let (none, _) = try await traffic { _ in throw ProtocolError.notFound }
    #expect(none.lines.isEmpty && none.incidents.isEmpty)
    let (broken, asked) = try await traffic { _ in Array("<html>".utf8) }
    #expect(broken.lines.isEmpty && !asked.isEmpty)
  }

  @Test func aTileThatFailsKeepsWhatItToldUntilThatIsTooOld() {
    let tiles = [TileID(z: 14, x: 1, y: 1), TileID(z: 14, x: 2, y: 1)]
    func told(_ levels: TrafficLevel?...) -> [TrafficTiles.Answer] {
      zip(tiles, levels).map { tile, level in
        var traffic = RoadTraffic()
        if let level { traffic.lines = [RoadTraffic.Line([CornerTown.start, CornerTown.corner], level)] }
        return TrafficTiles.Answer(tile: tile, traffic: level == nil ? nil : traffic)
      }
    }
    var known = KnownTraffic()
    var levels: [TrafficLevel] { known.roads.lines.map(\.level) }
    known.take(nil, now: 0)
    #expect(levels.isEmpty)
    known.take(told(.heavy, .severe), now: 0)
    #expect(levels == [.heavy, .severe])
    known.take(told(.moderate, nil), now: 120)
    #expect(levels == [.moderate, .severe], "the one that failed has what it told")
    known.take(nil, now: 240)
    #expect(levels == [.moderate, .severe], "the source itself is away")
    known.take(told(nil, nil), now: KnownTraffic.patience + 1)
    #expect(levels == [.moderate], "of the other nothing was heard for too long")
    known.take(nil, now: KnownTraffic.patience + 121)
    #expect(levels.isEmpty)
    known.take(told(.heavy, .severe), now: 2000)
    known.take([TrafficTiles.Answer(tile: tiles[1], traffic: RoadTraffic())], now: 2120)
    #expect(levels.isEmpty, "one is free again, the other no more on the route")
  }

  @Test func aRouteIsCoveredOnceInItsOrderWithinTheLimit() {
    let town = RouteTileCover.tiles(along: CornerTown.route.geometry, zooms: 0...22)
    #expect(Set(town).count == town.count && town.allSatisfy { $0.z == RouteTileCover.closestZoom })
    for place in CornerTown.route.geometry {
      let world = WorldPoint(place)
      #expect(town.contains { $0.worldRect.minX <= world.x && world.x <= $0.worldRect.maxX && $0.worldRect.minY <= world.y })
    }
    let far = [LocationCoordinate(latitude: 38.7, longitude: -9.1), LocationCoordinate(latitude: 60.2, longitude: 24.9)]
    let across = RouteTileCover.tiles(along: far, zooms: 0...14)
    #expect(across.count <= RouteTileCover.limit && across.count > 60 && (across.first?.z ?? 0) < 14)
    #expect(RouteTileCover.tiles(along: far, zooms: 14...14).count == RouteTileCover.limit)
    let line = [LocationCoordinate(latitude: 0, longitude: 179.9), LocationCoordinate(latitude: 0, longitude: -179.9)]
    let date = RouteTileCover.tiles(along: line, zooms: 0...10)
    #expect(date.allSatisfy { $0.isValid } && date.count < 20)
    #expect(RouteTileCover.tiles(along: [.invalid], zooms: 0...14).isEmpty)
    #expect(RouteTileCover.tiles(along: [LocationCoordinate(latitude: 90, longitude: 0)], zooms: 3...3).allSatisfy { $0.isValid })
  }
}
