import OverlookSupport
import Synchronization

/// The text of GLSL files, each read once. The first use has a thread read all that lie beside it: programs are linked in the midst of
/// frames, and disks are slow.
package final class ShaderTexts: Sendable {
  private struct State {
    var texts: [String: String] = [:]
    var hasBegun = false
    /// How often what was read was forgotten.
    var age = 0
  }

  private let path: @Sendable (_ file: String) throws(GPUError) -> String
  private let state = Mutex(State())

  /// - Parameter path: Where a file lies.
  package init(path: @escaping @Sendable (_ file: String) throws(GPUError) -> String) {
    self.path = path
  }

  package func text(_ file: String) throws(GPUError) -> String {
    let (kept, begins, age) = state.withLock { state in
      defer { state.hasBegun = true }
      return (state.texts[file], !state.hasBegun, state.age)
    }
    if let kept { return kept }
    let path = try path(file)
    if begins { readAhead(beside: path) }
    do throws(ResourceError) {
      let text = try Self.contents(path)
      keep(text, file, age)
      return text
    } catch {
      throw .shader(file: file, log: "\(error)")
    }
  }

  /// Of how many files the text is known.
  package var count: Int { state.withLock { $0.texts.count } }

  /// Has all of them read anew.
  @Sendable package func forget() {
    state.withLock { state in
      state.texts = [:]
      state.age += 1
    }
  }

  private func keep(_ text: String, _ file: String, _ age: Int) {
    state.withLock { if $0.age == age { $0.texts[file] = text } }
  }

  private static func contents(_ path: String) throws(ResourceError) -> String {
    String(decoding: try ResourceLocator.contents(of: path), as: UTF8.self)
  }

  private func readAhead(beside path: String) {
    // Where there is no thread to be had, each is read when it is asked for.
    try? ServiceThread.start("overlook-shaders", stackBytes: 256 << 10) {
      let age = self.state.withLock { $0.age }
      for (file, path) in ResourceLocator.files(beside: path) {
        guard self.state.withLock({ $0.texts[file] == nil }), let text = try? Self.contents(path) else { continue }
        self.keep(text, file, age)
      }
    }
  }
}
