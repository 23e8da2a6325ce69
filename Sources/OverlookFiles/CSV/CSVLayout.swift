package import OverlookSupport

/// Which columns of a table say where its rows lie.
package enum CSVPlace: Hashable, Sendable, Codable {
  case coordinates(latitude: Int, longitude: Int)
  /// Geometries as text, of the OGC or of PostGIS in hexadecimal.
  case wellKnownText(Int)
  case geohash(Int)
  /// "60.17, 24.94" in one column.
  case pair(Int)
}

/// What cannot be known of a table by looking at it.
package enum CSVDoubt: String, Hashable, Sendable, Codable, CaseIterable {
  /// No column is known to be a place.
  case place
  /// Several columns may be meant.
  case severalPlaces
  /// What is called latitude goes beyond the poles, and what is called longitude does not: they are read the other way round.
  case swapped
  /// The numbers are no degrees; the table does not say of which projection they are.
  case projected
  /// "1,234" may be a thousand or a little more than one.
  case decimalPoint
  /// Cut at another sign, the table has places as well.
  case delimiter
}

/// How a table is read: found by `CSVGuess`, or chosen by a person. As JSON it is kept for the next time.
package struct CSVLayout: Hashable, Sendable, Codable {
  /// "," ";" "|" or a tab.
  package var delimiter: UInt8
  /// "." or ",".
  package var decimalPoint: UInt8 = 0x2E
  package var hasHeader = true
  package var names: [String]
  package var place: CSVPlace?
  package var heightColumn: Int?
  package var timeColumn: Int?
  /// Metres a second for each unit of the column's speeds.
  package var speedColumn: Int?
  package var speedFactor = 1.0
  package var courseColumn: Int?
  /// Other columns that may be meant, the likeliest first: what a person is asked about when `place` is nil, or when there are several.
  package var candidates: [CSVPlace] = []
  /// The reference system of two columns of numbers, "EPSG:3067" or WKT; nil for degrees.
  package var crs: String?
  package var doubts: Set<CSVDoubt> = []

  /// Whether a person should be asked.
  package var isUnsure: Bool { !doubts.isEmpty }

  /// Whether a layout that was kept fits a table with the columns of `other`.
  package func fits(_ other: CSVLayout) -> Bool {
    names == other.names || names.count == other.names.count && hasHeader == other.hasHeader && !hasHeader
  }

  /// What a person has chosen: nothing is in doubt then.
  package func chosen(_ place: CSVPlace, crs: String? = nil) -> CSVLayout {
    var layout = self
    (layout.place, layout.crs, layout.doubts, layout.candidates) = (place, crs, [], [place])
    return layout
  }
}

