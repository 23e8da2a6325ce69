/// Short names of units behind numbers (ECMA-402, sanctioned simple units; symbols of CLDR's English short forms).
enum UnitSymbol {
  /// With the space before it, where one belongs; a unit that is not known stands as it is.
  static func text(_ unit: String) -> String {
    if let symbol = tight[unit] { return symbol }
    if let symbol = spaced[unit] { return " " + symbol }
    let parts = unit.split(separator: "-")
    // "kilometer-per-hour": a unit over another one.
    if parts.count == 3, parts[1] == "per", let upper = spaced[String(parts[0])], let lower = spaced[String(parts[2])] {
      return " \(upper)/\(lower == "hr" ? "h" : lower == "sec" ? "s" : lower)"
    }
    return " " + unit
  }

  private static let tight = ["celsius": "°C", "fahrenheit": "°F", "percent": "%", "degree": " deg"]

  private static let spaced = [
    "acre": "ac", "bit": "bit", "byte": "byte", "centimeter": "cm", "day": "days", "fluid-ounce": "fl oz", "foot": "ft",
    "gallon": "gal", "gigabit": "Gb", "gigabyte": "GB", "gram": "g", "hectare": "ha", "hour": "hr", "inch": "in",
    "kilobit": "kb", "kilobyte": "kB", "kilogram": "kg", "kilometer": "km", "liter": "L", "megabit": "Mb", "megabyte": "MB",
    "meter": "m", "mile": "mi", "mile-scandinavian": "smi", "milliliter": "mL", "millimeter": "mm", "millisecond": "ms",
    "minute": "min", "month": "mths", "ounce": "oz", "petabyte": "PB", "pound": "lb", "second": "sec", "stone": "st",
    "terabit": "Tb", "terabyte": "TB", "week": "wks", "yard": "yd", "year": "yrs",
  ]
}
