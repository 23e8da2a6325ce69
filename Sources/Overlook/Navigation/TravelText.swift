import Foundation
import OverlookGeometry

/// Lengths of time and times of day, in symbols that need no language.
enum TravelText {
  /// "< 1 min", "12 min", "1 h 5 min".
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, let minutes = Int(exactly: (min(max(seconds, 0), 1e8) / 60).rounded()) else { return "–" }
    if minutes < 1 { return "< 1 min" }
    if minutes < 60 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// "14:32", or as the language of the machine writes it.
  static func clock(_ secondsSince1970: Double) -> String {
    guard secondsSince1970.isFinite, abs(secondsSince1970) < 1e11 else { return "–" }
    let formatter = DateFormatter()
    formatter.dateStyle = .none
    formatter.timeStyle = .short
    return formatter.string(from: Date(timeIntervalSince1970: secondsSince1970))
  }
}
