import Foundation
import OverlookFormats
import OverlookStyledMap
import OverlookSupport
import OverlookTiles

/// Keeps traffic as new as its file or server has it. It reads only when `step` is called, which is what maps do that are seen.
@MainActor final class TrafficFeed {
  private enum News: Sendable {
    /// The file was written.
    case written
    /// It cannot be heard any more when the file is written.
    case unwatched
    /// Nil for what is there already.
    case read(JSONValue?)
    case failed(String)
  }

  /// What was read last; nil for nothing yet.
  private(set) var newest: JSONValue?
  /// Why what was read last is not the newest, in one line; nil when it is.
  private(set) var problem: String?
  /// When it is time to read, at once or after what is being read.
  private var due: Double?

  private let address: StyleAddress
  private let fetcher: StyleFetcher
  /// From one answer to the next question; infinite for a file.
  private let refreshSeconds: Double
  private let mailbox: Mailbox<News>
  private let ticket = WorkTicket()
  /// Of a file; nil while the kernel does not watch it.
  private var watch: FileWatch?
  private var isReading = false

  /// From one look at a file that is not watched to the next.
  static let unwatchedSeconds = 60.0

  /// Nil for a source that does not change.
  init?(_ source: TrafficSource, services: TileServices, wake: @escaping @Sendable () -> Void) {
    let mailbox = Mailbox<News>(wake: wake)
    switch source.content {
    case .fixed, .tiles: return nil
    case .file(let path, let stamp, let data):
      (address, refreshSeconds, newest) = (.file(path: path), .infinity, data)
      watch = Self.watch(path, since: stamp, mailbox)
      // It may have been written since.
      if watch == nil { due = -.infinity }
    case .address(let text, let seconds):
      (address, refreshSeconds, due) = (.web(text), seconds, -.infinity)
    }
    self.mailbox = mailbox
    fetcher = StyleFetcher(services: services, cacheName: Redactor.identity(address.name))
  }

  deinit { ticket.cancel() }

  private static func watch(_ path: String, since stamp: FileStamp, _ mailbox: Mailbox<News>) -> FileWatch? {
    FileWatch(path: path, since: stamp, onChange: { mailbox.post(.written) }, onLoss: { mailbox.post(.unwatched) })
  }

  /// When `step` is to be called though nothing happens.
  var nextDeadline: Double? { isReading ? nil : due }

  /// Whether nothing is known yet, and an answer is on its way.
  var isAwaited: Bool { newest == nil && problem == nil }

  /// Takes what was read, and reads when it is time; true when there is another `newest`.
  func step(now: Double) -> Bool {
    var isNew = false
    for news in mailbox.drain() {
      switch news {
      case .written: due = now
      case .unwatched: (watch, due) = (nil, now)
      case .read(let data):
        ended(nil, now: now)
        newest = data ?? newest
        isNew = isNew || data != nil
      case .failed(let message): ended(message, now: now)
      }
    }
    if let deadline = nextDeadline, deadline <= now { read() }
    return isNew
  }

  private func ended(_ problem: String?, now: Double) {
    isReading = false
    self.problem = problem
    // What was written meanwhile is due already.
    guard due == nil else { return }
    if refreshSeconds < .infinity {
      due = now + refreshSeconds
    } else if watch == nil {
      due = now + Self.unwatchedSeconds
    }
  }

  private func read() {
    isReading = true
    due = nil
    if watch == nil, case .file(let path) = address { watch = Self.watch(path, since: FileStamp(path: path), mailbox) }
    let (mailbox, address, name, known, workers, ticket) = (
      mailbox, address, address.name, newest, fetcher.services.workers, ticket
    )
    fetcher.fetchPatiently(address, kind: .data, limit: TrafficSource.byteLimit, ticket: ticket) { content in
      switch content {
      case .bytes(let bytes):
        workers.submit(ticket) {
          do throws(TrafficSource.Problem) {
            let data = try TrafficSource.parsed(bytes.bytes, name: name)
            bytes.keep?.keep()
            mailbox.post(.read(data == known ? nil : data))
          } catch {
            bytes.keep?.drop()
            mailbox.post(.failed("\(error)"))
          }
        }
      case .missing: mailbox.post(.failed("\(address.location) does not exist"))
      case .failed(let message, _, _), .refused(let message, _): mailbox.post(.failed(message))
      }
    }
  }
}
