import OverlookGPU

/// The target that keeps the base plane from frame to frame.
@MainActor final class BasePlane {
  private let framebuffer: GPUFramebuffer
  private var sceneBuffer: GPUFramebuffer?
  /// Whether it shows the base plane of the present view.
  var isValid = false

  /// What the depths are of frames in which buildings and overlays hide each other.
  enum SceneDepth {
    /// There are no such frames.
    case none
    /// Those of the target itself, into which those of the base plane are copied with its colours.
    case ofTarget
    /// Those of the base plane that was drawn last; overlays write none, so that they stay.
    case ofBase
    /// A copy, in which overlays leave their own.
    case own
  }

  let depth: SceneDepth

  init(_ device: GPUDevice, width: Int, height: Int, _ depth: SceneDepth) throws(GPUError) {
    let framebuffer = try GPUFramebuffer(
      device, width: width, height: height, hasDepth: depth != .none, label: "base plane")
    switch depth {
    case .none, .ofTarget: break
    case .ofBase: sceneBuffer = try GPUFramebuffer(device, sharingDepthOf: framebuffer.target, label: "scene")
    case .own: sceneBuffer = try GPUFramebuffer(device, width: width, height: height, hasDepth: true, label: "scene")
    }
    self.framebuffer = framebuffer
    self.depth = depth
  }

  var target: GPUTarget { framebuffer.target }

  var byteCount: Int { framebuffer.byteCount + (sceneBuffer?.byteCount ?? 0) }

  /// Where frames with depths are drawn; nil without, and where it is the target itself.
  var scene: GPUTarget? { sceneBuffer?.target }

  func fits(_ other: GPUTarget) -> Bool {
    target.width == other.width && target.height == other.height
  }
}
