package import OverlookSupport

/// What an answer, or the lack of one, means for whoever asked.
package enum HTTPVerdict: Hashable, Sendable {
  case body(HTTPResponse)
  /// The server says that there is nothing at this address.
  case missing
  /// The network may not be used, and nothing is kept that answers: to be asked for again when it may.
  case offline
  /// What parts are asked of is no longer what it was (status 412): what is known of it is void.
  case changed
  /// It cannot be had, now or at all.
  case fault(LoadFault)

  /// Messages name the host and the cause, but neither path nor query, so that all failures of one kind read the same and no key
  /// shows.
  package init(_ result: Result<HTTPResponse, HTTPError>, host: String) {
    switch result {
    case .success(let response): self.init(response, host: host)
    case .failure(let error): self.init(error, host: host)
    }
  }

  private init(_ response: HTTPResponse, host: String) {
    switch response.status {
    // Whether a part is what was asked for, the asker knows.
    case 200, 203, 206: self = .body(response)
    case 204, 404, 410: self = .missing
    case 412: self = .changed
    case 401, 403:
      // Object stores answer 403 for what is not there: that says nothing of their other addresses.
      let message = "\(host) refuses access (\(response.status)): is a key needed, or wrong?"
      self = .fault(.refusal(message, concernsSource: response.status == 401))
    case 407: self = .fault(.refusal("the proxy on the way to \(host) refuses access (407)", concernsSource: true))
    case 429, 503:
      // Too many requests: none is right until the server says when, or for a while if it does not.
      let seconds = response.retryAfterSeconds ?? (response.status == 429 ? Self.unsaidPauseSeconds : nil)
      let time = seconds.map { " \(Self.roughly(seconds: $0))" } ?? ""
      self = .fault(.passing("\(host) asks to wait\(time) (\(response.status))", afterSeconds: seconds))
    case 400..<500 where response.status != 408:
      self = .fault(.refusal("\(host) refuses the request (\(response.status))"))
    default:
      self = .fault(.passing("\(host) answers \(response.status)", afterSeconds: response.retryAfterSeconds))
    }
  }

  private init(_ error: HTTPError, host: String) {
    switch error {
    case .offline: self = .offline
    case .changed: self = .changed
    case .badAddress: self = .fault(.refusal("only http and https addresses can be fetched"))
    case .tooLarge(let limit): self = .fault(.refusal("\(host) sends more than \(limit >> 20) MiB"))
    case .refusedRedirect: self = .fault(.refusal("\(host) redirects to where it must not, or too often"))
    case .closedHost(let name):
      self = .fault(.refusal("\(host) leads to \(name), which must not be asked", concernsSource: true))
    case .refusedAddress:
      self = .fault(.refusal("\(host) is in the local network, where no public document may lead"))
    case .timedOut(let timeout): self = .fault(.passing("\(host) \(Self.text(timeout))"))
    case .certificate(let text): self = .fault(.refusal("\(host) cannot be trusted: \(text)", concernsSource: true))
    case .unreachable(let text): self = .fault(.passing("\(host) cannot be reached: \(text)", isLikelyToStay: true))
    case .app(let text, isFinal: true): self = .fault(.refusal("\(host): \(text)"))
    case .app(let text, isFinal: false): self = .fault(.passing("\(host): \(text)"))
    case .network(let text): self = .fault(.passing("\(host) cannot be reached: \(text)"))
    case .badAnswer(let text): self = .fault(.passing("\(host) sends no proper answer: \(text)"))
    }
  }

  /// How long a source pauses after an answer 429 that does not say.
  static let unsaidPauseSeconds = 5.0

  /// In steps, so that answers a second apart read the same.
  static func roughly(seconds: Double) -> String {
    let steps: [(Double, String)] = [
      (1, "1 s"), (2, "2 s"), (5, "5 s"), (10, "10 s"), (20, "20 s"), (30, "30 s"), (60, "a minute"), (120, "2 minutes"),
      (300, "5 minutes"), (600, "10 minutes"), (1200, "20 minutes"), (1800, "half an hour"),
    ]
    return "for up to " + (steps.first { seconds <= $0.0 }?.1 ?? "an hour")
  }

  private static func text(_ timeout: HTTPTimeout) -> String {
    switch timeout {
    case .connect: "does not accept a connection in time"
    case .firstByte: "does not answer in time"
    case .stall: "stopped in the middle of an answer"
    case .total: "takes too long"
    }
  }
}
