package import OverlookCamera
import OverlookGeometry
import OverlookSupport

/// A tile layer at work on one map: what it loads, keeps and shows.
///
/// Each frame: `accept`, `update`, then `draws` and `uploads` go to the renderer, which answers with `didUpload` and `didEvict`.
@MainActor package final class TileLayerRuntime {
  package let layer: TileLayer
  package private(set) var draws: [TileDraw] = []
  /// Pictures that the renderer should bring to the GPU, the most needed first.
  package private(set) var uploads: [TileUpload] = []
  package private(set) var counts = TileCounts()

  /// - Parameters:
  ///   - number: Of the layer on its map, unique, so that pictures of two layers have different names.
  ///   - wake: Called on any thread when something arrived.
  package init(layer: TileLayer, number: UInt32, services: TileServices, wake: @escaping @Sendable () -> Void) {
    self.layer = layer
    layer.services = services
  }

  /// Takes what arrived from other threads; true when something did that may change the picture.
  package func accept(now: Double) -> Bool { false }

  /// Plans loads and draws for `view`; true when `draws` or `uploads` changed.
  package func update(view: ViewTransform, pixelsPerPoint: Double, now: Double) -> Bool { false }

  /// The renderer holds the picture now.
  package func didUpload(_ id: TileImageID, now: Double) {}

  /// The renderer dropped the picture.
  package func didEvict(_ id: TileImageID) {}

  /// Whether the next frame looks different though nothing happens: a tile fades in, or waits for its upload.
  package var needsFrame: Bool { false }

  /// When `update` should be called though nothing happens: monotonic seconds; nil for never.
  package func nextDeadline(now: Double) -> Double? { nil }

  /// Whether every tile of the view is shown, known to be missing, or given up.
  package var isComplete: Bool { false }

  /// Ends all loads; nothing arrives afterwards.
  package func detach() {}
}
