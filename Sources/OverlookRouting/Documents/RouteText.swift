import Foundation
import OverlookSupport

/// Routes as text for people: a line for each step.
package enum RouteText {
  /// Lengths in `units`.
  package static func text(of routes: [Route], units: DistanceUnits = .metric) -> String {
    routes.enumerated().map { number, route in
      let title = routes.count == 1 ? "" : "route \(number + 1): "
      let head = "\(title)\(length(route.distance, units)), \(time(route.duration))"
      return ([head] + route.legs.flatMap(\.steps).map { line($0, units) }).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func line(_ step: RouteStep, _ units: DistanceUnits) -> String {
    let column = step.maneuver.kind == .arrive ? "" : length(step.distance, units)
    return column.padding(toLength: max(9, column.count), withPad: " ", startingAt: 0) + " " + step.instruction
  }

  package static func length(_ meters: Double, _ units: DistanceUnits = .metric) -> String {
    let (small, symbol, big, bigSymbol) =
      switch units {
      case .metric: (1.0, "m", 1000.0, "km")
      case .feet: (MeasureFormat.metresPerFoot, "ft", MeasureFormat.metresPerMile, "mi")
      case .yards: (3 * MeasureFormat.metresPerFoot, "yd", MeasureFormat.metresPerMile, "mi")
      }
    // A tenth of a mile is the least that is told in miles.
    if meters < (units == .metric ? big : big / 10) { return String(format: "%.0f \(symbol)", meters / small) }
    return String(format: meters < 100 * big ? "%.1f \(bigSymbol)" : "%.0f \(bigSymbol)", meters / big)
  }

  package static func time(_ seconds: Double) -> String {
    let minutes = (seconds / 60).rounded()
    if minutes < 60 { return String(format: "%.0f min", max(minutes, 1)) }
    return String(format: "%.0f h %02.0f min", (minutes / 60).rounded(.down), minutes.truncatingRemainder(dividingBy: 60))
  }
}
