import CGL

/// What the driver of the current context can do; read once.
package struct GPUCapabilities: Equatable, Sendable {
  package let majorVersion: Int
  package let minorVersion: Int
  /// The driver's own words, for messages and the HUD.
  package let version: String
  package let renderer: String
  package let vendor: String
  /// Pixels along a side of a 2D texture.
  package let maximumTextureSize: Int
  package let maximumArrayLayers: Int
  /// Texels of a buffer seen as a texture; GL 3.3 promises 65 536, all drivers of the last ten years give over a hundred million.
  package let maximumTexelBufferSize: Int
  /// Pixels across the largest point sprite; at least 1.
  package let maximumPointSize: Float
  /// Whether the processor draws, as Mesa's llvmpipe and softpipe do.
  package let isSoftware: Bool
  /// Whether the driver can be told that nothing more will be compiled soon.
  package let canReleaseCompiler: Bool
  /// Whether the driver hands out programs as it compiled them, and takes them back.
  package let handsOutPrograms: Bool
  /// Whether the driver says when it was reset. Whether it takes the context away then is settled when that is made.
  package let tellsResets: Bool
  /// Largest anisotropy of a texture filter worth asking for; 1 where the driver has none, and where the processor draws: there
  /// it makes a texture read several times as dear.
  package let maximumAnisotropy: Float

  /// Reads the current context's limits.
  @MainActor package init() throws(GPUError) {
    guard let versionText = glGetString(GLenum(GL_VERSION)) else { throw .noContext }
    version = String(cString: versionText)
    renderer = glGetString(GLenum(GL_RENDERER)).map { String(cString: $0) } ?? "unknown"
    vendor = glGetString(GLenum(GL_VENDOR)).map { String(cString: $0) } ?? "unknown"
    majorVersion = Self.integer(GL_MAJOR_VERSION)
    minorVersion = Self.integer(GL_MINOR_VERSION)
    guard Self.isSufficient(major: majorVersion, minor: minorVersion) else { throw .versionTooOld(found: version) }
    maximumTextureSize = Self.integer(GL_MAX_TEXTURE_SIZE)
    maximumArrayLayers = Self.integer(GL_MAX_ARRAY_TEXTURE_LAYERS)
    maximumTexelBufferSize = Self.integer(GL_MAX_TEXTURE_BUFFER_SIZE)
    var pointSizes: [GLfloat] = [1, 1]
    glGetFloatv(GLenum(GL_POINT_SIZE_RANGE), &pointSizes)
    maximumPointSize = max(pointSizes[1], 1)
    let hasAnisotropy =
      Self.hasExtension("GL_EXT_texture_filter_anisotropic") || Self.hasExtension("GL_ARB_texture_filter_anisotropic")
    canReleaseCompiler = (majorVersion, minorVersion) >= (4, 1) || Self.hasExtension("GL_ARB_ES2_compatibility")
    let hasPrograms = (majorVersion, minorVersion) >= (4, 1) || Self.hasExtension("GL_ARB_get_program_binary")
    handsOutPrograms = hasPrograms && Self.integer(GL_NUM_PROGRAM_BINARY_FORMATS) > 0
    tellsResets = (majorVersion, minorVersion) >= (4, 5) || Self.hasExtension("GL_KHR_robustness")
    let renderer = renderer
    isSoftware = ["llvmpipe", "softpipe", "SwiftShader"].contains { renderer.contains($0) }
    maximumAnisotropy = hasAnisotropy && !isSoftware ? Float(Self.integer(GL_MAX_TEXTURE_MAX_ANISOTROPY)) : 1
  }

  /// Whether a context of this version carries everything that we draw with.
  package static func isSufficient(major: Int, minor: Int) -> Bool {
    (major, minor) >= (3, 3)
  }

  /// Whether the current context names `extensionName` among its extensions.
  @MainActor package static func hasExtension(_ extensionName: String) -> Bool {
    for index in 0..<max(integer(GL_NUM_EXTENSIONS), 0) {
      guard let text = glGetStringi(GLenum(GL_EXTENSIONS), GLuint(index)) else { continue }
      if String(cString: text) == extensionName { return true }
    }
    return false
  }

  @MainActor private static func integer(_ name: Int32) -> Int {
    var value: GLint = 0
    glGetIntegerv(GLenum(name), &value)
    return Int(value)
  }
}
