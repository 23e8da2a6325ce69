import Foundation
import OverlookFormats
package import OverlookNetwork
package import OverlookSupport

/// A server that is asked for routes: where it is, what it is sent, and how often it is asked.
package struct RoutingServer: Sendable {
  private let http: any HTTPFetching
  /// Without query and slash at its end.
  private let base: String
  /// Of the address that was given: a key, often.
  private let query: String
  private let headers: [HTTPHeader]
  private let retrying: Retrying
  /// For messages.
  let host: String
  let pace: RequestPace

  static let maximumBytes = 32 << 20

  /// - Parameters:
  ///   - address: Of the service, http or https; parameters behind "?" are sent with every request.
  ///   - http: What gets answers.
  ///   - secondsPerRequest: How long to wait from one request to the next, whoever of this process asks the host; nil: a second for
  ///     servers of the web, nothing for those in this machine and its local network.
  package init(
    address: String, http: any HTTPFetching, headers: [HTTPHeader] = [], secondsPerRequest: Double? = nil,
    retrying: Retrying? = nil
  ) throws(RoutingError) {
    guard let parts = HTTPAddress(address), !address.contains("#") else {
      throw .badRequest("'\(OutsideText.cleaned(Redactor.redacted(address)))' is no http or https address of a server")
    }
    let mark = address.firstIndex(of: "?") ?? address.endIndex
    base = address[..<mark].withoutTrailingSlashes
    query = String(address[mark...].dropFirst())
    host = parts.name
    self.http = http
    self.headers = headers
    var usual = Retrying()
    usual.maximumRetries = 2
    self.retrying = retrying ?? usual
    pace = RequestPace.shared(host: parts.name, seconds: secondsPerRequest ?? (parts.isPrivateLiteral ? 0 : 1))
  }

  /// Statuses, beside success, whose answers say what is wrong, or that are not asked for again.
  private static let explained: Set<Int> = [400, 401, 403, 404, 422, 429]

  /// What the server answers: a success, or what it says against the request.
  func answer(
    path: String, query own: [(name: String, value: String)] = [], body: JSONValue? = nil
  ) async throws(RoutingError) -> ServerAnswer {
    do { try await pace.wait() } catch { throw .cancelled }
    var request = HTTPRequest(url: url(path, own), kind: .route, maximumBodyBytes: Self.maximumBytes, headers: headers)
    request.acceptEncoding = ContentCoding.accepted
    request.body = body.map { .json(JSONWriter.text($0)) }
    let response: HTTPResponse
    do throws(FetchFault) {
      response = try await DocumentFetcher(http: http, retrying: retrying).fetch(request, explained: Self.explained)
    } catch {
      throw RoutingError(error)
    }
    switch response.status {
    case 401, 403: throw .notAuthorized("\(host) refuses access (\(response.status)): is a key needed, or wrong?")
    case 429: throw .quotaExceeded("\(host) has been asked too often (429)")
    default: break
    }
    do throws(FormatError) {
      let bytes = try ContentCoding.decoded(
        response.body, encoding: response.contentEncoding, limit: Self.maximumBytes, thing: "\(host): the answer")
      return ServerAnswer(try JSONParser.parse(bytes, thing: "\(host): the answer"), path: host)
    } catch {
      if response.status != 200 { throw .unusable("\(host) refuses the request (\(response.status))") }
      throw .unusable("\(error)")
    }
  }

  private func url(_ path: String, _ own: [(name: String, value: String)]) -> String {
    var items = query.isEmpty ? [] : [query]
    items += own.map { "\($0.name)=\(PercentEncoding.value($0.value, keeping: ",;:"))" }
    return base + path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }
}

extension RoutingError {
  /// What a fault of the network means for who wants a route.
  init(_ fault: FetchFault) {
    switch fault {
    case .cancelled: self = .cancelled
    case .offline(let text): self = .offline(text)
    case .missing(let text), .failed(let text), .changed(let text), .refused(let text, _): self = .network(text)
    }
  }
}
