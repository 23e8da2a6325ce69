import OverlookLayout
import OverlookStyle
import OverlookSupport
import OverlookText
import OverlookTiles

/// The pictures and glyphs of a style.
@MainActor final class StyleResources {
  private enum News: Sendable {
    case sprite(id: String, Result<SpriteSheet, LoadFault>)
    case glyphFault(String, LoadFault?)
  }

  private struct Sprite: Hashable {
    var id: String
    var url: String
  }

  /// Something that could not be had, and whether it was asked for again since it failed last.
  private struct Lost {
    var retry = RetryState()
    var isAsked = false

    /// When it is to be asked for again; infinite for never, and while it is.
    var nextTry: Double { isAsked ? .infinity : retry.nextTry(view: 0) }
    var progress: LoadProgress { retry.progress(isLoading: isAsked) }

    func failed(_ fault: LoadFault, now: Double) -> Lost {
      var lost = Lost(retry: retry)
      lost.retry.fail(fault, now: now, view: 0, jitter: 0.5)
      return lost
    }
  }

  private(set) var images = StyleImages()
  let missingImages = MissingImages()
  let glyphs: GlyphLibrary

  /// Those that are there, on their way or yet to be asked for.
  private var sprites: Set<Sprite> = []
  /// Those of them to ask for, in the order of the style.
  private var unasked: [Sprite] = []
  /// Those of them that could not be had, by their ids.
  private var lost: [String: Lost] = [:]
  /// The blocks of glyphs that could not be had, all together; nil when all could.
  private var lostGlyphs: Lost?
  /// Those of them whose answer has not come.
  private var waitingCount = 0
  /// Pictures that layout asked for in vain.
  private var missed: Set<String> = []
  /// More names count as those of all pictures.
  private static let maximumMissed = 1000
  /// Whether layout asked for other pictures in vain, too, which nobody noted.
  private var hasMissedMore = false
  private let glyphTemplate: String?
  private let base: StyleBase
  private let fetcher: StyleFetcher
  private let mailbox: Mailbox<News>
  private let ticket = WorkTicket()
  private var messages: [String] = []

  init(_ document: StyleDocument, base: StyleBase, fetcher: StyleFetcher, wake: @escaping @Sendable () -> Void) {
    glyphTemplate = document.glyphs
    self.base = base
    self.fetcher = fetcher
    let mailbox = Mailbox<News>(wake: wake)
    self.mailbox = mailbox
    if let template = document.glyphs {
      let fetch = GlyphFetch(template: template, base: base, fetcher: fetcher, ticket: ticket) {
        mailbox.post(.glyphFault($0, $1))
      }
      glyphs = GlyphLibrary(fetch: { stack, first, done in fetch.fetch(stack, first, done) })
    } else {
      glyphs = GlyphLibrary()
    }
    add(Self.sprites(of: document))
  }

  private static func sprites(of document: StyleDocument) -> [Sprite] {
    document.sprites.map { Sprite(id: $0.id, url: $0.url) }
  }

  private func add(_ added: [Sprite]) {
    let new = added.filter { sprites.insert($0).inserted }
    unasked += new
    waitingCount += new.count
  }

  /// Goes over to another style of the same base, when it only adds sprites or only has fewer: those that are there stay, as they
  /// are likely to be wanted again. False, with nothing changed, when it has nothing to do with this one, or lacks the plain
  /// sprite of this one: its own names must not find pictures there.
  func adopt(_ document: StyleDocument) -> Bool {
    let wanted = Self.sprites(of: document)
    guard document.glyphs == glyphTemplate, sprites.isSubset(of: wanted) || sprites.isSuperset(of: wanted),
      sprites.allSatisfy({ $0.id != "default" || wanted.contains($0) })
    else { return false }
    // What could not be had is no fault of a style without it, and asked for again by the next one with it.
    sprites = sprites.filter { lost[$0.id] == nil || wanted.contains($0) }
    let kept = Set(sprites.map(\.id))
    lost = lost.filter { kept.contains($0.key) }
    add(wanted)
    return true
  }

  /// Whether the pictures that icons and patterns are made of are there, or known to be missing.
  var isReadyForLayout: Bool { waitingCount == 0 }

  /// How far all of it is.
  var progress: LoadProgress {
    guard isReadyForLayout else { return .loading }
    var progress = LoadProgress.ready
    // The tiles that need blocks that are on their way wait for them.
    if let lostGlyphs, !lostGlyphs.isAsked { progress = lostGlyphs.progress }
    for sprite in lost.values { progress.add(sprite.progress) }
    return progress
  }

