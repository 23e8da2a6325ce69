import Glibc
package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout

/// Draws the sky of an hour above the horizon of a tilted view, with the Sun in it, and the haze that far ground fades into.
@MainActor package final class DaylightSky {
  private let device: GPUDevice
  private let sky: GPUProgram
  private let haze: GPUProgram
  private let empty: GPUVertexArray

  /// Haze reaches so far below the horizon, in heights of the view.
  private static let hazeReach = 0.32

  package init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    sky = GPUProgram(device, vertex: "whole_target.vert", fragment: "daylight_sky.frag", library: library)
    haze = GPUProgram(
      device, vertex: "whole_target.vert", fragment: "daylight_sky.frag", library: library, preamble: "#define HAZE")
    empty = GPUVertexArray(device)
  }

  package func reload() throws(GPUError) {
    try sky.reload()
    try haze.reload()
  }

  /// The sky, above a row of pixels counted from below.
  package func drawSky(_ daylight: Daylight, _ view: ViewTransform, _ target: GPUTarget, above row: Double) {
    guard row < Double(target.height) else { return }
    draw(sky, daylight, view, target, row)
  }

  /// The haze over the ground; nothing where the horizon is far above the view.
  package func drawHaze(_ daylight: Daylight, _ view: ViewTransform, _ target: GPUTarget) {
    guard let y = view.horizonY, y > -Self.hazeReach * view.size.height else { return }
    draw(haze, daylight, view, target, (1 - y / view.size.height) * Double(target.height))
  }

  private func draw(
    _ program: borrowing GPUProgram, _ daylight: Daylight, _ view: ViewTransform, _ target: GPUTarget, _ row: Double
  ) {
    let (bearing, pitch) = (view.camera.bearing * Angle.radiansPerDegree, view.camera.viewingAngle * Angle.radiansPerDegree)
    // East, south and up; the upper edge of the view is a third of the way to the ground in its middle above that.
    let forward = SIMD3(sin(bearing) * sin(pitch), -cos(bearing) * sin(pitch), -cos(pitch))
    let right = SIMD3(cos(bearing), sin(bearing), 0) * (view.size.width / view.size.height / 3)
    let up = SIMD3(sin(bearing) * cos(pitch), -cos(bearing) * cos(pitch), sin(pitch)) / 3
    let focus = SIMD2(2 * view.focus.x / view.size.width - 1, 1 - 2 * view.focus.y / view.size.height)
    program.set(program.uniform("u_forward"), SIMD3<Float>(forward - right * focus.x - up * focus.y))
    program.set(program.uniform("u_right"), SIMD3<Float>(right))
    program.set(program.uniform("u_up"), SIMD3<Float>(up))
    program.set(program.uniform("u_sun"), SIMD3<Float>(daylight.direction))
    program.set(program.uniform("u_zenith"), daylight.zenithColor)
    program.set(program.uniform("u_haze"), daylight.hazeColor)
    program.set(program.uniform("u_glow"), SIMD4(daylight.glowColor, Float(daylight.glowShare)))
    program.set(program.uniform("u_row"), Float(row))
    program.set(program.uniform("u_reach"), Float(Self.hazeReach * Double(target.height)))
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(false)
    device.draw(.triangles, empty, count: 3)
  }
}
