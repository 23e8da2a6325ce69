import Foundation

/// A moment in the two scales that positions need, in days since 2000-01-01 12:00.
struct AstronomicalTime {
  /// Universal time, which the Earth's rotation follows.
  let universalDays: Double
  /// Terrestrial time, which the planets follow.
  let terrestrialDays: Double

  /// Julian centuries of terrestrial time since J2000.
  var centuries: Double { terrestrialDays / 36_525 }

  /// 2000-01-01 12:00 in seconds since 1970.
  private static let epoch = 946_728_000.0
  /// The beginnings of the years 1600 and 2601 in seconds since 1970.
  static let validSeconds = -11_676_096_000.0..<19_912_435_200.0

  /// Of seconds since 1970 in universal time, which clocks follow within 0.9 s.
  init(secondsSince1970 seconds: Double) throws(AstronomyError) {
    guard Self.validSeconds.contains(seconds) else { throw .timeOutOfRange }
    self.init(universalDays: (seconds - Self.epoch) / 86_400)
  }

  init(_ date: Date) throws(AstronomyError) {
    try self.init(secondsSince1970: date.timeIntervalSince1970)
  }

  /// Of a time that is known to be valid.
  init(universalDays: Double) {
    self.universalDays = universalDays
    terrestrialDays = universalDays + DeltaT.seconds(year: 2000 + universalDays / 365.25) / 86_400
  }

  var date: Date { Date(timeIntervalSince1970: universalDays * 86_400 + Self.epoch) }
}
