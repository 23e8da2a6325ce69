/// Why a position in the sky cannot be told.
public enum AstronomyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The time is not finite or lies outside the years 1600 to 2600, for which the theories hold.
  case timeOutOfRange
  /// The latitude or longitude is not finite, or the latitude lies beyond a pole.
  case invalidLocation
  /// Heights beyond 100 km, pressures beyond 0 to 1,200 hPa, temperatures beyond -100 to 100 degrees.
  case invalidObserver(String)

  /// One line for people.
  public var description: String {
    switch self {
    case .timeOutOfRange: "the time lies outside the years 1600 to 2600"
    case .invalidLocation: "the place is none on the Earth"
    case .invalidObserver(let fault): fault
    }
  }
}
