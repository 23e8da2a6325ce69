import CGL
import OverlookSupport

/// Programs as the driver compiled them, kept on the disk from one start to the next. Main thread, with the context current.
///
/// What is kept is found by all that it was made from: the driver by its own words, and the text of both shaders. Another driver, or
/// a changed shader, finds nothing. What is damaged is as good as not there: the text is compiled then.
@MainActor package final class GPUProgramCache {
  private let store: ProgramFolder
  /// What the driver says of itself.
  private let driver: [UInt8]
  /// Programs that were taken from the disk, and that had to be compiled.
  package private(set) var hits = 0
  package private(set) var misses = 0

  /// Nil where the driver hands out no programs (OpenGL below 4.1 without `GL_ARB_get_program_binary`, or Mesa without a cache of
  /// its own).
  ///
  /// - Parameter folder: Made when the first program is kept. Only files that belong to the person who runs the program are read,
  ///   by a thread of their own from now on.
  package init?(folder: String, _ capabilities: GPUCapabilities) {
    guard capabilities.handsOutPrograms else { return nil }
    store = ProgramFolder(folder)
    store.readAhead()
    driver = Array([capabilities.vendor, capabilities.renderer, capabilities.version].joined(separator: "\n").utf8)
  }

  /// Gives up what was read from the disk and nobody asked for, once nearly all has been asked for.
  package func forgetAhead() { store.forgetAhead() }

  /// Deletes what is kept in `folder`; what else lies there stays.
  package nonisolated static func clear(folder: String) { ProgramFolder.clear(folder) }

  /// Waits until all that was kept is on the disk, and what is there was read. For tests, and the end of programs.
  package func finish() { store.finish() }

  func key(vertex: String, fragment: String) -> ProgramKey {
    ProgramKey(driver: driver, vertex: vertex, fragment: fragment)
  }

  /// The program, linked; nil when it is not kept, or the driver does not take it any more.
  func program(_ key: ProgramKey) -> UInt32? {
    guard let kept = store.read(key) else {
      misses += 1
      return nil
    }
    let name = glCreateProgram()
    glProgramBinary(name, kept.format, kept.bytes, GLsizei(clamping: kept.bytes.count))
    var status: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &status)
    guard status != 0 else {
      // A format that the driver does not know is an error besides.
      _ = glGetError()
      glDeleteProgram(name)
      store.remove(key)
      misses += 1
      return nil
    }
    hits += 1
    return name
  }

  /// Tells the driver, before it links `name`, that it will be asked for the result.
  func announce(_ name: UInt32) {
    glProgramParameteri(name, GLenum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE)
  }

  /// Keeps a program that was linked from its text.
  func keep(_ name: UInt32, _ key: ProgramKey) {
    var length: GLint = 0
    glGetProgramiv(name, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
    guard length > 0, Int(length) <= ProgramFile.maximumByteCount else { return }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    var format: GLenum = 0
    var written: GLsizei = 0
    glGetProgramBinary(name, length, &written, &format, &bytes)
    guard written > 0, written <= length else { return }
    bytes.removeLast(Int(length - written))
    store.write(ProgramFile(format: format, bytes: bytes), key)
  }
}
