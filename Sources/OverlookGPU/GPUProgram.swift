import CGL

/// Where GLSL text comes from, by file name.
package struct ShaderLibrary: Sendable {
  /// The text of a file; throws `GPUError.shader` when there is none.
  package let text: @Sendable (_ file: String) throws(GPUError) -> String

  package init(text: @escaping @Sendable (_ file: String) throws(GPUError) -> String) {
    self.text = text
  }

  /// The text that the compiler gets: the version line, then the file with each line `#include "other"` replaced by that file's
  /// text, which may not include further. `#line` keeps the log's line numbers those of the file (source 0; includes are 1, 2, ...).
  /// `preamble` stands between the version line and the file.
  package func expanded(_ file: String, preamble: String = "") throws(GPUError) -> String {
    var result = "#version 330 core\n\(preamble.isEmpty ? "" : preamble + "\n")#line 1 0\n"
    var lineNumber = 0
    var includes = 0
    for line in try text(file).split(separator: "\n", omittingEmptySubsequences: false) {
      lineNumber += 1
      guard line.hasPrefix("#include") else {
        result += line
        result += "\n"
        continue
      }
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count >= 2 else { throw .shader(file: file, log: "line \(lineNumber): #include needs a name in quotes") }
      includes += 1
      result += "#line 1 \(includes)\n" + (try text(String(parts[1]))) + "\n#line \(lineNumber + 1) 0\n"
    }
    return result
  }
}

/// A uniform of one program; stays valid when the program is reloaded.
package struct GPUUniform: Hashable, Sendable {
  let index: Int
}

/// A vertex and a fragment shader, linked.
@MainActor package struct GPUProgram: ~Copyable {
  /// The uniform block `View` is bound to this point in every program.
  package static let viewBinding = 0

  package let device: GPUDevice
  private var name: UInt32
  private let library: ShaderLibrary
  private let vertexFile: String
  private let fragmentFile: String
  private let blocks: [String]
  private let preamble: String
  private var uniformNames: [String] = []
  private var locations: [Int32] = []

  /// Compiles and links. `blocks` are uniform blocks besides `View`, bound to the points 1, 2, ... in order; `preamble` comes before
  /// the text of both shaders.
  package init(
    _ device: GPUDevice, vertex: String, fragment: String, library: ShaderLibrary, blocks: [String] = [], preamble: String = ""
  ) throws(GPUError) {
    self.device = device
    self.library = library
    self.blocks = blocks
    self.preamble = preamble
    vertexFile = vertex
    fragmentFile = fragment
    name = try Self.link(vertex: vertex, fragment: fragment, library: library, preamble: preamble)
    bindBlocks()
  }

  deinit {
    device.trash.add(.program, name)
  }

  /// Reads, compiles and links the files again; on an error the old program stays.
  package mutating func reload() throws(GPUError) {
    let newName = try Self.link(vertex: vertexFile, fragment: fragmentFile, library: library, preamble: preamble)
    device.trash.add(.program, name)
    name = newName
    for index in uniformNames.indices {
      locations[index] = glGetUniformLocation(name, uniformNames[index])
    }
    bindBlocks()
  }

  /// The handle of a uniform, once at set-up. A name that the shader does not use is allowed: setting it does nothing.
  package mutating func uniform(_ uniformName: String) -> GPUUniform {
    if let index = uniformNames.firstIndex(of: uniformName) { return GPUUniform(index: index) }
    uniformNames.append(uniformName)
    locations.append(glGetUniformLocation(name, uniformName))
    return GPUUniform(index: locations.count - 1)
  }

  /// Draws use this program from now on.
  package func use() {
    device.state.bind(program: name)
  }

  package func set(_ uniform: GPUUniform, _ value: Float) {
    use()
    glUniform1f(locations[uniform.index], value)
  }

  package func set(_ uniform: GPUUniform, _ value: SIMD2<Float>) {
    use()
    glUniform2f(locations[uniform.index], value.x, value.y)
  }

  package func set(_ uniform: GPUUniform, _ value: SIMD3<Float>) {
    use()
    glUniform3f(locations[uniform.index], value.x, value.y, value.z)
  }

  package func set(_ uniform: GPUUniform, _ value: SIMD4<Float>) {
    use()
    glUniform4f(locations[uniform.index], value.x, value.y, value.z, value.w)
  }

  /// An `int`, a `bool`, or the texture unit of a sampler.
  package func set(_ uniform: GPUUniform, _ value: Int) {
    use()
    glUniform1i(locations[uniform.index], GLint(clamping: value))
  }

  /// A `mat4`; `Matrix` must be 16 floats, column after column.
  package func setMatrix<Matrix: BitwiseCopyable>(_ uniform: GPUUniform, _ value: Matrix) {
    guard MemoryLayout<Matrix>.size == 64 else { return }
    use()
    withUnsafeBytes(of: value) { bytes in
      glUniformMatrix4fv(locations[uniform.index], 1, 0, bytes.assumingMemoryBound(to: GLfloat.self).baseAddress)
    }
  }

  private func bindBlocks() {
    bindBlock("View", to: Self.viewBinding)
    for (offset, block) in blocks.enumerated() {
      bindBlock(block, to: offset + 1)
    }
  }

  private func bindBlock(_ block: String, to point: Int) {
    let index = glGetUniformBlockIndex(name, block)
    if index != GLuint.max { glUniformBlockBinding(name, index, GLuint(clamping: point)) }
  }
}

extension GPUProgram {
  private static func link(
    vertex: String, fragment: String, library: ShaderLibrary, preamble: String
  ) throws(GPUError) -> UInt32 {
    let vertexShader = try compile(vertex, GLenum(GL_VERTEX_SHADER), library, preamble)
    defer { glDeleteShader(vertexShader) }
    let fragmentShader = try compile(fragment, GLenum(GL_FRAGMENT_SHADER), library, preamble)
    defer { glDeleteShader(fragmentShader) }
    let name = glCreateProgram()
    glAttachShader(name, vertexShader)
    glAttachShader(name, fragmentShader)
    glLinkProgram(name)
    var status: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &status)
    guard status != 0 else {
      var length: GLint = 0
      glGetProgramiv(name, GLenum(GL_INFO_LOG_LENGTH), &length)
      let log = text(ofLength: length) { glGetProgramInfoLog(name, $0, nil, $1) }
      glDeleteProgram(name)
      throw .shader(file: "\(vertex) + \(fragment)", log: log)
    }
    glDetachShader(name, vertexShader)
    glDetachShader(name, fragmentShader)
    return name
  }

  private static func compile(
    _ file: String, _ kind: GLenum, _ library: ShaderLibrary, _ preamble: String
  ) throws(GPUError) -> UInt32 {
    let source = try library.expanded(file, preamble: preamble)
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
