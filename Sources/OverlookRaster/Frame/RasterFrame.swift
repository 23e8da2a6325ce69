package import OverlookCamera

/// What rasterizers are told of a frame: a view of flat ground, in perspective. They know no other.
package struct RasterFrame: Equatable {
  package let view: ViewTransform
  package let pixelsPerPoint: Double

  package init(_ view: ViewTransform, pixelsPerPoint: Double) {
    self.view = view
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// Steps of `FixedPlace` east that a pixel of the nearest ground takes.
  package var stepsPerPixel: Double { view.stepsPerPixel(pixelsPerPoint: pixelsPerPoint) }
}
