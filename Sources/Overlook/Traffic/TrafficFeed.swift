import Foundation
import OverlookFormats
import OverlookStyledMap
import OverlookSupport
import OverlookTiles
import Synchronization

/// Keeps traffic as new as its file or server has it. It reads only when `step` is called, which is what maps do that are seen.
@MainActor final class TrafficFeed {
  private enum News: Sendable {
    /// Nil for what is there already.
    case read(JSONValue?)
    case failed(LoadFault)
  }

  /// Whether the file was written since that was last asked.
  private final class Writing: Sendable {
    let isNew = Atomic<Bool>(false)
  }

  /// What was read last; nil for nothing yet.
  private(set) var newest: JSONValue?
  /// Why what was read last is not the newest, in one line; nil when it is.
  private(set) var problem: String?
  /// Of a file.
  let watch: FileWatch?

  private let address: StyleAddress
  private let fetcher: StyleFetcher
  /// From one answer to the next question; nil where none is asked for its age.
  private let refreshSeconds: Double?
  private let mailbox: Mailbox<News>
  private let writing = Writing()
  private let ticket = WorkTicket()
  private var retry = RetryState()
  private var isReading = false
  /// When the last reading began, and before which none begins.
  private var readingStart = 0.0
  private var earliest = -Double.infinity
  /// When it is time to read, or as soon as what is being read is there.
  private var due: Double?
  /// When the file is looked at though nothing was heard of it.
  private var nextLook: Double?

  /// From one look at a file to the next.
  static let lookSeconds = 60.0
  /// A file may be written again and again: of the time no more than a fifth is spent on reading it. From the end of one reading
  /// to the next: so much of its length, but at least and at most so many seconds.
  private static let (pauseShare, shortestPause, longestPause) = (4.0, 1.0, 60.0)

  /// Nil for a source that does not change.
  init?(_ source: TrafficSource, services: TileServices, wake: @escaping @Sendable () -> Void) {
    switch source.content {
    case .fixed, .tiles: return nil
    case .file(let path, let stamp, let data):
      (address, refreshSeconds, newest) = (.file(path: path), nil, data)
      watch = FileWatch(path: path, since: stamp) { [writing] in
        // A map that is not seen does not ask, whatever is written.
        if !writing.isNew.exchange(true, ordering: .relaxed) { wake() }
      }
    case .address(let text, let seconds):
      (address, refreshSeconds, due, watch) = (.web(text), seconds, -.infinity, nil)
    }
    mailbox = Mailbox(wake: wake)
    fetcher = StyleFetcher(services: services, cacheName: Redactor.identity(address.name))
  }

  deinit { ticket.cancel() }

  /// When `step` is to be called though nothing happens.
  var nextDeadline: Double? {
    guard !isReading, let due else { return nextLook }
    return min(due, nextLook ?? .infinity)
  }

  /// Whether nothing is known yet, and an answer is on its way.
  var isAwaited: Bool { newest == nil && problem == nil }

  /// Takes what was read, and reads when it is time; true when there is another `newest`.
  func step(now: Double) -> Bool {
    var isNew = false
    if writing.isNew.exchange(false, ordering: .relaxed) { due = max(now, earliest) }
    for news in mailbox.drain() {
      switch news {
      case .read(let data):
        ended(nil, now: now)
        newest = data ?? newest
        isNew = isNew || data != nil
      case .failed(let fault): ended(fault, now: now)
      }
    }
    if let watch, nextLook.map({ $0 <= now }) ?? true {
      // The watch looked when it began.
      if nextLook != nil { watch.look() }
      nextLook = now + Self.lookSeconds
    }
    if !isReading, let due, due <= now { read(now: now) }
    return isNew
  }

  private func ended(_ fault: LoadFault?, now: Double) {
    isReading = false
    if let fault { retry.fail(fault, now: now, view: 0, jitter: 0.5) } else { retry = RetryState() }
    // Of what is tried again at once people need not know.
    if fault == nil || retry.progress(isLoading: false).isOver { problem = fault?.message }
    earliest = now + min(max(Self.pauseShare * (now - readingStart), Self.shortestPause), Self.longestPause)
    // What was written meanwhile is due already.
    due = due.map { max($0, earliest) } ?? refreshSeconds.map { now + $0 }
    let again = retry.failureCount > 0 ? retry.nextTry(view: 0) : .infinity
    if again < .infinity { due = min(due ?? .infinity, max(again, earliest)) }
  }

  private func read(now: Double) {
    (isReading, readingStart, due) = (true, now, nil)
    let (mailbox, address, name, known, workers, ticket) = (
      mailbox, address, address.name, newest, fetcher.services.workers, ticket
    )
    fetcher.fetch(address, kind: .data, limit: TrafficSource.byteLimit, ticket: ticket) { content in
      switch content.document(at: address.location) {
      case .success(let bytes):
        workers.submit(ticket) {
          do throws(TrafficSource.Problem) {
            let data = try TrafficSource.parsed(bytes.bytes, name: name)
            bytes.keep?.keep()
            mailbox.post(.read(data == known ? nil : data))
          } catch {
            bytes.keep?.drop()
            mailbox.post(.failed(.refusal("\(error)")))
          }
        }
      case .failure(let fault): mailbox.post(.failed(fault))
      }
    }
  }
}
