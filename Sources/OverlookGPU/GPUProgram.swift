import CGL

/// A uniform of one program; stays valid when the program is reloaded.
package struct GPUUniform: Hashable, Sendable {
  let index: Int
}

/// A vertex and a fragment shader, compiled and linked when they are used first: a program knows many, and a frame needs few.
///
/// What does not compile is told then, by `GPUDevice.throwProgramFault`, and nothing is drawn with it until it is reloaded.
@MainActor package struct GPUProgram: ~Copyable {
  /// The uniform block `View` is bound to this point in every program.
  package static let viewBinding = 0

  /// What of a program changes when it is linked.
  private final class Linked {
    /// 0 while it is not linked.
    var name: UInt32 = 0
    var fault: GPUError?
    var uniformNames: [String] = []
    var locations: [Int32] = []
    /// What each uniform was set to, as bits; nil where nobody knows.
    var values: [SIMD4<UInt32>?] = []
    /// What was set before the program was linked, by index of the uniform: texture units as a rule, which a reload does not
    /// change.
    var first: [Int: Int] = [:]
  }

  package let device: GPUDevice
  private let linked = Linked()
  private let library: ShaderLibrary
  private let vertexFile: String
  private let fragmentFile: String
  private let blocks: [String]
  private let preamble: String
  private let variants: GPUProgramVariants

  /// `blocks` are uniform blocks besides `View`, bound to the points 1, 2, ... in order; `preamble` comes before the text of both
  /// shaders.
  package init(
    _ device: GPUDevice, vertex: String, fragment: String, library: ShaderLibrary, blocks: [String] = [], preamble: String = ""
  ) {
    self.device = device
    self.library = library
    self.blocks = blocks
    self.preamble = preamble
    vertexFile = vertex
    fragmentFile = fragment
    variants = GPUProgramVariants(device)
  }

  deinit {
    if linked.name != 0 { device.trash.add(.program, linked.name) }
  }

  /// Compiles and links what was not used yet.
  package func link() throws(GPUError) {
    if linked.name == 0 { try relink() }
  }

  /// Reads, compiles and links the files again if they were used; on an error the old program stays.
  package func reload() throws(GPUError) {
    linked.fault = nil
    if linked.name != 0 { try relink() }
  }

  private func relink() throws(GPUError) {
    let name = try link(.color)
    if linked.name != 0 { device.trash.add(.program, linked.name) }
    linked.name = name
    for index in linked.values.indices { linked.values[index] = nil }
    for index in linked.uniformNames.indices { linked.locations[index] = glGetUniformLocation(name, linked.uniformNames[index]) }
    bindBlocks(of: name)
    variants.removeAll()
    device.state.bind(program: name)
    for (index, value) in linked.first { glUniform1i(linked.locations[index], GLint(clamping: value)) }
  }

  /// The handle of a uniform, once at set-up. A name that the shader does not use is allowed: setting it does nothing.
  package func uniform(_ uniformName: String) -> GPUUniform {
    if let index = linked.uniformNames.firstIndex(of: uniformName) { return GPUUniform(index: index) }
    linked.uniformNames.append(uniformName)
    linked.values.append(nil)
    linked.locations.append(linked.name == 0 ? -1 : glGetUniformLocation(linked.name, uniformName))
    return GPUUniform(index: linked.locations.count - 1)
  }

  /// Draws use this program from now on.
  package func use() {
    if linked.name == 0 { linkForUse() }
    device.state.bind(program: device.variant == .color ? linked.name : variantName())
  }

  private func location(_ uniform: GPUUniform) -> Int32 {
    if device.variant == .color { return linked.locations[uniform.index] }
    return glGetUniformLocation(variantName(), linked.uniformNames[uniform.index])
  }

  /// Where a value has to be set; nil where it is set already, or nobody reads it. The program is in use afterwards.
  private func place(_ uniform: GPUUniform, _ bits: SIMD4<UInt32>) -> Int32? {
    use()
    guard device.variant == .color else { return location(uniform) }
    guard linked.locations[uniform.index] >= 0, linked.values[uniform.index] != bits else { return nil }
    linked.values[uniform.index] = bits
    return linked.locations[uniform.index]
  }

  private func linkForUse() {
    // It is compiled now, and when it is drawn with next.
    device.beginDrawing()
    if linked.fault == nil {
      do throws(GPUError) {
        try relink()
      } catch {
        linked.fault = error
      }
    }
    if let fault = linked.fault { device.programFault = fault }
  }

  package func set(_ uniform: GPUUniform, _ value: Float) {
    guard let place = place(uniform, SIMD4(value.bitPattern, 0, 0, 0)) else { return }
    glUniform1f(place, value)
  }

  package func set(_ uniform: GPUUniform, _ value: SIMD2<Float>) {
    guard let place = place(uniform, SIMD4(value.x.bitPattern, value.y.bitPattern, 0, 0)) else { return }
    glUniform2f(place, value.x, value.y)
  }

  package func set(_ uniform: GPUUniform, _ value: SIMD3<Float>) {
    let bits = SIMD4(value.x.bitPattern, value.y.bitPattern, value.z.bitPattern, 0)
    guard let place = place(uniform, bits) else { return }
    glUniform3f(place, value.x, value.y, value.z)
  }

  package func set(_ uniform: GPUUniform, _ value: SIMD4<Float>) {
    let bits = SIMD4(value.x.bitPattern, value.y.bitPattern, value.z.bitPattern, value.w.bitPattern)
    guard let place = place(uniform, bits) else { return }
    glUniform4f(place, value.x, value.y, value.z, value.w)
  }

  /// The first `count` numbers of an array of `float`, as many as there are.
  package func set(_ uniform: GPUUniform, _ values: [Float], count: Int) {
    use()
    values.withUnsafeBufferPointer {
      glUniform1fv(location(uniform), GLsizei(clamping: min(count, $0.count)), $0.baseAddress)
    }
  }

  /// An `int`, a `bool`, or the texture unit of a sampler. Set before the first use it holds after a reload too.
  package func set(_ uniform: GPUUniform, _ value: Int) {
    if linked.name == 0 {
      linked.first[uniform.index] = value
      return
    }
    guard let place = place(uniform, SIMD4(UInt32(bitPattern: Int32(clamping: value)), 0, 0, 0)) else { return }
    glUniform1i(place, GLint(clamping: value))
  }

  /// A `mat4`; `Matrix` must be 16 floats, column after column.
  package func setMatrix<Matrix: BitwiseCopyable>(_ uniform: GPUUniform, _ value: Matrix) {
    guard MemoryLayout<Matrix>.size == 64 else { return }
    use()
    if device.variant == .color, linked.locations[uniform.index] < 0 { return }
    withUnsafeBytes(of: value) { bytes in
      glUniformMatrix4fv(location(uniform), 1, 0, bytes.assumingMemoryBound(to: GLfloat.self).baseAddress)
    }
  }

  private func bindBlocks(of name: UInt32) {
    bindBlock("View", of: name, to: Self.viewBinding)
    for (offset, block) in blocks.enumerated() {
      bindBlock(block, of: name, to: offset + 1)
    }
  }

  private func bindBlock(_ block: String, of name: UInt32, to point: Int) {
    let index = glGetUniformBlockIndex(name, block)
    if index != GLuint.max { glUniformBlockBinding(name, index, GLuint(clamping: point)) }
  }
}

