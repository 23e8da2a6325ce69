package import OverlookSupport

/// A GET of one address.
package struct HTTPRequest: Hashable, Sendable {
  /// Absolute, http or https.
  package var url: String
  /// Nil for `Overlook/<version>`.
  package var userAgent: String?
  /// The transfer is given up when the body grows beyond this.
  package var maximumBodyBytes: Int
  /// Of the whole transfer, in seconds.
  package var timeoutSeconds: Double

  package init(url: String, userAgent: String? = nil, maximumBodyBytes: Int = 8 << 20, timeoutSeconds: Double = 30) {
    self.url = url
    self.userAgent = userAgent
    self.maximumBodyBytes = maximumBodyBytes
    self.timeoutSeconds = timeoutSeconds
  }
}

/// A whole answer, of any status.
package struct HTTPResponse: Hashable, Sendable {
  package var status: Int
  /// As it came: a `Content-Encoding` is not undone.
  package var body: [UInt8]
  /// Lower case, nil when not said.
  package var contentEncoding: String?
  package var contentType: String?
  /// Seconds that the server asks to wait, 1 ... 3600; nil when it does not.
  package var retryAfterSeconds: Double?

  package init(
    status: Int, body: [UInt8] = [], contentEncoding: String? = nil, contentType: String? = nil, retryAfterSeconds: Double? = nil
  ) {
    self.status = status
    self.body = body
    self.contentEncoding = contentEncoding
    self.contentType = contentType
    self.retryAfterSeconds = retryAfterSeconds
  }
}

/// Why there is no answer.
package enum HTTPError: Error, Hashable, Sendable {
  /// Not an absolute http or https address.
  case badAddress
  case tooLarge(limitBytes: Int)
  case timedOut(HTTPTimeout)
  case refusedRedirect
  case certificate(String)
  /// What the network said, free of secrets.
  case network(String)
}

/// Which patience ended.
package enum HTTPTimeout: String, Hashable, Sendable {
  case connect
  case firstByte
  case stall
  case total
}

/// Gets bodies from servers. Two exist: curl, and one with prepared answers for tests and replay.
package protocol HTTPFetching: Sendable {
  /// Starts a transfer and returns at once. `completion` is called once, on a thread of the fetcher, and must not block; it is
  /// not called when `ticket` was cancelled before the end. Lower priorities of the ticket start first.
  func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void)
}
