import Foundation
package import OverlookAstronomy
import OverlookSupport

/// What is written of times along a way over the sky, as the interface's language writes them.
package struct SkyTimes: Sendable {
  /// Where a body crosses the horizon.
  package struct Crossing: Sendable {
    package let event: SkyEvent
    package let text: String
  }

  /// Of each full hour of the day.
  package let hours: [String]
  package let crossings: [Crossing]

  private static let dayMinutes = 24 * 60

  /// Of a chart, by its clock.
  package init(_ chart: SkyChart) {
    let format = TimeFormat(timeZone: .gmt)
    hours = (0..<24).map(format.hour)
    guard let midnight = chart.hours.first?.date else {
      crossings = []
      return
    }
    crossings = chart.events.events.compactMap { event in
      guard event.kind == .rise || event.kind == .set else { return nil }
      let minutes = Int(exactly: (event.date.timeIntervalSince(midnight) / 60).rounded()) ?? 0
      let time = format.clock(secondsSince1970: Double(minutes % Self.dayMinutes) * 60)
      return Crossing(
        event: event,
        text: event.kind == .rise ? localized("rise {time}", ["time": time]) : localized("set {time}", ["time": time]))
    }
  }
}
