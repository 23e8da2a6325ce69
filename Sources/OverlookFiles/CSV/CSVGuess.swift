import OverlookSupport

/// Recognises the layout of a table by its first rows.
package enum CSVGuess {
  /// Of the rows at the beginning of a table, the first of which may be a header. Nil when it is no table.
  package static func layout(_ rows: [[String]], delimiter: UInt8) -> CSVLayout? {
    guard let first = rows.first, !first.isEmpty else { return nil }
    let data = Array(rows.dropFirst())
    // Numbers name no columns.
    let hasHeader = !first.contains { number($0, 0x2E) != nil } && first.contains { !$0.isEmpty } && !data.isEmpty
    let names = hasHeader ? unique(first) : first.indices.map { "column \($0 + 1)" }
    var layout = CSVLayout(delimiter: delimiter, hasHeader: hasHeader, names: names)
    let samples = Array((hasHeader ? data : rows).prefix(200))
    if hasDecimalCommas(samples, delimiter, &layout.doubts) { layout.decimalPoint = 0x2C }
    CSVPlaceSearch(layout, samples).find(&layout)
    findMeasures(&layout)
    return layout
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: [String: Int] = [:]
    return names.enumerated().map { index, name in
      let name = name.isEmpty ? "column \(index + 1)" : OutsideText.cleaned(name, limit: 128)
      seen[name, default: 0] += 1
      return seen[name] == 1 ? name : "\(name) \(seen[name] ?? 0)"
    }
  }

  private static func findMeasures(_ layout: inout CSVLayout) {
    for (column, name) in layout.names.enumerated() {
      let key = name.lowercased()
      let letters = key.filter { $0.isLetter }
      switch letters {
      case "elevation", "ele", "altitude", "alt", "height", "elevationm", "altitudem", "z", "hoehe", "höhe":
        layout.heightColumn = layout.heightColumn ?? column
      case "time", "timestamp", "datetime", "date", "utc", "zeit", "timeutc", "gpstime":
        layout.timeColumn = layout.timeColumn ?? column
      case "speed", "speedms", "speedmps", "velocity":
        layout.speedColumn = layout.speedColumn ?? column
      case "speedkmh", "speedkph", "kmh":
        if layout.speedColumn == nil { (layout.speedColumn, layout.speedFactor) = (column, 1 / 3.6) }
      case "speedknots", "speedkn", "sog", "speedkt":
        if layout.speedColumn == nil { (layout.speedColumn, layout.speedFactor) = (column, MeasureFormat.knot) }
      case "course", "heading", "bearing", "cog", "direction": layout.courseColumn = layout.courseColumn ?? column
      default: break
      }
    }
  }

  /// Between commas, a number with one stands in quotes, and one with three digits behind it may be a thousand.
  private static func hasDecimalCommas(_ rows: [[String]], _ delimiter: UInt8, _ doubts: inout Set<CSVDoubt>) -> Bool {
    var (commas, points, thousands) = (0, 0, 0)
    for cell in rows.joined() {
      if number(cell, 0x2C) != nil, let comma = cell.firstIndex(of: ",") {
        if cell[comma...].utf8.count == 4, cell[..<comma].utf8.count <= 4 { thousands += 1 } else { commas += 1 }
      }
      if number(cell, 0x2E) != nil, cell.contains(".") { points += 1 }
    }
    if thousands > 0, commas == 0, points == 0 { doubts.insert(.decimalPoint) }
    return delimiter == 0x2C ? commas > points : commas + thousands > points
  }

  static func number(_ text: String, _ point: UInt8) -> Double? {
    Array(text.utf8).withNumber(point)
  }

  /// "60.17, 24.94": the latitude first.
  static func pair(_ text: String) -> (latitude: Double, longitude: Double)? {
    let parts = text.filter { !"()[]\"".contains($0) }.split(whereSeparator: { $0 == "," || $0 == ";" || $0 == " " })
    guard parts.count == 2, let latitude = number(String(parts[0]), 0x2E), let longitude = number(String(parts[1]), 0x2E),
      abs(latitude) <= 90, abs(longitude) <= 360
    else { return nil }
    return (latitude, longitude)
  }
}
