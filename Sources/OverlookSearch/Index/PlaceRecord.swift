import OverlookGeometry

/// A place as an index holds it.
struct PlaceRecord: Sendable {
  /// Units of stored coordinates in a degree: a tenth of a metre.
  static let unitsPerDegree = 1e6

  var kind = 0
  /// 0 ... 255.
  var importance = 0
  var latitude = 0
  var longitude = 0
  /// A place that it belongs to; nil for none.
  var parent: Int?
  var hasHouses = false
  /// How many of `keys()` are of the first name.
  var ownKeyCount = 0
  private var names = PackedReader([])
  var details = PackedReader([])

  var coordinate: LocationCoordinate {
    LocationCoordinate(latitude: Double(latitude) / Self.unitsPerDegree, longitude: Double(longitude) / Self.unitsPerDegree)
  }

  /// - Parameter base: What stored latitudes and longitudes are told from.
  init(_ reader: inout PackedReader, base: SIMD2<Int>) throws(PackedFault) {
    kind = try reader.number()
    importance = Int(try reader.byte())
    latitude = base.x + (try reader.signed())
    longitude = base.y + (try reader.signed())
    guard abs(latitude) <= 90_000_000, abs(longitude) <= 180_000_000 else { throw PackedFault(text: "a place off the Earth") }
    let flags = try reader.number()
    hasHouses = flags & 1 != 0
    if flags & 2 != 0 { parent = try reader.number() }
    ownKeyCount = try reader.number()
    names = try reader.part()
    details = try reader.part()
  }

  /// Its names as words: numbers of terms. Read when they are asked for: what is near a place is found without them.
  func keys() throws(PackedFault) -> [[UInt32]] {
    var list = names
    var keys: [[UInt32]] = []
    while !list.isAtEnd {
      let count = try list.count()
      var key: [UInt32] = []
      key.reserveCapacity(count)
      for _ in 0..<count { key.append(UInt32(truncatingIfNeeded: try list.number())) }
      keys.append(key)
    }
    return keys
  }

  static func units(_ degrees: Double) -> Int { Int(exactly: (degrees * unitsPerDegree).rounded()) ?? 0 }

  /// - Parameter keys: As numbers of terms.
  static func write(
    _ entry: PlaceEntry, kind: Int, parent: Int?, keys: [[UInt32]], ownKeyCount: Int, base: SIMD2<Int>
  ) -> PackedWriter {
    var writer = PackedWriter()
    writer.number(kind)
    writer.byte(UInt8(importanceByte(entry.importance)))
    let (latitude, longitude) = (units(entry.coordinate.latitude), units(entry.coordinate.normalized.longitude))
    writer.signed(latitude - base.x)
    writer.signed(longitude - base.y)
    writer.number((entry.houses.isEmpty ? 0 : 1) | (parent == nil ? 0 : 2))
    if let parent { writer.number(parent) }
    writer.number(ownKeyCount)
    var list = PackedWriter()
    for key in keys {
      list.number(key.count)
      for term in key { list.number(Int(term)) }
    }
    writer.part(list)
    writer.part(PlaceDetails(entry).written(latitude, longitude))
    return writer
  }

  static func importanceByte(_ importance: Double) -> Int { Int(exactly: (min(max(importance, 0), 1) * 255).rounded()) ?? 0 }
}

/// What of a place is read only when it is shown.
struct PlaceDetails: Sendable {
  var names: [PlaceName] = []
  var bounds: CoordinateBounds?
  var lines: [[LocationCoordinate]] = []
  var countryCode = ""
  var postcode = ""
  var street = ""
  var houseNumber = ""
  var locality = ""
  var element: PlaceID?

  init(_ entry: PlaceEntry) {
    names = entry.names
    bounds = entry.bounds
    lines = entry.lines
    countryCode = entry.countryCode
    postcode = entry.postcode
    street = entry.street
    houseNumber = entry.houseNumber
    locality = entry.locality
    element = entry.element
  }

