import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTiles
import Synchronization

/// Reads a file on a thread of its own, and again when it was written; of a large one with an index, and of one on a web server, what is
/// in view.
@MainActor final class FileLoader {
  /// What came.
  enum News: Sendable {
    case opened(FileContents)
    /// Features of an area, which `opened` was asked for.
    case view(FileDocument, CoordinateBounds)
    case failed(FormatError)
  }

  /// What is read.
  enum Origin: Sendable {
    /// A path or an address; as a table, if a person said how.
    case file(String, CSVLayout?)
    case tiles(TileSource)
  }

  /// Whether the file was written since that was last asked.
  private final class Writing: Sendable {
    let isNew = Atomic<Bool>(false)
  }

  /// What is under way.
  private struct Run: Sendable {
    let reading: FileReading
    let ticket: WorkTicket
  }

  private let origin: Origin
  private let services: TileServices
  private let mailbox: Mailbox<News>
  private let writing = Writing()
  private let watch: FileWatch?
  private var run: Run?
  private(set) var isAwaited = true
  private(set) var view: (any FileView)?
  private var nextLook: Double?
  private var earliest = -Double.infinity
  private var isDue = false

  /// From one look at a file of which nothing is heard to the next, and from one reading to the next.
  private static let (lookSeconds, pauseSeconds) = (60.0, 1.0)

  init(_ origin: Origin, services: TileServices, wake: @escaping @Sendable () -> Void) {
    self.origin = origin
    self.services = services
    mailbox = Mailbox(wake: wake)
    // An archive of tiles stays open, and is what it was when it was opened.
    if case .file(let path, _) = origin, !FlatGeobufView.isRemote(path) {
      watch = FileWatch(path: path, since: FileStamp(path: path)) { [writing] in
        if !writing.isNew.exchange(true, ordering: .relaxed) { wake() }
      }
    } else {
      watch = nil
    }
    open()
  }

  var isReading: Bool { run != nil }
  var fraction: Double? { run?.reading.fraction }

  func cancel() {
    run?.reading.cancel()
    run?.ticket.cancel()
  }

  var nextDeadline: Double? { isDue ? earliest : nextLook }

  /// What came since the last call, in its order.
  func step(now: Double) -> [News] {
    if writing.isNew.exchange(false, ordering: .relaxed) { isDue = true }
    if let watch, nextLook.map({ $0 <= now }) ?? true {
      if nextLook != nil { watch.look() }
      nextLook = now + Self.lookSeconds
    }
    let news = mailbox.drain()
    if !news.isEmpty {
      (run, isAwaited) = (nil, false)
      earliest = now + Self.pauseSeconds
      for case .opened(let contents) in news { if case .byView(let view) = contents { self.view = view } else { view = nil } }
    }
    if isDue, run == nil, now >= earliest {
      isDue = false
      open()
    }
    return news
  }

  private func open() {
    let (origin, services) = (origin, services)
    start { (run) throws(FormatError) in
      switch origin {
      case .file(let path, let layout):
        .opened(try FileContents.open(path, services: services, layout: layout, ticket: run.ticket, reading: run.reading))
      case .tiles(let source): .opened(.byView(VectorTilesView(source, services: services)))
      }
    }
  }

  /// Reads the features of an area, once nothing else is being read; false when something is.
  func read(_ bounds: CoordinateBounds) -> Bool {
    guard run == nil, let view else { return false }
    start { (run) throws(FormatError) in
      .view(try view.features(in: bounds, ticket: run.ticket, reading: run.reading), bounds)
    }
    return true
  }

  /// For messages.
  private var name: String {
    switch origin {
    case .file(let path, _): path
    case .tiles(let source): source.messageName
    }
  }

  private func start(_ body: @escaping @Sendable (_ run: Run) throws(FormatError) -> News) {
    let run = Run(reading: FileReading(), ticket: WorkTicket())
    self.run = run
    let mailbox = mailbox
    do throws(ThreadError) {
      try ServiceThread.start("overlook.file") {
        do throws(FormatError) {
          mailbox.post(try body(run))
        } catch {
          mailbox.post(.failed(error))
        }
      }
    } catch {
      mailbox.post(.failed(.unreadable(name, fault: "\(error)")))
    }
  }
}
