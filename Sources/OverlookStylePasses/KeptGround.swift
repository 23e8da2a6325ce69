import OverlookCamera
import OverlookGPU
import OverlookLayout
import OverlookRaster

/// Keeps what a style draws below shadows while nothing but the hour changes: then it is copied, or painted over.
@MainActor final class KeptGround {
  /// What is drawn.
  struct Look: Equatable {
    var view: ViewTransform
    var target: SIMD2<Int>
    var background: SIMD4<Float>
    var content: BucketID
    var paint: BucketID
    var imagesVersion: Int
    var layerCount: Int
  }

  private let device: GPUDevice
  private var picture: GPUFramebuffer?
  /// The same in memory.
  private var sheet: PixelSheet?
  private var isSheetValid = false
  /// Of the picture.
  private var look: Look?
  /// Of the last frame.
  private var last: Look?

  init(_ device: GPUDevice) { self.device = device }

  func invalidate() {
    look = nil
    last = nil
  }

  func trimMemory() {
    invalidate()
    picture = nil
    sheet = nil
  }

  var byteCount: Int { picture?.byteCount ?? 0 }

  /// A picture of a target's size; nil when there is none to be had. `draw` draws it anew: worth its memory once a second frame looks like
  /// the one before it.
  func target(_ target: GPUTarget, _ look: Look, draw: (GPUTarget) throws(GPUError) -> Void) throws(GPUError) -> GPUTarget? {
    defer { last = look }
    guard look == last else {
      self.look = nil
      return nil
    }
    if self.look != look {
      self.look = nil
      isSheetValid = false
      if picture?.target.width != target.width || picture?.target.height != target.height {
        picture = nil
        picture = try GPUFramebuffer(
          device, width: target.width, height: target.height, hasDepth: true, label: "map below shadows")
      }
      guard let own = picture?.target else { return nil }
      device.state.bind(target: own)
      try draw(own)
      self.look = look
    }
    return picture?.target
  }

  /// The pixels of that picture, for those who paint over it; nil where there is none.
  func pixels() -> PixelSheet? {
    guard look != nil, let own = picture?.target else { return nil }
    if sheet?.width != own.width || sheet?.height != own.height {
      sheet = PixelSheet(width: own.width, height: own.height, isBottomUp: true)
      isSheetValid = false
    }
    if !isSheetValid { sheet?.withMutableBytes { device.copy(own, into: $0) } }
    isSheetValid = true
    return sheet
  }
}
