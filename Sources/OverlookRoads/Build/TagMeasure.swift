import OverlookSupport

/// Numbers with units in tags.
enum TagMeasure {
  /// Kilometres per hour: "50", "30 mph", "5 knots".
  static func speed(_ text: String) -> Double? {
    guard let (value, unit) = number(text), value > 0, value < 1000 else { return nil }
    switch unit {
    case "", "km/h", "kmh", "kph": return value
    case "mph": return value * MeasureFormat.kilometresPerMile
    case "knots", "kn": return value * MeasureFormat.metresPerNauticalMile / 1000
    default: return nil
    }
  }

  /// Metres: "3.8", "3.8 m", "12'6\"", "12 ft".
  static func length(_ text: String) -> Double? {
    guard let (value, unit) = number(text), value > 0, value < 100_000 else { return nil }
    switch unit {
    case "", "m", "metres", "meters": return value
    case "cm": return value / 100
    case "ft", "feet", "'": return value * MeasureFormat.metresPerFoot
    case "in", "\"": return value / 12 * MeasureFormat.metresPerFoot
    default:
      guard unit.hasPrefix("'"), let (inches, end) = number(String(unit.dropFirst())), ["\"", "", "''"].contains(end) else {
        return nil
      }
      return (value + inches / 12) * MeasureFormat.metresPerFoot
    }
  }

  /// Tonnes: "7.5", "7.5 t", "3500 kg", "10 st", "8000 lbs".
  static func weight(_ text: String) -> Double? {
    guard let (value, unit) = number(text), value > 0, value < 1_000_000 else { return nil }
    switch unit {
    case "", "t", "tonnes": return value
    case "kg": return value / 1000
    case "st": return value * 0.907185
    case "lt", "cwt": return unit == "lt" ? value * 1.016047 : value * 0.0508
    case "lbs", "lb": return value * 0.000453592
    default: return nil
    }
  }

  /// Seconds: "00:25", "1:30:00", "25" (minutes), "PT1H20M".
  static func duration(_ text: String) -> Double? {
    if text.hasPrefix("P") { return isoDuration(text) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.allSatisfy({ $0.map { $0 >= 0 && $0 < 10_000 } ?? false }) else { return nil }
    let values = parts.compactMap { $0 }
    switch values.count {
    case 1: return values[0] * 60
    case 2: return values[0] * 3600 + values[1] * 60
    case 3: return values[0] * 3600 + values[1] * 60 + values[2]
    default: return nil
    }
  }

  private static func isoDuration(_ text: String) -> Double? {
    var (seconds, digits) = (0.0, "")
    for character in text.dropFirst() where character != "T" {
      if character.isNumber || character == "." {
        digits.append(character)
        continue
      }
      guard let value = Double(digits), let unit = ["D": 86_400.0, "H": 3600, "M": 60, "S": 1][character] else { return nil }
      seconds += value * unit
      digits = ""
    }
    return digits.isEmpty && seconds > 0 && seconds < 1e7 ? seconds : nil
  }

  /// The number at the front, and what follows it without spaces around.
  static func number(_ text: String) -> (value: Double, unit: String)? {
    let trimmed = text.drop { $0 == " " }
    let digits = trimmed.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
    guard digits.count <= 12, let value = Double(digits.replacing(",", with: ".")), value.isFinite else { return nil }
    let unit = trimmed.dropFirst(digits.count).drop { $0 == " " }
    let end = unit.lastIndex { $0 != " " }.map { unit.index(after: $0) } ?? unit.startIndex
    return (value, String(unit[unit.startIndex..<end]).lowercased())
  }
}
