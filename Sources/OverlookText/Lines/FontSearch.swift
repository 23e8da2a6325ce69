import OverlookSupport
import Synchronization

/// Looks for fonts on a thread of its own, so that no frame waits for fontconfig or for a disk. Main thread, but for what the
/// thread does.
@MainActor final class FontSearch {
  private struct Found: Sendable {
    var query: FontQuery
    var program: FontProgram?
  }

  /// The queries that wait; nil while no thread runs.
  private final class Queue: Sendable {
    private let waiting = Mutex<[FontQuery]?>(nil)

    /// True when a thread is to be started for it.
    func add(_ query: FontQuery) -> Bool {
      waiting.withLock { waiting in
        let isIdle = waiting == nil
        waiting = (waiting ?? []) + [query]
        return isIdle
      }
    }

    /// Nil at the end, which is the end of the thread.
    func next() -> FontQuery? {
      waiting.withLock { waiting in
        guard let first = waiting?.first else {
          waiting = nil
          return nil
        }
        waiting?.removeFirst()
        return first
      }
    }
  }

  private let catalog: FontCatalog
  private let queue = Queue()
  private let answers: Mailbox<Found>
  private var known: [FontQuery: FontProgram?] = [:]
  private var asked: Set<FontQuery> = []

  /// `wake` is called on any thread when there are answers.
  init(_ catalog: FontCatalog, wake: @escaping @Sendable () -> Void) {
    self.catalog = catalog
    answers = Mailbox(wake: wake)
  }

  /// Whether an answer is still to come.
  var isSearching: Bool { !asked.isEmpty }

  func answer(_ query: FontQuery) -> FontAnswer {
    if let known = known[query] { return known.map { .font($0) } ?? .none }
    guard asked.insert(query).inserted, queue.add(query) else { return .pending }
    let (queue, catalog, answers) = (queue, catalog, answers)
    let work: @Sendable () -> Void = {
      while let query = queue.next() { answers.post(Found(query: query, program: catalog.fallback(query))) }
    }
    // Without a thread a frame is late, and the text is whole.
    do { try ServiceThread.start("overlook-fonts", work) } catch { work() }
    return .pending
  }

  /// Takes the answers that came; true when there are any.
  func takeAnswers() -> Bool {
    if asked.isEmpty { return false }
    let found = answers.drain()
    for found in found {
      asked.remove(found.query)
      known[found.query] = .some(found.program)
    }
    return !found.isEmpty
  }

  /// Waits for all answers.
  func finish() {
    // Those that the thread did not come to are looked for here; the catalog serves one at a time.
    for query in asked { known[query] = .some(catalog.fallback(query)) }
    asked = []
    _ = answers.drain()
  }
}
