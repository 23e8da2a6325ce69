import OverlookSupport
import Synchronization

/// Distance fields of glyphs packed into one picture of a byte a pixel. Glyphs stay where they are while somebody holds them; the
/// room of others is given away when it is needed, those unused for longest first. Any thread.
package final class SDFAtlas: Sendable {
  /// Where a glyph lies, with a pixel of nothing around it; the planes of one of colours side by side, each with its own.
  package struct Slot: Hashable, Sendable, BitwiseCopyable {
    package var x: UInt16
    package var y: UInt16
    package var width: UInt16
    package var height: UInt16
  }

  private struct Entry {
    var slot: Slot
    var holders: Int
    /// When the last holder let go.
    var idleSince: UInt64 = 0
  }

  private struct State {
    var shelves = ShelfPacker(width: SDFAtlas.width, height: SDFAtlas.firstHeight)
    var pixels = [UInt8](repeating: 0, count: SDFAtlas.width * SDFAtlas.firstHeight)
    var entries: [SDFGlyph.ID: Entry] = [:]
    var bandVersions = [UInt64](repeating: 1, count: SDFAtlas.firstHeight / SDFAtlas.bandHeight)
    var version: UInt64 = 1
    var clock: UInt64 = 0
    var leftOut = 0
  }

  package static let width = 2048
  package static let maximumHeight = 4096
  private static let firstHeight = 512
  private static let bandHeight = 64
  private static let padding = 1

  private let state = Mutex(State())

  package init() {}

  /// Glyphs for which there was no room so far.
  package var leftOutCount: Int { state.withLock { $0.leftOut } }
  package var glyphCount: Int { state.withLock { $0.entries.count } }

  /// Brings `glyphs` in and keeps them until the lease is gone. Slots are in the order of the glyphs; blank glyphs, and those for
  /// which there is no room, have none.
  package func hold(_ glyphs: [SDFGlyph]) -> (lease: SDFLease, slots: [Slot?]) {
    let slots = state.withLock { state in glyphs.map { Self.hold($0, in: &state) } }
    let held = zip(glyphs, slots).compactMap { $1 == nil ? nil : $0.id }
    return (SDFLease(atlas: self, glyphs: held), slots)
  }

  fileprivate func release(_ glyphs: [SDFGlyph.ID]) {
    state.withLock { state in
      state.clock += 1
      for id in glyphs {
        guard var entry = state.entries[id] else { continue }
        entry.holders -= 1
        entry.idleSince = state.clock
        state.entries[id] = entry
      }
    }
  }

  /// Calls `body` for the rows that changed after `version`, in order, and returns the version they have then. `body` gets all
  /// pixels, the rows, and the height of the picture, which only grows. Version 0: everything.
  package func changes(
    after version: UInt64, _ body: (_ pixels: Span<UInt8>, _ rows: Range<Int>, _ height: Int) -> Void
  ) -> UInt64 {
    state.withLock { state in
      guard state.version > version else { return version }
      var start: Int?
      for band in 0...state.bandVersions.count {
        let isChanged = band < state.bandVersions.count && state.bandVersions[band] > version
        if isChanged, start == nil { start = band }
        if !isChanged, let first = start {
          body(state.pixels.span, first * Self.bandHeight..<band * Self.bandHeight, state.shelves.height)
          start = nil
        }
      }
      return state.version
    }
  }

  /// Pixels.
  package var height: Int { state.withLock { $0.shelves.height } }

  private static func hold(_ glyph: SDFGlyph, in state: inout State) -> Slot? {
    if glyph.isBlank { return nil }
    if var entry = state.entries[glyph.id] {
      entry.holders += 1
      state.entries[glyph.id] = entry
      return entry.slot
    }
    let (width, height) = (glyph.planes * (glyph.columns + 2 * padding), glyph.rows + 2 * padding)
    guard width <= 1024, height <= 1024, let (x, y) = place(width, height, &state) else {
      state.leftOut += 1
      return nil
    }
    let slot = Slot(
      x: UInt16(clamping: x), y: UInt16(clamping: y), width: UInt16(clamping: width), height: UInt16(clamping: height))
    copy(glyph, to: slot, &state)
    state.entries[glyph.id] = Entry(slot: slot, holders: 1)
    return slot
  }

  private static func place(_ width: Int, _ height: Int, _ state: inout State) -> (Int, Int)? {
    while true {
      if let place = state.shelves.place(width: width, height: height) { return place }
      // A small picture grows before glyphs that may be wanted again are given up.
      if state.shelves.height < 1024, grow(&state) { continue }
      if dropIdle(&state) || grow(&state) { continue }
      return nil
    }
  }

  private static func grow(_ state: inout State) -> Bool {
    let height = state.shelves.height
    guard height * 2 <= maximumHeight else { return false }
    state.pixels.append(contentsOf: repeatElement(0, count: width * height))
    state.shelves.grow(toHeight: height * 2)
    state.version += 1
    state.bandVersions.append(contentsOf: repeatElement(state.version, count: height / bandHeight))
    return true
  }

  /// Gives away the quarter of the unused glyphs that has been unused for longest; false when all are in use.
  private static func dropIdle(_ state: inout State) -> Bool {
    let idle = state.entries.filter { $0.value.holders <= 0 }.sorted { $0.value.idleSince < $1.value.idleSince }
    for (id, entry) in idle.prefix((idle.count + 3) / 4) {
      state.entries[id] = nil
      state.shelves.free(x: Int(entry.slot.x), y: Int(entry.slot.y), width: Int(entry.slot.width))
    }
    return !idle.isEmpty
  }

  private static func copy(_ glyph: SDFGlyph, to slot: Slot, _ state: inout State) {
    let (x, y) = (Int(slot.x), Int(slot.y))
    for row in 0..<Int(slot.height) {
      let start = (y + row) * width + x
      for column in 0..<Int(slot.width) { state.pixels[start + column] = 0 }
      let source = row - padding
      guard source >= 0, source < glyph.rows else { continue }
      for plane in 0..<glyph.planes {
        let target = start + plane * (glyph.columns + 2 * padding) + padding
        let first = (plane * glyph.rows + source) * glyph.columns
        for column in 0..<glyph.columns { state.pixels[target + column] = glyph.bitmap[first + column] }
      }
    }
    state.version += 1
    for band in y / bandHeight...(y + Int(slot.height) - 1) / bandHeight { state.bandVersions[band] = state.version }
  }
}

/// Keeps glyphs in the atlas for as long as it lives.
package final class SDFLease: Sendable {
  private let atlas: SDFAtlas
  private let glyphs: [SDFGlyph.ID]

  fileprivate init(atlas: SDFAtlas, glyphs: [SDFGlyph.ID]) {
    self.atlas = atlas
    self.glyphs = glyphs
  }

  deinit {
    atlas.release(glyphs)
  }
}
