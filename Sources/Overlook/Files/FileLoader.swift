import OverlookFiles
import OverlookFormats
import OverlookSupport
import Synchronization

/// Reads a file on a thread of its own, and again when it was written.
@MainActor final class FileLoader {
  typealias Outcome = Result<FileDocument, FormatError>

  /// Whether the file was written since that was last asked.
  private final class Writing: Sendable {
    let isNew = Atomic<Bool>(false)
  }

  private let path: String
  private let mailbox: Mailbox<Outcome>
  private let writing = Writing()
  private let watch: FileWatch
  private var reading: FileReading?
  private(set) var isAwaited = true
  private var nextLook: Double?
  private var earliest = -Double.infinity
  private var isDue = false

  /// From one look at a file of which nothing is heard to the next, and from one reading to the next.
  private static let (lookSeconds, pauseSeconds) = (60.0, 1.0)

  init(path: String, wake: @escaping @Sendable () -> Void) {
    self.path = path
    mailbox = Mailbox(wake: wake)
    watch = FileWatch(path: path, since: FileStamp(path: path)) { [writing] in
      if !writing.isNew.exchange(true, ordering: .relaxed) { wake() }
    }
    read()
  }

  var fraction: Double? { reading?.fraction }

  func cancel() { reading?.cancel() }

  var nextDeadline: Double? { isDue ? earliest : nextLook }

  /// What was read since the last call.
  func step(now: Double) -> Outcome? {
    if writing.isNew.exchange(false, ordering: .relaxed) { isDue = true }
    if nextLook.map({ $0 <= now }) ?? true {
      if nextLook != nil { watch.look() }
      nextLook = now + Self.lookSeconds
    }
    let outcome = mailbox.drain().last
    if outcome != nil {
      (reading, isAwaited) = (nil, false)
      earliest = now + Self.pauseSeconds
    }
    if isDue, reading == nil, now >= earliest {
      isDue = false
      read()
    }
    return outcome
  }

  private func read() {
    let reading = FileReading()
    self.reading = reading
    let (path, mailbox) = (path, mailbox)
    do throws(ThreadError) {
      try ServiceThread.start("overlook.file") {
        let outcome = Outcome { () throws(FormatError) in try FileFormats.read(path: path, reading: reading) }
        mailbox.post(outcome)
      }
    } catch {
      mailbox.post(.failure(.unreadable(path, fault: "\(error)")))
    }
  }
}
