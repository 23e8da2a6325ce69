/// Steps between the records of a sequence: newline-delimited, or with separators (RFC 7464).
extension JSONParser {
  /// Steps to the next record; false when something else follows on the same line.
  mutating func nextRecord() -> Bool {
    skipSpaceInLine()
    guard isAtRecordEnd else { return false }
    skipSpace()
    _ = skipSeparators()
    beginRecord()
    return true
  }

  /// Whether any separator was there; spaces around them are skipped, too.
  mutating func skipSeparators() -> Bool {
    var isThere = false
    while take(GeoJSONParser.recordSeparator) {
      isThere = true
      skipSpace()
    }
    return isThere
  }

  mutating func skipSpaceInLine() {
    while let byte = peek, byte == 0x20 || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  var isAtRecordEnd: Bool { peek == nil || peek == 0x0A || peek == GeoJSONParser.recordSeparator }

  /// To the next separator, or where none are used to the end of the line.
  mutating func skipRecord(separates: Bool) {
    while let byte = peek, byte != GeoJSONParser.recordSeparator, separates || byte != 0x0A { position += 1 }
  }
}
