/// The parts of an http or https address that a connection depends on.
package struct HTTPAddress: Hashable, Sendable {
  package let isSecure: Bool
  /// Lower case.
  package let host: String
  package let port: Int

  /// Nil for any other scheme, for an address without a host, and for one with control characters or spaces.
  package init?(_ url: String) {
    guard let target = HTTPTarget(url) else { return nil }
    self = target.address
  }

  init(isSecure: Bool, host: String, port: Int) {
    self.isSecure = isSecure
    self.host = host
    self.port = port
  }

  /// The host, with its port where that is not the scheme's own; for messages.
  package var name: String {
    port == defaultPort ? host : "\(host):\(port)"
  }

  /// Whether the host is one of `names`, or lies below one of them.
  package func isHost(of names: [String]) -> Bool {
    let plain = host.hasSuffix(".") ? String(host.dropLast()) : host
    return names.contains { plain == $0 || plain.hasSuffix("." + $0) }
  }

  /// Whether the host is written as a number in this machine or its local network, or as this machine's name. What a name server
  /// makes of other names is seen when the connection is made.
  package var isPrivateLiteral: Bool {
    let plain = host.hasSuffix(".") ? String(host.dropLast()) : host
    if plain == "localhost" || plain.hasSuffix(".localhost") { return true }
    return SocketAddress.isPrivate(text: plain.hasPrefix("[") ? String(plain.dropFirst().dropLast()) : plain) ?? false
  }

  /// Whether what is secret at this address may be sent to the other: the same server, or its secure side.
  func sharesSecrets(with other: HTTPAddress) -> Bool {
    guard host == other.host else { return false }
    if port == other.port { return isSecure == other.isSecure }
    return !isSecure && other.isSecure && port == defaultPort && other.port == other.defaultPort
  }

  private var defaultPort: Int { isSecure ? 443 : 80 }
}

/// Where a request goes: an address as the parser reads it that opens the connection too, so that no two readings of it can
/// differ.
struct HTTPTarget: Hashable, Sendable {
  /// Without user, password and fragment.
  let url: String
  let address: HTTPAddress
  /// From the part before `@`, as they are sent.
  let user: String?
  let password: String?

  static let maximumBytes = 8192

  init?(_ url: String) {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), url.utf8.count <= Self.maximumBytes, Self.hasHost(url) else {
      return nil
    }
    guard let parts = CurlURL(), parts.set(url), let target = Self(parts) else { return nil }
    self = target
  }

  private init?(_ parts: CurlURL) {
    guard let scheme = parts.part(.scheme), scheme == "http" || scheme == "https", let host = parts.part(.host), !host.isEmpty,
      let port = parts.part(.port).flatMap({ Int($0) }), (1...65535).contains(port)
    else { return nil }
    address = HTTPAddress(isSecure: scheme == "https", host: host.lowercased(), port: port)
    user = parts.part(.user)
    password = parts.part(.password)
    guard let url = parts.withoutUserAndFragment() else { return nil }
    self.url = url
  }

  /// Where an answer from here sends us; nil where that leads to no web server. The name and password of here stay with this
  /// server, and those in `location` are not taken: servers do not choose who we are.
  func redirected(to location: String) -> HTTPTarget? {
    guard location.utf8.count <= Self.maximumBytes, let parts = CurlURL(), parts.set(url), parts.set(location),
      let target = HTTPTarget(parts)
    else { return nil }
    let isOurs = address.sharesSecrets(with: target.address)
    return HTTPTarget(url: target.url, address: target.address, user: isOurs ? user : nil, password: isOurs ? password : nil)
  }

  init(url: String, address: HTTPAddress, user: String? = nil, password: String? = nil) {
    self.url = url
    self.address = address
    self.user = user
    self.password = password
  }

  /// `scheme://` and then a host. curl would take a path for the host.
  private static func hasHost(_ url: String) -> Bool {
    let rest = url.utf8.drop { $0 != UInt8(ascii: ":") }
    return rest.starts(with: "://".utf8) && rest.dropFirst(3).first.map { !"/\\?#@".utf8.contains($0) } == true
  }
}
