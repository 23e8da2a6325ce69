import OverlookGeometry
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTiles

/// What a source of a style is, or what its newest data are, and the tries to find that out.
struct SourceDescription {
  enum State {
    case waiting
    case ready(SourceReady)
    case failed(LoadFault)
  }

  /// What an answer comes to.
  struct Outcome {
    /// To be told to people.
    var messages: [String] = []
    /// Whether the source is known anew.
    var isReady = false
  }

  private(set) var source: StyleSource
  private(set) var state = State.waiting
  private(set) var retry = RetryState()
  /// Whether other data is on its way.
  private(set) var awaitsData = false
  /// Whether it was on its way and did not come, so that what is shown is not what the style names.
  private(set) var lacksData = false
  private var openings = SourceOpenings()
  /// Whether `source` is newer than the openings under way.
  private var isSourceNewer = false
  private let base: StyleBase
  private let fetcher: StyleFetcher
  private var pixelsPerPoint = 1.0
  private var generator = SeededGenerator(seed: 7)

  init(_ source: StyleSource, base: StyleBase, fetcher: StyleFetcher) {
    self.source = source
    self.base = base
    self.fetcher = fetcher
  }

  /// Tries so far.
  var openingCount: Int { openings.begun }

  /// How far it is.
  var progress: LoadProgress {
    switch state {
    case .waiting: retry.progress(isLoading: true)
    case .failed: retry.progress(isLoading: false)
    case .ready: awaitsData || lacksData ? retry.progress(isLoading: awaitsData) : .ready
    }
  }

  /// Starts to find out what the source is; the answer goes to `mailbox`.
  mutating func open(pixelsPerPoint: Double, _ mailbox: Mailbox<SourceNews>) {
    self.pixelsPerPoint = pixelsPerPoint
    isSourceNewer = false
    let (opening, ticket) = openings.begin()
    let finish: @Sendable (Result<SourceReady, LoadFault>) -> Void = { mailbox.post(.described(opening: opening, $0)) }
    switch source.kind {
    case .vector(let tiles), .raster(let tiles), .rasterDEM(let tiles, _):
      StyleTileSet.describe(tiles, base: base, fetcher: fetcher, isDense: pixelsPerPoint > 1, ticket: ticket) {
        finish($0.map(SourceReady.tiles))
      }
    case .geoJSON(let options): GeoJSONOpening.open(options, base: base, fetcher: fetcher, ticket: ticket, completion: finish)
    case .image(let url, _): PictureOpening.open(url, base: base, fetcher: fetcher, ticket: ticket, completion: finish)
    }
  }

  /// Takes other data from now on.
  mutating func replaceData(by source: StyleSource, pixelsPerPoint: Double, _ mailbox: Mailbox<SourceNews>) {
    self.source = source
    (awaitsData, lacksData) = (true, false)
    retry = RetryState()
    if case .failed = state { state = .waiting }
    if openings.isFull { isSourceNewer = true } else { open(pixelsPerPoint: pixelsPerPoint, mailbox) }
  }

  /// Takes an answer; nil when nobody waits for it any more.
  mutating func take(
    _ opening: Int, _ result: Result<SourceReady, LoadFault>, now: Double, view: Int, _ mailbox: Mailbox<SourceNews>
  ) -> Outcome? {
    guard openings.end(opening) else { return nil }
    let isNewest = openings.isEmpty && !isSourceNewer
    if isSourceNewer { open(pixelsPerPoint: pixelsPerPoint, mailbox) }
    awaitsData = awaitsData && !isNewest
    switch result {
    case .success(let ready):
      state = .ready(ready)
      retry = RetryState()
      let messages: [String] =
        switch ready {
        case .features(_, let fault, _): fault.map { [message($0)] } ?? []
        case .tiles(let set): set.warnings
        case .picture: []
        }
      return Outcome(messages: messages, isReady: true)
    case .failure(let fault):
      if isNewest {
        retry.fail(fault, now: now, view: view, jitter: Double.random(in: 0..<1, using: &generator))
        // Older data are better than none.
        if case .ready = state { lacksData = true } else { state = .failed(fault) }
      }
      return Outcome(messages: [message(fault.message)])
    }
  }

  /// What is said of data within the style names the source; all else says its file or server itself.
  private func message(_ text: String) -> String {
    guard case .geoJSON(let options) = source.kind, case .inline = options.content else { return text }
    return "source \"\(OutsideText.cleaned(source.id, limit: 60))\": \(text)"
  }

  /// When to try again; infinite for never.
  func nextTry(view: Int) -> Double {
    guard let fault = retry.fault, openings.isEmpty, fault.isPassing || isOnServer else { return .infinity }
    return retry.nextTry(view: view)
  }

  /// Whether somebody else may mend what it is; a file that is read again is the same.
  private var isOnServer: Bool {
    let url =
      switch source.kind {
      case .vector(let tiles), .raster(let tiles), .rasterDEM(let tiles, _): tiles.url
      case .geoJSON(let options): if case .url(let url) = options.content { url } else { String?.none }
      case .image(let url, _): Optional(url)
      }
    if case .web = url.flatMap(base.address) { return true }
    return false
  }

  /// Tries again what could not be had, when that is due.
  mutating func openAgain(now: Double, view: Int, _ mailbox: Mailbox<SourceNews>) {
    if nextTry(view: view) <= now { openAfterFailure(mailbox) }
  }

  /// What could not be had may be had now.
  mutating func forgive(_ mailbox: Mailbox<SourceNews>) {
    guard retry.failureCount > 0, openings.isEmpty else { return }
    retry = RetryState()
    openAfterFailure(mailbox)
  }

  /// Without a state that failed there are older data, which are shown meanwhile.
  private mutating func openAfterFailure(_ mailbox: Mailbox<SourceNews>) {
    if case .failed = state { state = .waiting } else { (awaitsData, lacksData) = (true, false) }
    open(pixelsPerPoint: pixelsPerPoint, mailbox)
  }

  mutating func close() { openings.cancel() }
}

extension SourceReady {
  /// Which tiles there are; nil for a single picture.
  func parameters(drawsFeatures: Bool) -> TileParameters? {
    switch self {
    case .picture: nil
    case .features(let maximumZoom, _, _): TileParameters(tilePoints: 512, maximumZoom: maximumZoom, levels: .below)
    case .tiles(let set):
      TileParameters(
        tilePoints: Double(set.tileSize), minimumZoom: set.extent.minimumZoom, maximumZoom: set.extent.maximumZoom,
        levels: drawsFeatures ? .below : .nearest)
    }
  }

  /// Whether there may be a tile.
  func mayHave(_ tile: TileID) -> Bool {
    if case .tiles(let set) = self { set.extent.contains(tile) } else { true }
  }

  /// Whether nothing speaks against asking for more than is seen.
  var mayBeAskedAhead: Bool {
    switch self {
    case .picture: false
    case .features: true
    case .tiles(let set): set.origin.isOpen
    }
  }
}
