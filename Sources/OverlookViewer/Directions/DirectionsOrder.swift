package import Overlook

/// From where to where, and how.
@MainActor package final class DirectionsOrder {
  /// One end of a way.
  package struct Place: Hashable {
    package var coordinate: LocationCoordinate
    /// What people call it; nil for a place of the map.
    package var name: String?

    package init(_ coordinate: LocationCoordinate, name: String? = nil) {
      (self.coordinate, self.name) = (coordinate, name)
    }

    /// What stands in its field.
    @MainActor var text: String { name ?? DroppedPin.text(of: coordinate) }
  }

  var start: Place?
  var end: Place?
  /// Between both, in order.
  var stops: [Place] = []
  var mode = TravelMode.car
  var avoidsTolls = false
  var avoidsMotorways = false
  var avoidsFerries = RoutingOptions.defaultOptions.avoidsFerries
  var isShortest = false

  package init() {}

  /// Other ways are asked for, too.
  var options: RoutingOptions {
    RoutingOptions(
      avoidsTolls: avoidsTolls, avoidsMotorways: avoidsMotorways, avoidsFerries: avoidsFerries,
      strategy: isShortest ? .shortest : .fastest, alternatives: 2)
  }

  /// The other way round.
  func reverse() {
    (start, end) = (end, start)
    stops.reverse()
  }
}
