import Foundation
import Testing

@testable import OverlookNetwork

/// What people are told of a certificate, by the numbers of OpenSSL (x509_vfy.h).
@Suite struct CertificateFaultTests {
  private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test(arguments: [
    (0, "is for another host"), (1, "is for another host"), (62, "is for another host"), (64, "is for another host"),
    (9, "is not valid yet"), (10, "has expired"), (18, "is signed by nobody but itself"),
    (2, "is signed by an authority that is not known here"), (19, "is signed by an authority that is not known here"),
    (20, "is signed by an authority that is not known here"), (21, "is signed by an authority that is not known here"),
    (23, "was revoked"), (99, "is not good (99)"),
  ]) func aFaultIsASentence(_ code: Int, _ words: String) throws {
    let fault = CertificateFault(verifyResult: code)
    #expect(fault.text(host: "a.example", window: nil) == "the certificate of a.example \(words)")
    #expect(fault.isOfDate == (code == 9 || code == 10))
  }

  /// Dates help where the date is to blame; a clock that is a year off is asked about.
  @Test func theDatesAreToldWhereTheyAreToBlame() throws {
    let window = try Self.date("2024-01-05T00:00:00Z")...Self.date("2025-02-06T00:00:00Z")
    let expired = CertificateFault(verifyResult: 10)
    let late = expired.text(host: "h", window: window, now: try Self.date("2025-03-01T12:00:00Z"))
    #expect(late == "the certificate of h has expired (it is valid from 2024-01-05 to 2025-02-06)")
    let wrong = expired.text(host: "h", window: window, now: try Self.date("2031-03-01T12:00:00Z"))
    #expect(wrong == late + ": is the clock of this computer right, which says 2031-03-01?")
    let early = CertificateFault(verifyResult: 9).text(host: "h", window: window, now: try Self.date("1970-01-01T00:00:00Z"))
    #expect(
      early.hasSuffix("(it is valid from 2024-01-05 to 2025-02-06): is the clock of this computer right, which says 1970-01-01?"))
    #expect(
      CertificateFault(verifyResult: 18).text(host: "h", window: window) == "the certificate of h is signed by nobody but itself")
  }

  /// As OpenSSL writes times.
  @Test(
    arguments: [
      ("Jan  5 10:20:30 2024 GMT", "2024-01-05T10:20:30Z"), ("Feb 29 23:59:60 2028 GMT", "2028-03-01T00:00:00Z"),
      ("Dec 31 00:00:00 9999 GMT", "9999-12-31T00:00:00Z"), ("", nil), ("Foo 5 10:20:30 2024 GMT", nil),
      ("Jan 32 10:20:30 2024 GMT", nil),
      ("Jan 5 10:20 2024 GMT", nil), ("Jan 5 10:20:99 2024 GMT", nil), ("Jan 5 10:20:30 99999 GMT", nil), ("Jan 5 2024", nil),
    ] as [(String, String?)]) func timesAreRead(_ text: String, _ expected: String?) throws
  {
    #expect(CertificateFault.date(text) == (try expected.map(Self.date)))
  }

  @Test func whatAServerIsKnownForIsKept() throws {
    var windows = CertificateWindows()
    let address = try #require(HTTPTarget("https://a.example/")).address
    #expect(!windows.knows(address) && windows[address] == nil)
    windows.learn(nil, of: address)
    #expect(windows.knows(address) && windows[address] == nil)
    let window = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 10)
    windows.learn(window, of: address)
    #expect(windows[address] == window)
    // Of many, all are forgotten at times.
    for number in 0..<100 { windows.learn(window, of: try #require(HTTPTarget("https://h\(number).example/")).address) }
    #expect(!windows.knows(address))
  }
}
