import Glibc

extension CoordinateText {
  /// The grid of a zone, 1 ... 60.
  static func zone(_ zone: Int, isNorth: Bool) -> TransverseMercator {
    TransverseMercator(
      semiMajorAxis: 6_378_137, inverseFlattening: 298.257_223_563, centralMeridian: Double(6 * zone - 183), scaleFactor: 0.9996,
      falseEasting: 500_000, falseNorthing: isNorth ? 0 : 10_000_000)
  }

  /// Of eight degrees each, from 80 degrees south; the last has twelve.
  static let bands = Array("CDEFGHJKLMNPQRSTUVWX")
  /// Letters of squares of 100 km: in three sets of columns by the zone, and in rows that repeat every 2,000 km.
  static let columns = ["ABCDEFGH", "JKLMNPQR", "STUVWXYZ"].map { Array($0) }
  static let rows = Array("ABCDEFGHJKLMNPQRSTUV")
  static let plusDigits = Array("23456789CFGHJMPQRVWX")
  static let geohashDigits = Array("0123456789bcdefghjkmnpqrstuvwxyz")

  private static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int(text)
  }

  /// "33U 383000 5935000"; "33N" counts as the northern half.
  static func utm(_ text: String) -> LocationCoordinate? {
    var words = text.uppercased().split { $0 == " " || $0 == "," }.map(String.init)
    if words.count == 4, number(words[0]) != nil, words[1].count == 1 { words = [words[0] + words[1], words[2], words[3]] }
    guard words.count == 3, let letter = words[0].last, bands.contains(letter), let zone = number(words[0].dropLast()),
      (1...60).contains(zone)
    else { return nil }
    func meters(_ text: String) -> Double? {
      let plain = text.hasSuffix("M") ? text.dropLast() : Substring(text)
      guard plain.utf8.count <= 12, let value = Double(plain), value >= 0 else { return nil }
      return value
    }
    let trimmed = words.map { $0.hasSuffix("ME") || $0.hasSuffix("MN") ? String($0.dropLast(2)) : $0 }
    guard let easting = meters(trimmed[1]), let northing = meters(trimmed[2]), easting >= 100_000, easting <= 900_000,
      northing <= 10_000_000
    else { return nil }
    return self.zone(zone, isNorth: letter >= "N").place(easting: easting, northing: northing)
  }

  /// "33UUV8300035000" (DMA TM 8358.1): the middle of the square.
  static func mgrs(_ text: String) -> LocationCoordinate? {
    let plain = Array(text.uppercased().filter { $0 != " " })
    let digits = plain.prefix { $0.isNumber }
    guard (1...2).contains(digits.count), let zone = number(String(digits)), (1...60).contains(zone),
      plain.count >= digits.count + 3
    else { return nil }
    let letters = Array(plain[digits.count..<digits.count + 3])
    let rest = String(plain[(digits.count + 3)...])
    guard let band = bands.firstIndex(of: letters[0]), rest.count % 2 == 0, (2...10).contains(rest.count),
      let column = columns[(zone - 1) % 3].firstIndex(of: letters[1]),
      let row = rows.firstIndex(of: letters[2]), let east = number(rest.prefix(rest.count / 2)),
      let north = number(rest.suffix(rest.count / 2))
    else { return nil }
    let unit = pow(10, 5 - Double(rest.count / 2))
    let easting = Double(column + 1) * 100_000 + (Double(east) + 0.5) * unit
    let inCycle = Double((row + 20 - (zone % 2 == 0 ? 5 : 0)) % 20) * 100_000 + (Double(north) + 0.5) * unit
    let isNorth = letters[0] >= "N"
    // The rows repeat every 2,000 km; the band says which.
    let grid = self.zone(zone, isNorth: isNorth)
    let south = Double(band - 10) * 8
    for cycle in 0..<5 {
      guard let place = grid.place(easting: easting, northing: inCycle + Double(cycle) * 2_000_000) else { continue }
      if place.latitude >= south - 1, place.latitude <= south + (letters[0] == "X" ? 13 : 9) { return place }
    }
    return nil
  }

  /// A whole code, "9F5QHJ4V+2X" (Open Location Code): the middle of its cell.
  static func plusCode(_ text: String) -> LocationCoordinate? {
    let code = Array(text.uppercased())
    guard code.count >= 10, code.count <= 16, code[8] == "+", code.count(where: { $0 == "+" }) == 1 else { return nil }
    let digits = (code[..<8] + code[9...]).compactMap { plusDigits.firstIndex(of: $0) }
    guard digits.count == code.count - 1 else { return nil }
    var (latitude, longitude) = (-90.0, -180.0)
    var size = 400.0
    for pair in 0..<min(digits.count / 2, 5) {
      size /= 20
      latitude += Double(digits[2 * pair]) * size
      longitude += Double(digits[2 * pair + 1]) * size
    }
    guard digits[0] < 9, digits[1] < 18 else { return nil }
    var (height, width) = (size, size)
    for digit in digits.dropFirst(10) {
      height /= 5
      width /= 4
      latitude += Double(digit / 4) * height
      longitude += Double(digit % 4) * width
    }
    return LocationCoordinate(latitude: latitude + height / 2, longitude: longitude + width / 2)
  }

  /// Seven characters or more with digits among them, or any after "geohash:": the middle of the cell.
  static func geohash(_ text: String) -> LocationCoordinate? {
    var plain = text.lowercased()
    let isNamed = plain.hasPrefix("geohash:")
    if isNamed { plain = String(plain.dropFirst(8)) }
    let values = plain.compactMap { geohashDigits.firstIndex(of: $0) }
    guard values.count == plain.count, values.count <= 12, !values.isEmpty else { return nil }
    let hasBoth = plain.contains { $0.isNumber } && plain.contains { $0.isLetter }
    guard isNamed || (values.count >= 7 && hasBoth) else { return nil }
    var (south, north, west, east) = (-90.0, 90.0, -180.0, 180.0)
    var isLongitude = true
    for value in values {
      for bit in (0..<5).reversed() {
        if isLongitude {
          let middle = (west + east) / 2
          if value >> bit & 1 == 1 { west = middle } else { east = middle }
        } else {
          let middle = (south + north) / 2
          if value >> bit & 1 == 1 { south = middle } else { north = middle }
        }
        isLongitude.toggle()
      }
    }
    return LocationCoordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
