public import Foundation
import Glibc
import OverlookGeometry

/// The beginnings of the seasons: when the Sun's apparent ecliptic longitude is 0, 90, 180 and 270 degrees.
public struct Seasons: Hashable, Sendable {
  /// 0 degrees: spring in the north.
  public var marchEquinox: Date
  /// 90 degrees: summer in the north.
  public var juneSolstice: Date
  /// 180 degrees: autumn in the north.
  public var septemberEquinox: Date
  /// 270 degrees: winter in the north.
  public var decemberSolstice: Date

  /// Of a year of the Gregorian calendar in 1600 ... 2600. Within a minute in 1900 to 2100.
  public init(year: Int) throws(AstronomyError) {
    guard (1600...2600).contains(year) else { throw .timeOutOfRange }
    let march = Self.marchDays(year: year)
    func date(_ quarter: Int) -> Date {
      let sought = Double(quarter) * .pi / 2
      var days = march + Double(quarter) * 365.2422 / 4
      for _ in 0..<8 {
        let time = AstronomicalTime(universalDays: days)
        let longitude = EclipticPlace.sun(time, EarthAxis(time)).longitude
        days += (sought - longitude).remainder(dividingBy: 2 * .pi) / (2 * .pi) * 365.2422
      }
      return AstronomicalTime(universalDays: days).date
    }
    (marchEquinox, juneSolstice, septemberEquinox, decemberSolstice) = (date(0), date(1), date(2), date(3))
  }

  /// Within a few days.
  private static func marchDays(year: Int) -> Double { (Double(year) - 2000) * 365.2425 + 79 }
}
