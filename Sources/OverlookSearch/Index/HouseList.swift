import OverlookGeometry

/// The houses of one street.
struct HouseList: Sendable {
  private(set) var houses: [House] = []

  init(_ houses: [House]) {
    self.houses = houses.sorted { Self.order($0) < Self.order($1) }
  }

  private static func order(_ house: House) -> (Int, String, Double, Double) {
    (HouseNumber(house.number)?.value ?? 0, house.number, house.coordinate.latitude, house.coordinate.longitude)
  }

  init(_ bytes: [UInt8], street: PlaceRecord) throws(PackedFault) {
    var reader = PackedReader(bytes)
    var postcodes: [String] = []
    for _ in 0..<(try reader.count()) { postcodes.append(try reader.text()) }
    var value = 0
    let count = try reader.count()
    houses.reserveCapacity(count)
    for _ in 0..<count {
      value &+= try reader.number()
      let flags = Int(try reader.byte())
      let suffix = flags & 1 != 0 ? try reader.text() : ""
      let postcode = flags >> 2
      guard postcode <= postcodes.count else { throw PackedFault(text: "a postcode that is not there") }
      let latitude = street.latitude &+ (try reader.signed())
      let longitude = street.longitude &+ (try reader.signed())
      houses.append(
        House(
          number: (value > 0 || suffix.isEmpty ? String(value) : "") + suffix,
          coordinate: LocationCoordinate(
            latitude: Double(latitude) / PlaceRecord.unitsPerDegree, longitude: Double(longitude) / PlaceRecord.unitsPerDegree),
          postcode: postcode == 0 ? "" : postcodes[postcode - 1], isInterpolated: flags & 2 != 0))
    }
  }

  func written(street: LocationCoordinate) -> [UInt8] {
    var writer = PackedWriter()
    var postcodes: [String] = []
    for house in houses where !house.postcode.isEmpty && !postcodes.contains(house.postcode) && postcodes.count < 60 {
      postcodes.append(house.postcode)
    }
    writer.number(postcodes.count)
    for postcode in postcodes { writer.text(postcode) }
    writer.number(houses.count)
    var last = 0
    let (latitude, longitude) = (PlaceRecord.units(street.latitude), PlaceRecord.units(street.longitude))
    for house in houses {
      let number = HouseNumber(house.number)
      let value = number?.value ?? 0
      let suffix = number?.rest ?? house.number
      let postcode = (postcodes.firstIndex(of: house.postcode) ?? -1) + 1
      writer.number(value - last)
      writer.byte(UInt8((suffix.isEmpty ? 0 : 1) | (house.isInterpolated ? 2 : 0) | postcode << 2))
      if !suffix.isEmpty { writer.text(suffix) }
      writer.signed(PlaceRecord.units(house.coordinate.latitude) - latitude)
      writer.signed(PlaceRecord.units(house.coordinate.longitude) - longitude)
      last = value
    }
    return writer.bytes
  }
}

/// A house number: a number, and what comes after it ("a", "-14", "/3").
struct HouseNumber: Hashable, Sendable {
  static let largest = 99_999

  let value: Int
  /// As it is written.
  let rest: String

  /// Nil for what does not begin with a number of up to five digits.
  init?(_ text: String) {
    let trimmed = text.drop { $0 == " " }
    let digits = trimmed.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard let value = Int(String(Substring(digits))), value <= Self.largest else { return nil }
    self.value = value
    rest = String(trimmed.dropFirst(digits.count))
  }

  /// What follows the number, as it is compared: lower case, without spaces.
  var suffix: String {
    String(String.UnicodeScalarView(rest.lowercased().unicodeScalars.filter { $0 != " " && $0 != "." }))
  }

  /// The last number of "10-14" and "10 - 14"; nil for what is no range.
  var rangeEnd: Int? {
    let suffix = suffix
    guard let first = suffix.first, first == "-" || first == "\u{2013}", let end = HouseNumber(String(suffix.dropFirst())),
      end.value > value, end.value - value <= 200
    else { return nil }
    return end.value
  }

  /// Whether it stands for `other` too: "10-14" for "12".
  func covers(_ other: Int) -> Bool {
    guard let end = rangeEnd, other > value, other <= end else { return false }
    return (other - value) % 2 == 0 || (end - value) % 2 == 1
  }
}
