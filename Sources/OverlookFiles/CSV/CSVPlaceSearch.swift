import OverlookSupport

/// Looks for the columns of a table that say where its rows lie: by their names first, then by what they hold.
struct CSVPlaceSearch {
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

  private let samples: [[String]]
  private let point: UInt8
  /// The letters of the names, in lower case.
  private let keys: [String]

  init(_ layout: CSVLayout, _ samples: [[String]]) {
    self.samples = samples
    point = layout.decimalPoint
    keys = layout.names.map { $0.lowercased().filter { $0.isLetter } }
  }

  /// Sets the place of the layout, its candidates, and what is in doubt of them.
  func find(_ layout: inout CSVLayout) {
    takeNamed(&layout)
    guard layout.place == nil, !takeTooLarge(&layout) else { return }
    layout.doubts.insert(.place)
    offerNumbers(&layout)
    if layout.candidates.isEmpty { offerMetres(&layout) }
  }

  /// Columns whose names say what they hold, and that hold it.
  private func takeNamed(_ layout: inout CSVLayout) {
    var candidates: [CSVPlace] = []
    let texts = keys.indices.filter { column in holds(column) { WellKnownText.isLikely($0) } }
    let named = Set(columns(Self.textNames))
    candidates += (texts.filter(named.contains) + texts).map { .wellKnownText($0) }
    let latitudes = columns(Self.latitudeNames).filter { holdsNumbers($0, below: 90) }
    let longitudes = columns(Self.longitudeNames).filter { holdsNumbers($0, below: 360) }
    for latitude in latitudes.prefix(4) {
      for longitude in longitudes.prefix(4) where longitude != latitude {
        candidates.append(.coordinates(latitude: latitude, longitude: longitude))
      }
    }
    candidates += columns(["geohash", "hash"]).filter { column in holds(column) { GeohashCode.isCode($0) } }.map { .geohash($0) }
    candidates += columns(Self.pairNames).filter { column in holds(column) { CSVGuess.pair($0) != nil } }.map { .pair($0) }
    layout.candidates = candidates.uniqued()
    layout.place = layout.candidates.first
    // Two columns that have one name each are meant, whatever else there is.
    if case .coordinates? = layout.place, latitudes.count == 1, longitudes.count == 1 {
      layout.candidates = Array(layout.candidates.prefix(1))
    }
    if case .wellKnownText? = layout.place { layout.candidates = Array(layout.candidates.prefix(1)) }
    if layout.candidates.count > 1 { layout.doubts.insert(.severalPlaces) }
  }

  /// Columns that are named as latitude and longitude, and whose numbers are no such degrees; false when there are none.
  private func takeTooLarge(_ layout: inout CSVLayout) -> Bool {
    guard let latitude = columns(Self.latitudeNames).first(where: { holdsNumbers($0, below: 1e9) }),
      let longitude = columns(Self.longitudeNames).first(where: { $0 != latitude && holdsNumbers($0, below: 1e9) })
    else { return false }
    layout.candidates.append(.coordinates(latitude: latitude, longitude: longitude))
    guard holdsNumbers(latitude, below: 360), holdsNumbers(longitude, below: 90) else {
      layout.doubts.insert(.projected)
      return true
    }
    // What the names say cannot be: the pole is at 90 degrees.
    let place = CSVPlace.coordinates(latitude: longitude, longitude: latitude)
    layout.place = place
    layout.candidates.insert(place, at: 0)
    layout.doubts.insert(.swapped)
    return true
  }

  /// Columns whose names say nothing are offered, and never taken unasked, unless there are no others.
  private func offerNumbers(_ layout: inout CSVLayout) {
    let numbers = keys.indices.filter { holdsNumbers($0, below: 360) }
    for (first, second) in zip(numbers, numbers.dropFirst()) where second == first + 1 {
      if holdsNumbers(first, below: 90) { layout.candidates.append(.coordinates(latitude: first, longitude: second)) }
      if holdsNumbers(second, below: 90) { layout.candidates.append(.coordinates(latitude: second, longitude: first)) }
    }
    // Whole numbers are counts and keys more often than degrees.
    let ranked = layout.candidates.map { (place: $0, fractions: fractions($0)) }
    layout.candidates = [2, 1, 0].flatMap { count in ranked.filter { $0.fractions == count }.map(\.place) }
    // Without a header, two columns of numbers with fractions and nothing else can be nothing else.
    if !layout.hasHeader, numbers.count == 2, keys.count == 2 {
      layout.place = layout.candidates.first
      layout.doubts = layout.candidates.count > 1 ? [.severalPlaces] : []
    }
  }

  /// Large numbers beside each other: metres, of whatever projection.
  private func offerMetres(_ layout: inout CSVLayout) {
    let large = keys.indices.filter { column in
      holds(column) { text in CSVGuess.number(text, point).map { abs($0) > 1000 && abs($0) < 1e8 } ?? false }
    }
    for (first, second) in zip(large, large.dropFirst()) where second == first + 1 {
      layout.candidates.append(.coordinates(latitude: second, longitude: first))
    }
    if !layout.candidates.isEmpty { layout.doubts.insert(.projected) }
  }

  private func columns(_ names: [String]) -> [Int] { names.flatMap { name in keys.indices.filter { keys[$0] == name } } }

  /// Whether `test` holds for most of the cells of a column that say anything.
  private func holds(_ column: Int, _ test: (String) -> Bool) -> Bool {
    let cells = samples.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
    return !cells.isEmpty && 2 * cells.count(where: test) >= cells.count
  }

  private func holdsNumbers(_ column: Int, below limit: Double) -> Bool {
    holds(column) { text in CSVGuess.number(text, point).map { abs($0) <= limit } ?? false }
  }

  /// How many of two columns hold numbers with fractions.
  private func fractions(_ place: CSVPlace) -> Int {
    guard case .coordinates(let latitude, let longitude) = place else { return 0 }
    return [latitude, longitude].count { column in
      holds(column) { text in CSVGuess.number(text, point).map { $0 != $0.rounded() } ?? false }
    }
  }
}
