import OverlookFormats

/// Makes features of the records of a .shp file (ESRI Shapefile Technical Description, July 1998), with the rows of its table.
struct ShapefileStream: StreamedParser {
  var builder: FeatureBuilder
  private let table: ShapefileTable?
  private var isAtHeader = true
  private var recordCount = 0

  init(table: ShapefileTable?, limits: FileLimits) {
    builder = FeatureBuilder(format: "Shapefile", limits: limits)
    self.table = table
  }

  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(FormatError) -> Int {
    var position = 0
    if isAtHeader {
      guard bytes.count >= 100 else {
        if isLast { throw .truncated("shapefile") }
        return 0
      }
      guard Fields(bytes[0..<100]).big(0) == 9994 else { throw .malformed("shapefile", fault: "its header") }
      (isAtHeader, position) = (false, 100)
    }
    while position + 8 <= bytes.count {
      let header = Fields(bytes[position..<position + 8])
      let count = 2 * Int(header.big(4))
      guard count >= 4 else { throw fault("a record of \(count) bytes") }
      guard position + 8 + count <= bytes.count else { break }
      try takeRecord(Fields(bytes[(position + 8)..<(position + 8 + count)]))
      position += 8 + count
    }
    if isLast, position < bytes.count { builder.note("the file is cut short behind record \(recordCount)") }
    return position
  }

  private func fault(_ text: String) -> FormatError { .malformed("shapefile, record \(recordCount + 1)", fault: text) }

  private mutating func takeRecord(_ record: Fields) throws(FormatError) {
    recordCount += 1
    builder.place = "record \(recordCount)"
    let row = try table?.next()
    // Rows that are deleted stay in the table.
    if row?.first == 0x2A { return }
    builder.beginFeature()
    guard addShape(record) else { return builder.dropFeature("a geometry that is damaged") }
    if let table, let row { table.add(row, to: &builder) }
    try builder.endFeature()
  }

  private mutating func addShape(_ record: Fields) -> Bool {
    switch record.little(0) {
    case 0: return true
    case 1, 11, 21:
      guard record.count >= 20 else { return false }
      builder.addPosition(record.double(4), record.double(12))
      if record.little(0) == 11, record.count >= 28 { addHeight(record.double(20)) }
      builder.endShape(.points)
      return true
    case 8, 18, 28:
      guard record.count >= 40, let count = counted(record, at: 36, from: 40, size: 16) else { return false }
      addPositions(0..<count, record, from: 40, heights: record.little(0) == 18 ? 40 + 16 * count + 16 : nil)
      builder.endShape(.points)
      return true
    case 3, 13, 23: return addParts(record, isPolygon: false)
    case 5, 15, 25: return addParts(record, isPolygon: true)
    default: return false
    }
  }

  /// A count at `offset`, where as many things of `size` bytes follow from `start` on.
  private func counted(_ record: Fields, at offset: Int, from start: Int, size: Int) -> Int? {
    let count = Int(record.little(offset))
    guard count >= 0, record.count >= start, count <= (record.count - start) / size else { return nil }
    return count
  }

  private mutating func addParts(_ record: Fields, isPolygon: Bool) -> Bool {
    guard record.count >= 44, let partCount = counted(record, at: 36, from: 44, size: 4) else { return false }
    let places = 44 + 4 * partCount
    guard let count = counted(record, at: 40, from: places, size: 16) else { return false }
    let hasHeights = record.little(0) == 13 || record.little(0) == 15
    var starts = (0..<partCount).map { Int(record.little(44 + 4 * $0)) }
    starts.append(count)
    for (start, end) in zip(starts, starts.dropFirst()) {
      guard start >= 0, start <= end, end <= count else { return false }
      let heights = hasHeights ? places + 16 * count + 16 : nil
      // Outer rings go with the clock; each begins an area, and holes follow theirs.
      if isPolygon, !builder.isShapeEmpty, isOuter(start..<end, record, places) { builder.endShape(.polygon) }
      addPositions(start..<end, record, from: places, heights: heights)
      builder.endPart()
    }
    builder.endShape(isPolygon ? .polygon : .lines)
    return true
  }

  private mutating func addPositions(_ range: Range<Int>, _ record: Fields, from start: Int, heights: Int?) {
    for index in range {
      builder.addPosition(record.double(start + 16 * index), record.double(start + 16 * index + 8))
      if let heights, heights + 8 * index + 8 <= record.count { addHeight(record.double(heights + 8 * index)) }
    }
  }

  private mutating func addHeight(_ height: Double) { if abs(height) < 1e6 { builder.setHeight(height) } }

  private func isOuter(_ range: Range<Int>, _ record: Fields, _ start: Int) -> Bool {
    var area = 0.0
    var last = range.upperBound - 1
    for index in range {
      let (x, y) = (record.double(start + 16 * index), record.double(start + 16 * index + 8))
      area += record.double(start + 16 * last) * y - x * record.double(start + 16 * last + 8)
      last = index
    }
    return area < 0
  }

  /// The bytes of a record. Numbers beyond its end are 0.
  struct Fields {
    private let bytes: Slice<UnsafeBufferPointer<UInt8>>

    init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) { self.bytes = bytes }

    var count: Int { bytes.count }

    private func word(_ offset: Int, _ size: Int) -> UInt64 {
      // Invariant: only bytes of the slice are read.
      guard offset >= 0, offset + size <= bytes.count else { return 0 }
      var value: UInt64 = 0
      for i in 0..<size { value |= UInt64(bytes[bytes.startIndex + offset + i]) << UInt64(8 * i) }
      return value
    }

    func big(_ offset: Int) -> Int32 { Int32(truncatingIfNeeded: word(offset, 4)).byteSwapped }
    func little(_ offset: Int) -> Int32 { Int32(truncatingIfNeeded: word(offset, 4)) }
    func double(_ offset: Int) -> Double { Double(bitPattern: word(offset, 8)) }
  }
}
