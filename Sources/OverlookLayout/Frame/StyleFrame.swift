package import OverlookGeometry
package import OverlookStyle
package import OverlookSupport

/// All that is drawn of a style in one frame: a value, which the renderer turns into pixels.
package struct StyleFrame: Sendable {
  /// Of the style.
  package var zoom: Double
  package var pixelsPerPoint: Double
  package var timeSeconds: Double
  /// How long images and patterns take from one zoom's to the next one's; 0 for none.
  package var fadeSeconds = 0.3
  /// Whether what was drawn for the last frame may be scrolled, by whole pixels.
  package var scrolls = false
  /// Another one when something else is drawn than in the last frame: other tiles ...
  package var content = BucketID()
  /// ... or other layers, or the same ones otherwise.
  package var paint = BucketID()
  /// The lowest first.
  package var layers: [StyleFrameLayer] = []
  package var light = StyleLight()
  /// The light of an hour, with its shadows; nil for `light` alone.
  package var daylight: Daylight?
  /// What is above the horizon; nil for nothing.
  package var sky: StyleSky?
  package var images = StyleImages()
  /// Which symbols are shown; nil when no layer draws any.
  package var placement: PlacementResult?
  /// What is not among them may be dropped from the GPU.
  package var liveBuckets: Set<BucketID> = []

  package init(zoom: Double, pixelsPerPoint: Double, timeSeconds: Double) {
    self.zoom = zoom
    self.pixelsPerPoint = pixelsPerPoint
    self.timeSeconds = timeSeconds
  }
}

extension StyleRasterDraw {
  /// 0 ... 1: how far the picture has come in.
  package func fade(_ frame: StyleFrame, _ properties: LayerProperties) -> Double {
    let seconds = frame.fadeSeconds > 0 ? properties.rasterFadeSeconds(zoom: frame.zoom) : 0
    return seconds > 0 ? min(max((frame.timeSeconds - arrival) / seconds, 0), 1) : 1
  }
}

extension LayerProperties {
  /// How long the pictures of a raster layer take to come in. At most a minute: a map that never comes to rest helps nobody.
  package func rasterFadeSeconds(zoom: Double) -> Double { min(number(.rasterFadeDuration, zoom: zoom) / 1000, 60) }
}
