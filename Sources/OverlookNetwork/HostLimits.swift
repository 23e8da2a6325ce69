/// How many transfers run to each host, and how many may.
struct HostLimits {
  static let maximumTransfers = 16
  static let maximumTransfersPerHost = 6

  private struct Host {
    var running = 0
    var speaksHTTP2 = false
  }

  private var hosts: [HTTPAddress: Host] = [:]

  func hasRoom(for address: HTTPAddress) -> Bool {
    guard let host = hosts[address] else { return true }
    return host.running < (host.speaksHTTP2 ? Self.maximumTransfers : Self.maximumTransfersPerHost)
  }

  mutating func began(_ address: HTTPAddress) {
    hosts[address, default: Host()].running += 1
  }

  mutating func ended(_ address: HTTPAddress) {
    guard var host = hosts[address] else { return }
    host.running -= 1
    // What was learned of a host costs little, but addresses made by a template of subdomains may be many.
    hosts[address] = host.running == 0 && (!host.speaksHTTP2 || hosts.count > 1000) ? nil : host
  }

  mutating func learned(_ address: HTTPAddress, speaksHTTP2: Bool) {
    hosts[address]?.speaksHTTP2 = speaksHTTP2
  }
}
