import OverlookFormats
package import OverlookGeometry
package import OverlookNetwork
package import OverlookSupport
import Synchronization

/// A GeoTIFF file on a web server, read by range requests: a few for its directories, then those for the blocks of each tile, as
/// few as neighbours allow. Thread-safe.
///
/// As with `RemotePMTiles`, every request demands the state of the file that was opened, a file that is replaced is read anew, and
/// parts are kept on the disk under that state.
package final class RemoteGeoTIFF: GeoTIFFDrawing {
  /// One state of the file.
  struct Edition: Sendable {
    let geoTIFF: GeoTIFF
    /// Nil for a file that is here as a whole.
    let parts: RemoteParts?
    let number: Int
  }

  /// A tile on its way to whoever asked.
  struct Order: Sendable {
    let tile: TileID
    let side: Int
    let ticket: WorkTicket
    let services: TileServices
    let completion: @Sendable (TileContent) -> Void
    /// Whether the file was opened anew for its sake.
    var isSecond = false
    var rounds = 0

    func finish(_ content: TileContent) {
      if !ticket.isCancelled { completion(content) }
    }
  }

  private struct State: Sendable {
    var edition: Edition?
    var isOpening = false
    var waiting: [Order] = []
    var lastNumber = 0
  }

  let file: RemoteFile
  private let identity: String
  /// As it was found first.
  let opened: GeoTIFF
  private let state: Mutex<State>

  /// Places of blocks, then blocks; more rounds mean that parts do not stay.
  private static let maximumRounds = 6
  /// Bytes that one tile may need.
  private static let maximumTileBytes: UInt64 = 96 << 20

  /// Opens the file at `url`, an address with its secrets. `identity` names it in the cache, free of secrets.
  package static func open(
    url: String, headers: [HTTPHeader] = [], userAgent: String? = nil, identity: String, services: TileServices
  ) async throws(RemotePMTilesError) -> RemoteGeoTIFF {
    let file = RemoteFile(url: url, headers: headers, userAgent: userAgent)
    let opening = RemoteGeoTIFFOpening(file: file, identity: identity, services: services)
    let (geoTIFF, parts) = try await opening.open()
    return RemoteGeoTIFF(file, identity, geoTIFF, parts)
  }

  private init(_ file: RemoteFile, _ identity: String, _ geoTIFF: GeoTIFF, _ parts: RemoteParts?) {
    self.file = file
    self.identity = identity
    opened = geoTIFF
    state = Mutex(State(edition: Edition(geoTIFF: geoTIFF, parts: parts, number: 0)))
  }

  package func fetch(
    _ tile: TileID, side: Int, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    start(Order(tile: tile, side: side, ticket: ticket, services: services, completion: completion))
  }

  private func start(_ order: Order) {
    let (edition, opens) = state.withLock { state -> (Edition?, Bool) in
      if let edition = state.edition { return (edition, false) }
      state.waiting.append(order)
      defer { state.isOpening = true }
      return (nil, !state.isOpening)
    }
    if let edition { return draw(order, edition, edition.parts.map { FileParts($0.pages) }) }
    if opens { openAgain(order.services) }
  }

  /// Draws on a worker, as far as the parts that are here go, and gets the others.
  private func draw(_ order: Order, _ edition: Edition, _ parts: FileParts?) {
    order.services.workers.submit(order.ticket) { [self] in
      do throws(FormatError) {
        let drawing = try edition.geoTIFF.draw(
          order.tile, side: order.side, parts: parts, pool: order.services.decoders, isCancelled: { order.ticket.isCancelled })
        switch drawing {
        case .image(let image): order.finish(.bytes(TileBytes(picture: image)))
        case .nothing: order.finish(.missing)
        case .cancelled: return
        case .needsParts: get(order, edition, parts)
        }
      } catch {
        order.finish(.failed(message: "\(error)", afterSeconds: nil))
      }
    }
  }

  private func get(_ order: Order, _ edition: Edition, _ parts: FileParts?) {
    guard let parts, let remote = edition.parts else { return order.finish(.missing) }
    let missing = parts.takeMissing()
    let size = missing.reduce(UInt64(0)) { $0 &+ ($1.upperBound - $1.lowerBound) }
    guard !missing.isEmpty, order.rounds < Self.maximumRounds, size <= Self.maximumTileBytes else {
      return order.finish(.refused(message: "\(file.host): a tile would be made of \(size) bytes", stopsSource: false))
    }
    remote.get(missing, leader: order.ticket, services: order.services) { [self] range, bytes in
      parts.add(bytes, at: range)
    } completion: { [self] fault in
      guard let fault else {
        var next = order
        next.rounds += 1
        return draw(next, edition, parts)
      }
      fail(order, edition, fault)
    }
  }

  private func fail(_ order: Order, _ edition: Edition, _ fault: RemoteFile.Part) {
    guard case .changed = fault else { return order.finish(fault.content(host: file.host)) }
    let isFirst = state.withLock { state in
      guard state.edition?.number == edition.number else { return false }
      state.edition = nil
      return true
    }
    if isFirst { edition.parts?.coalescer.close() }
    guard !isFirst, !order.isSecond else {
      return order.finish(.failed(message: "the file at \(file.host) was changed, and is read anew", afterSeconds: nil))
    }
    var again = order
    again.isSecond = true
    again.rounds = 0
    start(again)
  }

  private func openAgain(_ services: TileServices) {
    Task { [self] in
      var result: Result<(GeoTIFF, RemoteParts?), RemotePMTilesError>
      do throws(RemotePMTilesError) {
        result = .success(try await RemoteGeoTIFFOpening(file: file, identity: identity, services: services).open())
      } catch {
        result = .failure(error)
      }
      let waiting = state.withLock { state in
        state.isOpening = false
        state.lastNumber += 1
        if case .success(let (geoTIFF, parts)) = result {
          state.edition = Edition(geoTIFF: geoTIFF, parts: parts, number: state.lastNumber)
        }
        defer { state.waiting = [] }
        return state.waiting
      }
      for order in waiting {
        if case .failure(let error) = result { order.finish(error.content) } else { start(order) }
      }
    }
  }
}

