import Glibc

/// A way to write a place, which `CoordinateText.place` reads.
package enum CoordinateFormat: String, CaseIterable, Sendable, Codable {
  /// "60.16952, 24.93545": a metre.
  case decimal
  /// 60°10'10.3"N 24°56'07.6"E: three metres.
  case sexagesimal
  /// "35V 385504 6671958": Universal Transverse Mercator, a metre. Between 80° south and 84° north.
  case utm
  /// "35V LG 85504 71957": the military grid (DMA TM 8358.1), the square metre. Between 80° south and 84° north.
  case mgrs
  /// "9GG5W26...": Open Location Code of ten digits, 14 metres.
  case plusCode
  /// Ten characters: a metre.
  case geohash
  /// "geo:60.16952,24.93545" (RFC 5870).
  case geoURI

  /// The place in this format; nil where it has no word for it.
  package func text(_ place: LocationCoordinate) -> String? {
    guard place.isValid else { return nil }
    let place = place.normalized
    switch self {
    case .decimal: return CoordinateText.decimal(place)
    case .sexagesimal: return Self.sexagesimal(place)
    case .utm: return Self.utm(place)
    case .mgrs: return Self.mgrs(place)
    case .plusCode: return Self.plusCode(place)
    case .geohash: return Self.geohash(place)
    case .geoURI: return "geo:" + CoordinateText.decimal(place).filter { $0 != " " }
    }
  }

  private static func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(length - digits.count, 0)) + digits
  }

  private static func sexagesimal(_ place: LocationCoordinate) -> String {
    func angle(_ degrees: Double, _ sides: (String, String)) -> String {
      // Tenths of a second, so that 59.96 seconds are the next minute.
      let tenths = Int(exactly: (abs(degrees) * 36_000).rounded()) ?? 0
      let seconds = "\(padded(tenths / 10 % 60, 2)).\(tenths % 10)"
      return "\(tenths / 36_000)°\(padded(tenths / 600 % 60, 2))'\(seconds)\"\(degrees < 0 ? sides.1 : sides.0)"
    }
    return angle(place.latitude, ("N", "S")) + " " + angle(place.longitude, ("E", "W"))
  }

  // MARK: Grids

  /// A place on the grid of its zone.
  private struct GridPlace {
    let zone: Int
    let band: Character
    let easting, northing: Double
  }

  private static func grid(_ place: LocationCoordinate) -> GridPlace? {
    guard place.latitude >= -80, place.latitude <= 84 else { return nil }
    let index = min(Int(exactly: ((place.latitude + 80) / 8).rounded(.down)) ?? 0, 19)
    let zone = zone(of: place, band: CoordinateText.bands[index])
    let isNorth = place.latitude >= 0
    guard let point = CoordinateText.zone(zone, isNorth: isNorth).project(place) else { return nil }
    // At the equator the grid of the south ends where that of the north begins.
    return GridPlace(
      zone: zone, band: CoordinateText.bands[index], easting: point.easting,
      northing: isNorth ? max(point.northing, 0) : min(point.northing, 9_999_999.99))
  }

  /// Norway and Svalbard have zones that are wider than six degrees.
  private static func zone(of place: LocationCoordinate, band: Character) -> Int {
    let usual = min(Int(exactly: ((place.longitude + 180) / 6).rounded(.down)) ?? 0, 59) + 1
    let longitude = place.longitude
    if band == "V", (3..<12).contains(longitude) { return 32 }
    if band == "X", (0..<42).contains(longitude) {
      return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
    }
    return usual
  }

  private static func whole(_ meters: Double, _ rule: FloatingPointRoundingRule) -> Int {
    Int(exactly: meters.rounded(rule)) ?? 0
  }

  private static func utm(_ place: LocationCoordinate) -> String? {
    guard let grid = grid(place) else { return nil }
    return
      "\(grid.zone)\(grid.band) \(whole(grid.easting, .toNearestOrAwayFromZero)) \(whole(grid.northing, .toNearestOrAwayFromZero))"
  }

  private static func mgrs(_ place: LocationCoordinate) -> String? {
    guard let grid = grid(place) else { return nil }
    let (east, north) = (whole(grid.easting, .down), whole(grid.northing, .down))
    let columns = CoordinateText.columns[(grid.zone - 1) % 3]
    guard columns.indices.contains(east / 100_000 - 1) else { return nil }
    let row = CoordinateText.rows[(north / 100_000 + (grid.zone % 2 == 0 ? 5 : 0)) % 20]
    return
      "\(grid.zone)\(grid.band) \(columns[east / 100_000 - 1])\(row) \(padded(east % 100_000, 5)) \(padded(north % 100_000, 5))"
  }

  // MARK: Cells

  private static func plusCode(_ place: LocationCoordinate) -> String? {
    // In cells of 1/8000 degree; what rounding took from a number that should be whole is given back.
    func cells(_ degrees: Double, _ limit: Int) -> Int {
      let scaled = (degrees * 8e9).rounded() / 1e6
      return min(max(Int(exactly: scaled.rounded(.down)) ?? 0, 0), limit - 1)
    }
    var (latitude, longitude) = (cells(place.latitude + 90, 180 * 8000), cells(place.longitude + 180, 360 * 8000))
    var digits: [Character] = []
    for _ in 0..<5 {
      digits.insert(CoordinateText.plusDigits[longitude % 20], at: 0)
      digits.insert(CoordinateText.plusDigits[latitude % 20], at: 0)
      (latitude, longitude) = (latitude / 20, longitude / 20)
    }
    digits.insert("+", at: 8)
    return String(digits)
  }

  private static func geohash(_ place: LocationCoordinate) -> String? {
    var (south, north, west, east) = (-90.0, 90.0, -180.0, 180.0)
    var text = ""
    var isLongitude = true
    for _ in 0..<10 {
      var value = 0
      for _ in 0..<5 {
        value *= 2
        if isLongitude {
          let middle = (west + east) / 2
          if place.longitude >= middle { (value, west) = (value + 1, middle) } else { east = middle }
        } else {
          let middle = (south + north) / 2
          if place.latitude >= middle { (value, south) = (value + 1, middle) } else { north = middle }
        }
        isLongitude.toggle()
      }
      text.append(CoordinateText.geohashDigits[value])
    }
    return text
  }
}
