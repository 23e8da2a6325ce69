import CGL

/// A buffer that shaders read by index (`texelFetch`), components of 32 bits: for vertices that need their neighbours.
@MainActor package struct GPUTexelBuffer: ~Copyable {
  package enum Format: Sendable {
    /// One component, seen as `samplerBuffer`.
    case float
    /// Four components, seen as `samplerBuffer`.
    case float4
    /// Four components, seen as `usamplerBuffer`.
    case unsigned4

    var glInternal: GLenum {
      switch self {
      case .float: GLenum(GL_R32F)
      case .float4: GLenum(GL_RGBA32F)
      case .unsigned4: GLenum(GL_RGBA32UI)
      }
    }
  }

  private let texture: UInt32
  /// The memory; filling it in whatever way is seen by the next draw.
  package var buffer: GPUBuffer

  /// An empty buffer; `label` names it in errors.
  package init(_ device: GPUDevice, format: Format, usage: GPUBuffer.Usage = .dynamic, label: String) {
    let buffer = GPUBuffer(device, usage: usage, label: label, holdsTexels: true)
    var name: GLuint = 0
    glGenTextures(1, &name)
    device.state.bind(texture: name, .buffer, unit: 0)
    // A name becomes a buffer object only when it is first bound.
    glBindBuffer(GLenum(GL_TEXTURE_BUFFER), buffer.name)
    // With none it would be a texture of another kind than it is later (`GPUBuffer.texelByteCount`).
    glBufferData(GLenum(GL_TEXTURE_BUFFER), GPUBuffer.texelByteCount(0), nil, GLenum(GL_STATIC_DRAW))
    glTexBuffer(GLenum(GL_TEXTURE_BUFFER), format.glInternal, buffer.name)
    texture = name
    self.buffer = buffer
  }

  deinit {
    buffer.device.trash.add(.texture, texture)
  }

  /// `unit` is 0 ..< 16.
  package func bind(unit: Int) {
    buffer.device.state.bind(texture: texture, .buffer, unit: unit)
  }
}
