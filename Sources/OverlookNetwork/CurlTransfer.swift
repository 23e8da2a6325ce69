import CCurl
import Foundation
import OverlookSupport

/// One request while it runs, through all its redirects; curl's callbacks feed it on the network thread.
final class CurlTransfer {
  /// What follows when curl is done with an answer.
  enum Step {
    case finished(Result<HTTPResponse, HTTPError>)
    /// `configure` again and go on: to `target`, or to look at the certificate there.
    case again
  }

  let submission: CurlSubmission
  let easy: CurlEasy
  private(set) var target: HTTPTarget
  private let settings: ConnectionSettings
  private let deadline: Double
  private var redirects: Redirects
  private var answer: CurlAnswer
  /// Whether the host that was asked first is in the local network; nil before it is connected.
  private var isFirstHostPrivate: Bool?
  private var refusedAddress = false
  /// Set when only the certificate of `target` is to be looked at: what curl found wrong with it.
  private var distrust: CertificateFault?

  init(submission: CurlSubmission, easy: CurlEasy, settings: ConnectionSettings, now: Double) {
    self.submission = submission
    self.easy = easy
    self.settings = settings
    target = submission.target
    deadline = now + min(max(submission.request.timeoutSeconds, 0.001), 86_400)
    redirects = Redirects(first: submission.target, request: submission.request, maximum: settings.patience.maximumRedirects)
    answer = CurlAnswer(startedAt: now, maximumBodyBytes: submission.request.maximumBodyBytes)
  }

  private var proxy: String? { settings.proxies.proxy(for: target.address) }