  /// Asks for the sprites in the size that suits the display: for each once, and again for those that could not be had when that
  /// is due. Layout waits for the first answer alone.
  func start(pixelsPerPoint: Double, now: Double) {
    for sprite in unasked { ask(for: sprite, pixelsPerPoint: pixelsPerPoint) }
    unasked = []
    guard !lost.isEmpty else { return }
    for sprite in sprites where lost[sprite.id].map({ $0.nextTry <= now }) == true {
      lost[sprite.id]?.isAsked = true
      ask(for: sprite, pixelsPerPoint: pixelsPerPoint)
    }
  }

  private func ask(for sprite: Sprite, pixelsPerPoint: Double) {
    let mailbox = mailbox
    let fetch = SpriteFetch(id: sprite.id, url: sprite.url, base: base, fetcher: fetcher, ticket: ticket)
    fetch.start(isDense: pixelsPerPoint > 1) { mailbox.post(.sprite(id: sprite.id, $0)) }
  }

  /// When `start` and `accept` should be called though nothing happens; nil for never.
  var nextRetry: Double? {
    var next = lostGlyphs?.nextTry ?? .infinity
    for sprite in lost.values { next = min(next, sprite.nextTry) }
    return next < .infinity ? next : nil
  }

  /// What could not be had may be had now.
  func retry() {
    for id in lost.keys { lost[id]?.retry = RetryState() }
    if lostGlyphs != nil { lostGlyphs = Lost() } else { glyphs.forgetMissing() }
  }

  /// Takes what arrived; true when something was laid out without the pictures that came, or with others of their names.
  func accept(now: Double) -> Bool {
    var isOutdated = forgetMissingGlyphs(now: now)
    let version = images.version
    for news in mailbox.drain() {
      switch news {
      case .sprite(let id, .success(let sheet)):
        if lost.removeValue(forKey: id) == nil { waitingCount -= 1 }
        if !images.names.isDisjoint(with: sheet.images.keys) { isOutdated = true }
        images.add(sheet.images)
        if let fault = sheet.firstFault {
          messages.append("\(sheet.faultCount) pictures of the sprite are left out, the first because of \(fault)")
        }
      case .sprite(let id, .failure(let fault)):
        if lost[id] == nil { waitingCount -= 1 }
        lost[id] = (lost[id] ?? Lost()).failed(fault, now: now)
        messages.append(fault.message)
      case .glyphFault(let message, let fault):
        messages.append(message)
        // Blocks that fail together are one failure.
        if let fault, lostGlyphs?.isAsked != false { lostGlyphs = (lostGlyphs ?? Lost()).failed(fault, now: now) }
      }
    }
    messages += glyphs.takeFaults()
    let asked = missingImages.take()
    messages += asked.names.compactMap(faultOfPicture)
    if missed.count < Self.maximumMissed { missed.formUnion(asked.names) } else if !asked.names.isEmpty { hasMissedMore = true }
    if asked.hasMore { hasMissedMore = true }
    if hasMissedMore, images.version != version {
      // One of those may be among the pictures that came.
      (hasMissedMore, isOutdated) = (false, true)
    }
    guard !missed.isEmpty, !asked.names.isEmpty || images.version != version else { return isOutdated }
    // Not those without a place in the atlas, which are asked for in vain again.
    let found = missed.filter { images.placement($0) != nil }
    missed.subtract(found)
    return isOutdated || !found.isEmpty
  }

  /// True when text is to be laid out anew because blocks of glyphs are asked for again that could not be had.
  private func forgetMissingGlyphs(now: Double) -> Bool {
    guard let lostGlyphs, lostGlyphs.nextTry <= now else { return false }
    self.lostGlyphs?.isAsked = true
    return glyphs.forgetMissing()
  }

  /// What is to be told of a picture that is asked for; nil when it is there.
  func faultOfPicture(_ name: String) -> String? {
    // A sprite that is missing is one fault, however many pictures are asked of it.
    guard images[name] == nil, lost.isEmpty, !name.isEmpty else { return nil }
    return "no sprite has the picture \"\(OutsideText.cleaned(name))\""
  }

  func takeMessages() -> [String] {
    defer { messages = [] }
    return messages
  }

  func close() {
    ticket.cancel()
  }
}
