import CGL

/// One attribute of a vertex or an instance, by its `layout(location = ...)`.
package struct VertexAttribute: Hashable, Sendable {
  package enum Format: Hashable, Sendable {
    case float
    /// 0 ... 255 seen as 0 ... 1.
    case unsignedByteNormalized
    /// 0 ... 65535 seen as 0 ... 1.
    case unsignedShortNormalized
    /// -32767 ... 32767 seen as -1 ... 1.
    case shortNormalized
    /// Seen as a float of the same value.
    case short, unsignedByte, unsignedShort
    /// Seen as `int` or `uint`.
    case integer, unsignedInteger
  }

  package let location: Int
  /// Components, 1 ... 4.
  package let count: Int
  package let format: Format
  /// Bytes from the start of the vertex.
  package let offset: Int

  package init(_ location: Int, _ format: Format, _ count: Int, offset: Int) {
    self.location = location
    self.count = count
    self.format = format
    self.offset = offset
  }

  var glType: GLenum {
    switch format {
    case .float: GLenum(GL_FLOAT)
    case .unsignedByteNormalized, .unsignedByte: GLenum(GL_UNSIGNED_BYTE)
    case .unsignedShortNormalized, .unsignedShort: GLenum(GL_UNSIGNED_SHORT)
    case .shortNormalized, .short: GLenum(GL_SHORT)
    case .integer: GLenum(GL_INT)
    case .unsignedInteger: GLenum(GL_UNSIGNED_INT)
    }
  }

  var isNormalized: Bool {
    format == .unsignedByteNormalized || format == .unsignedShortNormalized || format == .shortNormalized
  }

  var isInteger: Bool { format == .integer || format == .unsignedInteger }
}

/// How the bytes of one buffer become attributes.
package struct VertexLayout: Hashable, Sendable {
  /// Bytes from one vertex or instance to the next.
  package let stride: Int
  /// 0: per vertex; n: advances once every n instances.
  package let divisor: Int
  package let attributes: [VertexAttribute]

  package init(stride: Int, divisor: Int = 0, _ attributes: [VertexAttribute]) {
    self.stride = stride
    self.divisor = divisor
    self.attributes = attributes
  }
}

/// Which buffers feed which attributes.
@MainActor package struct GPUVertexArray: ~Copyable {
  let name: UInt32
  package let device: GPUDevice

  package init(_ device: GPUDevice) {
    var name: GLuint = 0
    glGenVertexArrays(1, &name)
    self.name = name
    self.device = device
  }

  deinit {
    device.trash.add(.vertexArray, name)
  }

  /// Feeds the attributes of `layout` from `buffer`, whose first vertex lies at byte `offset`. Cheap enough per draw: GL 3.3 has
  /// no base instance, so a sub-range of instances is drawn by moving the offset.
  package func attach(_ buffer: borrowing GPUBuffer, _ layout: VertexLayout, atByte offset: Int = 0) {
    device.state.bind(vertexArray: name)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer.name)
    for attribute in layout.attributes {
      let location = GLuint(clamping: attribute.location)
      let pointer = UnsafeRawPointer(bitPattern: offset + attribute.offset)
      glEnableVertexAttribArray(location)
      if attribute.isInteger {
        glVertexAttribIPointer(location, GLint(attribute.count), attribute.glType, GLsizei(clamping: layout.stride), pointer)
      } else {
        glVertexAttribPointer(
          location, GLint(attribute.count), attribute.glType, attribute.isNormalized ? 1 : 0, GLsizei(clamping: layout.stride),
          pointer)
      }
      glVertexAttribDivisor(location, GLuint(clamping: layout.divisor))
    }
  }

  /// The attribute has one value for all vertices: (0, 0, 0, 1).
  package func detach(_ attribute: VertexAttribute) {
    device.state.bind(vertexArray: name)
    glDisableVertexAttribArray(GLuint(clamping: attribute.location))
  }

  /// Indexed draws take their indices from `buffer`.
  package func attachIndices(_ buffer: borrowing GPUBuffer) {
    device.state.bind(vertexArray: name)
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), buffer.name)
  }
}
