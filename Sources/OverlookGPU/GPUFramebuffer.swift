import CGL

/// A render target of our own: a colour texture and, where asked, depth and stencil.
@MainActor package struct GPUFramebuffer: ~Copyable {
  package let color: GPUTexture
  private let name: UInt32
  private let depth: GPUDepth?
  /// Another framebuffer's depth is deleted by that; the driver keeps it while it is attached.
  private let ownsDepth: Bool

  /// What to bind and to blit.
  package var target: GPUTarget {
    GPUTarget(
      name: name, width: color.width, height: color.height, depth: depth, color: color.format == .rgba8 ? color.name : nil)
  }

  /// Bytes of its own pixels and depths.
  package var byteCount: Int { color.byteCount + (ownsDepth && depth != nil ? 4 * color.width * color.height : 0) }

  package init(
    _ device: GPUDevice, width: Int, height: Int, format: GPUTexture.Format = .rgba8, hasDepth: Bool = false, label: String
  ) throws(GPUError) {
    let color = try GPUTexture(device, width: width, height: height, format: format, filter: .linear, label: label)
    let depth = hasDepth ? try Self.makeDepth(device, width, height, label) : nil
    do throws(GPUError) {
      name = try Self.makeFramebuffer(device, color: color.name, width, height, depth, label)
    } catch {
      device.trash.add(.texture, depth?.name ?? 0)
      throw error
    }
    self.depth = depth
    ownsDepth = true
    self.color = color
  }

  /// A target of the same size with a colour of its own and the depth and stencil of `other`.
  package init(_ device: GPUDevice, sharingDepthOf other: GPUTarget, label: String) throws(GPUError) {
    let color = try GPUTexture(device, width: other.width, height: other.height, filter: .linear, label: label)
    name = try Self.makeFramebuffer(device, color: color.name, other.width, other.height, other.depth, label)
    depth = other.depth
    ownsDepth = false
    self.color = color
  }

  deinit {
    color.device.trash.add(.framebuffer, name)
    if ownsDepth { color.device.trash.add(.texture, depth?.name ?? 0) }
  }

  /// Has shaders read its depths, 0 ... 1, as a `sampler2D`; not while it is drawn into. Does nothing where it has none.
  package func bindDepth(unit: Int) {
    if let depth { color.device.state.bind(texture: depth.name, isArray: false, unit: unit) }
  }

  private static func makeDepth(_ device: GPUDevice, _ width: Int, _ height: Int, _ label: String) throws(GPUError) -> GPUDepth {
    var name: GLuint = 0
    glGenTextures(1, &name)
    do throws(GPUError) {
      try device.allocate("depths of \(label), \(width) x \(height) pixels") {
        device.state.bind(texture: name, isArray: false, unit: 0)
        let target = GLenum(GL_TEXTURE_2D)
        glTexImage2D(
          target, 0, GL_DEPTH24_STENCIL8, GLsizei(clamping: width), GLsizei(clamping: height), 0, GLenum(GL_DEPTH_STENCIL),
          GLenum(GL_UNSIGNED_INT_24_8), nil)
        for name in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] { glTexParameteri(target, GLenum(name), GL_NEAREST) }
        glTexParameteri(target, GLenum(GL_TEXTURE_MAX_LEVEL), 0)
      }
    } catch {
      device.trash.add(.texture, name)
      throw error
    }
    device.depthCount += 1
    return GPUDepth(name: name, number: device.depthCount)
  }

  /// The name of a framebuffer; leaves nothing behind when it throws.
  private static func makeFramebuffer(
    _ device: GPUDevice, color: UInt32, _ width: Int, _ height: Int, _ depth: GPUDepth?, _ label: String
  ) throws(GPUError) -> UInt32 {
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    // The driver may give a name that another's framebuffer had.
    device.foreignDepths = device.foreignDepths.filter { $0.key.name != name }
    let target = GLenum(GL_DRAW_FRAMEBUFFER)
    do throws(GPUError) {
      try device.allocate("\(label), \(width) x \(height) pixels") {
        device.state.bind(target: GPUTarget(name: name, width: width, height: height))
        glFramebufferTexture2D(target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), color, 0)
        if let depth {
          glFramebufferTexture2D(target, GLenum(GL_DEPTH_STENCIL_ATTACHMENT), GLenum(GL_TEXTURE_2D), depth.name, 0)
        }
      }
      let status = glCheckFramebufferStatus(target)
      guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else { throw GPUError.framebufferIncomplete(status: status) }
    } catch {
      device.trash.add(.framebuffer, name)
      throw error
    }
    return name
  }
}
