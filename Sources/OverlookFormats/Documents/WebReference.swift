internal import OverlookSupport

/// Addresses that documents name: relative ones resolved (RFC 3986, section 5), and only those of http and https let through, to
/// hosts that the document may name. Placeholders in braces stay as they are.
struct WebReference: Hashable, Sendable {
  /// Lower case, "http" or "https".
  var scheme: String
  /// User, password, host and port as they are written.
  var authority: String
  /// Begins with a slash, or is empty.
  var path: String
  /// Without the question mark.
  var query: String?

  /// The host in lower case, without brackets; and what stands behind it.
  var host: String { Self.hostAndPort(authority).host }

  var text: String { "\(scheme)://\(authority)\(path)\(query.map { "?\($0)" } ?? "")" }

  /// Scheme, host and port, for messages and for telling servers apart: no user, password or query.
  var origin: String {
    let (host, port) = Self.hostAndPort(authority)
    let isUsual = port.isEmpty || port == (scheme == "https" ? "443" : "80")
    return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(isUsual ? "" : ":\(port)")"
  }

  /// An absolute address; nil when it is not one of http or https, has no host, or has characters that no address has.
  init?(_ text: String) {
    guard let text = Self.cleaned(text), let colon = text.firstIndex(of: ":") else { return nil }
    scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else { return nil }
    authority = ""
    path = ""
    setHierarchy(rest.dropFirst(2))
    guard Self.isUsable(authority) else { return nil }
  }

  /// What `reference` in a document at this address means; nil as for `init`.
  func resolved(_ reference: String) -> WebReference? {
    guard let reference = Self.cleaned(reference) else { return nil }
    if Self.hasScheme(reference) { return WebReference(reference) }
    if reference.hasPrefix("//") { return WebReference("\(scheme):\(reference)") }
    var result = self
    let (target, query) = Self.split(Substring(reference))
    if target.isEmpty {
      if query != nil { result.query = query }
      return result
    }
    result.query = query
    if target.hasPrefix("/") {
      result.path = Self.withoutDotSegments(String(target))
    } else {
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
      result.path = Self.withoutDotSegments("\(folder)\(target)")
    }
    return result
  }

  private mutating func setHierarchy(_ text: Substring) {
    let end = text.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? text.endIndex
    authority = String(text[..<end])
    let (target, query) = Self.split(text[end...])
    path = Self.withoutDotSegments(String(target))
    self.query = query
  }

  /// Path and query; the fragment is dropped.
  private static func split(_ text: Substring) -> (path: Substring, query: String?) {
    let whole = text.firstIndex(of: "#").map { text[..<$0] } ?? text
    guard let mark = whole.firstIndex(of: "?") else { return (whole, nil) }
    return (whole[..<mark], String(whole[whole.index(after: mark)...]))
  }

  static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first, isLetter(first) else {
      return false
    }
    return text.utf8[..<colon].allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
  }

  /// Without white space at the ends, spaces within and characters beyond ASCII percent-encoded; nil for control characters,
  /// backslashes (which some readers take for slashes) and addresses of unreasonable length.
  private static func cleaned(_ text: String) -> String? {
    let text = XMLText.trimmed(text)
    guard text.utf8.count <= 8192, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x5C }) else { return nil }
    guard text.utf8.contains(where: { $0 == 0x20 || $0 >= 0x80 || $0 == 0x22 || $0 == 0x3C || $0 == 0x3E }) else { return text }
    return PercentEncoding.encoded(text) { $0 > 0x20 && $0 < 0x80 && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E }
  }

  /// RFC 3986, section 5.2.4.
  private static func withoutDotSegments(_ path: String) -> String {
    guard path.contains("/.") else { return path }
    var segments: [Substring] = []
    var endsInFolder = false
    for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      endsInFolder = segment == "." || segment == ".."
      if segment == ".." {
        _ = segments.popLast()
      } else if segment != "." {
        segments.append(segment)
      }
    }
    if endsInFolder { segments.append("") }
    return "/" + segments.joined(separator: "/")
  }

  private static func hostAndPort(_ authority: String) -> (host: String, port: Substring) {
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority[...]
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      let host = place[place.index(after: place.startIndex)..<end].lowercased()
      return (host, place[place.index(after: end)...].drop { $0 == ":" })
    }
    guard let colon = place.lastIndex(of: ":") else { return (place.lowercased(), "") }
    return (place[..<colon].lowercased(), place[place.index(after: colon)...])
  }

  private static func isUsable(_ authority: String) -> Bool {
    let (host, port) = hostAndPort(authority)
    guard !host.isEmpty, host.utf8.count <= 253, !host.contains(":") || authority.hasSuffix("]\(port.isEmpty ? "" : ":\(port)")")
    else { return false }
    if !port.isEmpty {
      guard port.utf8.allSatisfy(isDigit), let number = Int(port), (1...65_535).contains(number) else { return false }
    }
    // Only the placeholder of server names may stand in a host: what others become could be any number.
    let plain = host.replacing("{s}", with: "s")
    guard plain.utf8.allSatisfy({ isLetter($0) || isDigit($0) || [0x2D, 0x2E, 0x5F, 0x3A, 0x25].contains($0) }) else {
      return false
    }
    // An empty part is no name.
    guard !plain.contains(".."), !plain.hasPrefix(".") else { return false }
    // A percent sign hides no ASCII, which could be the dots and digits of another host.
    return plain.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
      .allSatisfy { UInt8($0.prefix(2), radix: 16).map { $0 >= 0x80 } ?? false }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
