import Overlook
import OverlookSupport

/// Numbers of tools as people read them.
@MainActor enum ToolTexts {
  /// Four digits that count: "850 m", "4.831 km".
  static func length(_ meters: Double) -> String { MeasureFormat.current.length(meters, digits: 4) }

  static func area(_ squareMeters: Double) -> String { MeasureFormat.current.area(squareMeters, digits: 4) }

  /// "045.3°", clockwise from true north.
  static func bearing(_ degrees: Double) -> String {
    let tenths = Int(exactly: (degrees * 10).rounded()) ?? 0
    let whole = String(tenths / 10 % 360)
    let zeros = String(repeating: "0", count: max(3 - whole.count, 0))
    return "\(zeros)\(whole)\(NumberFormat.current.decimalSeparator)\(tenths % 10)°"
  }

  static func factor(_ value: Double) -> String { NumberFormat.current.text(value, decimals: 3, keepsZeros: false) }
}
