import Foundation

/// The lines of an answer's head that anybody asks for.
struct ResponseHeaders: Equatable {
  var contentEncoding: String?
  var contentType: String?
  var retryAfterSeconds: Double?

  /// `now`: by which a date in `Retry-After` is counted.
  mutating func read(line: String, now: Date = Date()) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let name = line[..<colon].lowercased()
    let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
    guard value.utf8.count <= 1024 else { return }
    switch name {
    case "content-encoding": contentEncoding = value.lowercased()
    case "content-type": contentType = value.lowercased()
    case "retry-after": retryAfterSeconds = Self.retryAfter(value, now: now)
    default: break
    }
  }

  /// Seconds, clamped to 1 ... 3600; nil for what is neither a number nor a date (RFC 9110, 10.2.3).
  static func retryAfter(_ value: String, now: Date) -> Double? {
    let seconds: Double
    if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      seconds = Double(value) ?? 3600
    } else {
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.timeZone = TimeZone(secondsFromGMT: 0)
      format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
      guard let date = format.date(from: value) else { return nil }
      seconds = date.timeIntervalSince(now)
    }
    return min(max(seconds, 1), 3600)
  }
}
