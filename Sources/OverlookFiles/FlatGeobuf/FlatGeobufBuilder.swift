import OverlookFormats

/// Makes features of the tables of a FlatGeobuf file.
struct FlatGeobufBuilder {
  private var builder: FeatureBuilder
  private let header: FlatGeobufHeader
  /// Bytes of the feature that are not read yet: tables may name the same bytes again and again, and each other.
  private var budget = 0

  init(_ header: FlatGeobufHeader, limits: FileLimits) {
    self.header = header
    builder = FeatureBuilder(format: "FlatGeobuf", limits: limits)
    builder.document.name = header.name
    builder.document.crs = header.crs
  }

  func finished() throws(FormatError) -> FileDocument {
    var document = builder.document
    let projection = try ReferenceSystem.projection(named: document.crs, of: &document)
    FeatureFinish.apply(to: &document, projection: projection)
    return document
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws(FormatError) {
    builder.beginFeature()
    budget = bytes.count
    guard let table = FlatTable(root: bytes) else { return builder.dropFeature("a feature that is damaged") }
    if let geometry = table.table(0), !add(geometry, kind: geometry.byte(6) ?? header.geometryKind, depth: 0) {
      return builder.dropFeature("a geometry that is damaged")
    }
    addProperties(table.bytes(1), table.tables(2))
    try builder.endFeature()
  }

  mutating func note(_ fault: String) { builder.note(fault) }

  // MARK: Geometries

  private mutating func add(_ table: FlatTable, kind: UInt8, depth: Int) -> Bool {
    budget -= 8
    guard depth < 8, budget > 0 else { return false }
    let kind = kind == 0 ? header.geometryKind : kind
    switch kind {
    case 1, 4: return addPositions(table, .points)
    case 2, 5: return addPositions(table, .lines)
    case 3: return addPositions(table, .polygon)
    case 6: return table.tables(7).allSatisfy { add($0, kind: 3, depth: depth + 1) }
    case 7: return table.tables(7).allSatisfy { add($0, kind: $0.byte(6) ?? 0, depth: depth + 1) }
    default: return false
    }
  }

  private mutating func addPositions(_ table: FlatTable, _ kind: FeatureShapes.Kind) -> Bool {
    let (places, heights) = (table.doubles(1), table.doubles(2))
    let count = places.count / 2
    budget -= 16 * count
    guard budget >= 0 else { return false }
    var ends = table.uint32s(0).map(Int.init)
    if ends.isEmpty { ends = [count] }
    var start = 0
    for end in ends {
      guard end >= start, end <= count else { return false }
      for index in start..<end {
        builder.addPosition(places[2 * index], places[2 * index + 1])
        if index < heights.count { builder.setHeight(heights[index]) }
      }
      builder.endPart()
      start = end
    }
    builder.endShape(kind)
    return true
  }

  // MARK: Properties

  /// - Parameter own: Columns that the feature brings itself, which few files have.
  private mutating func addProperties(_ bytes: ArraySlice<UInt8>, _ own: [FlatTable]) {
    let columns =
      own.isEmpty ? header.columns : own.map { FlatGeobufHeader.Column(name: $0.text(0) ?? "", kind: $0.byte(1) ?? 11) }
    var offset = 0
    while let number = FlatTable.word(bytes, offset, 2).flatMap({ Int(exactly: $0) }) {
      guard columns.indices.contains(number), let (value, next) = value(bytes, offset + 2, columns[number].kind) else {
        return builder.note("properties that are damaged")
      }
      if let value { builder.set(columns[number].name, value) }
      offset = next
    }
  }

  /// The value at an offset, and where the next one begins; nil when it does not fit.
  private func value(_ bytes: ArraySlice<UInt8>, _ at: Int, _ kind: UInt8) -> (value: PropertyValue?, next: Int)? {
    func word(_ size: Int) -> UInt64? { FlatTable.word(bytes, at, size) }
    func integer(_ size: Int, _ convert: (UInt64) -> Int64) -> (PropertyValue?, Int)? {
      word(size).map { (.integer(convert($0)), at + size) }
    }
    switch kind {
    case 0: return integer(1) { Int64(Int8(truncatingIfNeeded: $0)) }
    case 1: return integer(1) { Int64($0) }
    case 2: return word(1).map { (.bool($0 != 0), at + 1) }
    case 3: return integer(2) { Int64(Int16(truncatingIfNeeded: $0)) }
    case 4: return integer(2) { Int64($0) }
    case 5: return integer(4) { Int64(Int32(truncatingIfNeeded: $0)) }
    case 6: return integer(4) { Int64($0) }
    case 7: return integer(8) { Int64(bitPattern: $0) }
    case 8: return integer(8) { Int64(clamping: $0) }
    case 9: return word(4).map { (.number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))), at + 4) }
    case 10: return word(8).map { (.number(Double(bitPattern: $0)), at + 8) }
    case 11, 12, 13, 14:
      guard let count = word(4).flatMap({ Int(exactly: $0) }), count <= bytes.count - at - 4 else { return nil }
      let first = bytes.startIndex + at + 4
      let text = String(decoding: bytes[first..<first + count], as: UTF8.self)
      return (kind == 14 ? nil : kind == 12 ? .json(text) : .text(text), at + 4 + count)
    default: return nil
    }
  }
}
