package import OverlookGeometry
import OverlookSupport

/// Which overlays lie in or near the view, in the order in which they are drawn.
///
/// It holds for a region larger than the view, so that most frames of a pan find nothing to do: a new list is made only when the
/// view leaves the region or becomes much smaller than it, when overlays come, go or change their order, or when one moves into
/// the region. Overlays outside cost nothing. One instance serves all kinds but markers, another one the markers, which lie above
/// them.
@MainActor
package struct DrawOrder {
  /// An overlay of the list.
  package struct Entry: Hashable, Sendable {
    package let kind: OverlayKind
    package let slot: Int32
    package let zIndex: Int
    /// `OverlayRow.isStanding`.
    package let isStanding: Bool
    /// `OverlayRow.isOnGround`.
    package let isOnGround: Bool

    /// `DrawKey.isBelowLabels`.
    package var isBelowLabels: Bool { DrawKey.isBelowLabels(zIndex) }

    /// Whether it is a polygon with walls and a roof.
    package var isBlock: Bool { kind == .polygon && isStanding }

    package init(kind: OverlayKind, slot: Int32, zIndex: Int, isStanding: Bool = false, isOnGround: Bool = true) {
      self.kind = kind
      self.slot = slot
      self.zIndex = zIndex
      self.isStanding = isStanding
      self.isOnGround = isOnGround
    }
  }

  fileprivate struct Candidate {
    let key: DrawKey
    let entry: Entry
  }

  /// The overlays in drawing order, the lowest first.
  package private(set) var entries = ContiguousArray<Entry>()
  /// Another number whenever `entries` was made anew, with the same content or not.
  package private(set) var version = 0
  /// Where the list holds; nil before the first update. x unwrapped.
  package var region: WorldRect? { surroundings?.rect }

  private var surroundings: ViewSurroundings?
  private let kinds: [OverlayKind]
  private var members: [DirtyRows]
  private var seenStructure = -1
  private var slots = ContiguousArray<Int32>()
  private var candidates = ContiguousArray<Candidate>()

  /// A view smaller than its region by more than this gets a region of its own.
  private static let maximumZoomIn = 8.0

  private init(kinds: [OverlayKind]) {
    self.kinds = kinds
    members = OverlayKind.allCases.map { _ in DirtyRows() }
  }

  /// For all but markers.
  package static func forShapes() -> DrawOrder {
    DrawOrder(kinds: OverlayKind.all.filter { $0 != .marker })
  }

  /// For markers.
  package static func forMarkers() -> DrawOrder {
    DrawOrder(kinds: [.marker])
  }

  /// Whether the overlay of `kind` in `slot` is in `entries`.
  package func contains(_ kind: OverlayKind, slot: Int) -> Bool {
    members[Int(kind.rawValue)].contains(slot)
  }

  /// Brings the list up to date for a view that shows `visibleRect`; true when it was made anew. Call before
  /// `OverlayStore.clearChanges`.
  ///
  /// `visibleRect` should include what reaches into the view from outside: half the widest line, the largest icon.
  @discardableResult
  package mutating func update(_ store: OverlayStore, visibleRect: WorldRect) -> Bool {
    let structure = structureVersion(store)
    let isCurrent = structure == seenStructure && holds(for: visibleRect) && !kinds.contains { hasEntered($0, store) }
    if isCurrent { return false }
    seenStructure = structure
    rebuild(store, ViewSurroundings(of: visibleRect))
    return true
  }

  private func holds(for visible: WorldRect) -> Bool {
    guard let surroundings, surroundings.contains(visible) else { return false }
    let region = surroundings.rect
    // Compared by what of it can hold overlays at all.
    let height = min(region.maxY, 1) - max(region.minY, 0)
    let visibleHeight = min(visible.maxY, 1) - max(visible.minY, 0)
    let isTooLarge =
      min(region.maxX - region.minX, 1) > Self.maximumZoomIn * (visible.maxX - visible.minX)
      && height > Self.maximumZoomIn * visibleHeight
    return !isTooLarge || entries.isEmpty
  }

  private func structureVersion(_ store: OverlayStore) -> Int {
    var sum = 0
    for kind in kinds {
      var facts = TableFacts(slot: nil)
      store.with(kind, &facts)
      sum += facts.structureVersion
    }
    return sum
  }

  /// Whether one that moved belongs into the list and is not there, or is there and can no longer be drawn.
  private func hasEntered(_ kind: OverlayKind, _ store: OverlayStore) -> Bool {
    guard let region else { return false }
    var search = EntrySearch(members: members[Int(kind.rawValue)], region: region)
    store.with(kind, &search)
    return search.isFound
  }

  private mutating func rebuild(_ store: OverlayStore, _ surroundings: ViewSurroundings) {
    self.surroundings = surroundings
    let region = surroundings.rect
    version += 1
    candidates.removeAll(keepingCapacity: true)
    for kind in kinds {
      // Moved there and back: what two hold is copied when it changes.
      var list = CandidateList(kind, region, members[Int(kind.rawValue)], slots, candidates)
      (members[Int(kind.rawValue)], slots, candidates) = (DirtyRows(), [], [])
      store.with(kind, &list)
      (members[Int(kind.rawValue)], slots, candidates) = (list.members, list.slots, list.candidates)
    }
    // Slots mostly ascend with the order of attaching, so the list is often sorted as it is.
    if !isSorted { candidates.sort { $0.key < $1.key } }
    entries.removeAll(keepingCapacity: true)
    for candidate in candidates { entries.append(candidate.entry) }
  }

  private var isSorted: Bool {
    for i in candidates.indices.dropFirst() where candidates[i].key < candidates[i - 1].key { return false }
    return true
  }
}