extension RemoteFile.Part {
  /// What it means for a tile that the part is needed for.
  func content(host: String) -> TileContent {
    switch self {
    case .changed: .failed(message: "the file at \(host) was changed", afterSeconds: nil)
    case .offline: .failed(message: "\(host) is not asked while offline", afterSeconds: nil)
    case .failed(let message, let afterSeconds): .failed(message: message, afterSeconds: afterSeconds)
    case .refused(let message, let stopsSource): .refused(message: message, stopsSource: stopsSource)
    case .bytes, .whole: .failed(message: "\(host) sends what was not asked for", afterSeconds: nil)
    }
  }
}

/// The way to the parts of one state of a file on a server, by the disk.
struct RemoteParts: Sendable {
  let pages: FileParts.Pages
  let coalescer: RangeCoalescer
  /// Begins the keys of the disk cache: other text for another state of the file.
  let cachePrefix: String
  let cacheName: String

  private struct Gathering: Sendable {
    var left: Int
    var isOver = false
  }

  /// Gets several ranges. `take` gets each, `completion` is called once when all are there, or with what came in place of the first
  /// that fails; both on any thread, and not after `leader` was cancelled.
  func get(
    _ ranges: [Range<UInt64>], leader: WorkTicket, services: TileServices,
    take: @escaping @Sendable (Range<UInt64>, [UInt8]) -> Void, completion: @escaping @Sendable (RemoteFile.Part?) -> Void
  ) {
    let gathering = Shared(Gathering(left: ranges.count))
    let tickets = ranges.map { _ in WorkTicket(following: leader) }
    leader.onCancel { for ticket in tickets { ticket.cancel() } }
    let end: @Sendable (RemoteFile.Part?) -> Void = { fault in
      let isLast = gathering.value.withLock { gathering in
        gathering.left -= 1
        guard !gathering.isOver, fault != nil || gathering.left == 0 else { return false }
        gathering.isOver = true
        return true
      }
      guard isLast else { return }
      leader.clearCancelHandler()
      if fault != nil { for ticket in tickets { ticket.cancel() } }
      completion(fault)
    }
    for (range, ticket) in zip(ranges, tickets) {
      get(range, ticket, services) { part in
        if case .bytes(let bytes, _) = part {
          take(range, bytes)
          end(nil)
        } else {
          end(part)
        }
      }
    }
  }

  private func get(
    _ range: Range<UInt64>, _ ticket: WorkTicket, _ services: TileServices,
    _ completion: @escaping @Sendable (RemoteFile.Part) -> Void
  ) {
    let key = CacheKey("\(cachePrefix)\npart \(range)")
    let ask: @Sendable () -> Void = {
      coalescer.want(range, ticket: ticket) { part in
        if case .bytes(let bytes, _) = part { services.cache?.storePart(bytes, key: key, source: cacheName) }
        completion(part)
      }
    }
    guard let cache = services.cache else { return ask() }
    let expectation = coalescer.expect()
    cache.find(key, ticket: ticket) { answer in
      defer { expectation.end() }
      guard let answer, answer.body.count == range.count else { return ask() }
      let version = RemoteFile.Version(entityTag: nil, lastModified: nil, byteCount: pages.fileByteCount)
      completion(.bytes(answer.body, version))
    }
  }

  /// A value that several closures share.
  private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }
}
