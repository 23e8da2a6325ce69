/// What can go wrong between the program and the graphics driver.
package enum GPUError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No GL context is current on this thread.
  case noContext
  /// The driver offers less than OpenGL 3.3; `found` is its version string.
  case versionTooOld(found: String)
  /// A shader file that could not be read, compiled or linked; `log` is the driver's text.
  case shader(file: String, log: String)
  /// The driver has no memory for `what`.
  case outOfMemory(what: String)
  /// Refused before anything was allocated; `limit` is the largest side in pixels, or the largest number of layers.
  case textureTooLarge(width: Int, height: Int, layers: Int, limit: Int)
  /// A render target that the driver does not accept.
  case framebufferIncomplete(status: UInt32)
  /// The driver was reset and took the context with everything in it away; `status` is its reason as GL's number.
  case contextLost(status: UInt32)
  /// Any other GL error, as its number.
  case failed(what: String, code: UInt32)

  package var description: String {
    switch self {
    case .noContext: "no OpenGL context is current"
    case .versionTooOld(let found): "OpenGL 3.3 is needed, this driver has \(found)"
    case .shader(let file, let log): "cannot build the shader \(file): \(log)"
    case .outOfMemory(let what): "the graphics driver is out of memory (\(what))"
    case .textureTooLarge(let width, let height, let layers, let limit):
      "a texture of \(width) x \(height) pixels in \(layers) layers is larger than this driver's limit of \(limit)"
    case .framebufferIncomplete(let status): "the graphics driver refused a render target (0x\(String(status, radix: 16)))"
    case .contextLost(let status):
      "the graphics driver was reset, and everything in its memory is gone (0x\(String(status, radix: 16)))"
    case .failed(let what, let code): "OpenGL error 0x\(String(code, radix: 16)) (\(what))"
    }
  }
}