/// Looks for a row that moved into a region, or can no longer be drawn.
private struct EntrySearch: TableWork {
  let members: DirtyRows
  let region: WorldRect
  private(set) var isFound = false

  init(members: DirtyRows, region: WorldRect) {
    self.members = members
    self.region = region
  }

  mutating func run<Row: OverlayRow>(on table: inout OverlayTable<Row>) {
    guard !table.movedRows.isEmpty else { return }
    var slot = 0
    while let moved = table.movedRows.next(atLeast: slot) {
      slot = moved + 1
      let isMember = members.contains(moved)
      isFound = table.index.contains(moved) ? !isMember && table.index.meets(moved, region) : isMember
      if isFound { return }
    }
  }
}

/// Collects the rows of a region.
private struct CandidateList: TableWork {
  let kind: OverlayKind
  let region: WorldRect
  private(set) var members: DirtyRows
  private(set) var slots: ContiguousArray<Int32>
  private(set) var candidates: ContiguousArray<DrawOrder.Candidate>

  init(
    _ kind: OverlayKind, _ region: WorldRect, _ members: DirtyRows, _ slots: ContiguousArray<Int32>,
    _ candidates: ContiguousArray<DrawOrder.Candidate>
  ) {
    self.kind = kind
    self.region = region
    self.members = members
    self.slots = slots
    self.candidates = candidates
  }

  mutating func run<Row: OverlayRow>(on table: inout OverlayTable<Row>) {
    slots.removeAll(keepingCapacity: true)
    table.index.query(region, into: &slots)
    members.removeAll()
    for slot in slots { members.insert(Int(slot)) }
    var slot = 0
    while let next = members.next(atLeast: slot) {
      slot = next + 1
      if let row = table.row(next) {
        let entry = DrawOrder.Entry(
          kind: kind, slot: Int32(next), zIndex: row.key.zIndex, isStanding: row.isStanding, isOnGround: row.isOnGround)
        candidates.append(DrawOrder.Candidate(key: row.key, entry: entry))
      }
    }
  }
}
