import Foundation

/// Which requests go through a proxy, as the environment says: `http_proxy`, `https_proxy` or `HTTPS_PROXY`, `all_proxy` or
/// `ALL_PROXY`; not to the hosts in `no_proxy` or `NO_PROXY`.
///
/// Read by us and not by curl because the addresses that connections are made to mean something else when it is a proxy that they
/// lead to.
struct ProxySettings: Sendable {
  private let plain: String?
  private let secure: String?
  private let exceptions: [Exception]

  private enum Exception: Sendable {
    case all
    /// The host and those below it.
    case domain(String)
    case network([UInt8], bits: Int)
  }

  init(environment: [String: String]) {
    func value(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
    let all = value("all_proxy", "ALL_PROXY")
    // HTTP_PROXY is not read: in a program that a web server starts, a header of a request sets it.
    plain = value("http_proxy") ?? all
    secure = value("https_proxy", "HTTPS_PROXY") ?? all
    exceptions = (value("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.compactMap(Self.exception)
  }

  /// The proxy's address as curl takes it; nil for a direct connection.
  func proxy(for address: HTTPAddress) -> String? {
    guard let proxy = address.isSecure ? secure : plain, !isException(address) else { return nil }
    return proxy
  }

  private static func exception(_ word: Substring) -> Exception? {
    if word == "*" { return .all }
    let parts = word.split(separator: "/", maxSplits: 1)
    guard let head = parts.first else { return nil }
    if let bytes = SocketAddress.bytes(of: bare(String(head))) {
      let bits = parts.count == 2 ? Int(parts[1]) : bytes.count * 8
      return bits.flatMap { (0...bytes.count * 8).contains($0) ? .network(bytes, bits: $0) : nil }
    }
    let name = word.drop { $0 == "." }.lowercased()
    return name.isEmpty ? nil : .domain(name.hasSuffix(".") ? String(name.dropLast()) : name)
  }

  private func isException(_ address: HTTPAddress) -> Bool {
    let host = Self.bare(address.host.hasSuffix(".") ? String(address.host.dropLast()) : address.host)
    let bytes = SocketAddress.bytes(of: host)
    return exceptions.contains { exception in
      switch exception {
      case .all: true
      case .domain(let name): bytes == nil && (host == name || host.hasSuffix("." + name))
      case .network(let network, let bits): bytes.map { Self.agree($0, network, bits: bits) } ?? false
      }
    }
  }

  private static func agree(_ left: [UInt8], _ right: [UInt8], bits: Int) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).enumerated().allSatisfy { index, pair in
      let rest = min(max(bits - index * 8, 0), 8)
      return rest == 0 || (pair.0 ^ pair.1) >> UInt8(8 - rest) == 0
    }
  }

  /// Without the brackets of an IPv6 address.
  private static func bare(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }
}
