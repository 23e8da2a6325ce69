import OverlookSupport

/// A GET of one address, or a POST where it has a body.
package struct HTTPRequest: Hashable, Sendable {
  /// Absolute, http or https, or of a scheme that the app answers.
  package var url: String
  /// For the app; nothing else depends on it.
  package var kind: NetworkRequest.Kind
  /// Nil for `Overlook/<version>`.
  package var userAgent: String?
  /// The transfer is given up when the body grows beyond this.
  package var maximumBodyBytes: Int
  /// Of the whole transfer with its redirects, in seconds.
  package var timeoutSeconds: Double
  package var headers: [HTTPHeader] = []
  /// The bytes that are wanted, of which there is at least one; nil for all. A server may answer with all of them (status 200).
  package var range: Range<UInt64>?
  /// The content codings that the asker undoes, such as `gzip, br`; nil leaves it to the server, whose answer may then be coded
  /// as well.
  package var acceptEncoding: String?
  /// The entity tag, in its quotes, that the answer must have; else its status is 412.
  package var ifMatch: String?
  /// The entity tags that the asker has already; with one of those the answer's status is 304.
  package var ifNoneMatch: String?
  /// The date (RFC 9110, 5.6.7) since which there must have been changes; else the answer's status is 304.
  package var ifModifiedSince: String?
  package var caching = HTTPCaching.none
  /// What a cache kept before this moment (seconds of `CacheClock.session`) is only good when the server confirms it.
  package var confirmedAfter = -Double.infinity
  /// Whether the host may be in this machine or its local network. False for addresses that a public server's document gave us.
  package var reachesPrivateHosts = true
  /// What is sent along; nil for a GET. It follows redirects on the same server that keep the method (307, 308), and no others, and
  /// no cache answers.
  package var body: HTTPBody?
  /// Hosts that no redirect may lead to, each with all names below it.
  package var closedHosts: [String] = []

  package init(
    url: String, kind: NetworkRequest.Kind = .source, userAgent: String? = nil, maximumBodyBytes: Int = 8 << 20,
    timeoutSeconds: Double = 30, headers: [HTTPHeader] = [], range: Range<UInt64>? = nil, acceptEncoding: String? = nil,
    ifMatch: String? = nil, ifNoneMatch: String? = nil, ifModifiedSince: String? = nil, caching: HTTPCaching = .none
  ) {
    self.url = url
    self.kind = kind
    self.userAgent = userAgent
    self.maximumBodyBytes = maximumBodyBytes
    self.timeoutSeconds = timeoutSeconds
    self.headers = headers
    self.range = range
    self.acceptEncoding = acceptEncoding
    self.ifMatch = ifMatch
    self.ifNoneMatch = ifNoneMatch
    self.ifModifiedSince = ifModifiedSince
    self.caching = caching
  }
}

/// What a POST brings to a server.
package struct HTTPBody: Hashable, Sendable {
  package var contentType: String
  /// Without NUL.
  package var text: String

  package init(contentType: String, text: String) {
    self.contentType = contentType
    self.text = text
  }

  package static func json(_ text: String) -> HTTPBody { HTTPBody(contentType: "application/json", text: text) }
}

/// Whether a cache between the asker and the network may answer, and keep what the network answers. Parts of bodies are never
/// kept.
package enum HTTPCaching: Hashable, Sendable {
  case none
  /// Kept under the name of its source, so that one source's answers can be dropped together.
  case store(source: String)
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Without secrets.
  package var description: String { "\(body == nil ? "GET" : "POST") \(Redactor.redacted(url))" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["url": Redactor.redacted(url), "headers": headers]) }
}