  init(_ record: PlaceRecord) throws(PackedFault) {
    var reader = record.details
    let flags = try reader.number()
    for _ in 0..<(try reader.count()) {
      let language = try reader.text()
      names.append(PlaceName(try reader.text(), language: language))
    }
    if flags & 1 != 0 {
      let south = record.latitude - (try reader.number())
      let north = record.latitude + (try reader.number())
      let west = record.longitude - (try reader.number())
      let east = record.longitude + (try reader.number())
      bounds = CoordinateBounds(southWest: Self.place(south, west), northEast: Self.place(north, east))
    }
    if flags & 2 != 0 { lines = try Self.lines(&reader, record) }
    if flags & 4 != 0 {
      countryCode = try reader.text()
      postcode = try reader.text()
      street = try reader.text()
      houseNumber = try reader.text()
      locality = try reader.text()
    }
    if flags & 8 != 0 { element = PlaceID(code: Int64(try reader.number())) }
  }

  private static func lines(
    _ reader: inout PackedReader, _ record: PlaceRecord
  ) throws(PackedFault) -> [[LocationCoordinate]] {
    var lines: [[LocationCoordinate]] = []
    var (latitude, longitude) = (record.latitude, record.longitude)
    for _ in 0..<(try reader.count()) {
      var line: [LocationCoordinate] = []
      for _ in 0..<(try reader.count()) {
        latitude &+= try reader.signed() * 10
        longitude &+= try reader.signed() * 10
        let place = place(latitude, longitude)
        guard place.isValid else { throw PackedFault(text: "a street off the Earth") }
        line.append(place)
      }
      lines.append(line)
    }
    return lines
  }

  private static func place(_ latitude: Int, _ longitude: Int) -> LocationCoordinate {
    LocationCoordinate(
      latitude: Double(latitude) / PlaceRecord.unitsPerDegree, longitude: Double(longitude) / PlaceRecord.unitsPerDegree)
  }

  fileprivate func written(_ latitude: Int, _ longitude: Int) -> PackedWriter {
    var writer = PackedWriter()
    let hasAddress = ![countryCode, postcode, street, houseNumber, locality].allSatisfy(\.isEmpty)
    writer.number((bounds == nil ? 0 : 1) | (lines.isEmpty ? 0 : 2) | (hasAddress ? 4 : 0) | (element == nil ? 0 : 8))
    writer.number(names.count)
    for name in names {
      writer.text(name.language)
      writer.text(name.text)
    }
    if let bounds {
      let units = PlaceRecord.units
      writer.number(latitude - units(bounds.southWest.latitude))
      writer.number(units(bounds.northEast.latitude) - latitude)
      let west = longitude - units(bounds.southWest.longitude)
      let east = units(bounds.northEast.longitude) - longitude
      writer.number(west < 0 ? west + 360_000_000 : west)
      writer.number(east < 0 ? east + 360_000_000 : east)
    }
    if !lines.isEmpty { writeLines(&writer, latitude, longitude) }
    if hasAddress {
      for text in [countryCode, postcode, street, houseNumber, locality] { writer.text(text) }
    }
    if let element { writer.number(Int(element.code)) }
    return writer
  }

  /// In metres, nearly: what was rounded away is not summed up.
  private func writeLines(_ writer: inout PackedWriter, _ latitude: Int, _ longitude: Int) {
    var last = SIMD2(latitude, longitude)
    writer.number(lines.count)
    for line in lines {
      writer.number(line.count)
      for place in line {
        let step = SIMD2(PlaceRecord.units(place.latitude), PlaceRecord.units(place.longitude)) &- last
        let tens = SIMD2(Self.tens(step.x), Self.tens(step.y))
        writer.signed(tens.x)
        writer.signed(tens.y)
        last = last &+ tens &* 10
      }
    }
  }

  private static func tens(_ value: Int) -> Int { (value + (value < 0 ? -5 : 5)) / 10 }
}
