import Foundation
import OverlookSupport

/// Figures of tracks as people read them.
enum TrackText {
  static func length(_ meters: Double) -> String {
    guard meters.isFinite else { return "–" }
    if meters < 1000 { return localized("{number} m", ["number": "\(whole(meters))"]) }
    return localized("{number} km", ["number": fixed(meters / 1000, decimals: meters < 100_000 ? 1 : 0)])
  }

  static func height(_ meters: Double) -> String { localized("{number} m", ["number": "\(whole(meters))"]) }

  /// Of metres a second.
  static func speed(_ speed: Double) -> String { localized("{number} km/h", ["number": fixed(speed * 3.6, decimals: 1)]) }

  static func duration(_ seconds: Double) -> String {
    let all = whole(seconds / 60)
    let (hours, minutes) = (all / 60, all % 60)
    return hours > 0
      ? localized("{hours} h {minutes} min", ["hours": "\(hours)", "minutes": "\(minutes)"])
      : localized("{minutes} min", ["minutes": "\(minutes)"])
  }

  private static func whole(_ value: Double) -> Int { value.isFinite ? Int(exactly: value.rounded()) ?? 0 : 0 }

  private static func fixed(_ value: Double, decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
}
