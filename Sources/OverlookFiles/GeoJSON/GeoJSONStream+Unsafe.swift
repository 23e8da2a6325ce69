import OverlookFormats

/// Reads GeoJSON (RFC 7946), one document or several behind each other: newline-delimited ones and text sequences (RFC 8142).
///
/// A feature that is wrong is left out and counted; what is no JSON ends the reading of its document, and what came before it stays.
struct GeoJSONStream: StreamedParser {
  /// Where in the text the next byte stands.
  enum State {
    /// Between documents.
    case outside
    /// In an object, behind the features or before them.
    case members(isFirst: Bool)
    case features(isFirst: Bool)
    /// Behind what is no JSON, until a line or a record ends.
    case lost
  }

  var builder: FeatureBuilder
  var state = State.outside
  /// Lines before the piece that is read, and bytes of the last of them.
  private var lineCount = 0
  var documentCount = 0
  /// Whether anything was GeoJSON at all.
  var hasGeoJSON = false
  var columns = ColumnGuess()
  /// Of the positions of the feature that is read, where its properties have them.
  var times: [Double] = []

  init(limits: FileLimits) {
    builder = FeatureBuilder(format: "GeoJSON", limits: limits)
  }

  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(FormatError) -> Int {
    guard var cursor = JSONCursor(bytes) else {
      if isLast { try finish(isCut: false) }
      return 0
    }
    if lineCount == 0, documentCount == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.move(to: 3) }
    var mark = cursor.offset
    var fault: FormatError?
    do throws(JSONStop) {
      while try readNext(&cursor, &fault, &mark) {}
    } catch {
      builder.rewindFeature()
      switch error {
      case .end where !isLast: cursor.move(to: mark)
      case .end: try finish(isCut: !isBlank(bytes, from: mark), at: line(bytes, bytes.count))
      case .syntax(let text): try lose(text, bytes, cursor.offset)
      }
    }
    if let fault { throw fault }
    if case .lost = state { return findRecord(bytes, cursor.offset, isLast) }
    lineCount += Self.lines(bytes, mark)
    return mark
  }

  /// Reads one thing; `mark` is where the one behind it begins. False when the caller has to look at the state or the fault.
  private mutating func readNext(
    _ cursor: inout JSONCursor, _ fault: inout FormatError?, _ mark: inout Int
  ) throws(JSONStop) -> Bool {
    switch state {
    case .lost: return false
    case .outside:
      let byte = try cursor.peek()
      // RS begins a record of a sequence; a comma stands between documents of careless writers.
      if byte == 0x1E || byte == 0x2C {
        cursor.step()
      } else {
        guard byte == 0x7B else { throw .syntax("an object was expected") }
        cursor.step()
        builder.beginFeature()
        try readMembers(&cursor, isDocument: true, isFirst: true, &fault)
      }
    case .members(let isFirst): try readMembers(&cursor, isDocument: true, isFirst: isFirst, &fault)
    case .features(let isFirst):
      if try cursor.hasNext(0x5D, isFirst: isFirst) {
        builder.beginFeature()
        guard try cursor.peek() == 0x7B else { throw .syntax("a feature was expected") }
        cursor.step()
        try readMembers(&cursor, isDocument: false, isFirst: true, &fault)
        state = .features(isFirst: false)
      } else {
        state = .members(isFirst: false)
      }
    }
    mark = cursor.offset
    return fault == nil
  }

  // MARK: Faults

  private mutating func finish(isCut: Bool, at line: Int = 0) throws(FormatError) {
    let isOpen = if case .outside = state { false } else { true }
    guard isCut || isOpen else {
      if !hasGeoJSON { throw documentCount == 0 ? .truncated("GeoJSON") : .unrecognized("GeoJSON", found: "other JSON") }
      return
    }
    guard builder.document.featureCount > 0 || hasGeoJSON && documentCount > 1 else { throw .truncated("GeoJSON") }
    builder.place = "line \(line)"
    builder.note("the file is cut short here")
  }

  private mutating func lose(
    _ text: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int
  ) throws(FormatError) {
    let place = "line \(line(bytes, offset)), column \(column(bytes, offset))"
    guard builder.document.featureCount > 0 || documentCount > 1 else {
      throw .malformed("GeoJSON at \(place)", fault: "\(text)")
    }
    builder.place = place
    builder.note("\(text)")
    state = .lost
  }

  /// Behind the line or record that could not be read.
  private mutating func findRecord(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int, _ isLast: Bool) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x1E { end += 1 }
    if end < bytes.count { state = .outside }
    // The next record begins with an object: anything else belongs to what was lost.
    var next = end
    while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
    if next < bytes.count, bytes[next] != 0x7B { state = .lost }
    let taken = min(next, bytes.count)
    lineCount += Self.lines(bytes, taken)
    if taken == offset, taken < bytes.count, case .lost = state { return taken + 1 }
    return taken
  }

  private func isBlank(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Bool {
    bytes[min(offset, bytes.count)...].allSatisfy { $0 <= 0x20 }
  }

  /// Counted from 1, as columns, which are bytes.
  func line(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int { lineCount + Self.lines(bytes, offset) + 1 }

  private func column(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
    let before = bytes[..<min(offset, bytes.count)]
    return before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
  }

  private static func lines(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Int {
    var count = 0
    for byte in bytes[..<min(end, bytes.count)] where byte == 0x0A { count &+= 1 }
    return count
  }
}
