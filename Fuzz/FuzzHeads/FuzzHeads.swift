import Foundation
import FuzzSupport
import OverlookNetwork

/// Heads of answers, line by line, and what is made of them: how long to wait, how long to keep, where to go.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let now = 1_445_412_480.0
  var headers = ResponseHeaders()
  for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(1000) {
    Array(line).withUnsafeBytes { headers.read(line: $0, now: Date(timeIntervalSince1970: now)) }
    checkAddress(String(decoding: line, as: UTF8.self))
  }
  let response = headers.response(status: 200, body: [])
  demand(response.retryAfterSeconds.map { (1...3600).contains($0) } != false, "a wait without end")
  demand(response.head.ageSeconds.map { $0 >= 0 } != false, "an age before now")
  let rules = CacheRules(status: 200, head: response.head, receivedAt: now)
  for seconds in [rules.lifetimeSeconds, rules.staleWhileRevalidateSeconds, rules.staleIfErrorSeconds] {
    demand((0...CacheRules.longestSeconds).contains(seconds), "a lifetime of \(seconds)")
  }
  _ = response.head.renewed(by: response.head)
  return 0
}

private func checkAddress(_ text: String) {
  guard let address = HTTPAddress(text) else { return }
  demand(!address.host.isEmpty && (1...65_535).contains(address.port), "a host or a port that is none")
  demand(address.host == address.host.lowercased(), "a host in capitals")
}
