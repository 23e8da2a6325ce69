import OverlookFormats
import OverlookNetwork
import OverlookSupport

/// Reads the directories of a GeoTIFF file on a server, part by part.
struct RemoteGeoTIFFOpening: Sendable {
  let file: RemoteFile
  let identity: String
  let services: TileServices

  private static let attempts = 3
  private static let longestPauseSeconds = 5.0
  /// Directories follow each other: each may need a request of its own.
  private static let maximumRounds = 300
  private static let maximumBytes: UInt64 = 64 << 20

  /// Tries again a few times what may work later.
  func open() async throws(RemotePMTilesError) -> (GeoTIFF, RemoteParts?) {
    var failures = 0
    while true {
      do throws(RemotePMTilesError) {
        return try await openOnce()
      } catch {
        failures += 1
        guard case .unavailable(_, let afterSeconds) = error, failures < Self.attempts, !Task.isCancelled else { throw error }
        let pause = afterSeconds ?? Double(failures)
        guard pause <= Self.longestPauseSeconds else { throw error }
        try? await Task.sleep(for: .seconds(pause))
      }
    }
  }

  private func openOnce() async throws(RemotePMTilesError) -> (GeoTIFF, RemoteParts?) {
    let (head, isKept) = try await head()
    if UInt64(head.bytes.count) == head.version.byteCount {
      let result = await services.onWorker { () throws(FormatError) in try GeoTIFF(bytes: head.bytes, name: file.host) }
      switch result {
      case .success(let geoTIFF): return (geoTIFF, nil)
      case .failure(let error): throw .unusable("\(error)")
      }
    }
    guard GeoTIFF.isLikely(head.bytes) else {
      throw .unusable("\(FormatError.unrecognized("GeoTIFF file", found: ImageFormat.guess(head.bytes)))")
    }
    let version = head.version
    let pages = FileParts.Pages(name: file.host, fileByteCount: version.byteCount)
    pages.add(head.bytes, at: 0)
    let sum = SHA256.digest(of: Array(head.bytes.prefix(512)))
    let marks = [version.entityTag ?? "", version.lastModified ?? "", "\(version.byteCount)", "\(sum)"]
    let remote = RemoteParts(
      pages: pages, coalescer: RangeCoalescer(file: file, version: version, http: services.http),
      cachePrefix: (["geotiff", identity] + marks).joined(separator: "\n"), cacheName: identity)
    let geoTIFF = try await directories(FileParts(pages), remote)
    if !isKept, let cache = services.cache {
      cache.store(RemoteOpening.answer(head, source: identity, cache.clock), key: key)
    }
    return (geoTIFF, remote)
  }

  private var key: CacheKey { CacheKey("geotiff\n\(identity)\nhead") }

  /// The first page, from the server or, when that cannot be had, of an earlier time.
  private func head() async throws(RemotePMTilesError) -> (RemoteEdition.Head, isKept: Bool) {
    let range = 0..<FileParts.Pages.byteCount
    let part = await answer(RemoteFile.Part.failed(message: "it was cancelled", afterSeconds: nil)) { ticket, give in
      services.http.fetch(file.request(range, of: nil), ticket: ticket) { give(file.part($0, range, of: nil)) }
    }
    let fault: RemotePMTilesError
    switch part {
    case .bytes(let bytes, let version), .whole(let bytes, let version):
      return (RemoteEdition.Head(version: version, bytes: bytes), false)
    case .refused(let message, _): throw .unusable(message)
    case .failed(let message, let afterSeconds): fault = .unavailable(message, afterSeconds: afterSeconds)
    case .offline: fault = .unusable("\(file.host) is not asked while offline, and nothing of the file is kept")
    case .changed: throw .unavailable("the file at \(file.host) was changed", afterSeconds: nil)
    }
    guard let cache = services.cache else { throw fault }
    let kept = await answer(CachedAnswer?.none) { ticket, give in cache.find(key, ticket: ticket) { give($0) } }
    guard let kept, let head = RemoteOpening.head(kept) else { throw fault }
    return (head, true)
  }

  /// Reads, and gets what is missing, until nothing is.
  private func directories(_ parts: FileParts, _ remote: RemoteParts) async throws(RemotePMTilesError) -> GeoTIFF {
    var bytes: UInt64 = 0
    for _ in 0..<Self.maximumRounds {
      let result = await services.onWorker { () throws(FormatError) in try GeoTIFF(parts: parts) }
      let missing = parts.takeMissing()
      switch result {
      case .success(let geoTIFF): return geoTIFF
      case .failure(let error): if missing.isEmpty { throw .unusable("\(error)") }
      }
      bytes += missing.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
      guard bytes <= Self.maximumBytes else { break }
      let cancelled = RemoteFile.Part.failed(message: "it was cancelled", afterSeconds: nil)
      let fault = await answer(RemoteFile.Part?.some(cancelled)) { ticket, give in
        remote.get(missing, leader: ticket, services: services) {
          parts.add($1, at: $0)
        } completion: {
          give($0)
        }
      }
      switch fault {
      case nil: continue
      case .refused(let message, _): throw .unusable(message)
      case .failed(let message, let afterSeconds): throw .unavailable(message, afterSeconds: afterSeconds)
      case .offline: throw .unusable("\(file.host) is not asked while offline, and not all of the file is kept")
      case .changed, .bytes, .whole: throw .unavailable("the file at \(file.host) was changed", afterSeconds: nil)
      }
    }
    throw .unusable("its directories are scattered over too much of the file")
  }

  /// What `start` gives; `cancelled` when the task is cancelled before.
  private func answer<Value: Sendable>(
    _ cancelled: Value, _ start: (WorkTicket, @escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value {
    let answer = OneAnswer<Value>()
    let ticket = WorkTicket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.set(continuation)
        start(ticket) { answer.give($0) }
      }
    } onCancel: {
      ticket.cancel()
      answer.give(cancelled)
    }
  }
}
