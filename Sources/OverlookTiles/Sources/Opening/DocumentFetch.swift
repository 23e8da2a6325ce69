package import OverlookFormats
import OverlookNetwork
import OverlookSupport

/// Gets the documents that describe a source.
struct DocumentFetch: Sendable {
  let services: TileServices
  let headers: [HTTPHeader]
  /// The only server that secret headers are sent to; nil for none.
  let home: HTTPAddress?
  let userAgent: String?
  /// Under which a cache keeps them.
  let cacheName: String

  /// The budget of capabilities, the largest kind.
  static let maximumBytes = 64 << 20

  /// A document, whole or in part.
  struct Answer {
    let bytes: [UInt8]
    /// False when there are more bytes than were asked for.
    let isWhole: Bool
    let receipt: CacheReceipt?
  }

  /// The document at `address`; only its first `head` bytes when the server gives parts. What may work later is tried again a
  /// few times.
  func answer(from address: String, head: UInt64? = nil, retries: Int = 2) async throws(DocumentFault) -> Answer {
    var request = HTTPRequest(
      url: address, userAgent: userAgent, maximumBodyBytes: Self.maximumBytes,
      headers: headers.permitted(at: address, home: home), range: head.map { 0..<$0 })
    if head == nil {
      request.acceptEncoding = ContentCoding.accepted
      request.caching = .store(source: cacheName)
    }
    var retrying = Retrying()
    retrying.maximumRetries = retries
    let fetcher = DocumentFetcher(http: services.http, retrying: retrying)
    let response: HTTPResponse
    do throws(FetchFault) {
      response = try await fetcher.fetch(request)
    } catch {
      if case .missing = error { throw DocumentFault(text: error.message, isFinal: false) }
      throw DocumentFault(text: error.message, isFinal: error.isFinal)
    }
    return try await content(of: response, host: HTTPAddress.name(of: address) ?? "the server")
  }

  private func content(of response: HTTPResponse, host: String) async throws(DocumentFault) -> Answer {
    let result = await services.onWorker { () throws(FormatError) in
      try ContentCoding.decoded(
        response.body, encoding: response.contentEncoding, limit: Self.maximumBytes, thing: "\(host): document")
    }
    switch result {
    case .success(let bytes):
      let total = response.contentRange?.total
      let isWhole = response.status != 206 || total.map { $0 <= UInt64(response.body.count) } == true
      return Answer(bytes: bytes, isWhole: isWhole, receipt: response.keep)
    case .failure(let error): throw DocumentFault(text: "\(error)", isFinal: true)
    }
  }
}

/// Why there is no document.
struct DocumentFault: Error {
  /// Names the host and the fault.
  let text: String
  /// Whether no other address of the server would do better.
  let isFinal: Bool
}

extension TileServices {
  /// What `body` makes on a worker, which it may block.
  package func onWorker<Value: Sendable>(
    _ body: @escaping @Sendable () throws(FormatError) -> Value
  ) async -> Result<Value, FormatError> {
    await withCheckedContinuation { continuation in
      workers.submit(WorkTicket()) {
        do throws(FormatError) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }
}
