import Foundation
import OverlookFormats
import OverlookNavigation
import OverlookPlatform
import OverlookRouting
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import Overlook

/// When a navigator looks for the traffic of tiles along its route, by a clock that the tests tell.
@MainActor @Suite struct NavigationTrafficTests {
  private final class Server: Sendable {
    let level = Mutex<String?>("heavy")
    /// A tile that is not to be had.
    let away = Mutex<TileID?>(nil)
    let count = Mutex(0)
  }

  /// A source of traffic in tiles that a test changes.
  @MainActor private final class Roads {
    private let name = "renewed-\(UUID().uuidString.prefix(8).lowercased())"
    private let server = Server()
    let map = MapView(camera: CameraPosition(target: CornerTown.start, zoom: 16), mapType: .none)
    let traffic = NavigationTraffic()
    private(set) var found: [RouteTraffic] = []

    /// Nil for a server that cannot be reached.
    var congestion: String? {
      get { server.level.withLock { $0 } }
      set { server.level.withLock { $0 = newValue } }
    }

    /// The only one that cannot be had.
    var away: TileID? {
      get { server.away.withLock { $0 } }
      set { server.away.withLock { $0 = newValue } }
    }

    /// Tiles that were asked for so far.
    var asked: Int { server.count.withLock { $0 } }

    init() throws {
      try MapServices.setProtocol(name) { [server] request in
        let numbers = request.url.split(separator: "/").suffix(3).compactMap { Int($0) }
        guard numbers.count == 3 else { throw ProtocolError.notFound }
        server.count.withLock { $0 += 1 }
        guard let congestion = server.level.withLock({ $0 }) else { throw ProtocolError.refused("away") }
        let tile = TileID(z: numbers[0], x: numbers[1], y: numbers[2])
        if server.away.withLock({ $0 }) == tile { throw ProtocolError.refused("away") }
        return TrafficTilesTests.tile(tile, congestion: congestion)
      }
      map.trafficSource = TrafficSource(tiles: "\(name)://t/{z}/{x}/{y}")
      map.isTrafficEnabled = true
      traffic.onChange = { [unowned self] in found.append($0) }
    }

    func end() { try? MapServices.setProtocol(name, nil) }

    /// Tells the time and waits for the end of what it begins; whether it began anything.
    func look(_ route: Route? = CornerTown.route, at now: Double) async -> Bool {
      let before = asked
      traffic.update(route, map.standard.traffic, now: now)
      guard traffic.nextLook == nil else { return false }
      #expect(await eventually { traffic.nextLook != nil })
      return asked > before
    }
  }

