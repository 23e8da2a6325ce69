import OverlookGeometry

/// Work on one table of a store, whatever the kind of its rows; `OverlayStore.with` looks up the table. A type and no closure, so
/// that the compiler makes code for each kind of row.
@MainActor protocol TableWork {
  mutating func run<Row: OverlayRow>(on table: inout OverlayTable<Row>)
}

/// Reads what is asked of any table, and of the row in one slot.
struct TableFacts: TableWork {
  let slot: Int?
  private(set) var count = 0
  private(set) var structureVersion = 0
  private(set) var overlays = ContiguousArray<Overlay?>()
  private(set) var key: DrawKey?
  private(set) var bounds: WorldRect?

  init(slot: Int?) { self.slot = slot }

  mutating func run<Row: OverlayRow>(on table: inout OverlayTable<Row>) {
    count = table.count
    structureVersion = table.structureVersion
    overlays = table.overlays
    guard let slot, let row = table.row(slot) else { return }
    key = row.key
    bounds = row.bounds
  }
}

struct RowRemoval: TableWork {
  let slot: Int

  func run<Row: OverlayRow>(on table: inout OverlayTable<Row>) { table.remove(slot) }
}

struct Emptying: TableWork {
  func run<Row: OverlayRow>(on table: inout OverlayTable<Row>) { table.removeAll() }
}

struct Clearing: TableWork {
  func run<Row: OverlayRow>(on table: inout OverlayTable<Row>) { table.clearChanges() }
}

struct ZIndexChange: TableWork {
  let slot: Int
  let zIndex: Int

  func run<Row: OverlayRow>(on table: inout OverlayTable<Row>) { table.setZIndex(zIndex, of: slot) }
}

struct TappableChange: TableWork {
  let slot: Int
  let isTappable: Bool

  func run<Row: OverlayRow>(on table: inout OverlayTable<Row>) { table.setTappable(isTappable, of: slot) }
}
