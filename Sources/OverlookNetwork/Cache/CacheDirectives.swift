/// The directives of a `Cache-Control` line that a cache of one person obeys (RFC 9111, 5.2.2; RFC 5861; RFC 8246).
///
/// `s-maxage`, `public`, `private` and `proxy-revalidate` say nothing to such a cache, and unknown ones are ignored. Of a
/// directive that is said twice the first counts (RFC 9111, 4.2.1).
package struct CacheDirectives: Equatable, Sendable {
  /// How many seconds something may go on, or that this was said in a way that means nothing.
  package enum Seconds: Equatable, Sendable {
    case number(Double)
    case junk
  }

  package var noStore = false
  package var noCache = false
  package var mustRevalidate = false
  package var isImmutable = false
  package var maximumAge: Seconds?
  package var staleWhileRevalidate: Seconds?
  package var staleIfError: Seconds?

  package init(_ line: String?) {
    guard let line else { return }
    for part in Self.parts(line) {
      let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pieces.count == 2 ? pieces[1] : nil
      switch Self.trimmed(pieces[0]).lowercased() {
      case "no-store": noStore = true
      // With field names it asks to leave these out; the whole is left out here, which is allowed.
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      case "immutable": isImmutable = true
      case "max-age": maximumAge = maximumAge ?? Self.seconds(value)
      case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? Self.seconds(value)
      case "stale-if-error": staleIfError = staleIfError ?? Self.seconds(value)
      default: break
      }
    }
  }

  /// The parts between commas that do not stand in quotes.
  private static func parts(_ line: String) -> [Substring] {
    var isQuoted = false
    return line.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
  }

  private static func seconds(_ value: Substring?) -> Seconds {
    guard let value else { return .junk }
    var digits = trimmed(value)
    if digits.count >= 2, digits.first == "\"", digits.last == "\"" { digits = digits.dropFirst().dropLast() }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .junk }
    // Too many digits mean "very long" (RFC 9111, 1.2.2).
    return .number(digits.utf8.count > 12 ? 1e12 : Double(digits) ?? 1e12)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " || text.first == "\t" { text = text.dropFirst() }
    while text.last == " " || text.last == "\t" { text = text.dropLast() }
    return text
  }
}