extension GPUProgram {
  /// The program of the device's variant, made when it is needed first. With each time that the device changes to a variant it
  /// takes over what the uniforms are: many are set once, in the program of the picture. Where it does not compile, that program
  /// stands in for it.
  private func variantName() -> UInt32 {
    let variant = device.variant
    guard linked.name != 0 else { return 0 }
    if variants.isCurrent(variant, device.variantNumber), let known = variants.name(of: variant) { return known }
    if variants.name(of: variant) == nil {
      let made = try? link(variant)
      if let made { bindBlocks(of: made) }
      variants.set(variant, made ?? 0)
    }
    guard let made = variants.name(of: variant), made != 0 else { return linked.name }
    variants.copyUniforms(from: linked.name, to: made)
    variants.setCurrent(variant, device.variantNumber)
    return made
  }

  /// Takes the program from the cache, or compiles and links it.
  private func link(_ variant: ShaderVariant) throws(GPUError) -> UInt32 {
    func text(_ file: String, isFragment: Bool) throws(GPUError) -> String {
      variant.rewritten(try library.expanded(file, preamble: preamble), isFragment: isFragment)
    }
    let (vertex, fragment) = (try text(vertexFile, isFragment: false), try text(fragmentFile, isFragment: true))
    let key = device.programCache?.key(vertex: vertex, fragment: fragment)
    if let key, let kept = device.programCache?.program(key) { return kept }
    device.hasCompiled = true
    let vertexShader = try Self.compile(vertex, of: vertexFile, GLenum(GL_VERTEX_SHADER))
    defer { glDeleteShader(vertexShader) }
    let fragmentShader = try Self.compile(fragment, of: fragmentFile, GLenum(GL_FRAGMENT_SHADER))
    defer { glDeleteShader(fragmentShader) }
    let name = glCreateProgram()
    glAttachShader(name, vertexShader)
    glAttachShader(name, fragmentShader)
    device.programCache?.announce(name)
    glLinkProgram(name)
    try checkLink(of: name)
    glDetachShader(name, vertexShader)
    glDetachShader(name, fragmentShader)
    if let key { device.programCache?.keep(name, key) }
    return name
  }

  private func checkLink(of name: UInt32) throws(GPUError) {
    var status: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &status)
    guard status == 0 else { return }
    var length: GLint = 0
    glGetProgramiv(name, GLenum(GL_INFO_LOG_LENGTH), &length)
    let log = Self.text(ofLength: length) { glGetProgramInfoLog(name, $0, nil, $1) }
    glDeleteProgram(name)
    throw .shader(file: "\(vertexFile) + \(fragmentFile)", log: log)
  }

  private static func compile(_ source: String, of file: String, _ kind: GLenum) throws(GPUError) -> UInt32 {
    let shader = glCreateShader(kind)
    source.withCString { pointer in
      var line: UnsafePointer<GLchar>? = pointer
      glShaderSource(shader, 1, &line, nil)
    }
    glCompileShader(shader)
    var status: GLint = 0
    glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &status)
    guard status != 0 else {
      var length: GLint = 0
      glGetShaderiv(shader, GLenum(GL_INFO_LOG_LENGTH), &length)
      let log = text(ofLength: length) { glGetShaderInfoLog(shader, $0, nil, $1) }
      glDeleteShader(shader)
      throw .shader(file: file, log: log)
    }
    return shader
  }

  private static func text(ofLength length: GLint, _ fill: (GLsizei, UnsafeMutablePointer<GLchar>?) -> Void) -> String {
    guard length > 1 else { return "the driver gives no reason" }
    var characters = [GLchar](repeating: 0, count: Int(length))
    characters.withUnsafeMutableBufferPointer { fill(length, $0.baseAddress) }
    let bytes = characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    var log = String(decoding: bytes, as: UTF8.self)
    while log.last?.isWhitespace == true { log.removeLast() }
    return log
  }
}
