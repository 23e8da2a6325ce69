import Foundation
import OverlookGeometry
import OverlookLocation
import OverlookRouting
import OverlookTestSupport
import Testing

@testable import OverlookNavigation

/// Routes and fixes of any number are followed or refused. `OVERLOOK_NUMBERS` and `OVERLOOK_SEED` in the environment say how many and which.
@Suite struct HostileRouteTests {
  private static let total = variable("OVERLOOK_NUMBERS") ?? 200_000
  private static let seed = UInt64(clamping: variable("OVERLOOK_SEED") ?? 1)

  private static func variable(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

  private func place(_ numbers: inout HostileNumbers) -> LocationCoordinate {
    LocationCoordinate(latitude: numbers.next(near: 49.99...50.03), longitude: numbers.next(near: 9.99...10.03))
  }

  private func route(_ numbers: inout HostileNumbers) -> Route {
    var route = TestRoute.corner(1000).route
    if numbers.index(2) == 0 { route.geometry = route.geometry.map { _ in place(&numbers) } }
    (route.distance, route.duration) = (numbers.next(), numbers.next())
    (route.legs[0].distance, route.legs[0].duration) = (numbers.next(), numbers.next())
    for index in route.legs[0].steps.indices {
      (route.legs[0].steps[index].distance, route.legs[0].steps[index].duration) = (numbers.next(), numbers.next())
      route.legs[0].steps[index].speedLimit = numbers.next()
      route.legs[0].steps[index].maneuver.bearingBefore = numbers.next()
      route.legs[0].steps[index].maneuver.bearingAfter = numbers.next()
      route.legs[0].steps[index].maneuver.location = place(&numbers)
    }
    return route
  }

  @Test func routesAndFixesOfAnyNumberAreFollowedOrRefused() {
    var numbers = HostileNumbers(seed: Self.seed &+ 20)
    while numbers.count < Self.total / 20 {
      let route = route(&numbers)
      guard var session = try? NavigationSession(routes: [route, TestRoute.corner().route]) else { continue }
      _ = session.start(now: numbers.next(near: 0...2e9))
      for step in 0..<20 {
        let time = numbers.next(near: Double(step)...Double(step + 1))
        let fix = LocationFix(
          place(&numbers), time: time, accuracy: numbers.next(near: 0...30), speed: numbers.next(near: 0...40),
          course: numbers.next(near: 0...360), altitude: numbers.next())
        _ = session.update(fix, now: numbers.next(near: Double(step)...Double(step + 1)))
      }
      let progress = session.progress
      #expect(progress.distanceTravelled.isFinite, "after \(numbers.count) numbers")
      if let left = progress.toDestination { #expect(left.distance.isFinite && left.time.isFinite, "\(left)") }
    }
  }
}
