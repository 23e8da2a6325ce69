import Foundation
import OverlookGeometry

/// A place that stays, told once a second.
struct FixedFeed: LocationFeed {
  let coordinate: LocationCoordinate

  func run(_ sink: LocationSink) {
    guard coordinate.isValid else { return sink.post(.failed("no position: it is no place on Earth")) }
    repeat {
      sink.post(
        LocationFix(coordinate, time: Date().timeIntervalSince1970, accuracy: 1, speed: 0, source: .fixed))
    } while sink.wait(seconds: 1)
  }
}
