import CGL

/// A block of the driver's memory: vertices, instances, indices or uniforms.
@MainActor package struct GPUBuffer: ~Copyable {
  package enum Usage: Sendable {
    /// Written once.
    case fixed
    /// Written now and then, in parts.
    case dynamic
    /// Written whole for nearly every draw.
    case stream
  }

  let name: UInt32
  package let device: GPUDevice
  private let usage: Usage
  private let label: String
  /// Whether shaders read it by index, as a texture.
  private let holdsTexels: Bool
  /// Bytes that can be written.
  package private(set) var byteCount = 0

  /// An empty buffer; `label` names it in errors.
  package init(_ device: GPUDevice, usage: Usage = .dynamic, label: String) {
    self.init(device, usage: usage, label: label, holdsTexels: false)
  }

  init(_ device: GPUDevice, usage: Usage, label: String, holdsTexels: Bool) {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    self.device = device
    self.usage = usage
    self.label = label
    self.holdsTexels = holdsTexels
  }

  /// Bytes to allocate for so many texels: a little more. Mesa's software driver compiles a program anew, for a tenth of a second, when the
  /// size of a buffer that it reads as a texture becomes a power of two or is none any more, or when the second lowest byte of the size
  /// becomes 0 or is not any more; it takes the size for that of a picture with levels.
  static func texelByteCount(_ needed: Int) -> Int {
    var count = (max(needed, 1) + 255) / 256 * 256
    while count & 0xff00 == 0 || count & (count - 1) == 0 { count += 256 }
    return count
  }

  private func allocatedCount(_ needed: Int) -> Int { holdsTexels ? Self.texelByteCount(needed) : needed }

  deinit {
    device.trash.add(.buffer, name)
  }

  /// New memory of `byteCount` bytes with undefined content. What the driver still draws from the old memory stays intact.
  package mutating func allocate(byteCount: Int) throws(GPUError) {
    try store(nil, byteCount: byteCount)
  }

  /// Makes room for at least `byteCount` bytes, growing by half so that slow growth costs few allocations. True when the memory
  /// is new, and the content therefore gone.
  package mutating func reserve(byteCount needed: Int) throws(GPUError) -> Bool {
    if needed <= byteCount { return false }
    try allocate(byteCount: max(needed, byteCount + byteCount / 2))
    return true
  }

  /// Replaces memory and content by `bytes`.
  package mutating func upload(_ bytes: UnsafeRawBufferPointer) throws(GPUError) {
    try store(bytes.baseAddress, byteCount: bytes.count)
    device.countUpload(bytes: bytes.count)
  }

  /// Replaces memory and content by `elements`.
  package mutating func upload<Element: BitwiseCopyable>(_ elements: Span<Element>) throws(GPUError) {
    let failure = elements.withUnsafeBytes { bytes -> GPUError? in
      do throws(GPUError) {
        try upload(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Writes `bytes` at an offset; what would lie past the end is not written.
  package func update(_ bytes: UnsafeRawBufferPointer, atByte offset: Int = 0) {
    guard offset >= 0, offset < byteCount, let base = bytes.baseAddress else { return }
    let count = min(bytes.count, byteCount - offset)
    guard count > 0 else { return }
    bindForWriting()
    glBufferSubData(GLenum(GL_COPY_WRITE_BUFFER), offset, count, base)
    device.countUpload(bytes: count)
  }

  /// Writes `elements` from element number `index` on; what would lie past the end is not written.
  package func update<Element: BitwiseCopyable>(_ elements: Span<Element>, atElement index: Int = 0) {
    elements.withUnsafeBytes { update($0, atByte: index * MemoryLayout<Element>.stride) }
  }

  /// Writes `bytes` at the start of fresh memory of at least the present size: never waits for draws that read the old content.
  package mutating func replace(_ bytes: UnsafeRawBufferPointer) throws(GPUError) {
    if try reserve(byteCount: bytes.count) == false {
      bindForWriting()
      glBufferData(GLenum(GL_COPY_WRITE_BUFFER), allocatedCount(byteCount), nil, glUsage)
    }
    update(bytes)
  }

  /// As `replace` of bytes.
  package mutating func replace<Element: BitwiseCopyable>(_ elements: Span<Element>) throws(GPUError) {
    let failure = elements.withUnsafeBytes { bytes -> GPUError? in
      do throws(GPUError) {
        try replace(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private mutating func store(_ base: UnsafeRawPointer?, byteCount newCount: Int) throws(GPUError) {
    byteCount = 0
    let (name, usage, count) = (name, glUsage, max(newCount, 0))
    let allocated = allocatedCount(count)
    try device.allocate("\(label), \(newCount) bytes") {
      glBindBuffer(GLenum(GL_COPY_WRITE_BUFFER), name)
      glBufferData(GLenum(GL_COPY_WRITE_BUFFER), allocated, allocated == count ? base : nil, usage)
      if allocated > count, count > 0, let base { glBufferSubData(GLenum(GL_COPY_WRITE_BUFFER), 0, count, base) }
    }
    byteCount = count
  }

  /// The copy target belongs to no vertex array, so that filling an index buffer cannot change the bound one.
  func bindForWriting() {
    glBindBuffer(GLenum(GL_COPY_WRITE_BUFFER), name)
  }

  private var glUsage: GLenum {
    switch usage {
    case .fixed: GLenum(GL_STATIC_DRAW)
    case .dynamic: GLenum(GL_DYNAMIC_DRAW)
    case .stream: GLenum(GL_STREAM_DRAW)
    }
  }
}
