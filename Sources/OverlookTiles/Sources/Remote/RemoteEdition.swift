import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import Synchronization

/// One state of a PMTiles file on a web server: its directories, and the way to its parts. Thread-safe.
final class RemoteEdition: Sendable {
  /// Where tiles come from.
  enum Content: Sendable {
    case parts(PMTilesIndex)
    case whole(PMTilesArchive)
  }

  let head: RemoteHead
  let content: Content
  let header: TileArchiveHeader
  let coalescer: RangeCoalescer
  /// Begins the keys of the disk cache: other text for another state of the file.
  let cachePrefix: String

  typealias DirectoryCompletion = @Sendable (Result<PMTilesDirectory, RemoteFault>) -> Void

  private struct State: Sendable {
    var directories = PMTilesLeafCache(capacityBytes: 16 << 20)
    /// Those who wait for a directory that was asked for.
    var waiting: [UInt64: [DirectoryCompletion]] = [:]
  }

  private let state = Mutex(State())

  init(_ head: RemoteHead, file: RemoteFile, identity: String, services: TileServices) throws(FormatError) {
    self.head = head
    if head.isWhole {
      let archive = try PMTilesArchive(bytes: head.bytes, name: file.host)
      content = .whole(archive)
      header = archive.header
    } else {
      let index = try PMTilesIndex(head: head.bytes, fileByteCount: head.version.byteCount, name: file.host)
      content = .parts(index)
      header = index.header(metadata: Self.metadata(head, index))
    }
    coalescer = RangeCoalescer(file: file, version: head.version, http: services.http)
    // The header counts tiles and bytes.
    cachePrefix = head.cachePrefix("pmtiles", identity: identity, markedByteCount: 127)
  }

  /// Where the metadata is when the head does not have it.
  static func missingMetadata(_ head: RemoteHead, name: String) throws(FormatError) -> Range<UInt64>? {
    guard !head.isWhole else { return nil }
    let index = try PMTilesIndex(head: head.bytes, fileByteCount: head.version.byteCount, name: name)
    return index.metadataRange.flatMap { $0.upperBound <= UInt64(head.bytes.count) ? nil : $0 }
  }

  private static func metadata(_ head: RemoteHead, _ index: PMTilesIndex) -> [UInt8]? {
    guard let range = index.metadataRange, range.upperBound <= UInt64(head.bytes.count) else { return head.metadata }
    return Array(head.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  /// Gets the directory at `range`: from memory, from the disk, or from the server, where it is asked for once however many wait.
  func directory(
    _ range: Range<UInt64>, priority: Double, index: PMTilesIndex, services: TileServices, cacheName: String,
    completion: @escaping DirectoryCompletion
  ) {
    let (known, isFirst) = state.withLock { state -> (PMTilesDirectory?, Bool) in
      if let known = state.directories.directory(at: range.lowerBound) { return (known, false) }
      let isFirst = state.waiting[range.lowerBound] == nil
      state.waiting[range.lowerBound, default: []].append(completion)
      return (nil, isFirst)
    }
    if let known { return completion(.success(known)) }
    guard isFirst else { return }
    let key = CacheKey("\(cachePrefix)\ndirectory \(range)")
    // The ticket of none of those who wait: others may come.
    let ticket = WorkTicket(priority: priority)
    // Bytes of one state of the file never change, so what is kept of them is good.
    let decode: @Sendable (_ bytes: [UInt8], _ isKept: Bool) -> Void = { [self] bytes, isKept in
      services.workers.submit(ticket) { [self] in
        let result = Result { () throws(FormatError) in try index.directory(bytes) }
        switch (result, isKept) {
        case (.success, false): services.cache?.storePart(bytes, key: key, source: cacheName)
        case (.failure, true): services.cache?.remove(key)
        case (.success, true), (.failure, false): break
        }
        finish(range, result.mapError { .damaged("\($0)") })
      }
    }
    let ask: @Sendable () -> Void = { [self] in
      coalescer.want(range, ticket: ticket) { [self] part in
        switch part {
        case .bytes(let bytes, _): decode(bytes, false)
        default: finish(range, .failure(.part(part)))
        }
      }
    }
    guard let cache = services.cache else { return ask() }
    cache.find(key, ticket: ticket) { answer in
      if let answer { decode(answer.body, true) } else { ask() }
    }
  }

  private func finish(_ range: Range<UInt64>, _ result: Result<PMTilesDirectory, RemoteFault>) {
    let waiting = state.withLock { state in
      if case .success(let directory) = result { state.directories.insert(directory, at: range.lowerBound) }
      return state.waiting.removeValue(forKey: range.lowerBound) ?? []
    }
    for completion in waiting { completion(result) }
  }
}

/// Why there is no directory.
enum RemoteFault: Error {
  /// The bytes came and make no sense.
  case damaged(String)
  /// What came instead of the bytes.
  case part(RemoteFile.Part)
}

extension DiskCache {
  /// Keeps bytes that never change.
  func storePart(_ bytes: [UInt8], key: CacheKey, source: String) {
    store(CachedAnswer(source: source, status: 206, head: HTTPHead(), body: bytes, receivedAt: clock.now()), key: key)
  }
}
