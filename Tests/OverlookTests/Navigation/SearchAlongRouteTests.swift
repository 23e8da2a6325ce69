import Foundation
import Testing

@testable import Overlook

/// Places beside a route, with the places of the world that the library brings along.
@MainActor @Suite struct SearchAlongRouteTests {
  /// A town whose ways over one more stop take a minute longer.
  private final class SlowTown: RoutingProvider {
    nonisolated(unsafe) private(set) var requests: [RouteRequest] = []

    func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
      await MainActor.run { requests.append(request) }
      var route = CornerTown.route
      route.duration += 60 * Double(request.waypoints.count - 2)
      return [route]
    }
  }

  private static let cologne = LocationCoordinate(latitude: 50.9375, longitude: 6.9603)
  private static let frankfurt = LocationCoordinate(latitude: 50.1109, longitude: 8.6821)

  /// A straight line.
  private static var longRoute: Route {
    let length = SphericalGeometry.distance(from: cologne, to: frankfurt)
    let steps = [
      RouteStep(
        maneuver: Maneuver(kind: .depart, location: cologne, bearingBefore: 0, bearingAfter: 0), range: 0...1, mode: .car,
        distance: length, duration: length / 30, instruction: ""),
      RouteStep(
        maneuver: Maneuver(kind: .arrive, location: frankfurt, bearingBefore: 0, bearingAfter: 0), range: 1...1, mode: .car,
        distance: 0, duration: 0, instruction: ""),
    ]
    return Route(
      geometry: [cologne, frankfurt], legs: [RouteLeg(steps: steps, distance: length, duration: length / 30)], distance: length,
      duration: length / 30, mode: .car)
  }

  @Test func aTownBesideARouteIsFoundWhereTheRoutePassesIt() async throws {
    let search = PlaceSearch()
    search.language = "en"
    let found = try await search.search("Bonn", along: Self.longRoute, within: 20_000)
    let bonn = try #require(found.first { $0.place.name == "Bonn" })
    // Bonn lies some 25 km from Cologne.
    #expect(bonn.distance > 5_000 && bonn.distance < 30_000 && bonn.offset < 20_000 && bonn.detour == nil)
    #expect(found.map(\.distance) == found.map(\.distance).sorted())
    let behind = try await search.search("Bonn", along: Self.longRoute, from: 60_000, within: 20_000)
    #expect(!behind.contains { $0.place.name == "Bonn" })
    #expect(!(try await search.search("Hamburg", along: Self.longRoute)).contains { $0.place.name == "Hamburg" })
  }

  @Test func aStopIsAddedWhereTheRoutePassesIt() async throws {
    let town = SlowTown()
    let navigator = Navigator(routing: town, speaker: Speaker(outputs: []))
    navigator.startLocation = CornerTown.start
    #expect(try await navigator.searchAlongRoute("Neubrandenburg").isEmpty)
    #expect(await navigator.status() == .ok)
    let found = try await navigator.searchAlongRoute("Neubrandenburg")
    let stop = try #require(found.first { $0.place.name == "Neubrandenburg" })
    #expect(stop.distance >= 0 && stop.distance <= 2000)
    // Of the first eight the detour is asked for.
    #expect(found.count > 8)
    #expect(found.prefix(8).allSatisfy { $0.detour == 60 } && found.dropFirst(8).allSatisfy { $0.detour == nil })
    let status = await withCheckedContinuation { continuation in
      navigator.addStop(stop) { continuation.resume(returning: $0) }
    }
    #expect(status == .ok)
    #expect(navigator.destinations.map(\.title) == ["Neubrandenburg", "The end"])
    #expect(town.requests.last?.waypoints.count == 3)
  }
}
