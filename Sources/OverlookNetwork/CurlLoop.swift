import CCurl
import Foundation
import OverlookSupport

/// The network thread: takes submissions, runs transfers, calls completions. All of it stays on that one thread.
final class CurlLoop {
  /// Waiting submissions beyond this are given up, the least wanted first.
  static let maximumWaiting = 512

  private let inbox: CurlInbox
  private let settings: ConnectionSettings
  private let multi: CurlMulti
  private let watch = NetworkWatch()
  private var waiting: [CurlSubmission] = []
  private var active: [CurlTransfer] = []
  private var spare: [CurlEasy] = []
  private var limits = HostLimits()
  /// Whether there may be room, or somebody new, since nobody else could be started.
  private var mayStart = false
  private var windows = CertificateWindows()

  init?(inbox: CurlInbox, settings: ConnectionSettings) {
    guard let multi = CurlMulti() else { return nil }
    self.inbox = inbox
    self.settings = settings
    self.multi = multi
    inbox.open(multi.waker)
  }

  func run() {
    Self.blockBrokenPipeSignal()
    while let arrived = inbox.take() {
      waiting.append(contentsOf: arrived)
      if !arrived.isEmpty { mayStart = true }
      dropCancelled()
      dropOverflow()
      startWaiting()
      multi.perform()
      let finishedSome = finishDone() || giveUpLate()
      if finishedSome && !waiting.isEmpty { continue }
      // While transfers run, their deadlines are looked at a few times a second; otherwise only a wake ends the sleep.
      let isNews = multi.poll(milliseconds: active.isEmpty ? 3_600_000 : 200, watching: watch?.descriptor)
      if isNews, let watch, watch.isBack() { inbox.news.tell(now: MonotonicClock.now()) }
    }
    inbox.close()
    for transfer in active { multi.remove(transfer.easy) }
    active = []
    spare = []
  }

  private func dropCancelled() {
    waiting.removeAll { $0.ticket.isCancelled }
    for index in active.indices.reversed() where active[index].submission.ticket.isCancelled {
      end(index, at: active[index].target.address)
    }
  }

  private func dropOverflow() {
    guard waiting.count > Self.maximumWaiting else { return }
    waiting.sort { $0.ticket.priority < $1.ticket.priority }
    let dropped = waiting[Self.maximumWaiting...]
    waiting.removeLast(dropped.count)
    for submission in dropped {
      submission.completion(.failure(.network("too many requests wait for \(submission.target.address.name)")))
    }
  }

  private func startWaiting() {
    guard mayStart else { return }
    mayStart = false
    while active.count < HostLimits.maximumTransfers, let index = nextWaiting() {
      start(waiting.remove(at: index))
    }
  }

  /// The most wanted submission whose host has room.
  private func nextWaiting() -> Int? {
    var best: Int?
    var bestPriority = Double.infinity
    // Neighbours mostly go to one host.
    var last: (address: HTTPAddress, hasRoom: Bool)?
    for (index, submission) in waiting.enumerated() {
      let address = submission.target.address
      let hasRoom = if let last, last.address == address { last.hasRoom } else { limits.hasRoom(for: address) }
      last = (address, hasRoom)
      guard hasRoom else { continue }
      let priority = submission.ticket.priority
      if best == nil || priority < bestPriority {
        best = index
        bestPriority = priority
      }
    }
    return best
  }

  private func start(_ submission: CurlSubmission) {
    guard let easy = spare.popLast() ?? CurlEasy() else {
      return submission.completion(.failure(.network("no memory for a transfer")))
    }
    let now = MonotonicClock.now()
    let transfer = CurlTransfer(submission: submission, easy: easy, settings: settings, now: now)
    guard transfer.configure(now: now), multi.add(easy) else {
      return submission.completion(.failure(.network("the transfer could not be set up")))
    }
    limits.began(transfer.target.address)
    active.append(transfer)
  }

  /// Completes what curl is done with; true when there was any.
  private func finishDone() -> Bool {
    var any = false
    while let (handle, code) = multi.nextDone() {
      guard let index = active.firstIndex(where: { $0.easy.handle == handle }) else { continue }
      any = true
      let transfer = active[index]
      let address = transfer.target.address
      limits.learned(address, speaksHTTP2: transfer.easy.usedHTTP2)
      switch transfer.step(after: code, windows: &windows) {
      case .finished(let result):
        end(index, at: address)
        complete(transfer, result)
      case .again: goOn(index, from: address)
      }
    }
    return any
  }

  /// Sends a transfer to its next hop.
  private func goOn(_ index: Int, from address: HTTPAddress) {
    let transfer = active[index]
    let now = MonotonicClock.now()
    multi.remove(transfer.easy)
    transfer.easy.reset()
    guard transfer.configure(now: now), multi.add(transfer.easy) else {
      end(index, at: address)
      return complete(transfer, .failure(.network("the transfer could not be set up")))
    }
    limits.ended(address)
    limits.began(transfer.target.address)
    mayStart = true
  }

  /// Ends transfers whose server lets us wait; true when there was any.
  private func giveUpLate() -> Bool {
    let now = MonotonicClock.now()
    var any = false
    for index in active.indices.reversed() {
      guard let timeout = active[index].timeout(now: now) else { continue }
      any = true
      let transfer = active[index]
      end(index, at: transfer.target.address)
      complete(transfer, .failure(.timedOut(timeout)))
    }
    return any
  }

  private func complete(_ transfer: CurlTransfer, _ result: Result<HTTPResponse, HTTPError>) {
    let submission = transfer.submission
    submission.ticket.clearCancelHandler()
    if !submission.ticket.isCancelled { submission.completion(result) }
  }

  /// Takes a transfer off the network; one that runs is aborted.
  private func end(_ index: Int, at address: HTTPAddress) {
    let transfer = active.remove(at: index)
    multi.remove(transfer.easy)
    limits.ended(address)
    mayStart = true
    transfer.easy.reset()
    if spare.count < HostLimits.maximumTransfers { spare.append(transfer.easy) }
  }

  /// OpenSSL writes to connections that the other side closed; the signal would end the process.
  private static func blockBrokenPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
