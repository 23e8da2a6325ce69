import OverlookFormats
import OverlookNetwork
import OverlookSupport
import Synchronization

/// What was read first of a file on a server, enough to open it with.
struct RemoteHead: Sendable {
  let version: RemoteFile.Version
  /// The file's first bytes, or all of it from a server that gives no parts.
  let bytes: [UInt8]
  /// Of an archive, as stored; nil when it is within `bytes`, or there is none.
  var metadata: [UInt8]?
  /// Whether the disk gave it, because the server could not be asked.
  var isKept = false

  /// Whether it is all of the file.
  var isWhole: Bool { UInt64(bytes.count) == version.byteCount }

  /// Begins the keys of parts in the disk cache: other text for another state of the file. Without marks of the server's, its
  /// first bytes tell: their number is `markedByteCount`.
  func cachePrefix(_ kind: String, identity: String, markedByteCount: Int) -> String {
    let sum = SHA256.digest(of: Array(bytes.prefix(markedByteCount)))
    let marks = [version.entityTag ?? "", version.lastModified ?? "", "\(version.byteCount)", "\(sum)"]
    return ([kind, identity] + marks).joined(separator: "\n")
  }
}

extension RemoteHead {
  /// As it is kept: the marks in the head; size of the file, size of its beginning, and the bytes themselves in the body.
  fileprivate func answer(source: String, _ clock: CacheClock) -> CachedAnswer {
    var marks = HTTPHead()
    marks.entityTag = version.entityTag
    marks.lastModified = version.lastModified
    var body = ByteWriter()
    body.write(version.byteCount)
    body.write(UInt64(bytes.count))
    body.write(contentsOf: bytes)
    body.write(contentsOf: metadata ?? [])
    return CachedAnswer(source: source, status: 206, head: marks, body: body.bytes, receivedAt: clock.now())
  }

  fileprivate init?(_ answer: CachedAnswer) {
    var reader = ByteReader(answer.body, thing: "kept beginning of a file")
    guard let byteCount = try? reader.readUInt64(), byteCount <= RemoteFile.maximumByteCount,
      let count = try? reader.readUInt64(), let bytes = try? reader.readBytes(Int(clamping: count)),
      let metadata = try? reader.readBytes(reader.remaining)
    else { return nil }
    let version = RemoteFile.Version(
      entityTag: answer.head.entityTag, lastModified: answer.head.lastModified, byteCount: byteCount)
    self.init(version: version, bytes: bytes, metadata: metadata.isEmpty ? nil : metadata, isKept: true)
  }
}

/// Reads the beginning of a file: from the server, or, when that cannot be had, what the disk keeps of an earlier time.
final class RemoteHeadReader: Sendable {
  let file: RemoteFile
  let identity: String
  /// Under which the parts are filed in the cache.
  let cacheName: String
  let services: TileServices
  private let key: CacheKey
  private let requests = Atomic<Int>(0)

  private static let retries = 2

  /// - Parameter kind: Tells the keys of one reader of files from those of others.
  init(_ file: RemoteFile, kind: String, identity: String, cacheName: String, services: TileServices) {
    self.file = file
    self.identity = identity
    self.cacheName = cacheName
    self.services = services
    key = CacheKey("\(kind)\n\(identity)\nhead")
  }

  /// Made so far.
  var requestCount: Int { requests.load(ordering: .relaxed) }

  /// Asks for `range`; of the state `version` when that is known.
  func part(_ range: Range<UInt64>, of version: RemoteFile.Version?) async -> RemoteFile.Part {
    requests.add(1, ordering: .relaxed)
    return await OneAnswer.first(ifCancelled: .failed(.passing("it was cancelled"))) { ticket, give in
      services.http.fetch(file.request(range, of: version), ticket: ticket) { [file] in give(file.part($0, range, of: version)) }
    }
  }

  /// The first `count` bytes.
  func head(_ count: UInt64) async throws(RemoteFileError) -> RemoteHead {
    let part = await part(0..<count, of: nil)
    if case .bytes(let bytes, let version) = part { return RemoteHead(version: version, bytes: bytes) }
    if case .whole(let bytes, let version) = part { return RemoteHead(version: version, bytes: bytes) }
    let fault = RemoteFileError(part, host: file.host, notKept: "nothing of the file is kept")
    switch part {
    case .failed(let reason) where reason.isPassing: break
    case .offline: break
    case .bytes, .whole, .changed, .failed: throw fault
    }
    guard let cache = services.cache else { throw fault }
    let kept = await OneAnswer<CachedAnswer?>.first(ifCancelled: nil) { ticket, give in
      cache.find(key, ticket: ticket) { give($0) }
    }
    guard let kept, let head = RemoteHead(kept) else { throw fault }
    return head
  }

  /// Has the disk keep the beginning of a file that could be opened.
  func keep(_ head: RemoteHead) {
    guard !head.isKept, let cache = services.cache else { return }
    cache.store(head.answer(source: cacheName, cache.clock), key: key)
  }

  /// Has the disk forget a beginning that turned out to be damaged.
  func forget() {
    services.cache?.remove(key)
  }

  /// What `open` gives; tries again a few times what may work later.
  static func retrying<Value: Sendable>(
    _ open: @Sendable () async throws(RemoteFileError) -> Value
  ) async throws(RemoteFileError) -> Value {
    var retrying = Retrying()
    retrying.maximumRetries = retries
    let attempt = { (_: Double) -> Result<Result<Value, RemoteFileError>, LoadFault> in
      do throws(RemoteFileError) {
        return .success(.success(try await open()))
      } catch {
        if case .unavailable(let fault) = error { return .failure(fault) }
        return .success(.failure(error))
      }
    }
    let result: Result<Result<Value, RemoteFileError>, LoadFault>
    do throws(CancellationError) { result = try await retrying.run(attempt) } catch {
      throw .unavailable(.passing("it was cancelled"))
    }
    switch result {
    case .success(let outcome): return try outcome.get()
    case .failure(let fault): throw .unavailable(fault)
    }
  }
}
