import Foundation
import OverlookSupport

/// Where answers may send a request.
struct Redirects {
  /// Where the request went first: whose secrets it carries.
  let first: HTTPTarget
  private let request: HTTPRequest
  private let maximum: Int
  private(set) var count = 0

  static let statuses: Set<Int> = [301, 302, 303, 307, 308]
  /// Shorter ones are found everywhere by chance.
  private static let shortestSecret = 4

  init(first: HTTPTarget, request: HTTPRequest, maximum: Int) {
    self.first = first
    self.request = request
    self.maximum = maximum
  }

  /// The next target. Only http and https, never from https to http, and never to a private host named by number unless the first
  /// one is such a host: what names lead to is seen when the connection is made. Secrets of the first host stay with it.
  ///
  /// What a request brings along stays with its server too, and goes nowhere by a status that makes it a GET.
  mutating func next(
    after target: HTTPTarget, location: String?, status: Int = 302, isFirstPrivate: Bool
  ) throws(HTTPError) -> HTTPTarget {
    guard let location, !location.isEmpty else { throw .badAnswer("it redirects without saying where to") }
    guard count < maximum, let next = target.redirected(to: location) else { throw .refusedRedirect }
    if target.address.isSecure && !next.address.isSecure { throw .refusedRedirect }
    if next.address.isPrivateLiteral && !isFirstPrivate { throw .refusedRedirect }
    if next.address.isHost(of: request.closedHosts) { throw .closedHost(next.address.host) }
    if request.body != nil {
      guard status == 307 || status == 308, first.address.sharesSecrets(with: next.address) else { throw .refusedRedirect }
    }
    count += 1
    if first.address.sharesSecrets(with: next.address) {
      return HTTPTarget(url: next.url, address: next.address, user: first.user, password: first.password)
    }
    guard let stripped = HTTPTarget(withoutSecrets(next.url)), stripped.address == next.address else { throw .refusedRedirect }
    if secrets.contains(where: { stripped.url.contains($0) || stripped.url.removingPercentEncoding?.contains($0) == true }) {
      throw .refusedRedirect
    }
    return stripped
  }

  /// The request's own headers that may go to `address`.
  func headers(for address: HTTPAddress) -> [HTTPHeader] {
    first.address.sharesSecrets(with: address) ? request.headers : request.headers.filter { !$0.isSecret }
  }

  private var secrets: [String] {
    let written = Redactor.secrets(in: request.url) + request.headers.filter(\.isSecret).map(\.value)
    return Set(written + written.compactMap(\.removingPercentEncoding)).filter { $0.utf8.count >= Self.shortestSecret }.sorted()
  }

  /// `url` without the query parameters that repeat a secret of the first host; those a server made anew stay.
  private func withoutSecrets(_ url: String) -> String {
    let secrets = Set(secrets)
    guard !secrets.isEmpty, let mark = url.firstIndex(of: "?") else { return url }
    let parameters = url[url.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false).filter { parameter in
      guard let equals = parameter.firstIndex(of: "=") else { return true }
      let value = String(parameter[parameter.index(after: equals)...])
      return !secrets.contains(value) && !secrets.contains(value.removingPercentEncoding ?? value)
    }
    return url[..<mark] + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
  }
}
