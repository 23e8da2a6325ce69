import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookScene

/// The points of one layer as a picture that the processor made.
@MainActor final class ComposedPoints {
  private let device: GPUDevice
  private var composer: PointComposer?
  private var picture: GPUTexture?
  private var seen: Seen?
  private var isEmpty = true

  /// What the picture was made for.
  private struct Seen: Equatable {
    var view: ViewTransform
    var pixelsPerPoint: Double
    var version: Int
    var style: PointStyle
  }

  init(_ device: GPUDevice) {
    self.device = device
  }

  /// Makes the picture anew where it has changed, and binds it; false when there is nothing to draw.
  func bind(
    unit: Int, _ columns: PointColumns, _ style: PointStyle, view: ViewTransform, pixelsPerPoint: Double, visibleRect: WorldRect,
    target: GPUTarget
  ) throws(GPUError) -> Bool {
    let now = Seen(view: view, pixelsPerPoint: pixelsPerPoint, version: columns.version, style: style)
    if now != seen || composer?.width != target.width || composer?.height != target.height {
      seen = nil
      let composer = try composer(target)
      isEmpty = !composer.draw(columns, style, view: view, pixelsPerPoint: pixelsPerPoint, visibleRect: visibleRect)
      if !isEmpty { composer.withBytes { picture?.upload($0, x: 0, y: 0, width: composer.width, height: composer.height) } }
      seen = now
    }
    if !isEmpty { picture?.bind(unit: unit) }
    return !isEmpty
  }

  private func composer(_ target: GPUTarget) throws(GPUError) -> PointComposer {
    if let composer, composer.width == target.width, composer.height == target.height { return composer }
    picture = nil
    picture = try GPUTexture(device, width: target.width, height: target.height, filter: .nearest, label: "picture of points")
    let made = PointComposer(width: target.width, height: target.height)
    composer = made
    return made
  }
}
