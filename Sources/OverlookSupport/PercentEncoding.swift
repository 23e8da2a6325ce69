/// Texts in addresses, byte by byte (RFC 3986, 2.1).
package enum PercentEncoding {
  /// `text` in UTF-8, every byte that `isLiteral` refuses as %XX.
  package static func encoded(_ text: String, isLiteral: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isLiteral(byte) {
        bytes.append(byte)
      } else {
        bytes.append(0x25)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A value for a segment of a path or a query: only unreserved characters (RFC 3986, 2.3) stay, and `others`, by default the colon and
  /// comma that identifiers, times and boxes are full of. A value of dots alone is no way up.
  package static func value(_ text: String, keeping others: StaticString = ":,") -> String {
    if !text.isEmpty, text.utf8.allSatisfy({ $0 == 0x2E }) { return text.replacing(".", with: "%2E") }
    return encoded(text) { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
      default: others.withUTF8Buffer { $0.contains(byte) }
      }
    }
  }
}
