import CGL

/// A render target of our own: a colour texture and, where asked, depth and stencil.
@MainActor package struct GPUFramebuffer: ~Copyable {
  package let color: GPUTexture
  private let name: UInt32
  private let depth: Depth

  /// Depth and stencil of a framebuffer.
  private enum Depth {
    case none
    case own(UInt32)
    /// Another framebuffer's, which deletes it; the driver keeps it while it is attached.
    case shared(UInt32)

    var name: UInt32 {
      switch self {
      case .none: 0
      case .own(let name), .shared(let name): name
      }
    }

    /// What goes with the framebuffer; 0 for nothing.
    var ownedName: UInt32 { if case .own(let name) = self { name } else { 0 } }
  }

  /// What to bind and to blit.
  package var target: GPUTarget { GPUTarget(name: name, width: color.width, height: color.height) }

  package init(
    _ device: GPUDevice, width: Int, height: Int, format: GPUTexture.Format = .rgba8, hasDepth: Bool = false, label: String
  ) throws(GPUError) {
    let color = try GPUTexture(device, width: width, height: height, format: format, filter: .linear, label: label)
    let depth = hasDepth ? Self.makeDepth(width, height) : .none
    name = try Self.makeFramebuffer(device, color: color.name, width, height, depth, label)
    self.depth = depth
    self.color = color
  }

  /// A target of the same size with a colour of its own and the depth and stencil of `other`.
  package init(_ device: GPUDevice, sharingDepthOf other: borrowing GPUFramebuffer, label: String) throws(GPUError) {
    let (width, height) = (other.color.width, other.color.height)
    let color = try GPUTexture(device, width: width, height: height, filter: .linear, label: label)
    let depth = other.depth.name == 0 ? Depth.none : .shared(other.depth.name)
    name = try Self.makeFramebuffer(device, color: color.name, width, height, depth, label)
    self.depth = depth
    self.color = color
  }

  deinit {
    color.device.trash.add(.framebuffer, name)
    color.device.trash.add(.renderbuffer, depth.ownedName)
  }

  private static func makeDepth(_ width: Int, _ height: Int) -> Depth {
    var name: GLuint = 0
    glGenRenderbuffers(1, &name)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), name)
    glRenderbufferStorage(
      GLenum(GL_RENDERBUFFER), GLenum(GL_DEPTH24_STENCIL8), GLsizei(clamping: width), GLsizei(clamping: height))
    return .own(name)
  }

  /// The name of a framebuffer; leaves nothing behind, not even `depth`, when it throws.
  private static func makeFramebuffer(
    _ device: GPUDevice, color: UInt32, _ width: Int, _ height: Int, _ depth: Depth, _ label: String
  ) throws(GPUError) -> UInt32 {
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    device.state.bind(target: GPUTarget(name: name, width: width, height: height))
    let target = GLenum(GL_DRAW_FRAMEBUFFER)
    glFramebufferTexture2D(target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), color, 0)
    if depth.name != 0 {
      glFramebufferRenderbuffer(target, GLenum(GL_DEPTH_STENCIL_ATTACHMENT), GLenum(GL_RENDERBUFFER), depth.name)
    }
    do throws(GPUError) {
      try device.check("\(label), \(width) x \(height) pixels")
      let status = glCheckFramebufferStatus(target)
      guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else { throw GPUError.framebufferIncomplete(status: status) }
    } catch {
      device.trash.add(.framebuffer, name)
      device.trash.add(.renderbuffer, depth.ownedName)
      throw error
    }
    return name
  }
}