/// Recognises the layout of a table by its first rows.
package enum CSVGuess {
  private static let latitudeNames = [
    "latitude", "lat", "y", "breite", "breitengrad", "latitud", "ycoord", "gpslatitude", "latdd", "northing", "hochwert",
  ]
  private static let longitudeNames = [
    "longitude", "lon", "lng", "long", "x", "laenge", "länge", "laengengrad", "längengrad", "longitud", "xcoord", "gpslongitude",
    "londd", "easting", "rechtswert",
  ]
  private static let textNames = ["wkt", "geom", "geometry", "thegeom", "shape", "wktgeom", "wkbgeometry"]
  private static let pairNames = [
    "coordinates", "coordinate", "latlon", "latlng", "location", "position", "koordinaten", "geopoint",
  ]

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
    findPlace(&layout, samples)
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

  private static func findPlace(_ layout: inout CSVLayout, _ samples: [[String]]) {
    let keys = layout.names.map { $0.lowercased().filter { $0.isLetter } }
    func columns(_ names: [String]) -> [Int] { names.flatMap { name in keys.indices.filter { keys[$0] == name } } }
    // Of the cells that say anything, most.
    func looks(_ column: Int, _ test: (String) -> Bool) -> Bool {
      let cells = samples.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
      return !cells.isEmpty && 2 * cells.filter(test).count >= cells.count
    }
    let point = layout.decimalPoint
    func isNumber(_ column: Int, below limit: Double) -> Bool {
      looks(column) { text in number(text, point).map { abs($0) <= limit } ?? false }
    }
    var candidates: [CSVPlace] = []
    let texts = keys.indices.filter { column in looks(column) { WellKnownText.isLikely($0) } }
    candidates += (texts.filter { columns(textNames).contains($0) } + texts).map { .wellKnownText($0) }
    let latitudes = columns(latitudeNames).filter { isNumber($0, below: 90) }
    let longitudes = columns(longitudeNames).filter { isNumber($0, below: 360) }
    for latitude in latitudes.prefix(4) {
      for longitude in longitudes.prefix(4) where longitude != latitude {
        candidates.append(.coordinates(latitude: latitude, longitude: longitude))
      }
    }
    candidates += columns(["geohash", "hash"]).filter { column in looks(column) { GeohashCode.isCode($0) } }.map { .geohash($0) }
    candidates += columns(pairNames).filter { column in looks(column) { pair($0) != nil } }.map { .pair($0) }
    layout.candidates = candidates.uniqued()
    layout.place = layout.candidates.first
    // Two columns that have one name each are meant, whatever else there is.
    if case .coordinates? = layout.place, latitudes.count == 1, longitudes.count == 1 {
      layout.candidates = Array(layout.candidates.prefix(1))
    }
    if case .wellKnownText? = layout.place { layout.candidates = Array(layout.candidates.prefix(1)) }
    if layout.candidates.count > 1 { layout.doubts.insert(.severalPlaces) }
    guard layout.place == nil else { return }
    if let (latitude, longitude) = named(columns(latitudeNames), columns(longitudeNames), { isNumber($0, below: 1e9) }) {
      layout.candidates.append(.coordinates(latitude: latitude, longitude: longitude))
      guard isNumber(latitude, below: 360), isNumber(longitude, below: 90) else {
        layout.doubts.insert(.projected)
        return
      }
      // What the names say cannot be: the pole is at 90 degrees.
      layout.place = .coordinates(latitude: longitude, longitude: latitude)
      layout.candidates.insert(contentsOf: layout.place.map { [$0] } ?? [], at: 0)
      layout.doubts.insert(.swapped)
      return
    }
    layout.doubts.insert(.place)
    // Columns whose names say nothing are offered, and never taken unasked.
    let numbers = keys.indices.filter { isNumber($0, below: 360) }
    for (first, second) in zip(numbers, numbers.dropFirst()) where second == first + 1 {
      if isNumber(first, below: 90) { layout.candidates.append(.coordinates(latitude: first, longitude: second)) }
      if isNumber(second, below: 90) { layout.candidates.append(.coordinates(latitude: second, longitude: first)) }
    }
    // Whole numbers are counts and keys more often than degrees.
    func fractions(_ place: CSVPlace) -> Int {
      guard case .coordinates(let latitude, let longitude) = place else { return 0 }
      return [latitude, longitude].count { column in
        looks(column) { text in number(text, point).map { $0 != $0.rounded() } ?? false }
      }
    }
    let ranked = layout.candidates.map { (place: $0, fractions: fractions($0)) }
    layout.candidates = [2, 1, 0].flatMap { count in ranked.filter { $0.fractions == count }.map(\.place) }
    // Without a header, two columns of numbers with fractions and nothing else can be nothing else.
    if !layout.hasHeader, numbers.count == 2, keys.count == 2 {
      layout.place = layout.candidates.first
      layout.doubts = layout.candidates.count > 1 ? [.severalPlaces] : []
    }
    // Large numbers beside each other: metres, of whatever projection.
    guard layout.candidates.isEmpty else { return }
    let large = keys.indices.filter { column in
      looks(column) { text in number(text, point).map { abs($0) > 1000 && abs($0) < 1e8 } ?? false }
    }
    for (first, second) in zip(large, large.dropFirst()) where second == first + 1 {
      layout.candidates.append(.coordinates(latitude: second, longitude: first))
    }
    if !layout.candidates.isEmpty { layout.doubts.insert(.projected) }
  }

  /// The first latitude and longitude by their names that hold numbers of any size.
  private static func named(
    _ latitudes: [Int], _ longitudes: [Int], _ isNumber: (Int) -> Bool
  ) -> (latitude: Int, longitude: Int)? {
    guard let latitude = latitudes.first(where: isNumber),
      let longitude = longitudes.first(where: { $0 != latitude && isNumber($0) })
    else { return nil }
    return (latitude, longitude)
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
