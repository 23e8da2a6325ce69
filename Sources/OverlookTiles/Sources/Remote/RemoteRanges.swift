package import OverlookFormats
import OverlookNetwork
package import OverlookSupport
import Synchronization

/// The parts of a file on a web server, for a reader that waits for them on a thread of its own: its calls block.
///
/// What may work later is asked for again a few times. A file that is replaced meanwhile is an error, and so is a server that sends
/// the whole of a large file where a part was asked for. Thread-safe.
package final class RemoteRanges: Sendable {
  /// Of the file.
  package let byteCount: UInt64
  /// For messages.
  package let host: String
  private let file: RemoteFile
  private let version: RemoteFile.Version
  /// All of it, from a server that gives no parts.
  private let whole: [UInt8]?
  private let head: [UInt8]
  private let services: TileServices
  private let pauseSeconds: Double
  private let counted = Mutex(Counts())

  /// What asking has cost.
  package struct Counts: Hashable, Sendable {
    package var requests = 0
    package var bytes = 0
  }

  private static let headByteCount: UInt64 = 64 << 10
  private static let retries = 3
  /// Requests that are waited for at a time.
  private static let batchCount = 32

  /// Asks for the beginning of the file at `url`, an address with its secrets, and waits for it.
  ///
  /// - Parameter pauseSeconds: Before the second try; twice as long before each further one.
  package init(
    url: String, services: TileServices, ticket: WorkTicket, pauseSeconds: Double = 0.5
  ) throws(FormatError) {
    let file = RemoteFile(url: url)
    let range = 0..<Self.headByteCount
    self.file = file
    self.services = services
    self.pauseSeconds = pauseSeconds
    host = file.host
    let part = Self.parts([range], file, nil, services, ticket, pauseSeconds).first
    switch part {
    case .bytes(let bytes, let version)?: (head, whole, self.version) = (bytes, nil, version)
    case .whole(let bytes, let version)?: (head, whole, self.version) = (bytes, bytes, version)
    default: throw Self.error(part, file.host, ticket)
    }
    byteCount = version.byteCount
    counted.withLock { $0 = Counts(requests: 1, bytes: head.count) }
  }

  package var counts: Counts { counted.withLock { $0 } }

  /// The bytes of `ranges`, in their order, fewer at the end of the file; asked for side by side. Throws for the first that cannot be
  /// had, and once `ticket` is cancelled.
  package func read(_ ranges: [Range<UInt64>], ticket: WorkTicket) throws(FormatError) -> [[UInt8]] {
    var results = [[UInt8]](repeating: [], count: ranges.count)
    let kept = whole ?? head
    var missing: [(index: Int, range: Range<UInt64>)] = []
    for (index, range) in ranges.enumerated() {
      let end = min(range.upperBound, byteCount)
      guard range.lowerBound < end else { continue }
      if end <= UInt64(kept.count) {
        results[index] = Array(kept[Int(range.lowerBound)..<Int(end)])
      } else {
        missing.append((index, range.lowerBound..<end))
      }
    }
    var start = 0
    while start < missing.count {
      let batch = missing[start..<min(start + Self.batchCount, missing.count)]
      let parts = Self.parts(batch.map(\.range), file, version, services, ticket, pauseSeconds)
      counted.withLock { $0.requests += batch.count }
      for (want, part) in zip(batch, parts) {
        guard case .bytes(let bytes, _) = part else { throw Self.error(part, host, ticket) }
        results[want.index] = bytes
        counted.withLock { $0.bytes += bytes.count }
      }
      start += batch.count
    }
    return results
  }

  private static func error(_ part: RemoteFile.Part?, _ host: String, _ ticket: WorkTicket) -> FormatError {
    if ticket.isCancelled { return .unreadable("the file at \(host)", fault: "its reading was cancelled") }
    switch part {
    case .failed(let fault)?: return .unreadable("the file at \(host)", fault: fault.message)
    case .offline?: return .unreadable("the file at \(host)", fault: LoadFault.offline(host).message)
    case .changed?: return .changed("the file at \(host)")
    case .bytes?, .whole?, nil: return .unreadable("the file at \(host)", fault: "the server sends what was not asked for")
    }
  }

  /// What comes of asking for `ranges`; waits until all is there, or `ticket` is cancelled.
  private static func parts(
    _ ranges: [Range<UInt64>], _ file: RemoteFile, _ version: RemoteFile.Version?, _ services: TileServices, _ ticket: WorkTicket,
    _ pauseSeconds: Double
  ) -> [RemoteFile.Part] {
    let gathering = AnswerGathering<RemoteFile.Part>(ranges.count)
    let tickets = ranges.map { _ in WorkTicket(following: ticket) }
    ticket.onCancel {
      for ticket in tickets { ticket.cancel() }
      gathering.end()
    }
    defer { ticket.clearCancelHandler() }
    var pause = pauseSeconds
    var open = Array(ranges.indices)
    for attempt in 0...retries {
      for index in open {
        services.http.fetch(file.request(ranges[index], of: version), ticket: tickets[index]) { result in
          gathering.give(file.part(result, ranges[index], of: version), at: index)
        }
      }
      gathering.wait()
      let answers = gathering.answers
      open = open.filter { if case .failed(let fault)? = answers[$0] { fault.isPassing } else { false } }
      guard !open.isEmpty, attempt < retries, !ticket.isCancelled else { break }
      gathering.rest(seconds: pause)
      gathering.forget(open)
      pause *= 2
    }
    return gathering.answers.map { $0 ?? .failed(.passing("no answer came")) }
  }
}
