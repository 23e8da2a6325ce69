import OverlookFormats
import OverlookNetwork
import OverlookSupport
import Synchronization

/// The way to the parts of one state of a file on a server, by the disk.
///
/// The disk keeps a part when a reader made sense of it (`keep`), and forgets one of which none could be made: what comes damaged
/// is asked for again.
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

  private func key(_ range: Range<UInt64>) -> CacheKey { CacheKey("\(cachePrefix)\npart \(range)") }

  /// Gets several ranges and adds them to `parts`. `completion` is called once on any thread, when all are there or with what
  /// came in place of the first that fails; not after `leader` was cancelled.
  func get(
    _ ranges: [Range<UInt64>], for parts: FileParts, leader: WorkTicket, services: TileServices,
    completion: @escaping @Sendable (RemoteFile.Part?) -> Void
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
      get(range, ticket, services) { part, isKept in
        guard case .bytes(let bytes, _) = part else { return end(part) }
        parts.add(bytes, at: range, isKept: isKept)
        end(nil)
      }
    }
  }

  private func get(
    _ range: Range<UInt64>, _ ticket: WorkTicket, _ services: TileServices,
    _ completion: @escaping @Sendable (RemoteFile.Part, _ isKept: Bool) -> Void
  ) {
    let ask: @Sendable () -> Void = { coalescer.want(range, ticket: ticket) { completion($0, false) } }
    guard let cache = services.cache else { return ask() }
    let expectation = coalescer.expect()
    cache.find(key(range), ticket: ticket) { answer in
      defer { expectation.end() }
      guard let answer, answer.body.count == range.count else { return ask() }
      let version = RemoteFile.Version(entityTag: nil, lastModified: nil, byteCount: pages.fileByteCount)
      completion(.bytes(answer.body, version), true)
    }
  }

  /// Has the disk keep what was read of `parts` and made sense, and forget what did not.
  func keep(_ parts: FileParts, services: TileServices) {
    let verdict = parts.takeVerdict()
    guard let cache = services.cache else { return }
    for range in verdict.damaged { cache.remove(key(range)) }
    for (range, bytes) in verdict.sound { cache.storePart(bytes, key: key(range), source: cacheName) }
  }

  /// A value that several closures share.
  private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }
}
