import OverlookCamera
import OverlookGPU
import OverlookLayout

/// Keeps what a style draws below shadows while nothing but the hour changes: then it is copied.
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
  }

  var byteCount: Int { picture?.byteCount ?? 0 }

  /// Fills `target` from the picture; false when there is none to be had. `draw` draws it anew: worth its memory once a second frame
  /// looks like the one before it.
  func fill(_ target: GPUTarget, _ look: Look, draw: (GPUTarget) throws(GPUError) -> Void) throws(GPUError) -> Bool {
    defer { last = look }
    guard look == last else {
      self.look = nil
      return false
    }
    if self.look != look {
      self.look = nil
      if picture?.target.width != target.width || picture?.target.height != target.height {
        picture = nil
        picture = try GPUFramebuffer(
          device, width: target.width, height: target.height, hasDepth: true, label: "map below shadows")
      }
      guard let own = picture?.target else { return false }
      device.state.bind(target: own)
      try draw(own)
      self.look = look
    }
    guard let own = picture?.target else { return false }
    device.blit(from: own, to: target)
    return true
  }
}
