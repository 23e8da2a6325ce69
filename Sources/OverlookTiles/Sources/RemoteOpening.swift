import OverlookFormats
import OverlookNetwork
import OverlookSupport
import Synchronization

/// Why an archive or a GeoTIFF on a server cannot be opened.
package enum RemotePMTilesError: Error, Hashable, Sendable {
  /// May work later.
  case unavailable(String, afterSeconds: Double?)
  /// Will not.
  case unusable(String)

  /// What it means for a tile of an archive that could be opened before, and so may be again: a sign-in page of a network in
  /// between looks like another file.
  var content: TileContent {
    switch self {
    case .unavailable(let message, let afterSeconds): .failed(message: message, afterSeconds: afterSeconds)
    case .unusable(let message): .failed(message: message, afterSeconds: nil)
    }
  }
}

/// Reads the beginning of a remote archive: from the server, or, when that cannot be had, what the disk keeps of an earlier time.
final class RemoteOpening: Sendable {
  let file: RemoteFile
  let identity: String
  let cacheName: String
  private let services: TileServices
  private let requests = Atomic<Int>(0)

  private static let attempts = 3
  private static let longestPauseSeconds = 5.0

  typealias Completion = @Sendable (Result<RemoteEdition, RemotePMTilesError>) -> Void

  init(file: RemoteFile, identity: String, cacheName: String, services: TileServices) {
    self.file = file
    self.identity = identity
    self.cacheName = cacheName
    self.services = services
  }

  /// Made so far.
  var requestCount: Int { requests.load(ordering: .relaxed) }

  /// Opens, and tries again a few times what may work later.
  func edition() async throws(RemotePMTilesError) -> RemoteEdition {
    var failures = 0
    while true {
      let answer = OneAnswer<Result<RemoteEdition, RemotePMTilesError>>()
      let ticket = WorkTicket()
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          answer.set(continuation)
          start(ticket: ticket) { answer.give($0) }
        }
      } onCancel: {
        ticket.cancel()
        answer.give(.failure(.unavailable("it was cancelled", afterSeconds: nil)))
      }
      switch result {
      case .success(let edition): return edition
      case .failure(let error):
        failures += 1
        guard case .unavailable(_, let afterSeconds) = error, failures < Self.attempts, !Task.isCancelled else { throw error }
        let pause = afterSeconds ?? Double(failures)
        guard pause <= Self.longestPauseSeconds else { throw error }
        try? await Task.sleep(for: .seconds(pause))
      }
    }
  }

  /// Opens, once. `completion` is called on any thread.
  func start(ticket: WorkTicket = WorkTicket(), completion: @escaping Completion) {
    get(0..<UInt64(PMTilesIndex.headByteCount), of: nil, ticket: ticket) { [self] part in
      switch part {
      case .bytes(let bytes, let version), .whole(let bytes, let version):
        opened(RemoteEdition.Head(version: version, bytes: bytes), ticket, completion)
      case .refused(let message, _): completion(.failure(.unusable(message)))
      case .failed(let message, let afterSeconds):
        openKept(or: .unavailable(message, afterSeconds: afterSeconds), ticket, completion)
      case .offline:
        let fault = "\(file.host) is not asked while offline, and nothing of the file is kept"
        openKept(or: .unusable(fault), ticket, completion)
      case .changed: completion(.failure(.unavailable("the file at \(file.host) was changed", afterSeconds: nil)))
      }
    }
  }

  private func get(
    _ range: Range<UInt64>, of version: RemoteFile.Version?, ticket: WorkTicket,
    completion: @escaping @Sendable (RemoteFile.Part) -> Void
  ) {
    requests.add(1, ordering: .relaxed)
    services.http.fetch(file.request(range, of: version), ticket: ticket) { [file] result in
      completion(file.part(result, range, of: version))
    }
  }

  /// Reads the metadata as well, when it lies farther behind; without it the archive has no name and no credit.
  private func opened(_ head: RemoteEdition.Head, _ ticket: WorkTicket, _ completion: @escaping Completion) {
    services.workers.submit(ticket) { [self] in
      do throws(FormatError) {
        guard let range = try RemoteEdition.missingMetadata(head, name: file.host) else {
          return finish(head, isKept: false, completion)
        }
        get(range, of: head.version, ticket: ticket) { [self] part in
          var head = head
          if case .bytes(let bytes, _) = part { head.metadata = bytes }
          services.workers.submit(ticket) { [self, head] in finish(head, isKept: false, completion) }
        }
      } catch {
        completion(.failure(.unusable("\(error)")))
      }
    }
  }

  private func openKept(or error: RemotePMTilesError, _ ticket: WorkTicket, _ completion: @escaping Completion) {
    guard let cache = services.cache else { return completion(.failure(error)) }
    cache.find(key, ticket: ticket) { [self] answer in
      guard let answer, let head = Self.head(answer) else { return completion(.failure(error)) }
      services.workers.submit(ticket) { [self] in finish(head, isKept: true, completion) }
    }
  }

  /// Decodes on a worker.
  private func finish(_ head: RemoteEdition.Head, isKept: Bool, _ completion: Completion) {
    do throws(FormatError) {
      let edition = try RemoteEdition(head, file: file, identity: identity, services: services)
      if !isKept, let cache = services.cache { cache.store(Self.answer(head, source: cacheName, cache.clock), key: key) }
      completion(.success(edition))
    } catch {
      completion(.failure(.unusable("\(error)")))
    }
  }

  // MARK: On the disk

  private var key: CacheKey { CacheKey("pmtiles\n\(identity)\nhead") }

  /// The marks in the head; size of the file, size of its beginning, and the bytes themselves in the body.
  static func answer(_ head: RemoteEdition.Head, source: String, _ clock: CacheClock) -> CachedAnswer {
    var marks = CacheHead()
    marks.entityTag = head.version.entityTag
    marks.lastModified = head.version.lastModified
    var body = ByteWriter()
    body.write(head.version.byteCount)
    body.write(UInt64(head.bytes.count))
    body.write(contentsOf: head.bytes)
    body.write(contentsOf: head.metadata ?? [])
    return CachedAnswer(source: source, status: 206, head: marks, body: body.bytes, receivedAt: clock.now())
  }

  static func head(_ answer: CachedAnswer) -> RemoteEdition.Head? {
    var reader = ByteReader(answer.body, thing: "kept beginning of an archive")
    guard let byteCount = try? reader.readUInt64(), let count = try? reader.readUInt64(),
      let bytes = try? reader.readBytes(Int(clamping: count)), let metadata = try? reader.readBytes(reader.remaining)
    else { return nil }
    let version = RemoteFile.Version(
      entityTag: answer.head.entityTag, lastModified: answer.head.lastModified, byteCount: byteCount)
    return RemoteEdition.Head(version: version, bytes: bytes, metadata: metadata.isEmpty ? nil : metadata)
  }
}
