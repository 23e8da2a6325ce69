import Foundation

/// Takes secrets out of addresses: what stands before `@`, and the values of query parameters that hold keys, tokens and
/// passwords.
///
/// Works on any text of the form of a URL, templates with placeholders among them, and never fails: what it cannot read it
/// rather leaves out.
package enum Redactor {
  /// `url` for people to read, with "..." for each secret.
  package static func redacted(_ url: String) -> String {
    rewritten(url) { _ in "..." }
  }

  /// `url` as a name that stays the same, with a digest for each secret: addresses that differ in a key have different names, and
  /// no key can be read from one.
  package static func identity(_ url: String) -> String {
    rewritten(url) { secret in "~" + SHA256.hexadecimal(of: Array("overlook\0\(secret)".utf8)).prefix(24) }
  }

  /// The secrets of `url` as they stand in it.
  package static func secrets(in url: String) -> [String] {
    var found: [String] = []
    _ = rewritten(url) { secret in
      found.append(secret)
      return secret
    }
    return found.filter { !$0.isEmpty }
  }

  /// Whether a query parameter or header of this name, percent-encoded or not, holds a secret.
  package static func isSecret(name: some StringProtocol) -> Bool {
    var plain = ""
    let decoded = name.removingPercentEncoding ?? String(name)
    for scalar in decoded.unicodeScalars where !"-_. []".unicodeScalars.contains(scalar) { plain.unicodeScalars.append(scalar) }
    plain = plain.lowercased()
    if plain == "quadkey" { return false }
    return words.contains(plain) || endings.contains { plain.hasSuffix($0) }
  }

  private static let words: Set<String> = [
    "appid", "appcode", "auth", "authorization", "credential", "jwt", "pass", "passwd", "pwd", "session", "sessionid", "sid",
    "sig",
    "xamzcredential", "xgoogcredential",
  ]
  private static let endings = ["key", "token", "secret", "password", "signature"]

  private static func rewritten(_ url: String, _ replacement: (_ secret: String) -> String) -> String {
    let mark = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    var result = withoutUserInfo(url[..<mark], replacement)
    var rest = url[mark...]
    while let separator = rest.first {
      rest = rest.dropFirst()
      let parameter = rest.prefix { !"?#&;".contains($0) }
      rest = rest[parameter.endIndex...]
      result.append(separator)
      guard let equals = parameter.firstIndex(of: "="), isSecret(name: parameter[..<equals]) else {
        result += parameter
        continue
      }
      result += parameter[...equals]
      result += replacement(String(parameter[parameter.index(after: equals)...]))
    }
    return result
  }

  /// `head`: everything before the query.
  private static func withoutUserInfo(_ head: Substring, _ replacement: (_ secret: String) -> String) -> String {
    guard let slashes = head.firstRange(of: "//") else { return String(head) }
    let rest = head[slashes.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    // A password with a slash ends no authority, but is one.
    let port = authority.drop { $0 != ":" }.dropFirst()
    let isWhole = authority.contains("@") || port.allSatisfy(\.isNumber) || authority.first == "["
    guard let at = (isWhole ? authority : rest).lastIndex(of: "@") else { return String(head) }
    return head[..<slashes.upperBound] + replacement(String(rest[..<at])) + rest[at...]
  }
}
