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
    case sprite(Result<SpriteSheet, StyleSourceFault>)
    case fault(String)
  }

  private(set) var images = StyleImages()
  let glyphs: GlyphLibrary

  private let sprites: [(id: String, url: String)]
  private let base: StyleBase
  private let fetcher: StyleFetcher
  private let mailbox: Mailbox<News>
  private let ticket = WorkTicket()
  private var waitingCount: Int
  private var isStarted = false
  private var messages: [String] = []

  init(_ document: StyleDocument, base: StyleBase, fetcher: StyleFetcher, wake: @escaping @Sendable () -> Void) {
    sprites = document.sprites
    self.base = base
    self.fetcher = fetcher
    waitingCount = document.sprites.count
    let mailbox = Mailbox<News>(wake: wake)
    self.mailbox = mailbox
    guard let template = document.glyphs else {
      glyphs = GlyphLibrary()
      return
    }
    let fetch = GlyphFetch(template: template, base: base, fetcher: fetcher, ticket: ticket) { mailbox.post(.fault($0)) }
    glyphs = GlyphLibrary(fetch: { stack, first, done in fetch.fetch(stack, first, done) })
  }

  /// Whether the pictures that icons and patterns are made of are there, or known to be missing.
  var isReadyForLayout: Bool { waitingCount == 0 }

  /// Asks for the sprites in the size that suits the display; once.
  func start(pixelsPerPoint: Double) {
    guard !isStarted else { return }
    isStarted = true
    for sprite in sprites {
      let mailbox = mailbox
      let fetch = SpriteFetch(id: sprite.id, url: sprite.url, base: base, fetcher: fetcher, ticket: ticket)
      fetch.start(isDense: pixelsPerPoint > 1) { mailbox.post(.sprite($0)) }
    }
  }

  /// Takes what arrived; true when pictures came that layout depends on.
  func accept() -> Bool {
    var changed = false
    for news in mailbox.drain() {
      switch news {
      case .sprite(.success(let sheet)):
        waitingCount -= 1
        images.add(sheet.images)
        if let fault = sheet.firstFault {
          messages.append("\(sheet.faultCount) pictures of the sprite are left out, the first because of \(fault)")
        }
        changed = true
      case .sprite(.failure(let fault)):
        waitingCount -= 1
        messages.append(fault.message)
        changed = true
      case .fault(let message): messages.append(message)
      }
    }
    messages += glyphs.takeFaults()
    return changed
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
    fetcher.fetchPatiently(address, limit: Self.maximumBytes, ticket: ticket) { content in
      switch content {
      case .bytes(let bytes):
        bytes.keep?.keep()
        done(bytes.bytes)
      case .missing: fetch(Array(candidates.dropFirst()), first, fontStack, done)
      case .failed(let message, _), .refused(let message, _):
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
    fetcher.fetchPatiently(address, ticket: ticket) { content in
      switch content {
      case .bytes(let bytes):
        bytes.keep?.keep()
        completion(.success(bytes.bytes))
      case .missing: completion(.failure(StyleSourceFault("the sprite \(address.name) does not exist")))
      case .failed(let message, _), .refused(let message, _): completion(.failure(StyleSourceFault("sprite: \(message)")))
      }
    }
  }
}
