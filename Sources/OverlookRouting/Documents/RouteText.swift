import Foundation

/// Routes as text for people: a line for each step.
package enum RouteText {
  package static func text(of routes: [Route]) -> String {
    routes.enumerated().map { number, route in
      let title = routes.count == 1 ? "" : "route \(number + 1): "
      let head = "\(title)\(length(route.distance)), \(time(route.duration))"
      return ([head] + route.legs.flatMap(\.steps).map(line)).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func line(_ step: RouteStep) -> String {
    let column = step.maneuver.kind == .arrive ? "" : length(step.distance)
    return column.padding(toLength: max(9, column.count), withPad: " ", startingAt: 0) + " " + step.instruction
  }

  package static func length(_ meters: Double) -> String {
    if meters < 1000 { return String(format: "%.0f m", meters) }
    return String(format: meters < 100_000 ? "%.1f km" : "%.0f km", meters / 1000)
  }

  package static func time(_ seconds: Double) -> String {
    let minutes = (seconds / 60).rounded()
    if minutes < 60 { return String(format: "%.0f min", max(minutes, 1)) }
    return String(format: "%.0f h %02.0f min", (minutes / 60).rounded(.down), minutes.truncatingRemainder(dividingBy: 60))
  }
}
