import CCurl

/// One answer while it arrives.
struct CurlAnswer {
  let startedAt: Double
  private(set) var lastByteAt: Double?
  private(set) var status = 0
  private(set) var headers = ResponseHeaders()
  private let maximumBodyBytes: Int
  private var headerBytes = 0
  private var isHeadComplete = false
  private var body: [UInt8] = []
  private var stop: Stop?

  /// Why we end a transfer that curl would go on with.
  private enum Stop {
    case bodyTooLarge, headTooLarge
    /// Nobody reads more than the beginning of what is no success.
    case enough
  }

  /// Of a body that is not the one that was asked for.
  private static let maximumOtherBodyBytes = 64 << 10
  /// Memory that is set aside for a body on the word of its server.
  private static let maximumReservedBytes = 1 << 20

  init(startedAt: Double, maximumBodyBytes: Int) {
    self.startedAt = startedAt
    self.maximumBodyBytes = maximumBodyBytes
  }

  private var isSuccess: Bool { (200..<300).contains(status) }

  /// False ends the transfer.
  mutating func receiveBody(_ bytes: UnsafeRawBufferPointer, now: Double) -> Bool {
    lastByteAt = now
    let limit = isSuccess ? maximumBodyBytes : min(Self.maximumOtherBodyBytes, maximumBodyBytes)
    guard bytes.count <= limit - body.count else {
      stop = isSuccess ? .bodyTooLarge : .enough
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// One line of a head. False ends the transfer.
  mutating func receiveHeader(_ line: UnsafeRawBufferPointer, maximumBytes: Int, status: Int, now: Double) -> Bool {
    lastByteAt = now
    headerBytes += line.count
    guard headerBytes <= maximumBytes else {
      stop = .headTooLarge
      return false
    }
    // What comes after a body changes nothing of it.
    if isHeadComplete { return true }
    guard line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) else {
      headers.read(line: line)
      return true
    }
    guard status >= 200 else {
      // "Continue", "early hints": the answer is yet to come.
      headers = ResponseHeaders()
      return true
    }
    self.status = status
    isHeadComplete = true
    guard isSuccess, !headers.isChunked, let length = headers.contentLength else { return true }
    guard length <= UInt64(clamping: maximumBodyBytes) else {
      stop = .bodyTooLarge
      return false
    }
    body.reserveCapacity(min(Int(clamping: length), Self.maximumReservedBytes))
    return true
  }

  /// Throws for what is no whole answer. curl takes some that are cut for whole.
  func check(_ code: CURLcode, easy: CurlEasy) throws(HTTPError) {
    switch (stop, code) {
    case (.bodyTooLarge, _): throw .tooLarge(limitBytes: maximumBodyBytes)
    case (.headTooLarge, _): throw .badAnswer("its head is too long")
    case (.enough, _): return
    case (nil, CURLE_OK): try checkLength()
    case (nil, CURLE_UNSUPPORTED_PROTOCOL), (nil, CURLE_WEIRD_SERVER_REPLY):
      // The first is what curl says to an answer without a head (HTTP/0.9).
      throw .badAnswer("it is not HTTP")
    case (nil, CURLE_PARTIAL_FILE): throw .badAnswer("it is cut")
    // curl's word for a line of the head that is longer than it keeps, too; memory itself does not run out on Linux.
    case (nil, CURLE_OUT_OF_MEMORY) where !isHeadComplete: throw .badAnswer("its head is too long")
    case (nil, CURLE_URL_MALFORMAT): throw .badAddress
    case (nil, CURLE_OPERATION_TIMEDOUT): throw .timedOut(lastByteAt == nil && !easy.isConnected ? .connect : .total)
    case (nil, CURLE_SSL_CACERT_BADFILE):
      throw .certificate("the certificates of the authorities that are trusted cannot be read")
    case (nil, CURLE_SSL_CERTPROBLEM), (nil, CURLE_SSL_ISSUER_ERROR): throw .certificate(CurlEasy.text(of: code))
    default:
      if let status = easy.proxyRefusal { throw .network("the proxy answers \(status)") }
      let text = CurlEasy.text(of: code)
      throw [CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY].contains(code)
        ? .unreachable(text) : .network(text)
    }
  }

  private func checkLength() throws(HTTPError) {
    if headers.isChunked || status == 204 || status == 304 { return }
    if headers.hasBadLength { throw .badAnswer("it has no certain length") }
    if let length = headers.contentLength, length != UInt64(body.count) { throw .badAnswer("it is cut") }
  }

  /// The body, which is gone afterwards.
  mutating func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }
}
