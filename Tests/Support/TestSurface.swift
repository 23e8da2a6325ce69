package import OverlookGPU
package import OverlookPlatform
package import OverlookSupport

/// A headless context with a render target, for tests that draw.
@MainActor package final class TestSurface {
  package let context: HeadlessContext
  package let device: GPUDevice
  package let framebuffer: GPUFramebuffer
  package var target: GPUTarget { framebuffer.target }

  /// Pixels. The target is bound and cleared to opaque white.
  package init(width: Int, height: Int, hasDepth: Bool = false) throws {
    context = try HeadlessContext()
    context.makeCurrent()
    device = try GPUDevice()
    framebuffer = try GPUFramebuffer(device, width: width, height: height, hasDepth: hasDepth, label: "test surface")
    clear(Color.white)
  }

  /// For drawing after another surface did. In the job of the main actor that made the surface: in tests another may run on
  /// another thread, and the context is still current on the first.
  package func makeCurrent() {
    precondition(context.makeCurrent(), "the context of a test surface is current on another thread")
  }

  /// Binds the target and fills it.
  package func clear(_ color: Color) {
    makeCurrent()
    device.state.bind(target: target)
    device.clear(color: color.premultiplied)
  }

  /// What was drawn; `scale` is the picture's pixels per point.
  package func image(scale: Double = 1) throws -> Image {
    makeCurrent()
    let pixels = try GPUReadback.pixels(of: target, device)
    guard let image = Image(width: target.width, height: target.height, scale: scale, premultipliedRGBA: pixels) else {
      throw GPUError.failed(what: "read-back gave \(pixels.count) bytes", code: 0)
    }
    return image
  }

  /// Red, green, blue and alpha of one pixel, from the top left.
  package func pixel(_ x: Int, _ y: Int) throws -> [UInt8] {
    makeCurrent()
    let pixels = try GPUReadback.pixels(of: target, device)
    let start = 4 * (y * target.width + x)
    guard x >= 0, y >= 0, x < target.width, y < target.height else { return [] }
    return Array(pixels[start..<start + 4])
  }
}
