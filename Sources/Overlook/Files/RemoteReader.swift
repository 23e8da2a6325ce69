import OverlookFiles
import OverlookFormats
import OverlookSupport
import OverlookTiles
import Synchronization

/// The parts of a file on a web server, for the readers of files.
final class RemoteReader: RangeReader, Sendable {
  private let ranges: RemoteRanges
  private let current = Mutex(WorkTicket())

  init(_ ranges: RemoteRanges) { self.ranges = ranges }

  /// Of the query that is under way: cancelled, its reading ends.
  var ticket: WorkTicket {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  var byteCount: UInt64? { ranges.byteCount }

  func read(offset: UInt64, count: Int) throws(FormatError) -> [UInt8] {
    let end = offset.addingReportingOverflow(UInt64(clamping: max(count, 0)))
    guard !end.overflow else { return [] }
    return try ranges.read([offset..<end.partialValue], ticket: ticket).first ?? []
  }

  func read(_ places: [Range<UInt64>]) throws(FormatError) -> [ArraySlice<UInt8>] {
    try ranges.read(places, ticket: ticket).map { $0[...] }
  }
}
