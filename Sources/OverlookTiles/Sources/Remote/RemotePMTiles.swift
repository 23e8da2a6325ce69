package import OverlookFormats
package import OverlookGeometry
package import OverlookNetwork
package import OverlookSupport
import Synchronization

/// A PMTiles file on a web server, read by range requests: one for the header and the root directory, one for each further
/// directory that is needed, and as few as neighbours allow for the tiles. Thread-safe.
///
/// Every request demands the state of the file that was opened; when the file is replaced, all that is known of it is dropped and
/// read anew. What was shown is kept on the disk, under that state, and serves while there is no network.
package final class RemotePMTiles: TileProvider {
  /// What reading has cost since the archive was opened.
  package struct Counts: Hashable, Sendable {
    /// To the server, those of opening included.
    package var requests = 0
    /// Bytes asked for, gaps between tiles included.
    package var requestedBytes: UInt64 = 0
    /// Tiles given out.
    package var tiles = 0
    /// Of these, from the disk.
    package var tilesFromCache = 0
  }

  /// What was counted of the states before the present one.
  private final class Past: Sendable {
    let counts: Mutex<Counts>

    init(_ counts: Counts) {
      self.counts = Mutex(counts)
    }
  }

  let file: RemoteFile
  let cacheName: String
  private let editions: EditionKeeper<RemoteEdition>
  private let past: Past

  /// Opens the archive at `url`, an address with its secrets. Tries again what may work later, a few times.
  ///
  /// - Parameters:
  ///   - identity: Names the file in the cache, free of secrets; nil to make it from `url`.
  ///   - cacheName: Under which its parts are filed in the cache; nil for `identity`.
  package static func open(
    url: String, headers: [HTTPHeader] = [], userAgent: String? = nil, identity: String? = nil, cacheName: String? = nil,
    services: TileServices
  ) async throws(RemoteFileError) -> RemotePMTiles {
    let file = RemoteFile(url: url, headers: headers, userAgent: userAgent)
    let identity = identity ?? Redactor.identity(url)
    let opening = RemoteOpening(file: file, identity: identity, cacheName: cacheName ?? identity, services: services)
    let edition = try await opening.edition()
    return RemotePMTiles(file, identity, cacheName ?? identity, edition, requests: opening.requestCount)
  }

  private init(_ file: RemoteFile, _ identity: String, _ cacheName: String, _ edition: RemoteEdition, requests: Int) {
    self.file = file
    self.cacheName = cacheName
    header = edition.header
    byteCount = Int(exactly: edition.head.version.byteCount)
    tileCount =
      switch edition.content {
      case .parts(let index): index.tileCount
      case .whole(let archive): archive.tileCount
      }
    var counts = Counts()
    counts.requests = requests
    let past = Past(counts)
    self.past = past
    let close: @Sendable (RemoteEdition) -> Void = { edition in
      past.counts.withLock { $0.add(edition.coalescer.counts) }
      edition.coalescer.close()
    }
    editions = EditionKeeper(edition, host: file.host, close: close) { services throws(RemoteFileError) in
      let opening = RemoteOpening(file: file, identity: identity, cacheName: cacheName, services: services)
      defer { past.counts.withLock { $0.requests += opening.requestCount } }
      return try await opening.editionOnce()
    }
  }

  /// What the archive said about itself when it was opened.
  package let header: TileArchiveHeader
  package let tileCount: Int?
  package let byteCount: Int?

  package var counts: Counts {
    var counts = past.counts.withLock { $0 }
    if let now = editions.edition?.coalescer.counts { counts.add(now) }
    return counts
  }

  package func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    start(RemoteOrder(tile, ticket, services, completion: completion))
  }

  private func start(_ order: RemoteOrder) {
    editions.start(order) { [self] in start($0, $1) }
  }

  private func start(_ order: RemoteOrder, _ edition: RemoteEdition) {
    switch edition.content {
    case .whole(let archive):
      order.services.workers.submit(order.ticket) { [self] in deliver(order, from: archive) }
    case .parts(let index):
      guard let search = index.search(for: order.tile) else { return order.finish(.missing) }
      step(order, edition, index, search, in: nil)
    }
  }

  /// Goes on with the search for a tile, as far as directories are known.
  private func step(
    _ order: RemoteOrder, _ edition: RemoteEdition, _ index: PMTilesIndex, _ search: PMTilesIndex.Search,
    in directory: PMTilesDirectory?
  ) {
    var search = search
    let step: PMTilesIndex.Step
    do throws(FormatError) {
      step = try index.step(&search, in: directory)
    } catch {
      return order.finish(.failed(.refusal("\(error)")))
    }
    switch step {
    case .missing: order.finish(.missing)
    case .tile(let range): read(order, edition, index, range)
    case .directory(let range):
      edition.directory(
        range, priority: order.ticket.priority, index: index, services: order.services, cacheName: cacheName
      ) { [self, search] result in
        if order.ticket.isCancelled { return }
        switch result {
        case .success(let directory): self.step(order, edition, index, search, in: directory)
        case .failure(.damaged(let message)): order.finish(.failed(.passing(message)))
        case .failure(.part(let part)): fail(order, edition, part)
        }
      }
    }
  }

  /// Gets the stored bytes of a tile from the disk or the server.
  private func read(_ order: RemoteOrder, _ edition: RemoteEdition, _ index: PMTilesIndex, _ range: Range<UInt64>) {
    let key = CacheKey("\(edition.cachePrefix)\ntile \(range)")
    let ask: @Sendable () -> Void = { [self] in
      edition.coalescer.want(range, ticket: order.ticket) { [self] part in
        guard case .bytes(let bytes, _) = part else { return fail(order, edition, part) }
        let keep = order.services.cache.map { [cacheName] cache in
          CacheReceipt { cache.storePart(bytes, key: key, source: cacheName) }
        }
        decode(order, index, TileBytes(bytes: bytes, keep: keep))
      }
    }
    guard let cache = order.services.cache else { return ask() }
    // A look-up that is cancelled lets go of this, and of the expectation with it.
    let expectation = edition.coalescer.expect()
    cache.find(key, ticket: order.ticket) { [self] answer in
      defer { expectation.end() }
      guard let answer else { return ask() }
      let keep = CacheReceipt({}, drop: { cache.remove(key) })
      decode(order, index, TileBytes(bytes: answer.body, keep: keep, isFromCache: true))
    }
  }

  private func decode(_ order: RemoteOrder, _ index: PMTilesIndex, _ stored: TileBytes) {
    if index.storesPlainTiles { return deliver(order, stored) }
    order.services.workers.submit(order.ticket) { [self] in
      var plain = stored
      do throws(FormatError) {
        plain.bytes = try index.tile(stored.bytes, order.tile)
      } catch {
        stored.keep?.drop()
        return order.finish(.failed(.passing("\(error)")))
      }
      deliver(order, plain)
    }
  }

  private func deliver(_ order: RemoteOrder, from archive: PMTilesArchive) {
    do throws(FormatError) {
      guard let bytes = try archive.tile(order.tile) else { return order.finish(.missing) }
      deliver(order, TileBytes(bytes: bytes))
    } catch {
      order.finish(.failed(.refusal("\(error)")))
    }
  }

  private func deliver(_ order: RemoteOrder, _ tile: TileBytes) {
    past.counts.withLock { counts in
      counts.tiles += 1
      if tile.isFromCache { counts.tilesFromCache += 1 }
    }
    order.finish(.bytes(tile))
  }

  private func fail(_ order: RemoteOrder, _ edition: RemoteEdition, _ part: RemoteFile.Part) {
    editions.fail(order, edition, part) { [self] in start($0, $1) }
  }
}

extension RemotePMTiles.Counts {
  fileprivate mutating func add(_ counts: RangeCoalescer.Counts) {
    requests += counts.requests
    requestedBytes += counts.bytes
  }
}
