import OverlookGeometry
package import OverlookSupport

/// All attached overlays of one kind: their rows, the objects they belong to, where they lie, and what changed since the last
/// frame.
@MainActor
package struct OverlayTable<Row: OverlayRow> {
  private var rows = SlotMap<Row>()
  package private(set) var index = OverlayIndex()
  /// The objects by slot.
  package private(set) var overlays = ContiguousArray<Overlay?>()
  /// Slots whose row changed since `clearChanges`; never those of removed overlays.
  package private(set) var dirtyRows = DirtyRows()
  /// Slots whose bounds changed since `clearChanges`.
  package private(set) var movedRows = DirtyRows()
  /// Another number after every change of which overlays there are or of the order in which they are drawn.
  package private(set) var structureVersion = 0

  init() {}

  package var count: Int { rows.count }

  /// One more than the highest slot in use since the table was last emptied.
  package var slotCount: Int { rows.slotCount }

  /// The rows by slot; nil where none is.
  package var rowsBySlot: ContiguousArray<Row?> { rows.elements }

  /// The row in `slot`; nil when none is there.
  package func row(_ slot: Int) -> Row? { rows[slot: slot] }

  mutating func insert(_ row: Row, of overlay: Overlay) -> Int {
    let slot = Int(rows.insert(row).slot)
    if slot < overlays.count { overlays[slot] = overlay } else { overlays.append(overlay) }
    if slot & 63 == 0 {
      dirtyRows.reserve(slot + 64)
      movedRows.reserve(slot + 64)
    }
    if let bounds = row.bounds { index.set(slot, to: bounds) }
    structureVersion += 1
    return slot
  }

  @discardableResult
  mutating func remove(_ slot: Int) -> Row? {
    let row = rows.remove(rows.id(ofSlot: slot))
    guard row != nil else { return nil }
    overlays[slot] = nil
    index.remove(slot)
    dirtyRows.remove(slot)
    movedRows.remove(slot)
    structureVersion += 1
    return row
  }

  mutating func removeAll() {
    rows.removeAll()
    index.removeAll()
    for slot in overlays.indices { overlays[slot] = nil }
    clearChanges()
    structureVersion += 1
  }

  /// Changes a row in place; a change of its bounds must be followed by `place`.
  mutating func modify(_ slot: Int, _ change: (inout Row) -> Void) {
    if rows.modify(slot: slot, change) { dirtyRows.insert(slot) }
  }

  /// Puts `row` in place of the one in `slot`; another bounds moves it in the index, and what begins or ceases to stand is drawn
  /// with others.
  mutating func replace(_ slot: Int, with row: Row) {
    guard let old = rows[slot: slot] else { return }
    rows.modify(slot: slot) { $0 = row }
    dirtyRows.insert(slot)
    if old.bounds != row.bounds { place(slot, at: row.bounds) }
    if old.isStanding != row.isStanding { structureVersion += 1 }
  }

  /// Puts the row that `makeRow` makes with the key of the one in `slot` in place of that; false when there is none.
  mutating func remake(_ slot: Int, _ makeRow: (DrawKey) -> Row) -> Bool {
    guard let key = rows[slot: slot]?.key else { return false }
    replace(slot, with: makeRow(key))
    return true
  }

  /// For rows whose bounds were changed by `modify`.
  mutating func place(_ slot: Int, at bounds: WorldRect?) {
    if let bounds { index.set(slot, to: bounds) } else { index.remove(slot) }
    movedRows.insert(slot)
  }

  mutating func setZIndex(_ zIndex: Int, of slot: Int) {
    rows.modify(slot: slot) { $0.key.zIndex = zIndex }
    structureVersion += 1
  }

  mutating func setTappable(_ isTappable: Bool, of slot: Int) {
    rows.modify(slot: slot) { $0.isTappable = isTappable }
  }

  mutating func clearChanges() {
    dirtyRows.removeAll()
    movedRows.removeAll()
  }
}
