package import OverlookCamera

/// What rasterizers are told of a frame: a view of level ground. They know no other.
package struct RasterFrame: Equatable {
  package let view: ViewTransform
  package let pixelsPerPoint: Double

  /// Nil where the ground is not level.
  package init?(_ view: ViewTransform, pixelsPerPoint: Double) {
    guard view.isFlat else { return nil }
    self.view = view
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// Steps of `FixedPlace` east that a pixel of the nearest ground takes.
  package var stepsPerPixel: Double { view.stepsPerPixel(pixelsPerPoint: pixelsPerPoint) }
}
