import OverlookFormats

extension GeoJSONStream {
  mutating func readProperties(_ cursor: inout JSONCursor) throws(JSONStop) {
    cursor.step()
    var isFirst = true
    while try cursor.hasNext(0x7D, isFirst: isFirst) {
      isFirst = false
      let (name, hasEscapes) = try cursor.string()
      try cursor.expect(0x3A, "a colon was expected")
      if !hasEscapes, name.count == 10, name.elementsEqual("coordTimes".utf8), try cursor.peek() == 0x5B {
        try readTimes(&cursor)
      } else {
        let column =
          hasEscapes
          ? columns.column(named: String(decoding: JSONCursor.unescaped(name), as: UTF8.self), in: &builder)
          : columns.column(named: name, in: &builder)
        try readValue(&cursor, column: column)
      }
    }
  }

  /// A value of the feature's properties; null is none.
  mutating func readValue(_ cursor: inout JSONCursor, column: Int?) throws(JSONStop) {
    guard let column else {
      _ = try cursor.skipValue()
      return
    }
    let feature = builder.feature
    switch try cursor.peek() {
    case 0x22:
      let (text, hasEscapes) = try cursor.string()
      let number =
        hasEscapes
        ? builder.document.properties.texts.insert(JSONCursor.unescaped(text)) : builder.document.properties.texts.insert(text)
      builder.document.properties.set(text: number, column, feature: feature)
    case 0x7B, 0x5B:
      let number = builder.document.properties.texts.insert(try cursor.skipValue())
      builder.document.properties.set(text: number, isJSON: true, column, feature: feature)
    case 0x74:
      try cursor.word("true")
      builder.document.properties.set(.bool(true), column, feature: feature)
    case 0x66:
      try cursor.word("false")
      builder.document.properties.set(.bool(false), column, feature: feature)
    case 0x6E: try cursor.word("null")
    default:
      let number = try cursor.number()
      if number.isInteger {
        builder.document.properties.set(integer: number.integer, column, feature: feature)
      } else {
        builder.document.properties.set(number: number.value, column, feature: feature)
      }
    }
  }

  // MARK: Times

  /// Times of the positions of a track, as converters of GPX write them: a list, or a list for each line.
  private mutating func readTimes(_ cursor: inout JSONCursor) throws(JSONStop) {
    let start = cursor.offset
    var depth = 0
    repeat {
      switch try cursor.peek() {
      case 0x5B:
        depth += 1
        cursor.step()
      case 0x5D:
        depth -= 1
        cursor.step()
      case 0x2C: cursor.step()
      case 0x22: times.append(ISOTime(try cursor.text())?.secondsSinceEpoch ?? .nan)
      case 0x2D, 0x30...0x39:
        // Milliseconds, as JavaScript counts them.
        times.append(try cursor.number().value / 1000)
      default:
        times.removeAll(keepingCapacity: true)
        cursor.move(to: start)
        _ = try cursor.skipValue()
        return
      }
    } while depth > 0
  }

  mutating func applyTimes() {
    let positions = builder.openPositions
    guard !times.isEmpty, times.count == positions.count else { return }
    for (position, time) in zip(positions, times) where time.isFinite { builder.setTime(time, at: position) }
  }

  // MARK: The document

  /// The member `crs` of GeoJSON before RFC 7946.
  mutating func readReferenceSystem(_ json: UnsafeBufferPointer<UInt8>) {
    guard let value = try? JSONParser.parse(Array(json.prefix(64 << 10))), case .string(let name)? = value["properties"]?["name"]
    else { return }
    builder.document.crs = name
  }
}

/// The columns of the properties of features, by the bytes of their names: features of a file mostly have the same names in the same
/// order.
struct ColumnGuess {
  private var names: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var next = 0

  mutating func column(named name: UnsafeBufferPointer<UInt8>, in builder: inout FeatureBuilder) -> Int? {
    if next >= names.count { next = 0 }
    if next < names.count, names[next].count == name.count, names[next].elementsEqual(name) {
      next += 1
      return next - 1
    }
    return column(Array(name), in: &builder)
  }

  mutating func column(named name: String, in builder: inout FeatureBuilder) -> Int? {
    column(Array(name.utf8), in: &builder)
  }

  private mutating func column(_ name: [UInt8], in builder: inout FeatureBuilder) -> Int? {
    if let number = numbers[name] {
      next = number + 1
      return number
    }
    guard let number = builder.document.properties.column(adding: String(decoding: name, as: UTF8.self)) else {
      builder.note("more than \(FeatureProperties.columnLimit) names of properties")
      return nil
    }
    // Names that differ in bytes that are no UTF-8 have one column.
    if number == names.count { names.append(name) }
    numbers[name] = number
    next = number + 1
    return number
  }
}
