import Foundation

/// Moments as documents have them.
enum PageDate {
  /// UTC: "2026-11-26T06:00:00Z".
  static func text(_ secondsSince1970: Int) -> String {
    // Years 1 to 9999.
    let seconds = min(max(secondsSince1970, -62_135_596_800), 253_402_300_799)
    return Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
  }
}
