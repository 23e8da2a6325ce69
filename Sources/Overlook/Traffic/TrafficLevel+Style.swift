import OverlookFormats
import OverlookNavigation
import OverlookStyle
import OverlookSupport

// What traffic is called in data and how it looks, on roads and on routes.
extension TrafficLevel {
  /// The values of `congestion`, from free to where it stands.
  static let congestions: [(name: String, level: TrafficLevel)] = [
    ("low", .low), ("moderate", .moderate), ("heavy", .heavy), ("severe", .severe),
  ]
  /// The texts of `closed` for yes; true is another.
  static let closedNames = ["yes", "true"]

  /// Of a feature's properties; nil where they tell no traffic.
  init?(_ properties: [String: JSONValue]) {
    let closed = properties["closed"]
    if closed?.bool == true || closed?.string.map(Self.closedNames.contains) == true {
      self = .closed
    } else if let found = Self.congestions.first(where: { $0.name == properties["congestion"]?.string }) {
      self = found.level
    } else {
      return nil
    }
  }

  var color: Color {
    switch self {
    case .low: Color(red: 60 / 255, green: 179 / 255, blue: 113 / 255)
    case .moderate: Color(red: 244 / 255, green: 166 / 255, blue: 42 / 255)
    case .heavy: Color(red: 224 / 255, green: 69 / 255, blue: 58 / 255)
    case .severe: Color(red: 156 / 255, green: 31 / 255, blue: 37 / 255)
    case .closed: Color(red: 93 / 255, green: 37 / 255, blue: 48 / 255)
    }
  }

  /// The colour as a style has it.
  var styleColor: String {
    StyleColor(red: Double(color.red), green: Double(color.green), blue: Double(color.blue)).text
  }
}
