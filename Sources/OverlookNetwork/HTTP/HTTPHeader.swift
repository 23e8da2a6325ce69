/// A line of a request's head.
public struct HTTPHeader: Hashable, Sendable {
  /// A token of RFC 9110, 5.6.2; a header of another name is not sent.
  public var name: String
  /// Control characters are left out when it is sent.
  public var value: String
  /// Whether the value may be seen by the server that was asked and by nobody else: it appears in no text, and a redirect to
  /// another host goes without it. Credentials are secret whatever is set here.
  public var isSecret: Bool

  /// A header; secret unless said otherwise.
  public init(name: String, value: String, isSecret: Bool = true) {
    self.name = name
    self.value = value
    self.isSecret = isSecret || Self.credentials.contains(name.lowercased())
  }

  /// Reads `Name: value`, as people write it on command lines; nil for what no header is.
  public init?(line: String, isSecret: Bool = true) {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    self.init(name: String(line[..<colon]), value: String(value), isSecret: isSecret)
    guard isNameValid, value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return nil }
  }

  private static let credentials: Set<String> = ["authorization", "cookie", "proxy-authorization"]

  /// Headers that decide where a message ends or to whom it goes; a request makes its own.
  private static let framing: Set<String> = [
    "connection", "content-length", "host", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  var isNameValid: Bool {
    !name.isEmpty && name.utf8.count <= 256 && !Self.framing.contains(name.lowercased())
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// As it is sent, without the line's end.
  var line: String? {
    guard isNameValid else { return nil }
    let text = String(
      String.UnicodeScalarView(value.unicodeScalars.lazy.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(8192)))
    // By a semicolon curl tells an empty header from one that is to be left out.
    return text.isEmpty ? "\(name);" : "\(name): \(text)"
  }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Without a secret value.
  public var description: String { "\(name): \(isSecret ? "..." : value)" }
  /// Without a secret value.
  public var debugDescription: String { description }
  /// Without a secret value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": isSecret ? "..." : value]) }
}
