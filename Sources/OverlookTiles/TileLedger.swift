package import OverlookGeometry
package import OverlookSupport

/// The tiles of a source that something is known of, without what they hold: all that plans depend on. Only the methods of
/// `TileStore` and its own change it.
package struct TileLedger: Sendable {
  /// Raised by each change that a plan depends on.
  package private(set) var version = 0
  package private(set) var byteCount = 0
  package private(set) var loadingCount = 0
  /// Tiles with something on the screen, by level; spares searching for children where there are none.
  private(set) var shownByZoom = [Int](repeating: 0, count: TileID.maximumZoom + 1)
  package private(set) var records: [TileRecord] = []
  private var slots: [TileID: Int] = [:]

  init() {}

  package var count: Int { records.count }

  package subscript(tile: TileID) -> TileRecord? { slots[tile].map { records[$0] } }

  func slot(of tile: TileID) -> Int? { slots[tile] }

  /// Whether something of the tile can be drawn.
  package func isShown(_ tile: TileID) -> Bool { slots[tile].map { records[$0].isShown } ?? false }

  /// Whether the load of this number is the one that the tile waits for.
  package func awaits(_ tile: TileID, number: UInt64) -> Bool {
    guard let slot = slots[tile], case .loading(let current, _) = records[slot].load else { return false }
    return current == number
  }

  /// The ticket of the tile's load; nil when it has none.
  package func ticket(of tile: TileID) -> WorkTicket? {
    guard let slot = slots[tile], case .loading(_, let ticket) = records[slot].load else { return nil }
    return ticket
  }

  // MARK: Changes

  /// Notes that the plan of number `sequence` wants the tile; changes no plan.
  mutating func touch(_ tile: TileID, sequence: Int) {
    if let slot = slots[tile] { records[slot].lastUsed = sequence }
  }

  func setPriority(_ tile: TileID, _ priority: Double) { ticket(of: tile)?.priority = priority }

  /// Changes the tile's record, made if need be, and what is counted over all; answers where it lies.
  @discardableResult mutating func change(_ tile: TileID, _ body: (inout TileRecord) -> Void) -> Int {
    let slot = slots[tile] ?? records.count
    if slot == records.count {
      slots[tile] = slot
      records.append(TileRecord(tile: tile))
    }
    var record = records[slot]
    count(record, -1)
    body(&record)
    count(record, 1)
    records[slot] = record
    version += 1
    return slot
  }

  /// Ends the tile's load and forgets it; the last record takes its place, which is answered.
  mutating func remove(_ tile: TileID) -> Int? {
    guard let slot = slots.removeValue(forKey: tile) else { return nil }
    let record = records[slot]
    if case .loading(_, let ticket) = record.load { ticket.cancel() }
    count(record, -1)
    records.swapAt(slot, records.count - 1)
    records.removeLast()
    if slot < records.count { slots[records[slot].tile] = slot }
    version += 1
    return slot
  }

  private mutating func count(_ record: TileRecord, _ sign: Int) {
    byteCount += sign * record.byteCount
    if record.isShown { shownByZoom[record.tile.z] += sign }
    if record.isLoading { loadingCount += sign }
  }
}
