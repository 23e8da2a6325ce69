package import OverlookGeometry
package import OverlookSupport

/// What a tile holds: a picture, heights, features.
package protocol TileHolding: Sendable {
  /// Bytes of memory.
  var byteCount: Int { get }
}

extension Image: TileHolding {}

/// Something that came for a tile, with its name.
package struct TileItem<Content: TileHolding>: Sendable {
  package var id: TileContentID
  package var content: Content
}

/// What one source knows of its tiles. Only its methods change it.
package struct TileStore<Content: TileHolding>: Sendable {
  private struct Slot {
    /// On the screen.
    var shown: TileItem<Content>?
    /// The screen does not have it yet.
    var incoming: TileItem<Content>?

    var byteCount: Int { (shown?.content.byteCount ?? 0) + (incoming?.content.byteCount ?? 0) }
  }

  /// All but what the tiles hold.
  package private(set) var ledger = TileLedger()
  /// In the order of the ledger's records.
  private var slots: [Slot] = []
  private var tilesByID: [TileContentID: TileID] = [:]
  /// What the renderer may still hold, of tiles that do not need it any more.
  private var forgotten: [TileContentID] = []
  private var nextID: UInt64
  private let waitsForRenderer: Bool

  /// - Parameters:
  ///   - number: Of the source; what two stores with different numbers hold has different names.
  ///   - waitsForRenderer: Whether what came is shown only after `didUpload`; otherwise at once.
  package init(number: UInt32 = 0, waitsForRenderer: Bool = true) {
    nextID = UInt64(number) << 32 + 1
    self.waitsForRenderer = waitsForRenderer
  }

  package var version: Int { ledger.version }
  package var byteCount: Int { ledger.byteCount }
  package var count: Int { ledger.count }

  package func record(_ tile: TileID) -> TileRecord? { ledger[tile] }

  package func shown(_ tile: TileID) -> TileItem<Content>? { ledger.slot(of: tile).flatMap { slots[$0].shown } }

  package func incoming(_ tile: TileID) -> TileItem<Content>? { ledger.slot(of: tile).flatMap { slots[$0].incoming } }

  /// What came last of the tile.
  package func newest(_ tile: TileID) -> TileItem<Content>? { incoming(tile) ?? shown(tile) }

  /// The tile that holds something; nil when none does.
  package func tile(of id: TileContentID) -> TileID? { tilesByID[id] }

  /// All that tiles hold, of each what is shown before what is not yet.
  package func forEach(_ body: (TileRecord, Content) -> Void) {
    for (record, slot) in zip(ledger.records, slots) {
      if let shown = slot.shown { body(record, shown.content) }
      if let incoming = slot.incoming { body(record, incoming.content) }
    }
  }

  // MARK: Loading

  /// A load was started.
  package mutating func begin(_ tile: TileID, number: UInt64, ticket: WorkTicket) {
    change(tile) { record, _ in record.load = .loading(number, ticket) }
  }

  /// Takes a load back; a tile of which nothing is known is forgotten.
  package mutating func cancel(_ tile: TileID) {
    guard let record = record(tile), case .loading(_, let ticket) = record.load else { return }
    ticket.cancel()
    if record.hasContent || record.retry.failureCount > 0 {
      change(tile) { record, _ in record.load = .idle }
    } else {
      remove(tile)
    }
  }

  /// What was here before anybody could see it should not fade in, whatever others of the source do.
  package mutating func receive(_ content: Content, for tile: TileID, fadesIn: Bool, now: Double) {
    change(tile) { record, _ in record.succeeded() }
    bring(content, for: tile, fadesIn: fadesIn, now: now)
  }

  /// Takes what was made of what came, whatever is on its way.
  package mutating func bring(_ content: Content, for tile: TileID, fadesIn: Bool, now: Double) {
    let item = TileItem(id: TileContentID(rawValue: nextID), content: content)
    nextID += 1
    if let old = incoming(tile) { tilesByID[old.id] = nil }
    tilesByID[item.id] = tile
    change(tile) { record, slot in
      record.isMissing = false
      slot.incoming = item
      if !fadesIn, record.shownAt == -.infinity { record.shownAt = TileFade.longAgo }
    }
    if !waitsForRenderer { didUpload(item.id, fadesIn: fadesIn, now: now) }
  }

  package mutating func receiveMissing(for tile: TileID) {
    forgetContents(of: tile)
    change(tile) { record, slot in
      record.succeeded()
      record.isMissing = true
      slot = Slot()
    }
  }

  /// The load failed. `view`: the running number of the view; `jitter`: a random number, 0 ..< 1.
  package mutating func receive(_ fault: LoadFault, for tile: TileID, now: Double, view: Int, jitter: Double = 0.5) {
    change(tile) { record, _ in
      record.load = .idle
      record.retry.fail(fault, now: now, view: view, jitter: jitter)
    }
  }

  /// The load of a tile that nobody sees failed, which is nobody's fault yet.
  package mutating func receiveUnseenFailure(for tile: TileID, now: Double, afterSeconds: Double? = nil) {
    change(tile) { record, _ in
      record.load = .idle
      record.retry.failUnseen(now: now, afterSeconds: afterSeconds)
    }
  }

  // MARK: Work on what came

  /// Whether what came of the tile is being worked on: it is not ready meanwhile.
  package mutating func setInWork(_ tile: TileID, _ isInWork: Bool) {
    guard let record = record(tile), record.isInWork != isInWork else { return }
    change(tile) { record, _ in record.isInWork = isInWork }
  }

  /// Changes what is shown of a tile, or waits for it, in its place: it keeps its name.
  package mutating func replace(_ id: TileContentID, by content: Content) {
    guard let tile = tilesByID[id] else { return }
    change(tile) { _, slot in
      if slot.shown?.id == id { slot.shown?.content = content }
      if slot.incoming?.id == id { slot.incoming?.content = content }
    }
  }

  // MARK: The renderer's answers

  /// The renderer holds it: it replaces what the tile showed.
  package mutating func didUpload(_ id: TileContentID, fadesIn: Bool, now: Double) {
    guard let tile = tilesByID[id], let incoming = incoming(tile), incoming.id == id else { return }
    if let old = shown(tile), old.id != id { forget(old.id) }
    change(tile) { record, slot in
      // What came back after it had left the driver's memory, and what replaces something older, is not faded.
      let isNew = slot.shown == nil && record.shownAt == -.infinity
      slot = Slot(shown: incoming)
      record.shownAt = isNew && fadesIn ? now : TileFade.longAgo
    }
  }

  /// The renderer dropped it.
  package mutating func didEvict(_ id: TileContentID) {
    guard let tile = tilesByID[id], let shown = shown(tile), shown.id == id else { return }
    change(tile) { _, slot in
      slot.shown = nil
      slot.incoming = slot.incoming ?? shown
    }
  }

  /// Hands out what the renderer need not hold any more, each once.
  package mutating func drainForgotten(_ body: (TileContentID) -> Void) {
    guard !forgotten.isEmpty else { return }
    for id in forgotten { body(id) }
    forgotten.removeAll(keepingCapacity: true)
  }

  /// The renderer is gone, and all that it held; what is in memory is brought to the next one.
  package mutating func didLoseRenderer() {
    forgotten.removeAll()
    for id in Array(tilesByID.keys) { didEvict(id) }
  }

  /// The renderer cannot hold it at all.
  package mutating func didRefuse(_ id: TileContentID, _ fault: LoadFault, now: Double, view: Int) {
    guard let tile = tilesByID[id] else { return }
    forgetContents(of: tile)
    change(tile) { record, slot in
      slot = Slot()
      record.load = .idle
      record.retry.fail(fault, now: now, view: view, jitter: 0)
    }
  }

  // MARK: Keeping and forgetting

  /// As `TileLedger.touch`.
  package mutating func touch(_ tile: TileID, sequence: Int) { ledger.touch(tile, sequence: sequence) }

  /// Ends all loads, makes the tiles of plan `sequence` stale and forgets the others.
  package mutating func markAllStale(wantedBy sequence: Int) {
    for tile in ledger.records.map(\.tile) {
      change(tile) { record, _ in
        if case .loading(_, let ticket) = record.load { ticket.cancel() }
        record.load = .idle
        record.retry = RetryState()
        record.isStale = record.hasContent
      }
    }
    removeAll { $0.lastUsed != sequence || !$0.hasContent }
  }

  /// Forgets all failures, so that what is still wanted is asked for again: what kept it away may be over.
  package mutating func forgiveFailures() {
    for record in ledger.records where record.retry.failureCount > 0 {
      change(record.tile) { record, _ in record.retry = RetryState() }
    }
    removeAll { !$0.hasContent && !$0.isLoading }
  }

  /// Ends all loads and forgets everything.
  package mutating func removeAll() { removeAll { _ in true } }

  /// Forgets the tiles of which `isDropped` is true.
  package mutating func removeAll(where isDropped: (TileRecord) -> Bool) {
    for tile in ledger.records.filter(isDropped).map(\.tile) { remove(tile) }
  }

  /// Forgets what was not wanted for longest until at most `budget` bytes are held; what plan `sequence` wants stays.
  package mutating func evict(toBytes budget: Int, wantedBy sequence: Int) {
    func isOver() -> Bool { byteCount > budget || count > TileLimits.recordCount }
    guard isOver() else { return }
    var candidates = ledger.records.filter { $0.lastUsed != sequence && !$0.isLoading }.map { ($0.lastUsed, $0.tile) }
    candidates.sort { $0 < $1 }
    for (_, tile) in candidates {
      guard isOver() else { return }
      remove(tile)
    }
  }

  private mutating func remove(_ tile: TileID) {
    forgetContents(of: tile)
    guard let place = ledger.remove(tile) else { return }
    slots.swapAt(place, slots.count - 1)
    slots.removeLast()
  }

  private mutating func forgetContents(of tile: TileID) {
    if let shown = shown(tile) { forget(shown.id) }
    if let incoming = incoming(tile) { tilesByID[incoming.id] = nil }
  }

  private mutating func forget(_ id: TileContentID) {
    tilesByID[id] = nil
    if waitsForRenderer { forgotten.append(id) }
  }

  /// Changes what is known of a tile together with what it holds.
  private mutating func change(_ tile: TileID, _ body: (inout TileRecord, inout Slot) -> Void) {
    let place = ledger.slot(of: tile)
    var slot = place.map { slots[$0] } ?? Slot()
    ledger.change(tile) { record in
      body(&record, &slot)
      record.isShown = slot.shown != nil
      record.isIncoming = slot.incoming != nil
      record.byteCount = slot.byteCount
    }
    if let place { slots[place] = slot } else { slots.append(slot) }
  }
}

/// How long tiles take to appear.
package enum TileFade {
  package static let seconds = 0.25
  /// When something appeared that does not fade.
  package static let longAgo = -Double.greatestFiniteMagnitude
}

/// How much is known of the tiles of one source.
enum TileLimits {
  /// Tiles that are remembered, with content or without.
  static let recordCount = 8192
  /// Larger pictures are refused; as `ImageLimits.tile`.
  static let imageSide = 4096
}
