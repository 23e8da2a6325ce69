import Glibc

/// Lengths, areas, speeds, heights and times as a person reads them: in a system of units, with the words and separators of the
/// interface's language.
public struct MeasureFormat: Hashable, Sendable {
  /// What is measured in.
  public var units: UnitSystem
  /// How numbers are written.
  public var numbers: NumberFormat

  /// Texts in `units`.
  public init(units: UnitSystem = .current, numbers: NumberFormat = .current) {
    self.units = units
    self.numbers = numbers
  }

  /// In the interface's units.
  public static var current: MeasureFormat { MeasureFormat() }

  package static let metresPerFoot = 0.3048
  package static let metresPerMile = 1609.344
  package static let metresPerNauticalMile = 1852.0
  /// Of speeds in miles an hour.
  package static let kilometresPerMile = metresPerMile / 1000
  /// Metres a second.
  package static let knot = metresPerNauticalMile / 3600
  private static let squareMetresPerAcre = 4046.856_422_4

  /// A length along the ground, of `digits` digits that count, 2 to 6, and whole metres or feet: "850 m", "4.83 km", "2,340 km"; "–" for
  /// what is no length.
  public func length(_ metres: Double, digits: Int = 3) -> String {
    guard metres.isFinite, metres >= 0 else { return "–" }
    // What would be rounded to a thousand is told in the larger unit.
    let limit = digits <= 2 ? 995 : 999.5
    switch units {
    case .metric, .nautical:
      if metres > 0, metres < 0.995 {
        return localized(
          "{number} cm", ["number": numbers.text(metres * 100, decimals: metres < 0.01 ? 1 : 0, keepsZeros: false)])
      }
      if metres < limit { return localized("{number} m", ["number": small(metres, digits)]) }
      if units == .metric { return localized("{number} km", ["number": number(metres / 1000, digits)]) }
      return localized("{number} nmi", ["number": number(metres / Self.metresPerNauticalMile, digits)])
    case .imperial:
      let feet = metres / Self.metresPerFoot
      if feet < limit { return localized("{number} ft", ["number": small(feet, digits)]) }
      return localized("{number} mi", ["number": number(metres / Self.metresPerMile, digits)])
    }
  }

  /// The longest length of at most `limit` metres, in metres, that is round in the unit in which it is told: 1, 2 or 5 times a power of
  /// ten of it. Nil outside a millimetre to a million kilometres.
  package func roundLength(atMost limit: Double) -> Double? {
    let unit =
      switch units {
      case .metric: 1.0
      case .imperial: limit < 0.2 * Self.metresPerMile ? Self.metresPerFoot : Self.metresPerMile
      case .nautical: limit < Self.metresPerNauticalMile ? 1 : Self.metresPerNauticalMile
      }
    // The smaller unit goes to where the larger one begins to be told.
    let isSmall = units != .metric && unit <= 1
    let share = isSmall ? min(limit / unit, 999) : limit / unit
    guard share >= 0.001, share <= 1e9 else { return nil }
    let power = pow(10, floor(log10(share)))
    return (share / power >= 5 ? 5 : share / power >= 2 ? 2 : 1) * power * unit
  }

  /// A height above the sea or the ground, in whole metres or feet: "1,245 m".
  public func height(_ metres: Double) -> String {
    guard metres.isFinite else { return "–" }
    if units == .imperial {
      return localized("{number} ft", ["number": numbers.text(metres / Self.metresPerFoot, decimals: 0)])
    }
    return localized("{number} m", ["number": numbers.text(metres, decimals: 0)])
  }

  /// An area, of `digits` digits that count: "640 m²", "3.2 ha", "12.4 km²".
  public func area(_ squareMetres: Double, digits: Int = 3) -> String {
    guard squareMetres.isFinite, squareMetres >= 0 else { return "–" }
    if units == .imperial {
      let (acres, feet) = (squareMetres / Self.squareMetresPerAcre, squareMetres / (Self.metresPerFoot * Self.metresPerFoot))
      if acres < 0.25 { return localized("{number} ft²", ["number": small(feet)]) }
      if acres < 640 { return localized("{number} ac", ["number": number(acres, digits)]) }
      return localized("{number} mi²", ["number": number(acres / 640, digits)])
    }
    if squareMetres < 9_999.5 { return localized("{number} m²", ["number": small(squareMetres)]) }
    if squareMetres < 999_500 { return localized("{number} ha", ["number": number(squareMetres / 10_000, digits)]) }
    return localized("{number} km²", ["number": number(squareMetres / 1_000_000, digits)])
  }

  /// A speed: "48 km/h", with one digit of the fraction below 10.
  public func speed(_ metresPerSecond: Double) -> String {
    guard metresPerSecond.isFinite, metresPerSecond >= 0 else { return "–" }
    let value = self.speedNumber(metresPerSecond)
    let number = numbers.text(value, decimals: value < 9.95 ? 1 : 0, keepsZeros: false)
    return switch units {
    case .metric: localized("{number} km/h", ["number": number])
    case .imperial: localized("{number} mph", ["number": number])
    case .nautical: localized("{number} kn", ["number": number])
    }
  }

  /// The unit of `speed`, by itself: "km/h".
  public var speedUnit: String {
    switch units {
    case .metric: localized("km/h")
    case .imperial: localized("mph")
    case .nautical: localized("kn")
    }
  }

  /// A speed in the unit of `speed`, by itself.
  public func speedNumber(_ metresPerSecond: Double) -> Double {
    switch units {
    case .metric: metresPerSecond * 3.6
    case .imperial: metresPerSecond * 3600 / Self.metresPerMile
    case .nautical: metresPerSecond * 3600 / Self.metresPerNauticalMile
    }
  }

  /// A length of time, to the minute: "< 1 min", "12 min", "1 h 5 min"; "–" for what is none.
  public func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, let minutes = Int(exactly: (min(max(seconds, 0), 1e8) / 60).rounded()) else { return "–" }
    if minutes < 1 { return localized("< {minutes} min", ["minutes": numbers.text(1)]) }
    let (hours, rest) = (numbers.text(minutes / 60), numbers.text(minutes % 60))
    if minutes < 60 { return localized("{minutes} min", ["minutes": rest]) }
    if minutes % 60 == 0 { return localized("{hours} h", ["hours": hours]) }
    return localized("{hours} h {minutes} min", ["hours": hours, "minutes": rest])
  }

  /// Whole from 10 on, by tens from 100 on where two digits count, else with one digit of the fraction that is not 0.
  private func small(_ value: Double, _ digits: Int = 3) -> String {
    if digits <= 2, value >= 99.5 { return numbers.text((value / 10).rounded() * 10, decimals: 0) }
    return numbers.text(value, decimals: value < 9.95 ? 1 : 0, keepsZeros: false)
  }

  private func number(_ value: Double, _ digits: Int) -> String {
    if digits <= 2, value >= 99.5 { return small(value, digits) }
    var (decimals, limit) = (min(max(digits, 2), 6) - 1, 10.0)
    while decimals > 0, value >= limit * (1 - 0.5 / pow10(decimals + 1)) {
      decimals -= 1
      limit *= 10
    }
    return numbers.text(value, decimals: decimals, keepsZeros: false)
  }

  private func pow10(_ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<exponent { result *= 10 }
    return result
  }
}
