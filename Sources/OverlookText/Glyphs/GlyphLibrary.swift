internal import OverlookFormats
import Synchronization

/// Glyphs by font stack (names joined by commas) and code point: from glyph PBFs where the style names an address for them, and
/// from the fonts of the machine where it names none, where a block cannot be had, and beyond code point 65535, for which there
/// are no blocks. Any thread.
package final class GlyphLibrary: Sendable {
  /// Fetches the block of 256 code points that starts at `first`, and calls `done` once, on any thread, with its bytes, or with
  /// nil when it cannot be had.
  package typealias Fetch =
    @Sendable (_ fontStack: String, _ first: UInt32, _ done: @escaping @Sendable ([UInt8]?) -> Void) -> Void

  private struct BlockKey: Hashable {
    var fontStack: String
    var block: UInt32
  }

  private enum Block {
    case loading([@Sendable () -> Void])
    case ready([UInt32: SDFGlyph])
    case missing
  }

  private struct State {
    var blocks: [BlockKey: Block] = [:]
    /// One line each.
    var faults: [String] = []
  }

  package let atlas: SDFAtlas
  package let localFonts: LocalFonts
  private let fetch: Fetch?
  private let state = Mutex(State())

  /// `fetch` nil: the style has no glyphs of its own.
  package init(fetch: Fetch? = nil, localFonts: LocalFonts = LocalFonts(), atlas: SDFAtlas = SDFAtlas()) {
    self.fetch = fetch
    self.localFonts = localFonts
    self.atlas = atlas
  }

  /// Whether text is shaped with the fonts of the machine altogether.
  package var isLocal: Bool { fetch == nil }

  /// Whether a text can be read when it is drawn. With fonts of the machine, whether there is one for each letter; of a server's
  /// glyphs only the script is known, and those of some scripts make no words by themselves.
  package func canDraw(_ text: String) -> Bool {
    isLocal ? localFonts.canDraw(text) : !text.unicodeScalars.contains { ScriptTables.needsShaping($0.value) }
  }

  /// The text without letters for which the machine has no font; as it is with glyphs of a server.
  package func drawable(_ text: String) -> String { isLocal ? localFonts.drawable(text) : text }

  /// Faults of blocks since the last call, one line each.
  package func takeFaults() -> [String] {
    state.withLock { state in
      defer { state.faults = [] }
      return state.faults
    }
  }

  /// Asks again for blocks that could not be had, when they are next requested; whether there are any.
  @discardableResult package func forgetMissing() -> Bool {
    state.withLock { state in
      let count = state.blocks.count
      state.blocks = state.blocks.filter { if case .missing = $0.value { false } else { true } }
      return state.blocks.count < count
    }
  }

  /// Calls `completion` once, on any thread or at once, when everything that is needed is there or known to be missing.
  package func request(_ needs: GlyphNeeds, completion: @escaping @Sendable () -> Void) {
    guard let fetch else { return completion() }
    let keys = needs.blocks.sorted { $0.key < $1.key }.flatMap { stack, blocks in
      blocks.sorted().filter { $0 <= 0xFF }.map { BlockKey(fontStack: stack, block: $0) }
    }
    let open = OpenRequest(completion: completion)
    var wanted: [BlockKey] = []
    state.withLock { state in
      for key in keys {
        switch state.blocks[key] {
        case nil:
          state.blocks[key] = .loading([open.oneMore()])
          wanted.append(key)
        case .loading(let waiting): state.blocks[key] = .loading(waiting + [open.oneMore()])
        case .ready, .missing: continue
        }
      }
    }
    for key in wanted {
      fetch(key.fontStack, key.block << 8) { [weak self] bytes in self?.take(bytes, for: key) }
    }
    open.oneLess()
  }

  /// The glyph of a code point; nil when there is none, when its block was not requested or is not there yet, and for what is
  /// never seen: glyph files of servers hold boxes for marks of direction.
  package func glyph(_ codePoint: UInt32, fontStack: String) -> SDFGlyph? {
    if ScriptTables.isDefaultIgnorable(codePoint) { return nil }
    if fetch != nil, codePoint <= 0xFFFF {
      switch state.withLock({ $0.blocks[BlockKey(fontStack: fontStack, block: codePoint >> 8)] }) {
      case .ready(let glyphs): return glyphs[codePoint]
      case .loading, nil: return nil
      case .missing: break
      }
    }
    return localFonts.glyph(codePoint, fontStack: fontStack)
  }

  private func take(_ bytes: [UInt8]?, for key: BlockKey) {
    var block = Block.missing
    var faults: [String] = []
    if let bytes {
      let thing = "glyphs \(key.block << 8)-\(key.block << 8 | 0xFF) of \(key.fontStack)"
      do throws(FormatError) {
        let range = try GlyphRange(bytes, thing: thing)
        if range.faultCount > 0 { faults.append("\(thing): \(range.faultCount) are damaged") }
        block = .ready(
          Dictionary(range.glyphs.map { ($0.codePoint, SDFGlyph($0)) }, uniquingKeysWith: { first, _ in first }))
      } catch {
        faults.append(error.description)
      }
    }
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      guard case .loading(let waiting) = state.blocks[key] else { return [] }
      state.blocks[key] = block
      state.faults.append(contentsOf: faults)
      return waiting
    }
    for call in waiting { call() }
  }
}

/// Counts what a request waits for.
private final class OpenRequest: Sendable {
  private let count = Atomic<Int>(1)
  private let completion: @Sendable () -> Void

  init(completion: @escaping @Sendable () -> Void) {
    self.completion = completion
  }

  func oneMore() -> @Sendable () -> Void {
    count.add(1, ordering: .relaxed)
    return { self.oneLess() }
  }

  func oneLess() {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { completion() }
  }
}

extension SDFGlyph {
  fileprivate convenience init(_ glyph: GlyphRange.Glyph) {
    let border = 2 * GlyphRange.border
    let isBlank = glyph.bitmap.isEmpty
    self.init(
      width: Float(glyph.width), height: Float(glyph.height), left: Float(glyph.left), top: Float(glyph.top),
      advance: Float(glyph.advance), columns: isBlank ? 0 : glyph.width + border, rows: isBlank ? 0 : glyph.height + border,
      bitmap: glyph.bitmap, origin: .codePoint(glyph.codePoint))
  }
}
