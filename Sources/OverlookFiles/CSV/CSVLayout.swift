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
