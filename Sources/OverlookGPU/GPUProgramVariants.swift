import CGL

/// The programs that stand for another one in the variants of `ShaderVariant`.
@MainActor final class GPUProgramVariants {
  private struct Made {
    /// 0 for one that does not compile.
    let name: UInt32
    /// For which change of the device's variant its uniforms were taken over.
    var number = -1
  }

  private var made: [Made?] = ShaderVariant.allCases.map { _ in nil }

  private let device: GPUDevice

  init(_ device: GPUDevice) {
    self.device = device
  }

  isolated deinit { removeAll() }

  func name(of variant: ShaderVariant) -> UInt32? { made[variant.rawValue]?.name }

  func set(_ variant: ShaderVariant, _ name: UInt32) { made[variant.rawValue] = Made(name: name) }

  func isCurrent(_ variant: ShaderVariant, _ number: Int) -> Bool {
    made[variant.rawValue].map { $0.number == number && $0.name != 0 } ?? false
  }

  func setCurrent(_ variant: ShaderVariant, _ number: Int) { made[variant.rawValue]?.number = number }

  func removeAll() {
    for index in made.indices {
      if let name = made[index]?.name, name != 0 { device.trash.add(.program, name) }
      made[index] = nil
    }
  }

  /// Gives the uniforms of `target` the values that they have in `source`.
  func copyUniforms(from source: UInt32, to target: UInt32) {
    device.state.bind(program: target)
    var count: GLint = 0
    glGetProgramiv(source, GLenum(GL_ACTIVE_UNIFORMS), &count)
    var name = [GLchar](repeating: 0, count: 256)
    for index in 0..<GLuint(clamping: count) {
      var size: GLint = 0
      var type: GLenum = 0
      glGetActiveUniform(source, index, GLsizei(clamping: name.count), nil, &size, &type, &name)
      // Elements of an array have locations of their own.
      for element in 0..<max(Int(size), 1) {
        let text = Self.text(name, element: size > 1 ? element : nil)
        let (from, to) = (glGetUniformLocation(source, text), glGetUniformLocation(target, text))
        if from >= 0, to >= 0 { Self.copy(type, from: (source, from), to: to) }
      }
    }
  }

  private static func text(_ name: [GLchar], element: Int?) -> String {
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let element else { return text }
    return "\(text.hasSuffix("[0]") ? String(text.dropLast(3)) : text)[\(element)]"
  }

  private static func copy(_ type: GLenum, from source: (program: UInt32, location: Int32), to location: Int32) {
    var floats = [GLfloat](repeating: 0, count: 16)
    switch Int32(truncatingIfNeeded: type) {
    case GL_FLOAT, GL_FLOAT_VEC2, GL_FLOAT_VEC3, GL_FLOAT_VEC4, GL_FLOAT_MAT2, GL_FLOAT_MAT3, GL_FLOAT_MAT4:
      glGetUniformfv(source.program, source.location, &floats)
    default: break
    }
    switch Int32(truncatingIfNeeded: type) {
    case GL_FLOAT: glUniform1fv(location, 1, floats)
    case GL_FLOAT_VEC2: glUniform2fv(location, 1, floats)
    case GL_FLOAT_VEC3: glUniform3fv(location, 1, floats)
    case GL_FLOAT_VEC4: glUniform4fv(location, 1, floats)
    case GL_FLOAT_MAT2: glUniformMatrix2fv(location, 1, 0, floats)
    case GL_FLOAT_MAT3: glUniformMatrix3fv(location, 1, 0, floats)
    case GL_FLOAT_MAT4: glUniformMatrix4fv(location, 1, 0, floats)
    default: copyIntegers(type, from: source, to: location)
    }
  }

  /// Numbers without a point, yes or no, and the units of samplers.
  private static func copyIntegers(_ type: GLenum, from source: (program: UInt32, location: Int32), to location: Int32) {
    var values = [GLint](repeating: 0, count: 4)
    glGetUniformiv(source.program, source.location, &values)
    switch Int32(truncatingIfNeeded: type) {
    case GL_INT_VEC2, GL_BOOL_VEC2: glUniform2iv(location, 1, values)
    case GL_INT_VEC3, GL_BOOL_VEC3: glUniform3iv(location, 1, values)
    case GL_INT_VEC4, GL_BOOL_VEC4: glUniform4iv(location, 1, values)
    case GL_UNSIGNED_INT: glUniform1ui(location, GLuint(bitPattern: values[0]))
    case GL_UNSIGNED_INT_VEC2, GL_UNSIGNED_INT_VEC3, GL_UNSIGNED_INT_VEC4:
      let unsigned = values.map { GLuint(bitPattern: $0) }
      switch Int32(truncatingIfNeeded: type) {
      case GL_UNSIGNED_INT_VEC2: glUniform2uiv(location, 1, unsigned)
      case GL_UNSIGNED_INT_VEC3: glUniform3uiv(location, 1, unsigned)
      default: glUniform4uiv(location, 1, unsigned)
      }
    default: glUniform1i(location, values[0])
    }
  }
}
