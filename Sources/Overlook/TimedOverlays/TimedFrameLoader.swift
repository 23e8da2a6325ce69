import OverlookFormats
import OverlookSupport
import OverlookTiles
import Synchronization

/// Gets the pictures of the frames of one layer on other threads, some at a time, the most wanted first. Main thread.
@MainActor final class TimedFrameLoader {
  /// What became of a frame.
  struct Arrival: Sendable {
    let index: Int
    let result: Result<Image, PictureFault>
    /// Of the request that it answers.
    fileprivate let number: Int
  }

  private struct Request {
    let number: Int
    let ticket: WorkTicket
  }

  /// Gives the picture of a frame to its completion, on any thread; not after the ticket was cancelled.
  typealias Fetch = @Sendable (_ index: Int, WorkTicket, @escaping @Sendable (Result<Image, PictureFault>) -> Void) -> Void

  /// How many are asked for at once: enough for the connections of a host, and few enough for what is more wanted to come first.
  private static let concurrency = 16

  private let mailbox: Mailbox<Arrival>
  private let fetch: Fetch
  private var waiting: [Int] = []
  /// What is on its way, by frame.
  private var requests: [Int: Request] = [:]
  private var lastNumber = 0

  /// `wake` is called on any thread when something came.
  init(wake: @escaping @Sendable () -> Void, fetch: @escaping Fetch) {
    mailbox = Mailbox(wake: wake)
    self.fetch = fetch
  }

  deinit {
    for request in requests.values { request.ticket.cancel() }
  }

  /// Wants these frames and no others, the first first. What is on its way and not wanted any more is given up.
  func want(_ indices: [Int]) {
    let wanted = Set(indices)
    for (index, request) in requests where !wanted.contains(index) {
      request.ticket.cancel()
      requests[index] = nil
    }
    waiting = indices.filter { requests[$0] == nil }.reversed()
    start()
  }

  /// What came since the last call; the next ones are asked for.
  func takeArrivals() -> [Arrival] {
    if mailbox.isEmpty { return [] }
    // One that was given up may have been on its way already.
    let arrivals = mailbox.drain().filter { requests[$0.index]?.number == $0.number }
    for arrival in arrivals { requests[arrival.index] = nil }
    start()
    return arrivals
  }

  private func start() {
    while requests.count < Self.concurrency, let index = waiting.popLast() {
      lastNumber += 1
      let ticket = WorkTicket(priority: Double(index))
      requests[index] = Request(number: lastNumber, ticket: ticket)
      let receiver = FrameReceiver(index: index, number: lastNumber, mailbox: mailbox)
      fetch(index, ticket) { receiver.post($0) }
    }
  }
}

/// What a fetch holds until it answers: one that is dropped without a word (a network that is shut down, a queue that is full)
/// must not leave its frame waiting for ever.
private final class FrameReceiver: Sendable {
  private let index: Int
  private let number: Int
  private let mailbox: Mailbox<TimedFrameLoader.Arrival>
  private let isAnswered = Atomic(false)

  init(index: Int, number: Int, mailbox: Mailbox<TimedFrameLoader.Arrival>) {
    self.index = index
    self.number = number
    self.mailbox = mailbox
  }

  deinit {
    post(.failure(PictureFault("the transfer was dropped")))
  }

  func post(_ result: Result<Image, PictureFault>) {
    guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    mailbox.post(TimedFrameLoader.Arrival(index: index, result: result, number: number))
  }
}
