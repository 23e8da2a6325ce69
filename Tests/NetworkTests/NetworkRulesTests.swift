import Foundation
import OverlookSupport
import Testing

@testable import OverlookNetwork

@Suite struct NetworkRulesTests {
  @Test(
    arguments: [
      ([127, 0, 0, 1], true), ([10, 1, 2, 3], true), ([172, 16, 0, 1], true), ([172, 32, 0, 1], false), ([192, 168, 9, 9], true),
      ([169, 254, 1, 1], true), ([100, 64, 0, 1], true), ([100, 128, 0, 1], false), ([8, 8, 8, 8], false), ([0, 0, 0, 0], true),
    ] as [([UInt8], Bool)])
  func knowsTheLocalRangesOfIPv4(address: [UInt8], isPrivate: Bool) {
    #expect(SocketAddress.isPrivateIPv4(address) == isPrivate)
    // The same written as IPv6 (::ffff:a.b.c.d).
    #expect(SocketAddress.isPrivateIPv6([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address) == isPrivate)
  }

  @Test func knowsTheLocalRangesOfIPv6() {
    let zeros = [UInt8](repeating: 0, count: 15)
    #expect(SocketAddress.isPrivateIPv6(zeros + [1]) && SocketAddress.isPrivateIPv6(zeros + [0]))
    #expect(SocketAddress.isPrivateIPv6([0xFE, 0x80] + zeros.dropLast()))
    #expect(SocketAddress.isPrivateIPv6([0xFD, 0x12] + zeros.dropLast()))
    #expect(!SocketAddress.isPrivateIPv6([0x2A, 0x00] + zeros.dropLast()))
  }

  @Test(
    arguments: [
      ("120", 120.0), ("0", 1), ("999999999999999999999999", 3600), ("Wed, 21 Oct 2015 07:28:30 GMT", 30),
      ("Wed, 21 Oct 2015 07:00:00 GMT", 1), ("soon", nil), ("-5", 1), ("", nil), ("1e9", nil),
    ] as [(String, Double?)])
  func readsRetryAfter(text: String, seconds: Double?) {
    // Wed, 21 Oct 2015 07:28:00 GMT, the date of RFC 9110's example.
    #expect(ResponseHeaders.retryAfter(text, now: Date(timeIntervalSince1970: 1_445_412_480)) == seconds)
  }

  @Test func tellsWhatMayWorkLaterFromWhatWillNot() {
    func verdict(_ status: Int) -> HTTPVerdict { HTTPVerdict(.success(HTTPResponse(status: status)), host: "h") }
    #expect(verdict(412) == .changed)
    for status in [408, 429, 500, 502, 503, 504, 301, 304] {
      guard case .fault(let fault) = verdict(status), fault.isPassing else {
        Issue.record("\(status)")
        continue
      }
    }
    for status in [204, 404, 410] { #expect(verdict(status) == .missing) }
    for status in [400, 401, 403, 418] {
      guard case .fault(let fault) = verdict(status), !fault.isPassing else {
        Issue.record("\(status)")
        continue
      }
      // Object stores answer 403 for single things that are not there.
      #expect(fault.concernsSource == (status == 401))
    }
  }
}
