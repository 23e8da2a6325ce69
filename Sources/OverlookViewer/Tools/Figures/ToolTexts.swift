import Overlook
import OverlookSupport

/// Numbers of tools as people read them, in the units and the writing of the settings.
@MainActor enum ToolTexts {
  /// Four digits that count: "850 m", "4.831 km".
  static func length(_ meters: Double) -> String { MeasureFormat.current.length(meters, digits: 4) }

  static func area(_ squareMeters: Double) -> String { MeasureFormat.current.area(squareMeters, digits: 4) }

  /// "045.3°", clockwise from true north.
  static func bearing(_ degrees: Double) -> String {
    // What would be rounded to a full turn is north.
    let rounded = degrees.isFinite && degrees < 359.95 ? max(degrees, 0) : 0
    let text = NumberFormat.current.text(rounded, decimals: 1) + "°"
    return String(repeating: "0", count: rounded < 9.95 ? 2 : rounded < 99.95 ? 1 : 0) + text
  }

  static func factor(_ value: Double) -> String { NumberFormat.current.text(value, decimals: 1, keepsZeros: false) }
}
