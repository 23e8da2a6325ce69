package import OverlookFormats
package import OverlookSupport
import Synchronization

/// The reading of one file: how far it is, and whether it is still wanted. Any thread.
package final class FileReading: Sendable {
  private let read = Atomic<UInt64>(0)
  private let total = Atomic<UInt64>(0)
  private let ticket: WorkTicket

  package init(ticket: WorkTicket = WorkTicket()) { self.ticket = ticket }

  package var isCancelled: Bool { ticket.isCancelled }

  package func cancel() { ticket.cancel() }

  package func onCancel(_ handler: @escaping @Sendable () -> Void) { ticket.onCancel(handler) }

  /// 0 ... 1; nil while the size is not known.
  package var fraction: Double? {
    let total = total.load(ordering: .relaxed)
    guard total > 0 else { return nil }
    return min(Double(read.load(ordering: .relaxed)) / Double(total), 1)
  }

  package var byteCount: UInt64 { read.load(ordering: .relaxed) }

  /// Begins anew, with what there is to read: bytes, or features.
  package func begin(_ byteCount: UInt64?) {
    read.store(0, ordering: .relaxed)
    total.store(byteCount ?? 0, ordering: .relaxed)
  }

  /// Throws when nobody wants the file any more.
  package func advance(_ byteCount: Int, thing: String) throws(FormatError) {
    read.wrappingAdd(UInt64(clamping: byteCount), ordering: .relaxed)
    try check(thing)
  }

  /// Throws when nobody wants the file any more.
  package func check(_ thing: String) throws(FormatError) {
    if ticket.isCancelled { throw .unreadable(thing, fault: "its reading was cancelled") }
  }
}
