package import OverlookSupport
import Synchronization

/// Answers from the disk what may be answered from there, asks the network for the rest, and keeps what comes once it turned out
/// to be good (RFC 9111, RFC 5861). While it is offline nothing is asked, and everything kept is good whatever its age.
///
/// Requests that do not ask for caching, those for parts of bodies and those with conditions of their own go to the network as
/// they are.
package final class CachingFetcher: HTTPFetching, Sendable {
  /// Tells whether a body that nobody is waiting for can be decoded; the completion may be called on any thread.
  package typealias SoundnessCheck =
    @Sendable (_ response: HTTPResponse, _ completion: @escaping @Sendable (Bool) -> Void) -> Void

  /// For how long a server that failed is not asked about what is kept, if it does not say.
  static let restSeconds = 5.0
  /// Of requests that nobody waits for.
  static let backgroundPriority = WorkTicket.backgroundPriority

  /// Where an answer goes.
  typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

  /// One request on its way.
  struct Job: Sendable {
    let request: HTTPRequest
    let key: CacheKey
    let source: String
    let ticket: WorkTicket
    let completion: Completion

    func finish(_ result: Result<HTTPResponse, HTTPError>) {
      if !ticket.isCancelled { completion(result) }
    }
  }

  private struct State: Sendable {
    var isOffline: Bool
    var transfers: [Int: (ticket: WorkTicket, completion: Completion)] = [:]
    var lastTransfer = 0
    /// What is being asked for in the background.
    var refreshing: Set<CacheKey> = []
    /// Until when (monotonic seconds) servers are left alone about what is kept.
    var resting: [HTTPAddress: Double] = [:]
  }

  private let network: any HTTPFetching
  private let isSound: SoundnessCheck
  private let state: Mutex<State>
  package let cache: DiskCache?

  /// - Parameters:
  ///   - cache: Nil to keep nothing.
  ///   - isSound: For what was asked for in the background; by default nothing of that is kept but word that it is still the
  ///     same.
  package init(
    _ network: any HTTPFetching, cache: DiskCache?, isOffline: Bool = false,
    isSound: @escaping SoundnessCheck = { _, completion in completion(false) }
  ) {
    self.network = network
    self.cache = cache
    self.isSound = isSound
    state = Mutex(State(isOffline: isOffline))
  }

  package var news: NetworkNews? { network.news }

  package var isOffline: Bool { state.withLock { $0.isOffline } }

  /// Goes offline or back. Transfers that run or wait are ended, and answered from the disk where that can be.
  package func setOffline(_ isOffline: Bool) {
    let ended = state.withLock { state -> [(ticket: WorkTicket, completion: Completion)] in
      state.isOffline = isOffline
      state.resting = [:]
      guard isOffline else { return [] }
      defer { state.transfers = [:] }
      return Array(state.transfers.values)
    }
    for (ticket, completion) in ended {
      ticket.cancel()
      completion(.failure(.offline))
    }
  }

  package func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    let hasConditions = request.ifMatch != nil || request.ifNoneMatch != nil || request.ifModifiedSince != nil
    guard let cache, case .store(let source) = request.caching, request.range == nil, !hasConditions else {
      return ask(request, ticket: ticket, completion: completion)
    }
    let job = Job(request: request, key: CacheKey(request), source: source, ticket: ticket, completion: completion)
    cache.find(job.key, ticket: ticket) { [self] answer in found(answer, job, cache) }
  }

  // MARK: What is kept

  private func found(_ answer: CachedAnswer?, _ job: Job, _ cache: DiskCache) {
    guard let answer else { return ask(job, about: nil, cache) }
    if isOffline { return job.finish(.success(response(answer, job.key, cache))) }
    let now = cache.clock.now()
    let rules = answer.rules
    switch rules.use(now: now, validAfter: job.request.confirmedAfter) {
    case .fresh: job.finish(.success(response(answer, job.key, cache)))
    case .refreshBehind:
      job.finish(.success(response(answer, job.key, cache)))
      refresh(answer, job, cache)
    case .check where rules.standsInForError(now: now) && isResting(job.request):
      job.finish(.success(response(answer, job.key, cache)))
    case .check: ask(job, about: answer, cache)
    }
  }

  private func response(_ answer: CachedAnswer, _ key: CacheKey, _ cache: DiskCache) -> HTTPResponse {
    var response = HTTPResponse(status: answer.status, body: answer.body)
    response.head = answer.head
    response.isFromCache = true
    response.keep = CacheReceipt({}, drop: { cache.remove(key) })
    return response
  }

  // MARK: The network

  /// Asks for the whole, or whether what is kept is still the same.
  private func ask(_ job: Job, about answer: CachedAnswer?, _ cache: DiskCache) {
    var request = job.request
    request.ifNoneMatch = answer?.head.entityTag
    request.ifModifiedSince = answer?.head.lastModified
    ask(request, ticket: job.ticket) { [self] result in arrived(result, job, about: answer, cache) }
  }

  private func arrived(
    _ result: Result<HTTPResponse, HTTPError>, _ job: Job, about answer: CachedAnswer?, _ cache: DiskCache, isSecond: Bool = false
  ) {
    let now = cache.clock.now()
    noteTrouble(result, job.request)
    if let answer, Self.isTrouble(result), isOffline || answer.rules.standsInForError(now: now) {
      return job.finish(.success(response(answer, job.key, cache)))
    }
    guard case .success(var response) = result else { return job.finish(result) }
    if response.status == 304 {
      if let answer, answer.head.canBeValidated { return job.finish(.success(renewed(answer, by: response, job.key, cache))) }
      guard !isSecond else { return job.finish(.failure(.network("it says that nothing changed, and was not asked"))) }
      var request = job.request
      request.headers.append(HTTPHeader(name: "Cache-Control", value: "no-cache", isSecret: false))
      return ask(request, ticket: job.ticket) { [self] in arrived($0, job, about: nil, cache, isSecond: true) }
    }
    let fresh = CachedAnswer(
      source: job.source, status: response.status, head: response.head, body: response.body, receivedAt: now)
    if fresh.rules.mayKeep {
      if CacheRules.isAbsence(response.status) {
        keepAbsence(fresh, job.key, cache)
      } else {
        response.keep = CacheReceipt { cache.store(fresh, key: job.key) }
      }
    } else if answer != nil, response.status == 200 {
      cache.remove(job.key)
    }
    job.finish(.success(response))
  }

  /// What is kept, after the server said that it is still good.
  private func renewed(_ answer: CachedAnswer, by response: HTTPResponse, _ key: CacheKey, _ cache: DiskCache) -> HTTPResponse {
    var renewed = answer
    renewed.head = answer.head.renewed(by: response.head)
    renewed.receivedAt = cache.clock.now()
    if renewed.rules.mayKeep { cache.renew(renewed, key: key) } else { cache.remove(key) }
    return self.response(renewed, key, cache)
  }

  /// "There is nothing here" has no body that could turn out to be bad.
  private func keepAbsence(_ answer: CachedAnswer, _ key: CacheKey, _ cache: DiskCache) {
    var answer = answer
    answer.body = []
    answer.head.contentEncoding = nil
    cache.store(answer, key: key)
  }

  /// Asks in the background whether what was handed out is still good.
  private func refresh(_ answer: CachedAnswer, _ job: Job, _ cache: DiskCache) {
    guard !isResting(job.request), state.withLock({ $0.refreshing.insert(job.key).inserted }) else { return }
    let behind = Job(
      request: job.request, key: job.key, source: job.source, ticket: WorkTicket(priority: Self.backgroundPriority)
    ) { [self] result in
      guard case .success(let response) = result, let receipt = response.keep, !response.isFromCache else {
        return ended(job.key)
      }
      isSound(response) { [self] isSound in
        if isSound { receipt.keep() }
        ended(job.key)
      }
    }
    ask(behind, about: answer, cache)
  }

  private func ended(_ key: CacheKey) {
    state.withLock { _ = $0.refreshing.remove(key) }
  }

  /// One transfer, unless the network may not be used.
  private func ask(_ request: HTTPRequest, ticket: WorkTicket, completion: @escaping Completion) {
    let part = WorkTicket(following: ticket)
    let number = state.withLock { state -> Int? in
      if state.isOffline { return nil }
      state.lastTransfer += 1
      state.transfers[state.lastTransfer] = (part, completion)
      return state.lastTransfer
    }
    guard let number else {
      if !ticket.isCancelled { completion(.failure(.offline)) }
      return
    }
    ticket.onCancel { [weak self] in
      _ = self?.take(number)
      part.cancel()
    }
    network.fetch(request, ticket: part) { [self] result in
      guard take(number) else { return }
      ticket.clearCancelHandler()
      if !ticket.isCancelled { completion(result) }
    }
  }

  /// False when the transfer was ended before.
  private func take(_ number: Int) -> Bool {
    state.withLock { $0.transfers.removeValue(forKey: number) != nil }
  }

  // MARK: Servers that fail

  /// Whether it is the network or the server that fails, and may not do so for long.
  private static func isTrouble(_ result: Result<HTTPResponse, HTTPError>) -> Bool {
    switch result {
    case .success(let response): [429, 500, 502, 503, 504].contains(response.status)
    case .failure(let error):
      switch error {
      case .network, .unreachable, .badAnswer, .timedOut, .certificate, .offline, .app(_, isFinal: false): true
      case .badAddress, .tooLarge, .refusedRedirect, .refusedAddress, .closedHost, .changed, .app(_, isFinal: true): false
      }
    }
  }

  private func noteTrouble(_ result: Result<HTTPResponse, HTTPError>, _ request: HTTPRequest) {
    guard Self.isTrouble(result), !isOffline, let address = HTTPAddress(request.url) else { return }
    let rest = if case .success(let response) = result { response.retryAfterSeconds } else { Double?.none }
    let until = MonotonicClock.now() + (rest ?? Self.restSeconds)
    state.withLock { state in
      if state.resting.count > 1000 { state.resting = [:] }
      state.resting[address] = until
    }
  }

  /// Whether the server failed a moment ago: what is kept is shown without waiting for it to fail again.
  private func isResting(_ request: HTTPRequest) -> Bool {
    guard let address = HTTPAddress(request.url) else { return false }
    return state.withLock { state in
      guard let until = state.resting[address] else { return false }
      if until > MonotonicClock.now() { return true }
      state.resting[address] = nil
      return false
    }
  }
}
