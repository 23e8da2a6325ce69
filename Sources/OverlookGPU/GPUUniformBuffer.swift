import CGL

/// One std140 block shared by several programs; `Value` must have the block's layout.
@MainActor package struct GPUUniformBuffer<Value: BitwiseCopyable>: ~Copyable {
  private var buffer: GPUBuffer
  private let bindingPoint: Int

  /// `bindingPoint`: 0 is the block `View`.
  package init(_ device: GPUDevice, bindingPoint: Int, label: String) throws(GPUError) {
    var buffer = GPUBuffer(device, usage: .dynamic, label: label)
    try buffer.allocate(byteCount: MemoryLayout<Value>.stride)
    self.buffer = buffer
    self.bindingPoint = bindingPoint
  }

  /// Writes the block and binds it, so that the draws that follow see `value`.
  package func update(_ value: Value) {
    withUnsafeBytes(of: value) { buffer.update($0) }
    bind()
  }

  package func bind() {
    glBindBufferBase(GLenum(GL_UNIFORM_BUFFER), GLuint(clamping: bindingPoint), buffer.name)
  }
}
