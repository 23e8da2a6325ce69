internal import Glibc

/// Hosts that only the user's own machine or network knows.
enum PrivateHost {
  /// Whether `host` (lower case, no brackets) names one: a loopback, link-local, private, shared or multicast address in any of
  /// the forms that system libraries read, a name without a dot, or one under a domain that is never public. Names that the
  /// public system resolves to such an address can only be told when they are resolved.
  static func contains(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if name.contains(":") { return isPrivateIPv6(name) }
    if let address = ipv4(name) { return isPrivate(address) }
    guard name.contains(".") else { return true }
    // No public name ends in a number: what such a one is taken for depends on who reads it.
    if let last = name.split(separator: ".").last, number(last) != nil || last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return true
    }
    return ["localhost", "local", "internal", "home.arpa", "lan", "intranet"].contains { name.hasSuffix("." + $0) }
  }

  /// One to four numbers, decimal, octal or hexadecimal, the last filling what is left, as inet_aton reads them.
  private static func ipv4(_ name: String) -> UInt32? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var address: UInt64 = 0
    for (index, part) in parts.enumerated() {
      guard let value = number(part) else { return nil }
      let isLast = index == parts.count - 1
      let bits = isLast ? UInt64(8 * (5 - parts.count)) : 8
      guard value < 1 << bits else { return nil }
      address = address << bits | value
    }
    return UInt32(exactly: address)
  }

  private static func number(_ part: Substring) -> UInt64? {
    guard let first = part.utf8.first, (0x30...0x39).contains(first) else { return nil }
    if part.hasPrefix("0x") { return part.count == 2 ? 0 : UInt64(part.dropFirst(2), radix: 16) }
    return UInt64(part, radix: first == 0x30 ? 8 : 10)
  }

  private static func isPrivate(_ address: UInt32) -> Bool {
    // Blocks of the IANA registry of special addresses: first address and length of the prefix.
    let blocks: [(UInt32, UInt32)] = [
      (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
      (0xC000_0000, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xE000_0000, 4), (0xF000_0000, 4),
    ]
    return blocks.contains { start, length in address >> (32 - length) == start >> (32 - length) }
  }

  private static func isPrivateIPv6(_ name: String) -> Bool {
    var address = in6_addr()
    let plain = name.prefix { $0 != "%" }
    // What is no address cannot be connected to either; it is kept away from as well.
    guard inet_pton(AF_INET6, String(plain), &address) == 1 else { return true }
    let parts = address.__in6_u.__u6_addr32
    let words = [UInt32(bigEndian: parts.0), UInt32(bigEndian: parts.1), UInt32(bigEndian: parts.2), UInt32(bigEndian: parts.3)]
    if words[0] >> 25 == 0xFC >> 1 { return true }  // fc00::/7, private
    if words[0] >> 22 == 0xFE80 >> 6 { return true }  // fe80::/10, link-local
    if words[0] >> 24 == 0xFF { return true }  // multicast
    if words[0] == 0x0064_FF9B { return isPrivate(words[3]) }  // 64:ff9b::/96, IPv4 behind a translator
    if words[0] >> 16 == 0x2002 { return isPrivate(words[0] << 16 | words[1] >> 16) }  // 2002::/16, IPv4 in a tunnel
    guard words[0] == 0, words[1] == 0 else { return false }
    // ::, ::1, and IPv4 addresses mapped or written in the last word.
    return words[2] == 0xFFFF || words[2] == 0 ? isPrivate(words[3]) : false
  }
}

/// Decides about the addresses that one document names.
struct DocumentAddresses {
  /// Where the document came from; nil for a file, and for anything but http(s).
  let base: WebReference?
  private let allowsPrivateHosts: Bool

  /// A document from a public host may not send the user's machine into its own network; a file, and a server in that network,
  /// may.
  init(baseURL: String?) {
    base = baseURL.flatMap { WebReference($0) }
    allowsPrivateHosts = base.map { PrivateHost.contains($0.host) } ?? true
  }

  enum Verdict {
    case usable(WebReference)
    /// Why not, without the address itself: it may hold a key.
    case refused(String)
  }

  func verdict(on reference: String) -> Verdict {
    let scheme = reference.prefix { $0 != ":" }
    guard let address = base?.resolved(reference) ?? WebReference(reference) else {
      if base == nil, !WebReference.hasScheme(reference) {
        return .refused("it names a relative address, and the document did not come from a server")
      }
      if WebReference.hasScheme(reference), !["http", "https"].contains(scheme.lowercased()) {
        return .refused("it names an address of the kind \(scheme.prefix(20)):, where only http and https are followed")
      }
      return .refused("it names something that is not an http or https address")
    }
    guard allowsPrivateHosts || !PrivateHost.contains(address.host) else {
      return .refused("it names \(address.host), an address of the local machine or network, and comes from outside")
    }
    return .usable(upgraded(address))
  }

  func address(_ reference: String) -> WebReference? {
    if case .usable(let address) = verdict(on: reference) { return address }
    return nil
  }

  /// A server behind a proxy often names itself by http although it was reached by https.
  private func upgraded(_ address: WebReference) -> WebReference {
    guard let base, base.origin.hasPrefix("https:"), address.origin.hasPrefix("http:"),
      address.origin.dropFirst(4) == base.origin.dropFirst(5)
    else { return address }
    var address = address
    address.scheme = base.scheme
    address.authority = base.authority
    return address
  }
}
