import CGL
package import OverlookSupport

/// A 2D picture, or an array of equally large ones, in the driver's memory.
@MainActor package struct GPUTexture: ~Copyable {
  package enum Format: Sendable {
    /// Four bytes a pixel.
    case rgba8
    /// One byte a pixel, read as red.
    case r8
    /// One half float a pixel, read as red; to draw into, not to upload to.
    case r16f
    /// Four floats a pixel; to draw into, not to upload to.
    case rgba32f

    package var bytesPerPixel: Int {
      switch self {
      case .rgba8: 4
      case .r8: 1
      case .r16f: 2
      case .rgba32f: 16
      }
    }

    var glFormat: GLenum { self == .rgba8 || self == .rgba32f ? GLenum(GL_RGBA) : GLenum(GL_RED) }

    /// What memory is asked for. llvmpipe draws upright rectangles from a texture to a target several times as fast where both
    /// have the pixel order of windows, and takes that order for an internal format without sizes and an external one of BGRA.
    func glMemory(isSoftware: Bool) -> (internalFormat: GLint, format: GLenum) {
      switch self {
      case .r8: (GL_R8, GLenum(GL_RED))
      case .r16f: (GL_R16F, GLenum(GL_RED))
      case .rgba32f: (GL_RGBA32F, GLenum(GL_RGBA))
      case .rgba8: isSoftware ? (GL_RGBA, GLenum(GL_BGRA)) : (GL_RGBA8, GLenum(GL_RGBA))
      }
    }
  }

  /// Of the bytes of a pixel that is uploaded.
  package enum ByteOrder: Sendable {
    /// As the format names them.
    case asNamed
    /// Blue first, for `rgba8`: what drivers that draw on the processor need not exchange.
    case bgra
  }

  package enum Filter: Sendable {
    case nearest, linear
    /// Trilinear, and anisotropic where the driver can; needs `isMipmapped`.
    case mipmap
    /// Linear within the level that fits best; needs `isMipmapped`.
    case nearestLevel
    /// As `nearestLevel` where the picture is made smaller, and its very pixels where it is made larger.
    case magnifiedPixels
  }

  package enum Wrap: Sendable {
    case clamp, `repeat`
  }

  let name: UInt32
  package let device: GPUDevice
  package let width: Int
  package let height: Int
  /// 1 for a plain texture.
  package let layers: Int
  package let isArray: Bool
  package let format: Format
  package internal(set) var isMipmapped: Bool

  /// Bytes that the pixels take, mipmaps included.
  package var byteCount: Int {
    let base = width * height * layers * format.bytesPerPixel
    return isMipmapped ? base + base / 3 : base
  }

  /// A texture with undefined content. `arrayLayers`: nil makes a `sampler2D`, a number a `sampler2DArray`.
  package init(
    _ device: GPUDevice, width: Int, height: Int, arrayLayers: Int? = nil, format: Format = .rgba8, isMipmapped: Bool = false,
    filter: Filter = .linear, wrap: Wrap = .clamp, label: String
  ) throws(GPUError) {
    let layers = arrayLayers ?? 1
    let limit = device.capabilities.maximumTextureSize
    guard width > 0, height > 0, width <= limit, height <= limit else {
      throw .textureTooLarge(width: width, height: height, layers: layers, limit: limit)
    }
    guard layers > 0, layers <= max(device.capabilities.maximumArrayLayers, 1) else {
      throw .textureTooLarge(width: width, height: height, layers: layers, limit: device.capabilities.maximumArrayLayers)
    }
    name = try Self.makeTexture(device, width, height, arrayLayers, format, isMipmapped, wrap, label)
    self.device = device
    self.width = width
    self.height = height
    self.layers = layers
    isArray = arrayLayers != nil
    self.format = format
    self.isMipmapped = isMipmapped
    setFilter(filter)
  }

  /// A texture with the pixels of `image`.
  package init(
    _ device: GPUDevice, image: Image, isMipmapped: Bool = false, filter: Filter = .linear, wrap: Wrap = .clamp, label: String
  ) throws(GPUError) {
    try self.init(
      device, width: image.width, height: image.height, isMipmapped: isMipmapped, filter: filter, wrap: wrap, label: label)
    let pixels = image.pixels
    upload(pixels.span, x: 0, y: 0, width: image.width, height: image.height)
    if isMipmapped { generateMipmaps() }
  }

  deinit {
    device.trash.add(.texture, name)
  }

  /// `unit` is 0 ..< 16.
  package func bind(unit: Int) {
    device.state.bind(texture: name, isArray: isArray, unit: unit)
  }

  /// Writes a rectangle of one layer. `bytes` holds its rows one after another, `rowPixels` apart (nil: `width`). A rectangle
  /// outside the texture or too few bytes: nothing is written.
  package func upload(
    _ bytes: UnsafeRawBufferPointer, x: Int, y: Int, width: Int, height: Int, layer: Int = 0, rowPixels: Int? = nil,
    order: ByteOrder = .asNamed
  ) {
    guard let base = bytes.baseAddress, width > 0, height > 0, x >= 0, y >= 0 else { return }
    guard x <= self.width - width, y <= self.height - height, layer >= 0, layer < layers else { return }
    let row = rowPixels ?? width
    guard row >= width, bytes.count >= ((height - 1) * row + width) * format.bytesPerPixel else { return }
    bind(unit: 0)
    let glFormat = order == .bgra && format == .rgba8 ? GLenum(GL_BGRA) : format.glFormat
    if row != width { glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(clamping: row)) }
    let pixels = UnsafeRawBufferPointer(start: base, count: ((height - 1) * row + width) * format.bytesPerPixel)
    let part = Part(x: x, y: y, width: width, height: height, layer: layer)
    if !device.streamPixels(pixels, { write(part, glFormat, from: nil) }) { write(part, glFormat, from: base) }
    if row != width { glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0) }
    device.countUpload(bytes: width * height * format.bytesPerPixel)
  }

  private struct Part {
    let x, y, width, height, layer: Int
  }

  /// `pixels`: where they are; nil: at the start of the buffer that is bound.
  private func write(_ part: Part, _ glFormat: GLenum, from pixels: UnsafeRawPointer?) {
    let (x, y) = (GLint(clamping: part.x), GLint(clamping: part.y))
    let (width, height) = (GLsizei(clamping: part.width), GLsizei(clamping: part.height))
    if isArray {
      glTexSubImage3D(
        glTarget, 0, x, y, GLint(clamping: part.layer), width, height, 1, glFormat, GLenum(GL_UNSIGNED_BYTE), pixels)
    } else {
      glTexSubImage2D(glTarget, 0, x, y, width, height, glFormat, GLenum(GL_UNSIGNED_BYTE), pixels)
    }
  }

  /// As `upload` of raw bytes.
  package func upload(_ bytes: Span<UInt8>, x: Int, y: Int, width: Int, height: Int, layer: Int = 0, rowPixels: Int? = nil) {
    bytes.withUnsafeBytes { upload($0, x: x, y: y, width: width, height: height, layer: layer, rowPixels: rowPixels) }
  }

  package func setFilter(_ filter: Filter) {
    bind(unit: 0)
    let (minify, magnify) =
      switch filter {
      case .nearest: (GL_NEAREST, GL_NEAREST)
      case .linear: (GL_LINEAR, GL_LINEAR)
      case .mipmap: (isMipmapped ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR, GL_LINEAR)
      case .nearestLevel: (isMipmapped ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR, GL_LINEAR)
      case .magnifiedPixels: (isMipmapped ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR, GL_NEAREST)
      }
    glTexParameteri(glTarget, GLenum(GL_TEXTURE_MIN_FILTER), minify)
    glTexParameteri(glTarget, GLenum(GL_TEXTURE_MAG_FILTER), magnify)
    let anisotropy = min(device.capabilities.maximumAnisotropy, 8)
    if anisotropy > 1 { glTexParameterf(glTarget, GLenum(GL_TEXTURE_MAX_ANISOTROPY), filter == .mipmap ? anisotropy : 1) }
  }

  /// The name of a texture with memory for all levels; leaves nothing behind when it throws.
  private static func makeTexture(
    _ device: GPUDevice, _ width: Int, _ height: Int, _ arrayLayers: Int?, _ format: Format, _ isMipmapped: Bool, _ wrap: Wrap,
    _ label: String
  ) throws(GPUError) -> UInt32 {
    var name: GLuint = 0
    glGenTextures(1, &name)
    do throws(GPUError) {
      try device.allocate("\(label), \(width) x \(height) x \(arrayLayers ?? 1) pixels") {
        makeLevels(device, name, width, height, arrayLayers, format, isMipmapped, wrap)
      }
    } catch {
      device.trash.add(.texture, name)
      throw error
    }
    return name
  }

  private static func makeLevels(
    _ device: GPUDevice, _ name: UInt32, _ width: Int, _ height: Int, _ arrayLayers: Int?, _ format: Format,
    _ isMipmapped: Bool, _ wrap: Wrap
  ) {
    device.state.bind(texture: name, isArray: arrayLayers != nil, unit: 0)
    let target = GLenum(arrayLayers == nil ? GL_TEXTURE_2D : GL_TEXTURE_2D_ARRAY)
    let memory = format.glMemory(isSoftware: device.capabilities.isSoftware && arrayLayers == nil)
    var (levelWidth, levelHeight, level) = (width, height, GLint(0))
    for _ in 0..<32 {
      let (glWidth, glHeight) = (GLsizei(clamping: levelWidth), GLsizei(clamping: levelHeight))
      if let arrayLayers {
        glTexImage3D(
          target, level, memory.internalFormat, glWidth, glHeight, GLsizei(clamping: arrayLayers), 0, memory.format,
          GLenum(GL_UNSIGNED_BYTE), nil)
      } else {
        glTexImage2D(target, level, memory.internalFormat, glWidth, glHeight, 0, memory.format, GLenum(GL_UNSIGNED_BYTE), nil)
      }
      if !isMipmapped || (levelWidth == 1 && levelHeight == 1) { break }
      levelWidth = max(levelWidth / 2, 1)
      levelHeight = max(levelHeight / 2, 1)
      level += 1
    }
    glTexParameteri(target, GLenum(GL_TEXTURE_MAX_LEVEL), level)
    let wrapMode = wrap == .clamp ? GL_CLAMP_TO_EDGE : GL_REPEAT
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), wrapMode)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), wrapMode)
  }

  var glTarget: GLenum { GLenum(isArray ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D) }
}
