import OverlookFormats
import OverlookNetwork
import OverlookSupport
import Synchronization

/// Gets the documents that describe a source.
struct DocumentFetch: Sendable {
  let services: TileServices
  let headers: [HTTPHeader]
  let userAgent: String?
  /// Under which a cache keeps them.
  let cacheName: String

  /// The budget of capabilities, the largest kind.
  static let maximumBytes = 64 << 20
  static let timeoutSeconds = 120.0
  private static let attempts = 3
  private static let longestPauseSeconds = 5.0

  /// A document, whole or in part.
  struct Answer {
    let bytes: [UInt8]
    /// False when there are more bytes than were asked for.
    let isWhole: Bool
    let receipt: CacheReceipt?
  }

  /// The document at `address`; only its first `head` bytes when the server gives parts. What may work later is tried again a
  /// few times.
  func answer(from address: String, head: UInt64? = nil) async throws(DocumentFault) -> Answer {
    var request = HTTPRequest(
      url: address, userAgent: userAgent, maximumBodyBytes: Self.maximumBytes, timeoutSeconds: Self.timeoutSeconds,
      headers: headers, range: head.map { 0..<$0 })
    if head == nil {
      request.acceptEncoding = ContentCoding.accepted
      request.caching = .store(source: cacheName)
    }
    let host = HTTPAddress(address)?.name ?? "the server"
    var failures = 0
    while true {
      switch HTTPVerdict(await response(to: request), host: host) {
      case .body(let response): return try await content(of: response, host: host)
      case .missing: throw DocumentFault(text: "\(host) has nothing at this address (404)", isFinal: true)
      case .offline: throw DocumentFault(text: "\(host) is not asked while offline, and the document is not kept", isFinal: true)
      case .changed: throw DocumentFault(text: "what \(host) has was changed", isFinal: true)
      case .refuse(let message, let stopsSource): throw DocumentFault(text: message, isFinal: stopsSource)
      case .retry(let message, let afterSeconds):
        failures += 1
        let pause = afterSeconds ?? Double(failures)
        guard failures < Self.attempts, pause <= Self.longestPauseSeconds, !Task.isCancelled else {
          throw DocumentFault(text: message, isFinal: true)
        }
        try? await Task.sleep(for: .seconds(pause))
      }
    }
  }

  private func response(to request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
    let ticket = WorkTicket()
    let answer = OneAnswer<Result<HTTPResponse, HTTPError>>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.set(continuation)
        services.http.fetch(request, ticket: ticket) { answer.give($0) }
      }
    } onCancel: {
      // A fetcher says no more about what was cancelled.
      ticket.cancel()
      answer.give(.failure(.network("it was cancelled")))
    }
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

/// Hands one value to whoever waits for it, the first that comes.
final class OneAnswer<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case waiting(CheckedContinuation<Value, Never>)
    case given(Value)
    case done
  }

  private let state = Mutex(State.empty)

  func set(_ continuation: CheckedContinuation<Value, Never>) {
    let early: Value? = state.withLock { state in
      if case .given(let value) = state {
        state = .done
        return value
      }
      state = .waiting(continuation)
      return nil
    }
    if let early { continuation.resume(returning: early) }
  }

  func give(_ value: Value) {
    let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .empty:
        state = .given(value)
        return nil
      case .waiting(let continuation):
        state = .done
        return continuation
      case .given, .done: return nil
      }
    }
    waiting?.resume(returning: value)
  }
}

extension TileServices {
  /// What `body` makes on a worker, which it may block.
  func onWorker<Value: Sendable>(
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
