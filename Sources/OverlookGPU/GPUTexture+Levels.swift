import CGL

extension GPUTexture {
  /// Fills the smaller levels from the largest, all layers. A texture made without them gets them, with a third more memory.
  package mutating func generateMipmaps() {
    bind(unit: 0)
    useLevels()
    glGenerateMipmap(glTarget)
  }

  /// As `generateMipmaps` for a plain texture of four bytes a pixel, of which `pixels` are the bytes of the largest level. Where
  /// the processor draws, it halves them here: such drivers draw each level with a program that they compile first.
  package mutating func generateMipmaps(from pixels: [UInt8]) {
    guard device.capabilities.isSoftware, !isArray, format == .rgba8, pixels.count == 4 * width * height else {
      return generateMipmaps()
    }
    bind(unit: 0)
    let isNew = !isMipmapped
    useLevels()
    var (levelWidth, levelHeight, level) = (width, height, GLint(0))
    var larger: [UInt32] = []
    while levelWidth > 1 || levelHeight > 1 {
      larger =
        level == 0
        ? pixels.withUnsafeBytes { Self.halved($0, levelWidth, levelHeight) }
        : larger.withUnsafeBytes { Self.halved($0, levelWidth, levelHeight) }
      levelWidth = max(levelWidth / 2, 1)
      levelHeight = max(levelHeight / 2, 1)
      level += 1
      if isNew { makeLevel(level, levelWidth, levelHeight) }
      glTexSubImage2D(
        GLenum(GL_TEXTURE_2D), level, 0, 0, GLsizei(clamping: levelWidth), GLsizei(clamping: levelHeight), format.glFormat,
        GLenum(GL_UNSIGNED_BYTE), larger)
    }
    device.countUpload(bytes: byteCount - width * height * 4)
  }

  private mutating func useLevels() {
    guard !isMipmapped else { return }
    isMipmapped = true
    glTexParameteri(glTarget, GLenum(GL_TEXTURE_MAX_LEVEL), GLint(Int.bitWidth - 1 - max(width, height).leadingZeroBitCount))
  }

  private func makeLevel(_ level: GLint, _ width: Int, _ height: Int) {
    let memory = format.glMemory(isSoftware: device.capabilities.isSoftware)
    glTexImage2D(
      GLenum(GL_TEXTURE_2D), level, memory.internalFormat, GLsizei(clamping: width), GLsizei(clamping: height), 0, memory.format,
      GLenum(GL_UNSIGNED_BYTE), nil)
  }

  /// The mean of each two by two pixels, rounded to nearest; a last odd row or column is left out, a single one counts twice.
  ///
  /// Invariant: `bytes` holds `width * height` pixels of 4 bytes at an address fit for UInt32 (arrays lie at multiples of 16),
  /// and every index is at most (height - 1) * width + width - 1.
  private static func halved(_ bytes: UnsafeRawBufferPointer, _ width: Int, _ height: Int) -> [UInt32] {
    let source = bytes.bindMemory(to: UInt32.self)
    let (newWidth, newHeight) = (max(width / 2, 1), max(height / 2, 1))
    let (right, below) = (width > 1 ? 1 : 0, height > 1 ? width : 0)
    return [UInt32](unsafeUninitializedCapacity: newWidth * newHeight) { target, count in
      for row in 0..<newHeight {
        let start = 2 * row * width
        for column in 0..<newWidth {
          let at = start + 2 * column
          target[row * newWidth + column] = mean(
            source[at], source[at + right], source[at + below], source[at + below + right])
        }
      }
      count = newWidth * newHeight
    }
  }

  /// Two channels at a time, each with eight bits of room above it.
  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let channels: UInt32 = 0x00FF_00FF
    let low = (a & channels) &+ (b & channels) &+ (c & channels) &+ (d & channels) &+ 0x0002_0002
    let high =
      (a >> 8 & channels) &+ (b >> 8 & channels) &+ (c >> 8 & channels) &+ (d >> 8 & channels) &+ 0x0002_0002
    return low >> 2 & channels | (high >> 2 & channels) << 8
  }
}
