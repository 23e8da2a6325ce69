import Foundation

/// What is wrong with a server's certificate.
struct CertificateFault: Equatable {
  private enum Kind {
    case notYetValid, expired, selfSigned, unknownAuthority, otherHost, revoked, other
  }

  private let kind: Kind
  private let code: Int

  /// `verifyResult`: what OpenSSL made of it, one of its `X509_V_ERR_...`.
  init(verifyResult: Int) {
    code = verifyResult
    kind =
      switch verifyResult {
      // Nothing was found wrong with the chain (curl says 1 until it has looked at the name): what is left is the name.
      case 0, 1, 62, 64: .otherHost
      case 9: .notYetValid
      case 10: .expired
      case 18: .selfSigned
      case 2, 19, 20, 21: .unknownAuthority
      case 23: .revoked
      default: .other
      }
  }

  /// Whether a clock that is wrong may be the cause.
  var isOfDate: Bool { kind == .notYetValid || kind == .expired }

  /// Host and reason; and that it may be the computer's clock, where that is over a year outside `window`.
  func text(host: String, window: ClosedRange<Date>?, now: Date = Date()) -> String {
    let reason =
      switch kind {
      case .notYetValid: "is not valid yet"
      case .expired: "has expired"
      case .selfSigned: "is signed by nobody but itself"
      case .unknownAuthority: "is signed by an authority that is not known here"
      case .otherHost: "is for another host"
      case .revoked: "was revoked"
      case .other: "is not good (\(code))"
      }
    let text = "the certificate of \(host) \(reason)"
    guard isOfDate, let window else { return text }
    let year = 365.25 * 86_400
    let isClockOff = now < window.lowerBound - year || now > window.upperBound + year
    let dates = "\(text) (it is valid from \(Self.day(window.lowerBound)) to \(Self.day(window.upperBound)))"
    return isClockOff ? dates + ": is the clock of this computer right, which says \(Self.day(now))?" : dates
  }

  private static func day(_ date: Date) -> String {
    String(date.ISO8601Format().prefix(10))
  }

  /// Reads `Jan  2 03:04:05 2026 GMT`, as curl writes the dates of certificates.
  static func date(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard words.count >= 4, let month = months.firstIndex(of: String(words[0])), let day = Int(words[1]),
      let year = Int(words[3]),
      (1...31).contains(day), (1...9999).contains(year)
    else { return nil }
    let time = words[2].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, time.allSatisfy((0...60).contains) else { return nil }
    var parts = DateComponents(year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
    parts.timeZone = TimeZone(secondsFromGMT: 0)
    return Calendar(identifier: .gregorian).date(from: parts)
  }
}

/// From when to when the certificates of servers are valid that were not trusted.
struct CertificateWindows {
  private var known: [HTTPAddress: ClosedRange<Date>?] = [:]

  func knows(_ address: HTTPAddress) -> Bool { known[address] != nil }

  subscript(_ address: HTTPAddress) -> ClosedRange<Date>? { known[address] ?? nil }

  /// Nil when it could not be learnt.
  mutating func learn(_ window: ClosedRange<Date>?, of address: HTTPAddress) {
    if known.count >= 100 { known = [:] }
    known[address] = .some(window)
  }
}
