import Foundation
import OverlookNetwork
import OverlookSupport
import OverlookTiles

/// Gets blocks of glyphs by the address of a style.
struct GlyphFetch: Sendable {
  let template: String
  let base: StyleBase
  let fetcher: StyleFetcher
  let ticket: WorkTicket
  let report: @Sendable (String, LoadFault?) -> Void

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
      report("the glyphs \(first)-\(first + 255) of \"\(OutsideText.cleaned(fontStack, limit: 120))\" do not exist", nil)
      return done(nil)
    }
    guard let address = address(name, first) else {
      report("the address of glyphs cannot be used: \(OutsideText.cleaned(template))", nil)
      return done(nil)
    }
    let ticket = WorkTicket(following: ticket)
    fetcher.fetch(address, kind: .glyphs, limit: Self.maximumBytes, ticket: ticket) { content in
      switch content {
      case .bytes(let bytes):
        bytes.keep?.keep()
        done(bytes.bytes)
      case .missing: fetch(Array(candidates.dropFirst()), first, fontStack, done)
      case .failed(let fault):
        report("glyphs: \(fault)", fault)
        done(nil)
      }
    }
  }

  private func address(_ name: String, _ first: UInt32) -> StyleAddress? {
    let range = "\(first)-\(first + 255)"
    let isWeb = base.address(template).map { if case .web = $0 { true } else { false } } ?? false
    let font = isWeb ? PercentEncoding.value(name) : name
    return base.address(template.replacing("{fontstack}", with: font).replacing("{range}", with: range))
  }
}