  /// Tells curl everything; false when it refuses.
  func configure(now: Double) -> Bool {
    answer = CurlAnswer(startedAt: now, maximumBodyBytes: submission.request.maximumBodyBytes)
    refusedAddress = false
    let patience = settings.patience
    guard
      easy.set(CURLOPT_URL, target.url) && easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Each hop is looked at before it is made.
        && easy.set(CURLOPT_FOLLOWLOCATION, 0)
        && easy.set(CURLOPT_NOSIGNAL, 1)
        && easy.set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(patience.connectSeconds))
        && easy.set(CURLOPT_TIMEOUT_MS, Self.milliseconds(deadline - now))
        && easy.set(CURLOPT_TCP_KEEPALIVE, 1)
        && easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        && easy.set(CURLOPT_PROXY, proxy ?? "") && easy.set(CURLOPT_NOPROXY, "")
        && easy.setHTTPVersion() && easy.setCallbacks(self)
    else { return false }
    // Refused by handles that still hold the buffer of their last transfer, which does as well.
    _ = easy.set(CURLOPT_BUFFERSIZE, 64 << 10)
    return configureTrust() && (distrust != nil || configureRequest())
  }

  private func configureTrust() -> Bool {
    if distrust != nil {
      // A handshake and no more: nothing is asked of a server that is not trusted, and nothing of it is kept.
      return easy.set(CURLOPT_CONNECT_ONLY, 1) && easy.set(CURLOPT_CERTINFO, 1) && easy.set(CURLOPT_SSL_VERIFYPEER, 0)
        && easy.set(CURLOPT_SSL_VERIFYHOST, 0) && easy.set(CURLOPT_FRESH_CONNECT, 1) && easy.set(CURLOPT_FORBID_REUSE, 1)
        && easy.set(CURLOPT_SSL_SESSIONID_CACHE, 0)
    }
    return easy.set(CURLOPT_SSL_VERIFYPEER, 1) && easy.set(CURLOPT_SSL_VERIFYHOST, 2)
      && easy.set(settings.authorityFile, CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO)
      && easy.set(settings.authorityFolder, CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH)
  }

  private func configureRequest() -> Bool {
    let request = submission.request
    let agent = request.userAgent.map { String($0.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(300)) }
    if let range = request.range {
      guard !range.isEmpty, easy.set(CURLOPT_RANGE, "\(range.lowerBound)-\(range.upperBound - 1)") else { return false }
    }
    return easy.set(CURLOPT_USERAGENT, agent ?? "Overlook/\(Version.string)")
      && easy.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
      && easy.set(target.user, CURLOPT_USERNAME) && easy.set(target.password, CURLOPT_PASSWORD)
      // Waits for a connection that may turn out to carry many transfers at once, instead of opening another.
      && easy.set(CURLOPT_PIPEWAIT, target.address.isSecure ? 1 : 0)
      && easy.set(headers: headerLines) && configureBody()
  }

  private func configureBody() -> Bool {
    guard let body = submission.request.body else { return true }
    // Copied as a text, which ends with its first NUL.
    return easy.set(CURLOPT_POST, 1) && easy.set(CURLOPT_POSTFIELDSIZE, body.text.utf8.prefix { $0 != 0 }.count)
      && easy.set(CURLOPT_COPYPOSTFIELDS, body.text)
  }

  private var headerLines: [String] {
    let request = submission.request
    let own = [
      ("Accept-Encoding", request.acceptEncoding), ("If-Match", request.ifMatch), ("If-None-Match", request.ifNoneMatch),
      ("If-Modified-Since", request.ifModifiedSince), ("Content-Type", request.body?.contentType),
    ].compactMap { name, value in value.map { HTTPHeader(name: name, value: $0, isSecret: false) } }
    return (redirects.headers(for: target.address) + own).compactMap(\.line)
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    Int(exactly: (min(max(seconds, 0.001), 86_400) * 1000).rounded()) ?? 30_000
  }

  private var comesFromPrivateHost: Bool { isFirstHostPrivate == true || submission.target.address.isPrivateLiteral }

  /// Whether a connection to this address may be opened, or one that is open be used: a public server must not send us into the
  /// local network. Behind a proxy the address is the proxy's and tells nothing.
  func mayConnect(toPrivate isPrivate: Bool, isConnected: Bool) -> Bool {
    guard proxy == nil else { return true }
    let isRefused: Bool
    if redirects.count == 0 {
      if isConnected { isFirstHostPrivate = isPrivate }
      isRefused = isPrivate && !submission.request.reachesPrivateHosts
    } else {
      isRefused = isPrivate && !comesFromPrivateHost
    }
    if isRefused { refusedAddress = true }
    return !isRefused
  }

  /// False ends the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    answer.receiveBody(bytes, now: MonotonicClock.now())
  }

  /// One line of a head. False ends the transfer.
  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    answer.receiveHeader(
      bytes, maximumBytes: settings.patience.maximumHeaderBytes, status: easy.status, now: MonotonicClock.now())
  }

  /// The patience that ended, nil for none. curl watches over connecting and the whole.
  func timeout(now: Double) -> HTTPTimeout? {
    let patience = settings.patience
    guard let lastByteAt = answer.lastByteAt else {
      return now - answer.startedAt > max(patience.firstByteSeconds, patience.connectSeconds) ? .firstByte : nil
    }
    return now - lastByteAt > patience.stallSeconds ? .stall : nil
  }

  /// Takes what curl says of the answer. `windows`: what is known of the certificates of servers that are not trusted.
  func step(after code: CURLcode, windows: inout CertificateWindows) -> Step {
    if let distrust {
      windows.learn(easy.certificateWindow, of: target.address)
      return .finished(.failure(.certificate(distrust.text(host: target.address.name, window: windows[target.address]))))
    }
    if code == CURLE_PEER_FAILED_VERIFICATION, !refusedAddress {
      let fault = CertificateFault(verifyResult: easy.verifyResult)
      // Only where the date is to blame it is worth another handshake to learn the dates, and once for a server.
      if fault.isOfDate, !windows.knows(target.address) {
        distrust = fault
        return .again
      }
      return .finished(.failure(.certificate(fault.text(host: target.address.name, window: windows[target.address]))))
    }
    do throws(HTTPError) {
      // A name with several addresses may have had another that was reached.
      if refusedAddress, code != CURLE_OK { throw redirects.count == 0 ? .refusedAddress : .refusedRedirect }
      try answer.check(code, easy: easy)
      guard Redirects.statuses.contains(answer.status) else { return .finished(.success(try response())) }
      try follow(answer.headers.location, status: answer.status)
      return .again
    } catch {
      return .finished(.failure(error))
    }
  }

  /// Turns to where an answer sends us.
  func follow(_ location: String?, status: Int = 302) throws(HTTPError) {
    target = try redirects.next(after: target, location: location, status: status, isFirstPrivate: comesFromPrivateHost)
  }

  private func response() throws(HTTPError) -> HTTPResponse {
    var response = answer.headers.response(status: answer.status, body: answer.takeBody())
    if let isFirstHostPrivate { response.isFromPrivateHost = isFirstHostPrivate }
    guard response.status == 206 else { return response }
    guard let asked = submission.request.range, let part = response.contentRange?.range, part.lowerBound == asked.lowerBound,
      part.upperBound <= asked.upperBound, UInt64(response.body.count) == part.upperBound - part.lowerBound
    else { throw .badAnswer("it is another part than was asked for") }
    return response
  }
}
