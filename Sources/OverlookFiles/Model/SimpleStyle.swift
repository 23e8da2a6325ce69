import OverlookSupport

/// The properties with which GeoJSON says how a feature looks (simplestyle 1.1.0): marker-color, marker-symbol, stroke, stroke-width,
/// stroke-opacity, fill, fill-opacity.
enum SimpleStyle {
  private static let names = [
    "marker-color", "marker-symbol", "marker-size", "stroke", "stroke-width", "stroke-opacity", "fill", "fill-opacity",
  ]

  /// Gives the features that say something a look, over the one they have.
  static func apply(to document: inout FileDocument) {
    guard names.contains(where: { document.properties.column(named: $0) != nil }) else { return }
    var numbers: [FeatureLook: Int32] = [:]
    for (number, look) in document.looks.enumerated() { numbers[look] = Int32(clamping: number) }
    for feature in 0..<document.featureCount {
      let look = look(of: feature, document.properties)
      guard look != FeatureLook() else { continue }
      let whole = look.over(document.look(of: feature))
      if numbers[whole] == nil {
        numbers[whole] = Int32(clamping: document.looks.count)
        document.looks.append(whole)
      }
      document.shapes.records.setLook(numbers[whole] ?? -1, of: feature)
    }
  }

  private static func look(of feature: Int, _ properties: FeatureProperties) -> FeatureLook {
    func text(_ name: String) -> String? { properties.value(feature, named: name)?.text }
    func number(_ name: String) -> Float? {
      properties.value(feature, named: name)?.number.flatMap { $0.isFinite ? Float($0) : nil }
    }
    var look = FeatureLook()
    look.iconColor = text("marker-color").flatMap(HexColor.color)
    look.symbol = text("marker-symbol").flatMap { $0.isEmpty ? nil : $0 }
    look.iconScale = ["small": 0.75, "medium": 1, "large": 1.4][text("marker-size") ?? ""]
    let (stroke, fill) = (text("stroke").flatMap(HexColor.color), text("fill").flatMap(HexColor.color))
    // The defaults of the specification, where one of a pair is given.
    if let opacity = number("stroke-opacity") {
      look.strokeColor = (stroke ?? HexColor.grey).withAlpha(opacity)
    } else {
      look.strokeColor = stroke
    }
    if let opacity = number("fill-opacity") {
      look.fillColor = (fill ?? HexColor.grey).withAlpha(opacity)
    } else {
      look.fillColor = fill?.withAlpha(0.6)
    }
    look.strokeWidth = number("stroke-width").flatMap { $0 >= 0 && $0 <= 100 ? $0 : nil }
    return look
  }
}

/// Colours as files write them.
enum HexColor {
  static let grey = Color(red: 0x55 / 255, green: 0x55 / 255, blue: 0x55 / 255)

  /// Of "#rgb", "#rrggbb" and "#rrggbbaa", the sign left out or not; nil for anything else.
  static func color(_ text: String) -> Color? {
    let digits = (text.hasPrefix("#") ? text.dropFirst() : text[...]).compactMap(\.hexDigitValue)
    guard digits.count == text.count - (text.hasPrefix("#") ? 1 : 0) else { return nil }
    func part(_ high: Int, _ low: Int) -> Float { Float(16 * high + low) / 255 }
    switch digits.count {
    case 3: return Color(red: part(digits[0], digits[0]), green: part(digits[1], digits[1]), blue: part(digits[2], digits[2]))
    case 6, 8:
      return Color(
        red: part(digits[0], digits[1]), green: part(digits[2], digits[3]), blue: part(digits[4], digits[5]),
        alpha: digits.count == 8 ? part(digits[6], digits[7]) : 1)
    default: return nil
    }
  }

  /// Of the "aabbggrr" of KML; nil for anything else.
  static func colorOfKML(_ text: String) -> Color? {
    let trimmed = text.filter { !$0.isWhitespace && $0 != "#" }
    guard trimmed.count == 8, let color = color(trimmed) else { return nil }
    return Color(red: color.alpha, green: color.blue, blue: color.green, alpha: color.red)
  }
}
