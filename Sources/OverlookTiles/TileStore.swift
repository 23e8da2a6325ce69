import OverlookGeometry
import OverlookSupport

/// What one layer knows of its tiles. Only its methods change it.
package struct TileStore {
  package static let fadeSeconds = 0.25
  /// Larger pictures are refused; as `ImageLimits.tile`.
  static let maximumImageSide = 4096
  /// Entries without a picture that are remembered.
  static let maximumEmptyEntries = 8192

  /// Raised by each change that a plan depends on.
  package private(set) var version = 0
  package private(set) var byteCount = 0
  private(set) var loadingCount = 0
  /// Tiles with a picture on the screen, by level; spares searching for children where there are none.
  private(set) var shownByZoom = [Int](repeating: 0, count: TileID.maximumZoom + 1)

  private var slots: [TileID: Int] = [:]
  private var entries: [TileEntry] = []
  private var tilesByImage: [TileImageID: TileID] = [:]
  /// Pictures that the renderer may still hold, of tiles that do not need them any more.
  private var forgotten: [TileImageID] = []
  private var nextImage: UInt64
  private let waitsForRenderer: Bool

  /// - Parameters:
  ///   - number: Of the layer; pictures of two stores with different numbers have different names.
  ///   - waitsForRenderer: Whether a picture is shown only after `didUpload`; otherwise at once.
  package init(number: UInt32 = 0, waitsForRenderer: Bool = true) {
    nextImage = UInt64(number) << 32 + 1
    self.waitsForRenderer = waitsForRenderer
  }

  package var count: Int { entries.count }

  func entry(_ tile: TileID) -> TileEntry? {
    slots[tile].map { entries[$0] }
  }

  var all: [TileEntry] { entries }

  /// The picture that a tile can be drawn with, and since when.
  func shown(_ tile: TileID) -> (id: TileImageID, since: Double)? {
    guard let slot = slots[tile], let id = entries[slot].shown?.id else { return nil }
    return (id, entries[slot].shownAt)
  }

  func tile(ofImage id: TileImageID) -> TileID? { tilesByImage[id] }

  // MARK: Loading

  /// A load was started.
  mutating func begin(_ tile: TileID, number: UInt64, ticket: WorkTicket) {
    change(tile) { $0.load = .loading(number, ticket) }
  }

  /// Takes a load back; a tile of which nothing is known is forgotten.
  mutating func cancel(_ tile: TileID) {
    guard let slot = slots[tile], case .loading(_, let ticket) = entries[slot].load else { return }
    ticket.cancel()
    if entries[slot].hasContent || entries[slot].retry.failureCount > 0 {
      change(tile) { $0.load = .idle }
    } else {
      remove(tile)
    }
  }

  /// Whether the load of this number is the one that the tile waits for.
  func awaits(_ tile: TileID, number: UInt64) -> Bool {
    guard let entry = entry(tile), case .loading(let current, _) = entry.load else { return false }
    return current == number
  }

  /// A picture that was here before anybody could see it should not fade in, whatever the layer's others do.
  mutating func receive(_ image: Image, for tile: TileID, fadesIn: Bool, now: Double) {
    let named = NamedTileImage(id: TileImageID(rawValue: nextImage), image: image)
    nextImage += 1
    if let old = entry(tile)?.incoming { tilesByImage[old.id] = nil }
    tilesByImage[named.id] = tile
    change(tile) { entry in
      entry.succeeded()
      entry.isMissing = false
      entry.incoming = named
      if !fadesIn, entry.shownAt == -.infinity { entry.shownAt = now - Self.fadeSeconds }
    }
    if !waitsForRenderer { didUpload(named.id, fadesIn: fadesIn, now: now) }
  }

  mutating func receiveMissing(for tile: TileID) {
    forgetImages(of: tile)
    change(tile) { entry in
      entry.succeeded()
      entry.isMissing = true
      entry.shown = nil
      entry.incoming = nil
    }
  }

  /// The load failed. `view`: the running number of the view; `jitter`: a random number, 0 ..< 1.
  mutating func receive(_ fault: LoadFault, for tile: TileID, now: Double, view: Int, jitter: Double = 0.5) {
    change(tile) { entry in
      entry.load = .idle
      entry.retry.fail(fault, now: now, view: view, jitter: jitter)
    }
  }

  /// The load of a tile that nobody sees failed, which is nobody's fault yet.
  mutating func receiveUnseenFailure(for tile: TileID, now: Double, afterSeconds: Double? = nil) {
    change(tile) { entry in
      entry.load = .idle
      entry.retry.failUnseen(now: now, afterSeconds: afterSeconds)
    }
  }

  // MARK: The renderer's answers

  /// The renderer holds the picture: it replaces what the tile showed.
  mutating func didUpload(_ id: TileImageID, fadesIn: Bool, now: Double) {
    guard let tile = tilesByImage[id], let slot = slots[tile], let incoming = entries[slot].incoming, incoming.id == id else {
      return
    }
    if let old = entries[slot].shown, old.id != id { forget(old.id) }
    change(tile) { entry in
      // What came back after it had left the driver's memory, and what replaces an older picture, is not faded.
      let isNew = entry.shown == nil && entry.shownAt == -.infinity
      entry.shown = incoming
      entry.incoming = nil
      entry.shownAt = isNew && fadesIn ? now : min(entry.shownAt, now - Self.fadeSeconds)
    }
  }

  /// The renderer dropped the picture.
  mutating func didEvict(_ id: TileImageID) {
    guard let tile = tilesByImage[id], let slot = slots[tile], let shown = entries[slot].shown, shown.id == id else { return }
    change(tile) { entry in
      entry.shown = nil
      if entry.incoming == nil { entry.incoming = shown }
    }
  }

  /// Hands out the pictures that the renderer need not hold any more, each once.
  mutating func drainForgotten(_ body: (TileImageID) -> Void) {
    guard !forgotten.isEmpty else { return }
    for id in forgotten { body(id) }
    forgotten.removeAll(keepingCapacity: true)
  }

  /// The renderer is gone, and every picture with it; pictures in memory are brought to the next one.
  mutating func didLoseRenderer() {
    forgotten.removeAll()
    for id in Array(tilesByImage.keys) { didEvict(id) }
  }

  /// The renderer cannot hold the picture at all.
  mutating func didRefuse(_ id: TileImageID, _ fault: LoadFault, now: Double, view: Int) {
    guard let tile = tilesByImage[id] else { return }
    forgetImages(of: tile)
    change(tile) { entry in
      entry.shown = nil
      entry.incoming = nil
      entry.load = .idle
      entry.retry.fail(fault, now: now, view: view, jitter: 0)
    }
  }

  // MARK: Keeping and forgetting

  /// Notes that the plan of number `sequence` wants the tile; changes no plan.
  mutating func touch(_ tile: TileID, sequence: Int) {
    if let slot = slots[tile] { entries[slot].lastUsed = sequence }
  }

  mutating func setPriority(_ tile: TileID, _ priority: Double) {
    guard let slot = slots[tile], case .loading(_, let ticket) = entries[slot].load else { return }
    ticket.priority = priority
  }

  /// The ticket of the tile's load; nil when it has none.
  func ticket(of tile: TileID) -> WorkTicket? {
    guard let slot = slots[tile], case .loading(_, let ticket) = entries[slot].load else { return nil }
    return ticket
  }

  /// Ends all loads, makes the tiles of plan `sequence` stale and forgets the others.
  mutating func markAllStale(wantedBy sequence: Int) {
    version += 1
    loadingCount = 0
    for index in entries.indices {
      if case .loading(_, let ticket) = entries[index].load { ticket.cancel() }
      entries[index].load = .idle
      entries[index].retry = RetryState()
      entries[index].isStale = entries[index].hasContent
    }
    removeAll { $0.lastUsed != sequence || !$0.hasContent }
  }

  /// Forgets all failures, so that what is still wanted is asked for again: what kept it away may be over.
  mutating func forgiveFailures() {
    for index in entries.indices where entries[index].retry.failureCount > 0 {
      entries[index].retry = RetryState()
      version += 1
    }
    removeAll { !$0.hasContent && !$0.isLoading }
  }

  /// Ends all loads and forgets everything.
  mutating func removeAll() {
    removeAll { _ in true }
  }

  /// Forgets what was not wanted for longest until at most `budget` bytes are held; what plan `sequence` wants stays.
  mutating func evict(toBytes budget: Int, wantedBy sequence: Int) {
    guard byteCount > budget || entries.count > Self.maximumEmptyEntries else { return }
    var candidates = entries.filter { $0.lastUsed != sequence && !$0.isLoading }.map { ($0.lastUsed, $0.tile) }
    candidates.sort { $0 < $1 }
    for (_, tile) in candidates {
      guard byteCount > budget || entries.count > Self.maximumEmptyEntries else { return }
      remove(tile)
    }
  }

  private mutating func removeAll(where isDropped: (TileEntry) -> Bool) {
    for tile in entries.filter(isDropped).map(\.tile) { remove(tile) }
  }

  private mutating func remove(_ tile: TileID) {
    guard let slot = slots.removeValue(forKey: tile) else { return }
    let entry = entries[slot]
    if case .loading(_, let ticket) = entry.load { ticket.cancel() }
    count(entry, -1)
    if let shown = entry.shown { forget(shown.id) }
    if let incoming = entry.incoming { tilesByImage[incoming.id] = nil }
    entries.swapAt(slot, entries.count - 1)
    entries.removeLast()
    if slot < entries.count { slots[entries[slot].tile] = slot }
    version += 1
  }

  private mutating func forgetImages(of tile: TileID) {
    guard let entry = entry(tile) else { return }
    if let shown = entry.shown { forget(shown.id) }
    if let incoming = entry.incoming { tilesByImage[incoming.id] = nil }
  }

  private mutating func forget(_ id: TileImageID) {
    tilesByImage[id] = nil
    if waitsForRenderer { forgotten.append(id) }
  }

  /// Changes the tile's entry, made if need be, and what is counted over all.
  private mutating func change(_ tile: TileID, _ body: (inout TileEntry) -> Void) {
    let slot = slots[tile] ?? entries.count
    if slot == entries.count {
      slots[tile] = slot
      entries.append(TileEntry(tile: tile))
    }
    var entry = entries[slot]
    count(entry, -1)
    body(&entry)
    count(entry, 1)
    entries[slot] = entry
    version += 1
  }

  private mutating func count(_ entry: TileEntry, _ sign: Int) {
    byteCount += sign * entry.byteCount
    if entry.shown != nil { shownByZoom[entry.tile.z] += sign }
    if entry.isLoading { loadingCount += sign }
  }
}

extension TileEntry {
  fileprivate mutating func succeeded() {
    load = .idle
    retry = RetryState()
    isStale = false
  }
}
