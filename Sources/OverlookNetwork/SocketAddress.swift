import Glibc

/// Which network addresses lie in this machine or its local network.
enum SocketAddress {
  /// `bytes` is a `sockaddr` of the given family; one of another family, or one too short, counts as private.
  static func isPrivate(_ bytes: UnsafeRawBufferPointer, family: Int32) -> Bool {
    // sockaddr_in: family, port, then 4 bytes; sockaddr_in6: family, port, flow, then 16 bytes.
    switch family {
    case AF_INET: bytes.count >= 8 ? isPrivateIPv4(Array(bytes[4..<8])) : true
    case AF_INET6: bytes.count >= 24 ? isPrivateIPv6(Array(bytes[8..<24])) : true
    default: true
    }
  }

  /// Nil for what is no number.
  static func isPrivate(text: String) -> Bool? {
    guard let bytes = bytes(of: text) else { return nil }
    return bytes.count == 4 ? isPrivateIPv4(bytes) : isPrivateIPv6(bytes)
  }

  /// 4 or 16 bytes in network order; nil for what is no number. A zone behind `%` is left out.
  static func bytes(of text: String) -> [UInt8]? {
    let plain = String(text.prefix { $0 != "%" })
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, plain, &bytes) == 1 { return Array(bytes[..<4]) }
    return inet_pton(AF_INET6, plain, &bytes) == 1 ? bytes : nil
  }

  /// Four bytes in network order. RFC 6890, the ranges that no public server has.
  static func isPrivateIPv4(_ address: [UInt8]) -> Bool {
    guard address.count == 4 else { return true }
    switch (address[0], address[1]) {
    case (0, _), (10, _), (127, _): return true
    case (100, 64...127), (169, 254), (172, 16...31), (192, 168): return true
    // Multicast and what is reserved, broadcast with it.
    case (224..., _): return true
    default: return false
    }
  }

  /// Sixteen bytes in network order: loopback, unspecified, link-local (fe80::/10), unique local (fc00::/7), multicast
  /// (ff00::/8), and the private ones of the addresses that stand for IPv4: ::ffff:0:0/96, ::/96, 64:ff9b::/96 (RFC 6052) and
  /// 2002::/16 (RFC 3056).
  static func isPrivateIPv6(_ address: [UInt8]) -> Bool {
    guard address.count == 16 else { return true }
    let startsWithZeros = address[..<10].allSatisfy { $0 == 0 }
    if startsWithZeros, address[10] == address[11], address[10] == 0 || address[10] == 0xFF {
      return isPrivateIPv4(Array(address[12...]))
    }
    if address.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return isPrivateIPv4(Array(address[12...])) }
    if address.starts(with: [0x20, 0x02]) { return isPrivateIPv4(Array(address[2..<6])) }
    return address[0] & 0xFE == 0xFC || address[0] == 0xFF || (address[0] == 0xFE && address[1] & 0xC0 == 0x80)
  }
}
