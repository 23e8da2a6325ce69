import OverlookNetwork
import OverlookSupport

/// A file on a web server that is read in parts, and what its answers mean.
struct RemoteFile: Sendable {
  /// With its secrets.
  private let address: HiddenText
  var url: String { address.text }
  let headers: [HTTPHeader]
  let userAgent: String?
  /// The host, for messages.
  let host: String

  /// What tells one state of the file from another.
  struct Version: Hashable, Sendable {
    var entityTag: String?
    var lastModified: String?
    /// Bytes of the file.
    var byteCount: UInt64

    /// The entity tag, if it can be asked for: a weak one matches nothing (RFC 9110, 13.1.1).
    fileprivate var strongTag: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// Whether an answer with the marks of `other` is of another state. Only what both say can differ.
    fileprivate func isOther(than other: Version) -> Bool {
      if byteCount != other.byteCount { return true }
      if let entityTag, let tag = other.entityTag { return entityTag != tag }
      if let lastModified, let date = other.lastModified { return lastModified != date }
      return false
    }
  }

  /// What came of asking for a part.
  enum Part: Sendable {
    case bytes([UInt8], Version)
    /// All of the file, from a server that gives no parts.
    case whole([UInt8], Version)
    /// The file is not the one it was.
    case changed
    case offline
    case failed(LoadFault)
  }

  /// Files up to this size are taken as a whole from servers that give no parts.
  static let wholeByteCount = 8 << 20
  /// No file is larger: sums and products with places in it stay within 64 bits.
  static let maximumByteCount: UInt64 = 1 << 62

  init(url: String, headers: [HTTPHeader] = [], userAgent: String? = nil) {
    address = HiddenText(url)
    self.headers = headers
    self.userAgent = userAgent
    host = HTTPAddress(url)?.name ?? "the server"
  }

  /// Asks for `range`; of the state `version` when that is known.
  func request(_ range: Range<UInt64>, of version: Version?) -> HTTPRequest {
    var request = HTTPRequest(url: url, kind: .archive, userAgent: userAgent, headers: headers, range: range)
    // Parts of a coded file are of no use.
    request.acceptEncoding = "identity"
    request.ifMatch = version?.strongTag
    if request.ifMatch == nil, let date = version?.lastModified {
      request.headers.append(HTTPHeader(name: "If-Unmodified-Since", value: date, isSecret: false))
    }
    let count = Int(clamping: range.upperBound - range.lowerBound)
    request.maximumBodyBytes = version == nil ? max(count, Self.wholeByteCount) : count
    return request
  }

  /// What the answer to `request(range, of: version)` brings.
  func part(_ result: Result<HTTPResponse, HTTPError>, _ range: Range<UInt64>, of version: Version?) -> Part {
    if case .failure(.tooLarge) = result { return noParts(version) }
    if case .success(let response) = result, response.status == 416 {
      return version == nil ? .failed(.refusal("\(host) has an empty file there", concernsSource: true)) : .changed
    }
    switch HTTPVerdict(result, host: host) {
    case .body(let response): return part(of: response, range, version)
    case .missing:
      // Not a tile that does not exist, but all of them: the file may be on its way to being replaced.
      return .failed(.passing("\(host) has no such file"))
    case .changed:
      return version == nil ? .failed(.passing("\(host) refuses a request without conditions")) : .changed
    case .offline: return .offline
    case .fault(var fault):
      // All tiles come from this address.
      if case .success(let response) = result, response.status == 403 { fault.concernsSource = true }
      return .failed(fault)
    }
  }

  private func part(of response: HTTPResponse, _ range: Range<UInt64>, _ version: Version?) -> Part {
    if let coding = response.contentEncoding, coding != "identity" {
      return .failed(
        .refusal("\(host) codes the file, and does not give parts of it as they are", concernsSource: true))
    }
    guard response.status == 206 else {
      let found = Version(
        entityTag: response.entityTag, lastModified: response.lastModified, byteCount: UInt64(response.body.count))
      guard let version else { return .whole(response.body, found) }
      return found.isOther(than: version) ? .changed : noParts(version)
    }
    guard let content = response.contentRange, let given = content.range, let total = content.total else {
      return .failed(.passing("\(host) does not say which part of the file it sends"))
    }
    let found = Version(entityTag: response.entityTag, lastModified: response.lastModified, byteCount: total)
    if let version, found.isOther(than: version) { return .changed }
    guard total <= Self.maximumByteCount else {
      return .failed(.refusal("\(host) says that the file has \(total) bytes", concernsSource: true))
    }
    guard given == range.lowerBound..<min(range.upperBound, total), response.body.count == given.count else {
      return .failed(.passing("\(host) sends another part of the file than was asked for"))
    }
    return .bytes(response.body, version ?? found)
  }

  /// The server sends all of a file that is too large for that. One that gave parts before may do so again.
  private func noParts(_ version: Version?) -> Part {
    let message = "\(host) cannot serve ranges: it sends the whole file where a part was asked for, and that is too large"
    return .failed(version == nil ? .refusal(message, concernsSource: true) : .passing(message))
  }
}