  @Test func theTilesAreLookedForAgainEveryTwoMinutes() async throws {
    let roads = try Roads()
    defer { roads.end() }
    #expect(await roads.look(at: 1000))
    #expect(roads.traffic.nextLook == 1120 && roads.found.map { $0.spans.map(\.level) } == [[.heavy]])
    let first = roads.asked
    roads.congestion = "severe"
    for now in [1000.1, 1060, 1119.9] { #expect(await !roads.look(at: now), "\(now)") }
    #expect(roads.asked == first)
    #expect(await roads.look(at: 1120.5))
    #expect(roads.asked == 2 * first && roads.traffic.nextLook == 1240.5)
    #expect(roads.found.map { $0.spans.map(\.level) } == [[.heavy], [.severe]])
    // What is the same is told to nobody.
    #expect(await roads.look(at: 1300))
    #expect(roads.asked == 3 * first && roads.found.count == 2)
  }

  @Test func anotherRouteIsLookedForAtOnceAndNothingWithoutOne() async throws {
    let roads = try Roads()
    defer { roads.end() }
    #expect(await roads.look(at: 50))
    var other = CornerTown.route
    other.distance += 1
    #expect(await roads.look(other, at: 51))
    #expect(roads.found.count == 2 && roads.traffic.nextLook == 171)
    roads.traffic.update(nil, roads.map.standard.traffic, now: 52)
    #expect(roads.traffic.nextLook == nil && roads.found.last?.spans.isEmpty == true)
    let asked = roads.asked
    roads.traffic.update(nil, roads.map.standard.traffic, now: 500)
    #expect(roads.asked == asked && roads.traffic.nextLook == nil)
  }

  @Test func aServerThatIsAwayForAWhileTakesNothingBack() async throws {
    let roads = try Roads()
    defer { roads.end() }
    #expect(await roads.look(at: 0))
    roads.congestion = nil
    #expect(await roads.look(at: 120))
    #expect(roads.found.count == 1, "the traffic that was known stays")
    roads.congestion = "moderate"
    #expect(await roads.look(at: 240))
    #expect(roads.found.map { $0.spans.map(\.level) } == [[.heavy], [.moderate]])
  }

  @Test func aTileThatFailsAmongOthersTakesNothingBackEither() async throws {
    let roads = try Roads()
    defer { roads.end() }
    #expect(await roads.look(at: 0))
    let tiles = RouteTileCover.tiles(along: CornerTown.route.geometry, zooms: 0...RouteTileCover.closestZoom)
    try #require(tiles.count > 1)
    let incident = try #require(roads.found.last?.places.first { $0.kind == .accident })
    // The one that tells of the accident.
    let place = WorldPoint(incident.coordinate)
    roads.away = try #require(tiles.first { $0.worldRect.contains(place) })
    #expect(await roads.look(at: 120))
    #expect(roads.found.count == 1, "the accident is known on: \(roads.found)")
    // Another route through the same tiles knows it, too.
    var other = CornerTown.route
    other.distance += 1
    #expect(await roads.look(other, at: 130))
    #expect(roads.found.last?.places.contains { $0.kind == incident.kind } == true)
    // Behind a reroute all that was shown is gone, and looked for again.
    roads.traffic.restart()
    #expect(await roads.look(other, at: 140))
    #expect(roads.found.count == 3 && roads.found.last?.places.contains { $0.kind == incident.kind } == true)
    // Too old, it is told no more; the others answer.
    let late = 140 + KnownTraffic.patience
    #expect(await roads.look(other, at: late))
    #expect(roads.found.last?.places.contains { $0.kind == incident.kind } == false)
    #expect(roads.found.last?.spans.map(\.level) == [.heavy])
  }

  @Test func whatNobodyHasConfirmedForAQuarterOfAnHourIsNotShown() async throws {
    let roads = try Roads()
    defer { roads.end() }
    #expect(await roads.look(at: 0))
    roads.congestion = nil
    #expect(await roads.look(at: KnownTraffic.patience - 1))
    #expect(roads.found.count == 1)
    #expect(await roads.look(at: KnownTraffic.patience + 120))
    #expect(roads.found.count == 2 && roads.found.last?.spans.isEmpty == true)
  }

  /// The map wakes up for it though nothing else moves.
  @Test func aMapAtRestWakesForIt() async throws {
    let roads = try Roads()
    defer { roads.end() }
    let navigator = Navigator(routing: CornerTown(), speaker: Speaker(outputs: []))
    navigator.startLocation = CornerTown.start
    navigator.startControlling(roads.map)
    try #require(await navigator.status() == .ok)
    let display = try #require(navigator.display)
    let loop = try HeadlessLoop(content: roads.map, size: ScreenSize(width: 64, height: 64))
    defer { loop.close() }
    loop.advance(by: 0.1)
    #expect(await eventually { display.nextDeadline(now: loop.now) != nil })
    let deadline = try #require(display.nextDeadline(now: loop.now))
    #expect(abs(deadline - loop.now - NavigationTraffic.renewal) < 1)
    // The map asks for the same tiles, for what it draws: only the time tells that the route's were looked for.
    loop.advance(by: 118, framesPerSecond: 1)
    #expect(display.nextDeadline(now: loop.now) == deadline)
    loop.advance(by: 4, framesPerSecond: 1)
    #expect(await eventually { display.nextDeadline(now: loop.now).map { $0 > deadline + 100 } == true })
  }
}
