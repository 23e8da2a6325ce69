import CGL

/// A render target of our own: a colour texture and, where asked, depth and stencil.
@MainActor package struct GPUFramebuffer: ~Copyable {
  package let color: GPUTexture
  private let name: UInt32
  private let depthName: UInt32

  /// What to bind and to blit.
  package var target: GPUTarget { GPUTarget(name: name, width: color.width, height: color.height) }

  package init(
    _ device: GPUDevice, width: Int, height: Int, format: GPUTexture.Format = .rgba8, hasDepth: Bool = false, label: String
  ) throws(GPUError) {
    let color = try GPUTexture(device, width: width, height: height, format: format, filter: .linear, label: label)
    (name, depthName) = try Self.makeFramebuffer(device, color: color.name, width, height, hasDepth, label)
    self.color = color
  }

  deinit {
    color.device.trash.add(.framebuffer, name)
    color.device.trash.add(.renderbuffer, depthName)
  }

  /// The names of a framebuffer and of its depth (or 0); leaves nothing behind when it throws.
  private static func makeFramebuffer(
    _ device: GPUDevice, color: UInt32, _ width: Int, _ height: Int, _ hasDepth: Bool, _ label: String
  ) throws(GPUError) -> (UInt32, UInt32) {
    var name: GLuint = 0
    var depthName: GLuint = 0
    glGenFramebuffers(1, &name)
    if hasDepth { glGenRenderbuffers(1, &depthName) }
    device.dropErrors()
    device.state.bind(target: GPUTarget(name: name, width: width, height: height))
    let target = GLenum(GL_DRAW_FRAMEBUFFER)
    glFramebufferTexture2D(target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), color, 0)
    if hasDepth {
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), depthName)
      glRenderbufferStorage(
        GLenum(GL_RENDERBUFFER), GLenum(GL_DEPTH24_STENCIL8), GLsizei(clamping: width), GLsizei(clamping: height))
      glFramebufferRenderbuffer(target, GLenum(GL_DEPTH_STENCIL_ATTACHMENT), GLenum(GL_RENDERBUFFER), depthName)
    }
    do throws(GPUError) {
      try device.check("\(label), \(width) x \(height) pixels")
      let status = glCheckFramebufferStatus(target)
      guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else { throw GPUError.framebufferIncomplete(status: status) }
    } catch {
      device.trash.add(.framebuffer, name)
      device.trash.add(.renderbuffer, depthName)
      throw error
    }
    return (name, depthName)
  }
}
