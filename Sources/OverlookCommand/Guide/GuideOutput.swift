import Foundation
import OverlookFormats
import OverlookNavigation
import OverlookRouting
import OverlookSupport

/// What a guide prints: each event as a line of JSON, or lines for people of what they have to know.
final class GuideOutput {
  let isJSON: Bool
  /// What lines for people tell distances and speeds in.
  let units: DistanceUnits
  /// Whether nobody reads any more.
  private(set) var isClosed = false
  private var open = ""

  init(isJSON: Bool, units: DistanceUnits = .metric) {
    self.isJSON = isJSON
    self.units = units
  }

  func write(_ event: NavigationEvent, now: Double) {
    if isJSON { return line(SessionLogWriter.line(event, now: now)) }
    guard let text = text(event) else { return }
    line("\(Self.clock(now))  \(text)")
  }

  private func line(_ text: String) { open += text + "\n" }

  /// Whoever reads a pipe gets each line when it happens.
  func flush() {
    guard !open.isEmpty, !isClosed else { return }
    do { try FileHandle.standardOutput.write(contentsOf: Data(open.utf8)) } catch { isClosed = true }
    open = ""
  }

  private func text(_ event: NavigationEvent) -> String? {
    switch event {
    case .location, .progress, .banner: nil
    case .instruction(let instruction): instruction.text
    case .offRoute: "off the route"
    case .backOnRoute: "back on the route"
    case .rerouteWanted: nil
    case .rerouted(let distance, let duration):
      "a new route: \(RouteText.length(distance, units)), \(RouteText.time(duration))"
    case .rerouteFailed(let error): "no new route: \(error)"
    case .wrongWay: "the wrong way"
    case .speedLimit(let limit, .none): limit.map { "speed limit \(speed($0))" } ?? "no speed limit is known"
    case .speedLimit(let limit, let excess):
      (excess == .major ? "much too fast: the limit is " : "too fast: the limit is ") + speed(limit ?? 0)
    case .arrived(let waypoint, let isLast): isLast ? "arrived at the destination" : "arrived at stop \(waypoint)"
    case .ended: nil
    case .signalLost: "the signal is lost"
    case .signalBack: "the signal is back"
    case .tunnel(let isInside): isInside ? "in a tunnel" : "out of the tunnel"
    case .alternativeTaken(let number): "on alternative \(number + 1)"
    case .placeAhead(let place, let distance):
      "\(place.kind.rawValue) in \(RouteText.length(distance, units))\(place.title.isEmpty ? "" : ": \(place.title)")"
    }
  }

  /// A limit of so many kilometres an hour.
  private func speed(_ limit: Double) -> String {
    units == .metric ? String(format: "%.0f km/h", limit) : String(format: "%.0f mph", limit / MeasureFormat.kilometresPerMile)
  }

  /// Hours, minutes and seconds of a day.
  private static func clock(_ now: Double) -> String {
    let seconds = Int(exactly: now.truncatingRemainder(dividingBy: 86_400).rounded(.down)) ?? 0
    let day = seconds < 0 ? seconds + 86_400 : seconds
    return String(format: "%02d:%02d:%02d", day / 3600, day / 60 % 60, day % 60)
  }
}
