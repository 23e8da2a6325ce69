import CCurl
import Foundation
import OverlookSupport

/// One transfer while it runs; curl's callbacks feed it on the network thread.
final class CurlTransfer {
  let submission: CurlSubmission
  let easy: CurlEasy
  private let patience: NetworkPatience
  private let startedAt: Double
  private var lastByteAt: Double?
  private var body: [UInt8] = []
  private var headers = ResponseHeaders()
  private var headerBytes = 0
  /// Whole answers seen before the one that is coming: redirects.
  private var answers = 0
  private var isTooLarge = false
  private var refusedAddress = false
  /// Whether the host that was asked first is in the local network; nil when not known.
  private(set) var isFirstAddressPrivate: Bool?

  init(submission: CurlSubmission, easy: CurlEasy, patience: NetworkPatience, startedAt: Double, isHostPrivate: Bool?) {
    self.submission = submission
    self.easy = easy
    self.patience = patience
    self.startedAt = startedAt
    isFirstAddressPrivate = isHostPrivate
  }

  /// Tells curl everything; false when it refuses.
  func configure() -> Bool {
    let request = submission.request
    let agent = request.userAgent.map { String($0.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(300)) }
    let milliseconds = { (seconds: Double) in Int(exactly: (min(max(seconds, 0.001), 86_400) * 1000).rounded()) ?? 30_000 }
    return easy.set(CURLOPT_URL, request.url)
      && easy.set(CURLOPT_USERAGENT, agent ?? "Overlook/\(Version.string)")
      && easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
      // Once secure, always secure.
      && easy.set(CURLOPT_REDIR_PROTOCOLS_STR, submission.address.isSecure ? "https" : "http,https")
      && easy.set(CURLOPT_FOLLOWLOCATION, 1)
      && easy.set(CURLOPT_MAXREDIRS, patience.maximumRedirects)
      && easy.set(CURLOPT_NOSIGNAL, 1)
      && easy.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(patience.connectSeconds))
      && easy.set(CURLOPT_TIMEOUT_MS, milliseconds(request.timeoutSeconds))
      && easy.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
      && easy.set(CURLOPT_SSL_VERIFYPEER, 1)
      && easy.set(CURLOPT_SSL_VERIFYHOST, 2)
      && easy.set(CURLOPT_TCP_KEEPALIVE, 1)
      // Waits for a connection that may turn out to carry many transfers at once, instead of opening another.
      && easy.set(CURLOPT_PIPEWAIT, submission.address.isSecure ? 1 : 0)
      && easy.set(headers: headerLines)
      && setRange()
      && easy.setHTTPVersion()
      && easy.setCallbacks(self)
  }

  private var headerLines: [String] {
    let request = submission.request
    var headers = request.headers
    let own = [
      ("Accept-Encoding", request.acceptEncoding), ("If-Match", request.ifMatch), ("If-None-Match", request.ifNoneMatch),
      ("If-Modified-Since", request.ifModifiedSince),
    ]
    for (name, value) in own {
      if let value { headers.append(HTTPHeader(name: name, value: value, isSecret: false)) }
    }
    return headers.compactMap(\.line)
  }

  private func setRange() -> Bool {
    guard let range = submission.request.range else { return true }
    return !range.isEmpty && easy.set(CURLOPT_RANGE, "\(range.lowerBound)-\(range.upperBound - 1)")
  }

  /// Whether a connection may be opened: a public server must not send us into the local network.
  func mayConnect(toPrivate isPrivate: Bool) -> Bool {
    guard answers > 0 else {
      isFirstAddressPrivate = isPrivate
      return true
    }
    if isPrivate && isFirstAddressPrivate != true {
      refusedAddress = true
      return false
    }
    return true
  }

  /// False ends the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastByteAt = ProcessInfo.processInfo.systemUptime
    guard bytes.count <= submission.request.maximumBodyBytes - body.count else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// One line of a head. False ends the transfer.
  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastByteAt = ProcessInfo.processInfo.systemUptime
    headerBytes += bytes.count
    guard headerBytes <= patience.maximumHeaderBytes else {
      isTooLarge = true
      return false
    }
    if bytes.starts(with: "HTTP/".utf8) {
      headers = ResponseHeaders()
      body.removeAll(keepingCapacity: true)
    } else if bytes.elementsEqual("\r\n".utf8) || bytes.elementsEqual("\n".utf8) {
      answers += 1
    } else {
      headers.read(line: bytes)
    }
    return true
  }

  /// The patience that ended, nil for none. curl watches over connecting and the whole.
  func timeout(now: Double) -> HTTPTimeout? {
    guard let lastByteAt else {
      return now - startedAt > max(patience.firstByteSeconds, patience.connectSeconds) ? .firstByte : nil
    }
    return now - lastByteAt > patience.stallSeconds ? .stall : nil
  }

  /// What to tell the one who asked.
  func result(of code: CURLcode) -> Result<HTTPResponse, HTTPError> {
    if isTooLarge { return .failure(.tooLarge(limitBytes: submission.request.maximumBodyBytes)) }
    if refusedAddress { return .failure(.refusedRedirect) }
    switch code {
    case CURLE_OK:
      return .success(headers.response(status: easy.status, body: body))
    case CURLE_TOO_MANY_REDIRECTS:
      return .failure(.refusedRedirect)
    case CURLE_UNSUPPORTED_PROTOCOL:
      // Also what curl says to an answer without a head (HTTP/0.9).
      return .failure(answers > 0 ? .refusedRedirect : .network("the answer is not HTTP"))
    case CURLE_URL_MALFORMAT:
      return .failure(answers > 0 ? .refusedRedirect : .badAddress)
    case CURLE_OPERATION_TIMEDOUT:
      return .failure(.timedOut(lastByteAt == nil && !easy.isConnected ? .connect : .total))
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR:
      return .failure(.certificate(CurlEasy.text(of: code)))
    default:
      return .failure(.network(CurlEasy.text(of: code)))
    }
  }
}
