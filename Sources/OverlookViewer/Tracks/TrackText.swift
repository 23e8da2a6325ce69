import OverlookSupport

/// Figures of tracks as people read them.
enum TrackText {
  /// From a kilometre on with one digit of the fraction, below 100.
  static func length(_ meters: Double) -> String {
    MeasureFormat.current.length(meters, digits: (1000..<10_000).contains(meters) ? 2 : 3)
  }

  /// Metres of the unit that heights are told in.
  static var heightUnit: Double { MeasureFormat.current.units == .imperial ? MeasureFormat.metresPerFoot : 1 }

  static func height(_ meters: Double) -> String { MeasureFormat.current.height(meters) }

  /// Of metres a second, with one digit of the fraction.
  static func speed(_ speed: Double) -> String {
    let format = MeasureFormat.current
    let number = format.numbers.text(format.speedNumber(speed), decimals: 1)
    return localized("{speed} {unit}", ["speed": number, "unit": format.speedUnit])
  }

  static func duration(_ seconds: Double) -> String { MeasureFormat.current.duration(seconds) }
}
