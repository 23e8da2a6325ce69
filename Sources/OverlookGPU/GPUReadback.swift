import CGL

/// Copies pixels from a render target into memory. Waits for the driver: for pictures and tests, never inside a live frame, for which
/// there is `GPUDevice.copy(_:into:)` where the processor draws.
package enum GPUReadback {
  /// `4 * width * height` bytes RGBA of the whole target, the top row first.
  @MainActor package static func pixels(of target: GPUTarget, _ device: GPUDevice) throws(GPUError) -> [UInt8] {
    let (count, overflow) = target.width.multipliedReportingOverflow(by: target.height)
    guard target.width > 0, target.height > 0, !overflow, count < Int.max / 4 else { return [] }
    device.dropErrors()
    device.state.bind(readFramebuffer: target.name)
    var pixels = [UInt8](repeating: 0, count: 4 * count)
    pixels.withUnsafeMutableBytes { bytes in
      glReadPixels(
        0, 0, GLsizei(clamping: target.width), GLsizei(clamping: target.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
        bytes.baseAddress)
    }
    try device.check("read-back of \(target.width) x \(target.height) pixels")
    flipRows(&pixels, bytesPerRow: 4 * target.width, rows: target.height)
    return pixels
  }

  /// The floats of a part of a target of `rgba32f`, the bottom row first. Empty where the part is.
  @MainActor package static func floats(of target: GPUTarget, in part: GPURect, _ device: GPUDevice) throws(GPUError)
    -> [SIMD4<Float>]
  {
    let part = part.intersection(GPURect(x: 0, y: 0, width: target.width, height: target.height))
    if part.isEmpty { return [] }
    device.dropErrors()
    device.state.bind(readFramebuffer: target.name)
    var pixels = [SIMD4<Float>](repeating: .zero, count: part.width * part.height)
    pixels.withUnsafeMutableBytes { bytes in
      glReadPixels(
        GLint(clamping: part.x), GLint(clamping: part.y), GLsizei(clamping: part.width), GLsizei(clamping: part.height),
        GLenum(GL_RGBA), GLenum(GL_FLOAT), bytes.baseAddress)
    }
    try device.check("read-back of \(part.width) x \(part.height) pixels")
    return pixels
  }

  /// GL has the bottom row first.
  private static func flipRows(_ pixels: inout [UInt8], bytesPerRow: Int, rows: Int) {
    guard bytesPerRow > 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: bytesPerRow, alignment: 1) { kept in
      pixels.withUnsafeMutableBytes { bytes in
        for row in 0..<(rows / 2) {
          let top = UnsafeMutableRawBufferPointer(rebasing: bytes[(row * bytesPerRow)...].prefix(bytesPerRow))
          let bottom = UnsafeMutableRawBufferPointer(rebasing: bytes[((rows - 1 - row) * bytesPerRow)...].prefix(bytesPerRow))
          kept.copyMemory(from: UnsafeRawBufferPointer(top))
          top.copyMemory(from: UnsafeRawBufferPointer(bottom))
          bottom.copyMemory(from: UnsafeRawBufferPointer(kept))
        }
      }
    }
  }
}

extension GPUDevice {
  /// Copies the colours of a target into memory: premultiplied BGRA, the lowest row first. Nothing where there is no room for them. Waits
  /// for the driver: in a live frame only where that draws with the processor, and the pixels lie in its memory.
  package func copy(_ target: GPUTarget, into bytes: UnsafeMutableRawBufferPointer) {
    read(target, pixelSize: 4, format: GL_BGRA, type: GL_UNSIGNED_BYTE, into: bytes)
  }

  /// Copies a target of `r8` or `r16f` into memory, a byte or a half float a pixel, the lowest row first. Nothing where there is no room for
  /// them. Waits as `copy(_:into:)` does.
  package func copySamples(_ target: GPUTarget, halfFloats: Bool, into bytes: UnsafeMutableRawBufferPointer) {
    read(
      target, pixelSize: halfFloats ? 2 : 1, format: GL_RED, type: halfFloats ? GL_HALF_FLOAT : GL_UNSIGNED_BYTE, into: bytes)
  }

  private func read(
    _ target: GPUTarget, pixelSize: Int, format: Int32, type: Int32, into bytes: UnsafeMutableRawBufferPointer
  ) {
    let (count, overflow) = target.width.multipliedReportingOverflow(by: target.height)
    guard target.width > 0, target.height > 0, !overflow, count <= bytes.count / pixelSize else { return }
    state.bind(readFramebuffer: target.name)
    glReadPixels(
      0, 0, GLsizei(clamping: target.width), GLsizei(clamping: target.height), GLenum(format), GLenum(type), bytes.baseAddress)
  }

  /// Waits until the pixels of the bound framebuffer are there: the driver has done everything, and one of them was read.
  package func finishPixels() {
    finish()
    var pixel: UInt32 = 0
    glReadPixels(0, 0, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixel)
  }
}
