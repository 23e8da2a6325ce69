import OverlookFormats
import OverlookGeometry

/// Makes features of the rows of a table.
struct CSVStream: StreamedParser {
  var builder: FeatureBuilder
  private let layout: CSVLayout
  private var tokens = CSVTokens()
  private var columns: [Int?] = []
  private var isAtHeader: Bool
  private var rowCount = 0
  /// Columns that are no properties: they are the place.
  private let placeColumns: Set<Int>

  init(_ layout: CSVLayout, limits: FileLimits) {
    self.layout = layout
    builder = FeatureBuilder(format: layout.delimiter == 0x09 ? "TSV" : "CSV", limits: limits)
    isAtHeader = layout.hasHeader
    placeColumns =
      switch layout.place {
      case .coordinates(let latitude, let longitude): [latitude, longitude]
      case .wellKnownText(let column), .geohash(let column), .pair(let column): [column]
      case nil: []
      }
    columns = layout.names.enumerated().map { index, name in
      placeColumns.contains(index) ? nil : builder.document.properties.column(adding: name)
    }
  }

  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(FormatError) -> Int {
    var position = 0
    if rowCount == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count {
      guard case .record(let next) = tokens.split(bytes, from: position, delimiter: layout.delimiter, isLast: isLast) else {
        break
      }
      try takeRow(bytes)
      position = next
    }
    return position
  }

  private mutating func takeRow(_ bytes: UnsafeBufferPointer<UInt8>) throws(FormatError) {
    rowCount += 1
    if tokens.cells.count == 1, tokens.cells[0].count == 0 { return }
    if rowCount == 1, isAtHeader { return }
    // "sep=;" says how spreadsheets are to read it.
    if rowCount == 1, tokens.cells[0].count >= 4, tokens.text(0, of: bytes).hasPrefix("sep=") { return }
    builder.beginFeature()
    guard addPlace(bytes) else {
      return builder.dropFeature(isBlank ? nil : "row \(rowCount): no place on Earth in its columns")
    }
    addMeasures(bytes)
    for index in 0..<min(tokens.cells.count, columns.count) {
      guard let column = columns[index], tokens.cells[index].count > 0 else { continue }
      addProperty(index, column, bytes)
    }
    try builder.endFeature()
  }

  private var isBlank: Bool { tokens.cells.allSatisfy { $0.count == 0 } }

  private mutating func addPlace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch layout.place {
    case .coordinates(let latitudeColumn, let longitudeColumn):
      guard let latitude = number(latitudeColumn, bytes), let longitude = number(longitudeColumn, bytes),
        layout.crs != nil || abs(latitude) <= 90 && abs(longitude) <= 540
      else { return false }
      builder.addPosition(longitude, latitude)
    case .wellKnownText(let column):
      guard column < tokens.cells.count else { return false }
      return WellKnownText.add(tokens.text(column, of: bytes), to: &builder)
    case .geohash(let column):
      guard column < tokens.cells.count, let place = GeohashCode.place(tokens.text(column, of: bytes)) else { return false }
      builder.addPosition(place.longitude, place.latitude)
    case .pair(let column):
      guard column < tokens.cells.count, let (latitude, longitude) = CSVGuess.pair(tokens.text(column, of: bytes)) else {
        return false
      }
      builder.addPosition(longitude, latitude)
    case nil: return true
    }
    builder.endShape(.points)
    return true
  }

  private mutating func addMeasures(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !builder.openPositions.isEmpty else { return }
    if let column = layout.heightColumn, let height = number(column, bytes) { builder.setHeight(height) }
    if let column = layout.timeColumn, let time = time(column, bytes) { builder.setTime(time) }
    if let column = layout.speedColumn, let speed = number(column, bytes) {
      builder.setMeasure(PointMeasure.speed, speed * layout.speedFactor)
    }
    if let column = layout.courseColumn, let course = number(column, bytes) { builder.setMeasure(PointMeasure.course, course) }
  }

  private mutating func addProperty(_ index: Int, _ column: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    let feature = builder.feature
    let cell = tokens.cells[index]
    let text =
      cell.isUnquoted
      ? tokens.with(index, of: bytes) { UnsafeBufferPointer(start: $0.baseAddress, count: 0) }
      : UnsafeBufferPointer(rebasing: bytes[cell.start..<cell.start + cell.count])
    if cell.isUnquoted {
      builder.document.properties.set(.text(tokens.text(index, of: bytes)), column, feature: feature)
    } else if let number = NumberScanner.number(text, point: layout.decimalPoint), !Self.isCode(text) {
      if number.isInteger {
        builder.document.properties.set(integer: number.integer, column, feature: feature)
      } else {
        builder.document.properties.set(number: number.value, column, feature: feature)
      }
    } else {
      let number = builder.document.properties.texts.insert(text)
      builder.document.properties.set(text: number, column, feature: feature)
    }
  }

  /// "007" and "+358..." are no numbers to count with.
  private static func isCode(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count > 1 && (text[0] == 0x2B || text[0] == 0x30 && text[1] &- 0x30 <= 9)
  }

  private func number(_ column: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard column < tokens.cells.count else { return nil }
    return tokens.with(column, of: bytes) { NumberScanner.number($0, point: layout.decimalPoint)?.value }
  }

  /// Seconds or milliseconds since 1970, or a date with a time.
  private func time(_ column: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard column < tokens.cells.count else { return nil }
    return tokens.with(column, of: bytes) { text in
      if let number = NumberScanner.number(text)?.value { return number > 1e11 ? number / 1000 : number > 1e8 ? number : nil }
      return TimeScanner.seconds(text)
    }
  }
}

/// The first rows of a table, to recognise it by.
enum CSVHead {
  private static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// The layout of the table that begins with `head`, which is UTF-8; nil when it is none.
  static func layout(_ head: [UInt8], isWhole: Bool) -> CSVLayout? {
    guard !head.contains(0) else { return nil }
    var best: (layout: CSVLayout, score: Int)?
    var placeCount = 0
    for delimiter in delimiters {
      let rows = rows(head, delimiter: delimiter, isWhole: isWhole)
      guard let first = rows.first, first.count > 1, let layout = CSVGuess.layout(rows, delimiter: delimiter) else { continue }
      let same = rows.filter { $0.count == first.count }.count
      // Most rows have as many cells as the first one.
      guard 4 * same >= 3 * rows.count else { continue }
      let score = (layout.place == nil ? 0 : 1000) + min(first.count, 100)
      if layout.place != nil { placeCount += 1 }
      if score > best?.score ?? -1 { best = (layout, score) }
    }
    if placeCount > 1 { best?.layout.doubts.insert(.delimiter) }
    return best?.layout
  }

  static func rows(_ head: [UInt8], delimiter: UInt8, isWhole: Bool) -> [[String]] {
    head.withUnsafeBufferPointer { bytes in
      var tokens = CSVTokens()
      var position = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      var rows: [[String]] = []
      while position < bytes.count, rows.count < 201 {
        guard case .record(let next) = tokens.split(bytes, from: position, delimiter: delimiter, isLast: isWhole) else { break }
        position = next
        let row = tokens.cells.indices.map { tokens.text($0, of: bytes) }
        if row == [""] || rows.isEmpty && row.first?.hasPrefix("sep=") == true { continue }
        rows.append(row)
      }
      return rows
    }
  }
}

extension [UInt8] {
  func withNumber(_ point: UInt8) -> Double? { withUnsafeBufferPointer { NumberScanner.number($0, point: point)?.value } }
}
