import Foundation

/// An address as the links of map services have them, taken apart and decoded.
struct LinkParts {
  /// In small letters.
  let scheme: String
  /// In small letters, without "www." and a port.
  let host: String
  /// As it was written: in some addresses a code.
  let authority: String
  /// Without empty ones.
  let path: [String]
  let fragment: String
  private let query: [(name: String, value: String)]

  /// Nil for what is no address with two slashes.
  init?(_ text: String) {
    guard text.utf8.count <= PastedText.linkByteCount, let mark = text.range(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard !scheme.isEmpty, scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else {
      return nil
    }
    self.scheme = scheme
    let whole = text[mark.upperBound...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    fragment = whole.count > 1 ? Self.decoded(whole[1]) : ""
    let parts = whole[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    query = parts.count > 1 ? Self.pairs(parts[1]) : []
    let pieces = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    authority = String(pieces.first ?? "")
    var host = authority.lowercased()
    if let port = host.firstIndex(of: ":") { host = String(host[..<port]) }
    if host.hasPrefix("www.") { host.removeFirst(4) }
    self.host = host
    path = pieces.dropFirst().filter { !$0.isEmpty }.map { Self.decoded($0) }
  }

  /// The first value of any of `names`; nil where none is there.
  func value(_ names: String...) -> String? {
    for name in names {
      if let pair = query.first(where: { $0.name == name && !$0.value.isEmpty }) { return pair.value }
    }
    return nil
  }

  /// The pairs of a fragment that is written as a query.
  static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.split(separator: "&").prefix(100).map { item in
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (pair[0].lowercased(), pair.count > 1 ? decoded(pair[1]) : "")
    }
  }

  static func decoded(_ text: some StringProtocol) -> String {
    let plain = String(text).replacing("+", with: " ")
    return plain.removingPercentEncoding ?? plain
  }
}
