import Overlook
import OverlookSupport

/// Numbers of tools as people read them.
@MainActor enum ToolTexts {
  /// Four digits that count: "850 m", "4.831 km".
  static func length(_ meters: Double) -> String {
    if meters < 999.5 { return localized("{number} m", ["number": digits(meters)]) }
    return localized("{number} km", ["number": digits(meters / 1000)])
  }

  static func area(_ squareMeters: Double) -> String {
    if squareMeters < 9_999.5 { return localized("{number} m²", ["number": digits(squareMeters)]) }
    if squareMeters < 999_500 { return localized("{number} ha", ["number": digits(squareMeters / 10_000)]) }
    return localized("{number} km²", ["number": digits(squareMeters / 1_000_000)])
  }

  /// "045.3°", clockwise from true north.
  static func bearing(_ degrees: Double) -> String {
    let tenths = Int(exactly: (degrees * 10).rounded()) ?? 0
    let whole = String(tenths / 10 % 360)
    return String(repeating: "0", count: max(3 - whole.count, 0)) + whole + ".\(tenths % 10)°"
  }

  static func factor(_ value: Double) -> String { digits(value) }

  private static func digits(_ value: Double) -> String {
    let decimals = value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0
    let scale = [1.0, 10, 100, 1000][decimals]
    guard value.isFinite, value < 1e15 else { return "–" }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(exactly: rounded) ?? 0)" : "\(rounded)"
  }
}
