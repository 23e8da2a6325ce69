import CGL

/// Memory of the driver through which pixels reach a texture. A card takes them from there when it comes to it: nobody waits until it has
/// drawn from the texture before, and the memory that they were in is free at once.
@MainActor final class GPUPixelStream {
  private let name: UInt32
  private let trash: GPUTrash

  /// Fewer bytes are as quickly taken from where they are.
  static let fewestBytes = 16 << 10

  init(trash: GPUTrash) {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    (self.name, self.trash) = (name, trash)
  }

  deinit {
    trash.add(.buffer, name)
  }

  /// Brings `bytes` there and runs `body`, for which addresses of pixels are offsets into them; false, and `body` is not run, where the
  /// driver gives no memory.
  ///
  /// Unsafe: what is mapped has as many bytes as are copied into it, and nobody else has it, for it is new.
  func send(_ bytes: UnsafeRawBufferPointer, _ body: () -> Void) -> Bool {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return false }
    let target = GLenum(GL_PIXEL_UNPACK_BUFFER)
    glBindBuffer(target, name)
    defer { glBindBuffer(target, 0) }
    // New memory each time: the card may still be taking pixels from the old.
    glBufferData(target, bytes.count, nil, GLenum(GL_STREAM_DRAW))
    let access = GLbitfield(GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT)
    guard let memory = glMapBufferRange(target, 0, bytes.count, access) else { return false }
    memory.copyMemory(from: source, byteCount: bytes.count)
    // Memory of a card can be lost meanwhile.
    guard glUnmapBuffer(target) == GLboolean(GL_TRUE) else { return false }
    body()
    return true
  }
}
