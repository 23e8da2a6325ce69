import OverlookGeometry
import OverlookSupport
import Synchronization

/// A tile of a file on a server on its way to whoever asked.
struct RemoteOrder: Sendable {
  let tile: TileID
  let ticket: WorkTicket
  let services: TileServices
  let completion: @Sendable (TileContent) -> Void
  /// Whether the file was opened anew for its sake.
  fileprivate(set) var isSecond = false

  init(
    _ tile: TileID, _ ticket: WorkTicket, _ services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    self.tile = tile
    self.ticket = ticket
    self.services = services
    self.completion = completion
  }

  func finish(_ content: TileContent) {
    if !ticket.isCancelled { completion(content) }
  }
}

/// Holds the state of a file on a server that tiles are made of, with all that is known of it. When the file turns out to be
/// another one, that is dropped and it is opened anew, once for all who wait. Thread-safe.
final class EditionKeeper<Edition: AnyObject & Sendable>: Sendable {
  /// Goes on with a tile. Called on any thread; must not block.
  typealias Use = @Sendable (RemoteOrder, Edition) -> Void

  private struct State: Sendable {
    var edition: Edition?
    var isOpening = false
    /// Tiles that wait until the file is opened anew.
    var waiting: [(order: RemoteOrder, use: Use)] = []
  }

  private let host: String
  private let close: @Sendable (Edition) -> Void
  private let open: @Sendable (TileServices) async throws(RemoteFileError) -> Edition
  private let state: Mutex<State>

  /// - Parameters:
  ///   - host: For messages.
  ///   - close: Lets nothing more out for a state that is no more.
  ///   - open: Opens the file anew, with one try.
  init(
    _ edition: Edition, host: String, close: @escaping @Sendable (Edition) -> Void,
    open: @escaping @Sendable (TileServices) async throws(RemoteFileError) -> Edition
  ) {
    self.host = host
    self.close = close
    self.open = open
    state = Mutex(State(edition: edition))
  }

  /// Nil while the file is opened anew.
  var edition: Edition? { state.withLock { $0.edition } }

  /// Has `use` go on with the state that holds, at once or when there is one; what keeps the file from being opened is told to
  /// `order` instead.
  func start(_ order: RemoteOrder, _ use: @escaping Use) {
    let (edition, opens) = state.withLock { state -> (Edition?, Bool) in
      if let edition = state.edition { return (edition, false) }
      state.waiting.append((order, use))
      defer { state.isOpening = true }
      return (nil, !state.isOpening)
    }
    if let edition { return use(order, edition) }
    if opens { openAgain(order.services) }
  }

  /// Tells `order` why a part of `edition` did not come.
  ///
  /// Of a file that was changed, the tile that finds out brings the news and comes again later; the others start over with `use`
  /// by themselves, once.
  func fail(_ order: RemoteOrder, _ edition: Edition, _ part: RemoteFile.Part, _ use: @escaping Use) {
    guard case .changed = part else { return order.finish(part.content(host: host)) }
    let isFirst = state.withLock { state in
      guard state.edition === edition else { return false }
      state.edition = nil
      return true
    }
    if isFirst { close(edition) }
    guard !isFirst, !order.isSecond else {
      return order.finish(.failed(.passing("the file at \(host) was changed, and is read anew")))
    }
    var again = order
    again.isSecond = true
    start(again, use)
  }

  private func openAgain(_ services: TileServices) {
    Task { [self] in
      let result: Result<Edition, RemoteFileError>
      do throws(RemoteFileError) {
        result = .success(try await open(services))
      } catch {
        result = .failure(error)
      }
      let waiting = state.withLock { state in
        state.isOpening = false
        if case .success(let edition) = result { state.edition = edition }
        defer { state.waiting = [] }
        return state.waiting
      }
      for (order, use) in waiting {
        switch result {
        case .success(let edition): use(order, edition)
        case .failure(let error): order.finish(error.content)
        }
      }
    }
  }
}
