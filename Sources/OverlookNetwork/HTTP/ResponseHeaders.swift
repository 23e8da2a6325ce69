package import Foundation

/// The lines of an answer's head that anybody asks for.
package struct ResponseHeaders: Equatable {
  /// What belongs to the body.
  var head = HTTPHead()
  var retryAfterSeconds: Double?
  var contentRange: HTTPContentRange?
  var contentLength: UInt64?
  var location: String?
  /// The body's length is not what `contentLength` says, but where its chunks end.
  var isChunked = false
  /// Two lengths that differ, or one that is no number.
  var hasBadLength = false

  package init() {}

  /// The longest value that is read, in bytes; addresses may be longer.
  static let maximumValueBytes = 1024
  static let maximumLocationBytes = 8192

  /// `now`: by which a date in `Retry-After` is counted.
  package mutating func read(line: UnsafeRawBufferPointer, now: Date = Date()) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let field = Field(line[..<colon]) else { return }
    let value = Self.trimmed(line[line.index(after: colon)...])
    guard value.count <= (field == .location ? Self.maximumLocationBytes : Self.maximumValueBytes) else { return }
    let text = String(decoding: value, as: UTF8.self)
    switch field {
    case .contentEncoding: head.contentEncoding = text.lowercased()
    case .contentType: head.contentType = text.lowercased()
    case .retryAfter: retryAfterSeconds = Self.retryAfter(text, now: now)
    case .entityTag: head.entityTag = text
    case .lastModified: head.lastModified = text
    // Several lines of it mean the same as one with commas.
    case .cacheControl: head.cacheControl = head.cacheControl.map { "\($0), \(text)" } ?? text
    case .expires: head.expires = text
    case .date: head.date = text
    case .age: head.ageSeconds = Self.isNumber(text) ? Double(text) : nil
    case .vary: head.variesWithoutEnd = head.variesWithoutEnd || text.contains("*")
    case .contentRange: contentRange = HTTPContentRange(text)
    case .contentLength:
      let length = Self.isNumber(text) ? UInt64(text) : nil
      if length == nil || (contentLength != nil && contentLength != length) { hasBadLength = true }
      contentLength = length
    case .location: location = text
    case .transferEncoding: isChunked = true
    }
  }

  package func response(status: Int, body: [UInt8]) -> HTTPResponse {
    var response = HTTPResponse(status: status, body: body, retryAfterSeconds: retryAfterSeconds)
    response.head = head
    response.contentRange = contentRange
    response.contentLength = contentLength
    return response
  }

  private enum Field: String, CaseIterable {
    case contentEncoding = "content-encoding"
    case contentType = "content-type"
    case retryAfter = "retry-after"
    case entityTag = "etag"
    case lastModified = "last-modified"
    case cacheControl = "cache-control"
    case expires, date, age, location, vary
    case contentRange = "content-range"
    case contentLength = "content-length"
    case transferEncoding = "transfer-encoding"

    private static let names = allCases.map { (field: $0, bytes: Array($0.rawValue.utf8)) }

    /// Most lines are of no interest, and told from the others without a text made of them.
    init?(_ name: some Collection<UInt8>) {
      let found = Self.names.first { known in
        known.bytes.count == name.count && zip(known.bytes, name).allSatisfy { $0 == $1 || ($0 == $1 | 0x20 && $1 >= 0x41) }
      }
      guard let found else { return nil }
      self = found.field
    }
  }

  private static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    let start = value.drop { $0 <= 0x20 }
    guard let last = start.lastIndex(where: { $0 > 0x20 }) else { return start.prefix(0) }
    return start[...last]
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Seconds, clamped to 1 ... 3600; nil for what is neither a number nor a date (RFC 9110, 10.2.3).
  static func retryAfter(_ value: String, now: Date) -> Double? {
    let seconds: Double
    if isNumber(value) || (value.hasPrefix("-") && isNumber(String(value.dropFirst()))) {
      seconds = Double(value) ?? 3600
    } else {
      guard let date = HTTPDate.seconds(value) else { return nil }
      seconds = date - now.timeIntervalSince1970
    }
    return min(max(seconds, 1), 3600)
  }
}
