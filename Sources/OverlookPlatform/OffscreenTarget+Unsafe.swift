internal import CGL
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// A framebuffer of a given size in memory of the driver, as a window's: colour with 8 bits a channel and, on a graphics card, depth with 24
/// and stencil with 8.
///
/// Raw GL on purpose: what draws here keeps its own account of GL's state, and two accounts of one context would contradict each
/// other. Made, used and freed with the context current; `free` is the owner's duty, because a deinit would not know that.
///
/// Unsafe: pixels are read into an array of exactly the bytes that GL is asked for; rows of 4-byte pixels need no padding.
@MainActor struct OffscreenTarget {
  let size: PixelSize
  private let framebuffer: GLuint
  private let color: GLuint
  private let depth: GLuint

  /// Nil when the driver refuses the size. `hasDepths`: nil for what is best with the driver, see `TargetDepths`.
  static func make(size: PixelSize, hasDepths: Bool? = nil) -> OffscreenTarget? {
    guard size.width > 0, size.height > 0, let width = GLsizei(exactly: size.width), let height = GLsizei(exactly: size.height)
    else {
      return nil
    }
    var largest: GLint = 0
    glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &largest)
    guard width <= largest, height <= largest else { return nil }
    var (framebuffer, color, depth): (GLuint, GLuint, GLuint) = (0, 0, 0)
    glGenFramebuffers(1, &framebuffer)
    glGenTextures(1, &color)
    let hasDepths = hasDepths ?? TargetDepths.arePartOfTargets
    if hasDepths { glGenRenderbuffers(1, &depth) }
    let target = OffscreenTarget(size: size, framebuffer: framebuffer, color: color, depth: depth)
    var boundTexture: GLint = 0
    glGetIntegerv(GLenum(GL_TEXTURE_BINDING_2D), &boundTexture)
    glBindTexture(GLenum(GL_TEXTURE_2D), color)
    // The pixel order of windows: llvmpipe has fast paths for no other, and orders a renderbuffer differently.
    glTexImage2D(GLenum(GL_TEXTURE_2D), 0, GL_RGBA, width, height, 0, GLenum(GL_BGRA), GLenum(GL_UNSIGNED_BYTE), nil)
    glBindTexture(GLenum(GL_TEXTURE_2D), GLuint(clamping: boundTexture))
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), color, 0)
    if hasDepths {
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), depth)
      glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_DEPTH24_STENCIL8), width, height)
      glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_DEPTH_STENCIL_ATTACHMENT), GLenum(GL_RENDERBUFFER), depth)
    }
    guard glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      target.free()
      return nil
    }
    return target
  }

  /// With the context current.
  func free() {
    var (framebuffer, color, depth) = (self.framebuffer, self.color, self.depth)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
    glDeleteFramebuffers(1, &framebuffer)
    glDeleteTextures(1, &color)
    if depth != 0 { glDeleteRenderbuffers(1, &depth) }
  }

  /// Has `body` draw a frame into it, whole. It is bound afterwards.
  func drawFrame<Result>(_ body: () -> Result) -> Result {
    bind()
    return GPUState.drawFrame(into: framebuffer, color: color, body)
  }

  /// Makes it what is drawn to, whole.
  func bind() { Self.bind(framebuffer, size) }

  /// The same into the framebuffer of the window.
  static func drawFrame(intoWindow size: PixelSize, _ body: () -> Void) {
    bind(0, size)
    GPUState.drawFrame(into: 0, body)
  }

  private static func bind(_ framebuffer: GLuint, _ size: PixelSize) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glViewport(0, 0, GLsizei(clamping: size.width), GLsizei(clamping: size.height))
  }

  /// What is drawn to now.
  static var bound: GLuint {
    var name: GLint = 0
    glGetIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &name)
    return GLuint(clamping: name)
  }

  /// Makes a framebuffer what is drawn to and read from.
  static func bind(_ framebuffer: GLuint) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
  }

  /// Copies a part of it into the bound framebuffer, in pixels from the lower left corners of both.
  func copy(_ part: PixelRect, toX x: Int, y: Int) {
    let bound = Self.bound
    glDisable(GLenum(GL_SCISSOR_TEST))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer)
    glBlitFramebuffer(
      GLint(clamping: part.x), GLint(clamping: part.y), GLint(clamping: part.x &+ part.width),
      GLint(clamping: part.y &+ part.height), GLint(clamping: x), GLint(clamping: y), GLint(clamping: x &+ part.width),
      GLint(clamping: y &+ part.height), GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
    Self.bind(bound)
  }

  /// Fills a part of the bound framebuffer with a colour, in pixels from its lower left corner.
  static func fill(_ part: PixelRect, with color: Color) {
    glEnable(GLenum(GL_SCISSOR_TEST))
    glScissor(
      GLint(clamping: part.x), GLint(clamping: part.y), GLsizei(clamping: max(part.width, 0)),
      GLsizei(clamping: max(part.height, 0)))
    glColorMask(1, 1, 1, 1)
    glClearColor(color.red, color.green, color.blue, color.alpha)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    glDisable(GLenum(GL_SCISSOR_TEST))
  }

  /// RGBA, the top row first; nil when the driver cannot. Waits until all is drawn.
  func pixels() -> [UInt8]? {
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, count < Int.max / 4 else { return nil }
    let rowBytes = 4 * size.width
    var readFramebuffer: GLint = 0
    var packBuffer: GLint = 0
    glGetIntegerv(GLenum(GL_READ_FRAMEBUFFER_BINDING), &readFramebuffer)
    glGetIntegerv(GLenum(GL_PIXEL_PACK_BUFFER_BINDING), &packBuffer)
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    glReadBuffer(GLenum(GL_COLOR_ATTACHMENT0))
    // Invariant: what the driver does not write, because of an error, nobody reads.
    let rows = [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, initialized in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      glReadPixels(
        0, 0, GLsizei(clamping: size.width), GLsizei(clamping: size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
        bytes.baseAddress)
      // GL has the bottom row first.
      withUnsafeTemporaryAllocation(byteCount: rowBytes, alignment: 1) { kept in
        for row in 0..<(size.height / 2) {
          let (top, bottom) = (row * rowBytes, (size.height - 1 - row) * rowBytes)
          let above = UnsafeMutableRawBufferPointer(rebasing: bytes[top..<(top + rowBytes)])
          let below = UnsafeMutableRawBufferPointer(rebasing: bytes[bottom..<(bottom + rowBytes)])
          kept.copyMemory(from: UnsafeRawBufferPointer(above))
          above.copyMemory(from: UnsafeRawBufferPointer(below))
          below.copyMemory(from: UnsafeRawBufferPointer(kept))
        }
      }
      initialized = 4 * count
    }
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), GLuint(clamping: packBuffer))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), GLuint(clamping: readFramebuffer))
    return glGetError() == GLenum(GL_NO_ERROR) ? rows : nil
  }
}
