package import OverlookSupport

/// Why there is no document. The texts name the host and the cause, and hold no secrets.
package enum FetchFault: Error, Hashable, Sendable {
  /// The server says that there is nothing at this address (204, 404, 410).
  case missing(String)
  /// It did not get better.
  case failed(String)
  /// It will not get better; `stopsSource` when it will not for any other address of the server either.
  case refused(String, stopsSource: Bool)
  /// The network may not be used, and nothing is kept that answers.
  case offline(String)
  /// What parts are asked of is no longer what it was (412).
  case changed(String)
  /// The task was cancelled.
  case cancelled

  package var message: String {
    switch self {
    case .missing(let text), .failed(let text), .refused(let text, _), .offline(let text), .changed(let text): text
    case .cancelled: "it was cancelled"
    }
  }

  /// Whether there is no use in asking the same server for something else.
  package var isFinal: Bool {
    if case .refused(_, stopsSource: false) = self { false } else { true }
  }
}

/// Gets whole documents and parts of archives: descriptions of sources, directories. What may get better is tried again by the
/// schedule that tiles have too, within two minutes in all.
package struct DocumentFetcher: Sendable {
  private let http: any HTTPFetching
  private let retrying: Retrying

  /// `retrying`: how often and how long; nil: five times, and as long as a server asks for within two minutes.
  package init(http: any HTTPFetching, retrying: Retrying? = nil) {
    self.http = http
    var usual = Retrying()
    usual.longestPauseSeconds = usual.totalSeconds
    self.retrying = retrying ?? usual
  }

  /// The answer to `request`, of status 200, 203 or 206; its content coding is not undone. The request's own time limit does not
  /// count.
  ///
  /// - Parameter explained: Further statuses whose answers are given back, because their bodies say what is wrong.
  package func fetch(
    _ request: HTTPRequest, priority: Double = 0, explained: Set<Int> = []
  ) async throws(FetchFault) -> HTTPResponse {
    let host = HTTPAddress.name(of: request.url) ?? "the address"
    let attempt = { (remaining: Double) -> Result<HTTPVerdict?, LoadFault> in
      var request = request
      request.timeoutSeconds = remaining
      guard let answer = await answer(to: request, priority: priority) else { return .success(nil) }
      if case .success(let response) = answer, explained.contains(response.status) { return .success(.body(response)) }
      let verdict = HTTPVerdict(answer, host: host)
      if case .fault(let fault) = verdict { return .failure(fault) }
      return .success(verdict)
    }
    let result: Result<HTTPVerdict?, LoadFault>
    do throws(CancellationError) { result = try await retrying.run(attempt) } catch { throw .cancelled }
    switch result {
    case .success(.body(let response)): return response
    case .success(.missing): throw .missing("\(host) has nothing at this address (404)")
    case .success(.offline): throw .offline("\(host) is not asked while offline, and the document is not kept")
    case .success(.changed): throw .changed("what \(host) has was changed")
    case .success(nil): throw .cancelled
    case .success(.fault(let fault)), .failure(let fault):
      throw fault.isPassing ? .failed(fault.message) : .refused(fault.message, stopsSource: fault.concernsSource)
    }
  }

  /// One try; nil when the task is cancelled.
  private func answer(to request: HTTPRequest, priority: Double) async -> Result<HTTPResponse, HTTPError>? {
    await OneAnswer.first(ifCancelled: nil, priority: priority) { ticket, give in
      let receiver = AnswerReceiver(give)
      http.fetch(request, ticket: ticket) { receiver.give($0) }
    }
  }
}

/// What a fetcher holds until it answers: one that is shut down lets go of it without a word, and nobody must wait for ever.
private final class AnswerReceiver: Sendable {
  let give: @Sendable (Result<HTTPResponse, HTTPError>?) -> Void

  init(_ give: @escaping @Sendable (Result<HTTPResponse, HTTPError>?) -> Void) { self.give = give }

  deinit { give(.failure(.network("the network is shut down"))) }
}
