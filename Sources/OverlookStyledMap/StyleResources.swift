import Foundation
import OverlookFormats
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookText
import OverlookTiles

/// The pictures and glyphs of a style.
@MainActor final class StyleResources {
  private enum News: Sendable {
    case sprite(id: String, Result<SpriteSheet, StyleSourceFault>)
    case fault(String)
  }

  private struct Sprite: Hashable {
    var id: String
    var url: String
  }

  private(set) var images = StyleImages()
  let missingImages = MissingImages()
  let glyphs: GlyphLibrary

  /// Those that are there, on their way or yet to be asked for.
  private var sprites: Set<Sprite> = []
  /// Those of them to ask for, in the order of the style.
  private var unasked: [Sprite] = []
  /// Those of them that could not be had, by their ids.
  private var lost: Set<String> = []
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
      let fetch = GlyphFetch(template: template, base: base, fetcher: fetcher, ticket: ticket) { mailbox.post(.fault($0)) }
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
    sprites = sprites.filter { !lost.contains($0.id) || wanted.contains($0) }
    lost.formIntersection(sprites.map(\.id))
    add(wanted)
    return true
  }

  /// Whether the pictures that icons and patterns are made of are there, or known to be missing.
  var isReadyForLayout: Bool { waitingCount == 0 }

  /// Asks for the sprites in the size that suits the display, for each once.
  func start(pixelsPerPoint: Double) {
    guard !unasked.isEmpty else { return }
    defer { unasked = [] }
    for sprite in unasked {
      let mailbox = mailbox
      let fetch = SpriteFetch(id: sprite.id, url: sprite.url, base: base, fetcher: fetcher, ticket: ticket)
      fetch.start(isDense: pixelsPerPoint > 1) { mailbox.post(.sprite(id: sprite.id, $0)) }
    }
  }

  /// Takes what arrived; true when something was laid out without the pictures that came, or with others of their names.
  func accept() -> Bool {
    var isOutdated = false
    let version = images.version
    for news in mailbox.drain() {
      switch news {
      case .sprite(_, .success(let sheet)):
        waitingCount -= 1
        if !images.names.isDisjoint(with: sheet.images.keys) { isOutdated = true }
        images.add(sheet.images)
        if let fault = sheet.firstFault {
          messages.append("\(sheet.faultCount) pictures of the sprite are left out, the first because of \(fault)")
        }
      case .sprite(let id, .failure(let fault)):
        waitingCount -= 1
        lost.insert(id)
        messages.append(fault.message)
      case .fault(let message): messages.append(message)
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

/// Gets blocks of glyphs by the address of a style.
struct GlyphFetch: Sendable {
  let template: String
  let base: StyleBase
  let fetcher: StyleFetcher
  let ticket: WorkTicket
  let report: @Sendable (String) -> Void

  private static let maximumBytes = 8 << 20

  func fetch(_ fontStack: String, _ first: UInt32, _ done: @escaping @Sendable ([UInt8]?) -> Void) {
    // A server that has no such combination may have the fonts by themselves.
    let names = fontStack.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init)
    fetch([fontStack] + (names.count > 1 ? names : []), first, fontStack, done)
  }

  private func fetch(
    _ candidates: [String], _ first: UInt32, _ fontStack: String, _ done: @escaping @Sendable ([UInt8]?) -> Void
  ) {
    guard let name = candidates.first else {
      report("the glyphs \(first)-\(first + 255) of \"\(OutsideText.cleaned(fontStack, limit: 120))\" do not exist")
      return done(nil)
    }
    guard let address = address(name, first) else {
      report("the address of glyphs cannot be used: \(OutsideText.cleaned(template))")
      return done(nil)
    }
    let ticket = WorkTicket(following: ticket)
    fetcher.fetchPatiently(address, kind: .glyphs, limit: Self.maximumBytes, ticket: ticket) { content in
      switch content {
      case .bytes(let bytes):
        bytes.keep?.keep()
        done(bytes.bytes)
      case .missing: fetch(Array(candidates.dropFirst()), first, fontStack, done)
      case .failed(let message, _, _), .refused(let message, _):
        report("glyphs: \(message)")
        done(nil)
      }
    }
  }

  private func address(_ name: String, _ first: UInt32) -> StyleAddress? {
    let range = "\(first)-\(first + 255)"
    let isWeb = base.address(template).map { if case .web = $0 { true } else { false } } ?? false
    let font = isWeb ? name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name : name
    return base.address(template.replacing("{fontstack}", with: font).replacing("{range}", with: range))
  }
}

/// Gets a sprite: a document that names pictures, and the sheet that they are on.
struct SpriteFetch: Sendable {
  let id: String
  let url: String
  let base: StyleBase
  let fetcher: StyleFetcher
  let ticket: WorkTicket

  /// `completion` comes once, on any thread.
  func start(isDense: Bool, completion: @escaping @Sendable (Result<SpriteSheet, StyleSourceFault>) -> Void) {
    part(".json", isDense: isDense) { json in
      switch json {
      case .failure where isDense: start(isDense: false, completion: completion)
      case .failure(let fault): completion(.failure(fault))
      case .success(let json):
        part(".png", isDense: isDense) { sheet in
          switch sheet {
          case .failure where isDense: start(isDense: false, completion: completion)
          case .failure(let fault): completion(.failure(fault))
          case .success(let sheet):
            fetcher.services.workers.submit(WorkTicket()) { completion(images(json, sheet)) }
          }
        }
      }
    }
  }

  private func images(_ json: [UInt8], _ sheet: [UInt8]) -> Result<SpriteSheet, StyleSourceFault> {
    do throws(FormatError) {
      return .success(try SpriteSheet(json: json, sheet: sheet, id: id))
    } catch {
      return .failure(StyleSourceFault("\(error)"))
    }
  }

  private func part(
    _ ending: String, isDense: Bool, completion: @escaping @Sendable (Result<[UInt8], StyleSourceFault>) -> Void
  ) {
    // The ending belongs before the query.
    let end = url.firstIndex(of: "?") ?? url.endIndex
    let text = url[..<end] + (isDense ? "@2x" : "") + ending + url[end...]
    guard let address = base.address(String(text)) else {
      return completion(.failure(StyleSourceFault("the address of the sprite cannot be used: \(OutsideText.cleaned(url))")))
    }
    fetcher.fetchPatiently(address, kind: .sprite, ticket: ticket) { content in
      switch content {
      case .bytes(let bytes):
        bytes.keep?.keep()
        completion(.success(bytes.bytes))
      case .missing: completion(.failure(StyleSourceFault("the sprite \(address.location) does not exist")))
      case .failed(let message, _, _), .refused(let message, _): completion(.failure(StyleSourceFault("sprite: \(message)")))
      }
    }
  }
}
