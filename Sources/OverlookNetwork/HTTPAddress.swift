import Foundation

/// The parts of an http or https address that a connection depends on.
package struct HTTPAddress: Hashable, Sendable {
  package let isSecure: Bool
  /// Lower case.
  package let host: String
  package let port: Int

  /// Nil for any other scheme, for an address without a host, and for one with control characters or spaces.
  package init?(_ url: String) {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), url.utf8.count <= 8192 else { return nil }
    guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased() else { return nil }
    guard scheme == "http" || scheme == "https", let host = parts.host?.lowercased(), !host.isEmpty else { return nil }
    isSecure = scheme == "https"
    self.host = host
    port = parts.port ?? (isSecure ? 443 : 80)
  }

  /// The host, with its port where that is not the scheme's own; for messages.
  package var name: String {
    port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
  }
}
