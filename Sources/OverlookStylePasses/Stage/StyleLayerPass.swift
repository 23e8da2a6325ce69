import OverlookCamera
import OverlookGPU
import OverlookLayout
import OverlookStyle

/// Draws the layers of a style that are of some kinds. `StyleRenderer` lists the passes once.
@MainActor protocol StyleLayerPass: AnyObject {
  /// The kinds of layers that it draws.
  static var kinds: [StyleLayer.Kind] { get }

  /// Reads the shaders again; on an error the old ones stay.
  func reload() throws(GPUError)
  /// Drops what belongs to buckets that are not alive any more.
  func keepOnly(_ live: Set<BucketID>)
  /// Brings a tile of a layer to the GPU; called with buckets of its kinds.
  func prepare(_ bucket: StyleBucket, _ properties: LayerProperties) throws(GPUError)
  /// The same of a layer of pictures or heights.
  func prepare(_ layer: StyleFrameLayer) throws(GPUError)
  /// Draws a prepared layer.
  func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError)
}

extension StyleLayerPass {
  func keepOnly(_ live: Set<BucketID>) {}
  func prepare(_ bucket: StyleBucket, _ properties: LayerProperties) throws(GPUError) {}
  func prepare(_ layer: StyleFrameLayer) throws(GPUError) {}
}
