import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout

/// Where walls keep the light of the sky from the ground at their feet: the footprints of all that stands, blurred. Whatever the
/// hour, so that it changes with the view alone.
@MainActor final class ContactShade {
  private let device: GPUDevice
  private let blur: GPUProgram
  private let step: GPUUniform
  private let empty: GPUVertexArray
  private var feet: GPUFramebuffer?
  private var blurred: GPUFramebuffer?
  private var view: ViewTransform?
  private var version = -1
  /// Whether there is a picture.
  private(set) var isUsable = false

  /// Pixels of the target along a side of one of the picture's.
  private static let reduction = 4
  /// How far the shade reaches, metres.
  private static let reachMeters = 4.0

  init(_ device: GPUDevice, _ library: ShaderLibrary) {
    self.device = device
    blur = GPUProgram(device, vertex: "whole_target.vert", fragment: "contact_blur.frag", library: library)
    step = blur.uniform("u_step")
    blur.set(blur.uniform("u_feet"), 0)
    empty = GPUVertexArray(device)
  }

  func reload() throws(GPUError) {
    try blur.reload()
    view = nil
  }

  func trimMemory() {
    feet = nil
    blurred = nil
    view = nil
    isUsable = false
  }

  var byteCount: Int { (feet?.byteCount ?? 0) + (blurred?.byteCount ?? 0) }

  /// How often the picture was drawn, and where it is.
  private(set) var drawCount = 0
  var target: GPUTarget? { feet?.target }

  func bind(unit: Int) { feet?.color.bind(unit: unit) }

  /// Brings the picture to the view of `cast`; `draw` draws what stands.
  func update(_ cast: ShadowCast, version: Int, draw: (ShadowCast) throws(GPUError) -> Void) throws(GPUError) {
    guard view != cast.view || self.version != version else { return }
    isUsable = false
    view = nil
    let pixels = Self.reachMeters * cast.view.stylePointsPerMeter * Double(cast.target.x) / cast.view.size.width
    let size = cast.target / Self.reduction
    // From farther up nothing of it can be seen.
    if pixels >= 1.5, size.x > 0, size.y > 0 {
      try drawFeet(cast, size, draw)
      blur(pixels / Double(Self.reduction), size)
      drawCount += 1
      isUsable = true
    }
    view = cast.view
    self.version = version
  }

  private func drawFeet(
    _ cast: ShadowCast, _ size: SIMD2<Int>, _ draw: (ShadowCast) throws(GPUError) -> Void
  ) throws(GPUError) {
    if feet?.target.width != size.x || feet?.target.height != size.y {
      feet = nil
      blurred = nil
      feet = try GPUFramebuffer(device, width: size.x, height: size.y, format: .r8, label: "feet of what stands")
      blurred = try GPUFramebuffer(device, width: size.x, height: size.y, format: .r8, label: "blurred feet of what stands")
    }
    guard let target = feet?.target else { return }
    device.state.bind(target: target)
    device.state.setScissor(nil)
    device.clear(color: .zero)
    try draw(cast.fromAbove)
  }

  /// In both directions, there and back.
  private func blur(_ reach: Double, _ size: SIMD2<Int>) {
    guard let feet = feet?.target, let blurred = blurred?.target else { return }
    device.state.setBlend(.off)
    defer { device.state.setBlend(.premultiplied) }
    // Nine taps reach four steps.
    let taps = max(reach, 1) / 4
    for (target, x, y) in [(blurred, taps / Double(size.x), 0), (feet, 0, taps / Double(size.y))] {
      device.state.bind(target: target)
      if y == 0 { self.feet?.color.bind(unit: 0) } else { self.blurred?.color.bind(unit: 0) }
      blur.set(step, SIMD2(Float(x), Float(y)))
      device.draw(.triangles, empty, count: 3)
    }
  }
}
