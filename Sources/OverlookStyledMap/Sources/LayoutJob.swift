import OverlookLayout
import OverlookStyle
import OverlookSupport
import OverlookText
import Synchronization

/// Lays out a tile on workers, once the glyphs that it needs are there.
struct LayoutJob: Sendable {
  let features: FeatureTile
  let layers: [StyleLayer]
  let context: LayoutContext
  let ticket: WorkTicket
  let workers: WorkerPool

  func run(completion: @escaping @Sendable (TileLayout) -> Void) {
    workers.submit(ticket) {
      guard let glyphs = context.glyphs else { return layOut(completion) }
      let needs = TileLayouter.glyphNeeds(features, layers: layers, context)
      // Not on the thread that brings the last glyphs.
      glyphs.request(needs) {
        workers.submit(ticket) { layOut(completion) }
      }
    }
  }

  /// A tile of many points is seen sooner when another worker lays out some of its layers.
  private func layOut(_ completion: @escaping @Sendable (TileLayout) -> Void) {
    let (own, other) = LayoutShares.shares(of: layers, features, zoom: context.zoom)
    guard !other.isEmpty else { return completion(layout(own)) }
    let meeting = LayoutMeeting(completion)
    workers.submit(ticket) { meeting.bring(layout(other)) }
    meeting.bring(layout(own))
  }

  private func layout(_ layers: [StyleLayer]) -> TileLayout { TileLayouter.layout(features, layers: layers, context) }
}

/// Where two workers bring what they have laid out; who comes second goes on with both.
private final class LayoutMeeting: Sendable {
  private let first = Mutex<TileLayout?>(nil)
  private let completion: @Sendable (TileLayout) -> Void

  init(_ completion: @escaping @Sendable (TileLayout) -> Void) {
    self.completion = completion
  }

  func bring(_ half: TileLayout) {
    let known = first.withLock { first -> TileLayout? in
      defer { first = half }
      return first
    }
    if let known { completion(known.replacing(half.buckets.mapValues(Optional.some))) }
  }
}

/// Which layers of a tile are laid out by which of two workers.
enum LayoutShares {
  /// Points that all layers look at together; below, a second worker costs more than it saves.
  private static let leastPoints = 10_000

  /// Two shares of about as many points each; all layers in the first when they are few.
  static func shares(
    of layers: [StyleLayer], _ features: FeatureTile, zoom: Double
  ) -> ([StyleLayer], [StyleLayer]) {
    let counts = layers.map { $0.isLaidOut(atZoom: zoom) ? features.layer(of: $0)?.pointCount ?? 0 : 0 }
    guard counts.reduce(0, +) >= leastPoints else { return (layers, []) }
    var shares: ([StyleLayer], [StyleLayer]) = ([], [])
    var points = (0, 0)
    for index in layers.indices.sorted(by: { (counts[$1], $0) < (counts[$0], $1) }) {
      if points.0 <= points.1 {
        shares.0.append(layers[index])
        points.0 += counts[index]
      } else {
        shares.1.append(layers[index])
        points.1 += counts[index]
      }
    }
    return shares
  }
}
