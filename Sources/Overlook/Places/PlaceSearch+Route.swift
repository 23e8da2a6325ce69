import Foundation
import OverlookGeometry
import OverlookNavigation
public import OverlookRouting
import OverlookSearch

extension PlaceSearch {
  /// Places beside a route, the next one first: of a kind ("fuel", "Apotheke"), or with a name.
  ///
  /// - Parameters:
  ///   - text: What was typed; of more than 200 characters the first.
  ///   - route: Nothing is found along one that cannot be followed.
  ///   - meters: From its start, behind which nothing is looked for. Default 0.
  ///   - reach: Metres from the route within which a place lies, as the crow flies, 10 to 50,000. Default 1,500.
  ///   - limit: 1 to 100. Default 20.
  /// - Throws: `Problem` where no index and no server answers.
  public func search(
    _ text: String, along route: Route, from meters: Double = 0, within reach: Double = 1500, limit: Int = 20
  ) async throws(Problem) -> [PlaceAlongRoute] {
    let request = (text: String(text.prefix(200)), limit: limit, language: language)
    return try await Self.answer { [provider] () async throws(PlaceError) in
      try await Self.places(request, RouteCorridor(route, from: meters, reach: reach), provider)
    }
  }

  @concurrent private static func places(
    _ request: (text: String, limit: Int, language: String), _ corridor: RouteCorridor?, _ provider: any PlaceProvider
  ) async throws(PlaceError) -> [PlaceAlongRoute] {
    guard let corridor else { return [] }
    let request = WayRequest(request.text, limit: request.limit, language: request.language, samples: corridor.samples) {
      corridor.position(of: $0)
    }
    return try await provider.places(beside: request).map {
      PlaceAlongRoute(place: $0.place, distance: $0.position.along, offset: $0.position.aside)
    }
  }
}

/// What lies beside the rest of a route.
package struct RouteCorridor: Sendable {
  private let track: RouteTrack
  private let start: Double
  private let reach: Double
  private let bounds: CoordinateBounds

  /// Nil for a route that cannot be followed.
  package init?(_ route: Route, from meters: Double, reach: Double) {
    guard let track = try? RouteTrack(route), track.length > 0 else { return nil }
    self.track = track
    start = min(max(meters.isFinite ? meters : 0, 0), track.length)
    self.reach = min(max(reach.isFinite ? reach : 1500, 10), 50_000)
    bounds = CoordinateBounds(route.geometry.filter(\.isValid))
  }

  /// Metres from where one was looking on.
  package func position(of place: LocationCoordinate) -> WayPosition? {
    // A degree of latitude is 111 km, one of longitude less.
    let margin = reach / 111_000
    guard place.isValid, place.latitude >= bounds.southWest.latitude - margin,
      place.latitude <= bounds.northEast.latitude + margin,
      let passing = track.passing(place, within: reach, from: start)
    else { return nil }
    return WayPosition(along: passing.meters - start, aside: passing.offset)
  }

  /// Every twice the reach, but not more than twelve.
  package var samples: [LocationCoordinate] {
    let rest = track.length - start
    let count = min(max(Int((rest / (2 * reach)).rounded(.up)), 1), 12)
    return (0..<count).map { track.place(at: start + (Double($0) + 0.5) * rest / Double(count)).coordinate }
  }
}
