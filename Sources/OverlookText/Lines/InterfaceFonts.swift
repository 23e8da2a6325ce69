import OverlookSupport
import Synchronization

/// The fonts of the interface: Inter, and for letters that it has not those of the machine, which are looked for beside the frames.
/// Until one is found its letters leave a gap; `version` tells when text that has such gaps looks different. Main thread only.
@MainActor package final class InterfaceFonts {
  /// Called on any thread when a font was found; held by those who draw.
  package final class Wake: Sendable {
    fileprivate let call: @Sendable () -> Void

    package init(_ call: @escaping @Sendable () -> Void) {
      self.call = call
    }
  }

  private struct WeakWake: Sendable {
    weak var wake: Wake?
  }

  private static var knownMachine: InterfaceFonts?

  /// Of this machine: the same object always. Throws when the package's font cannot be read.
  package static func machine() throws(TextError) -> InterfaceFonts {
    if let knownMachine { return knownMachine }
    let fonts = InterfaceFonts(try FontProgram.embedded(), .machine)
    knownMachine = fonts
    return fonts
  }

  /// The first of them, which says how high lines are.
  package let primary: FontProgram
  /// Changes whenever answers came.
  package private(set) var version = 0

  let chain: FontChain
  let shaper = RunShaper()
  private let search: FontSearch
  private let wakes: Listeners
  private var rasters: [FontRaster?] = []

  package init(_ primary: FontProgram, _ catalog: FontCatalog) {
    self.primary = primary
    let wakes = Listeners()
    self.wakes = wakes
    let search = FontSearch(catalog, wake: { wakes.call() })
    self.search = search
    chain = FontChain(primary, fallback: SearchedFonts(search))
  }

  /// Calls `wake` for as long as it lives.
  package func add(_ wake: Wake) {
    wakes.add(wake)
  }

  /// Whether a font is being looked for: what was drawn without it will look different.
  package var isSearching: Bool { search.isSearching }

  /// Takes what was found since the last call.
  package func update() {
    if search.takeAnswers() { version += 1 }
  }

  /// Waits for what is being looked for: for pictures that are made once.
  package func finish() {
    guard search.isSearching else { return }
    search.finish()
    version += 1
  }

  /// How wide a line is, in ems, and whether a font for some of its letters is being looked for.
  package func width(_ text: String) -> (ems: Float, isIncomplete: Bool) {
    let line = TextSetter.line(text, .plain, self)
    return (line.width, line.isIncomplete)
  }

  /// Draws the glyphs of a font of the chain.
  func raster(_ number: Int) -> FontRaster? {
    while rasters.count < chain.fonts.count { rasters.append(try? FontRaster(chain.fonts[rasters.count].program)) }
    return rasters.indices.contains(number) ? rasters[number] : nil
  }

  private final class Listeners: Sendable {
    private let wakes = Mutex<[WeakWake]>([])

    func add(_ wake: Wake) {
      wakes.withLock { wakes in
        wakes.removeAll { $0.wake == nil }
        wakes.append(WeakWake(wake: wake))
      }
    }

    func call() {
      for wake in wakes.withLock({ $0 }) { wake.wake?.call() }
    }
  }
}

/// What is found beside the frames, as the chain of the interface asks for it.
private final class SearchedFonts: FontFallback {
  private let search: FontSearch

  init(_ search: FontSearch) {
    self.search = search
  }

  func font(for query: FontQuery) -> FontAnswer {
    // Invariant: the chain is the interface's, which the main thread alone asks.
    MainActor.assumeIsolated { [search] in search.answer(query) }
  }
}
