/// Where GLSL text comes from, by file name.
package struct ShaderLibrary: Sendable {
  /// The text of a file; throws `GPUError.shader` when there is none.
  package let text: @Sendable (_ file: String) throws(GPUError) -> String
  /// Has what was read before read anew.
  package let forget: @Sendable () -> Void

  package init(
    forget: @escaping @Sendable () -> Void = {}, text: @escaping @Sendable (_ file: String) throws(GPUError) -> String
  ) {
    (self.text, self.forget) = (text, forget)
  }

  /// The text that the compiler gets: the version line, then the file with each line `#include "other"` replaced by that file's
  /// text, which may include others to a depth of `maximumDepth`. `#line` keeps the log's line numbers those of the file (source 0;
  /// includes are 1, 2, ...). `preamble` stands between the version line and the file.
  package func expanded(_ file: String, preamble: String = "") throws(GPUError) -> String {
    var result = "#version 330 core\n\(preamble.isEmpty ? "" : preamble + "\n")#line 1 0\n"
    var includes = 0
    var open = [OpenFile(name: file, number: 0, text: try text(file))]
    while var current = open.popLast() {
      guard let line = current.nextLine() else {
        if let outer = open.last { result += "#line \(outer.lineNumber + 1) \(outer.number)\n" }
        continue
      }
      open.append(current)
      guard line.hasPrefix("#include") else {
        result += line
        result += "\n"
        continue
      }
      func fault(_ what: String) -> GPUError { .shader(file: current.name, log: "line \(current.lineNumber): \(what)") }
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count >= 2 else { throw fault("#include needs a name in quotes") }
      guard open.count <= Self.maximumDepth else { throw fault("#include in too many others") }
      includes += 1
      result += "#line 1 \(includes)\n"
      open.append(OpenFile(name: String(parts[1]), number: includes, text: try text(String(parts[1]))))
    }
    return result
  }

  /// How deep files may include others.
  private static let maximumDepth = 3

  /// A file that is being read, perhaps in the middle of another one.
  private struct OpenFile {
    let name: String
    /// In `#line`.
    let number: Int
    /// Of the last line that was read, from 1 on.
    private(set) var lineNumber = 0
    private let lines: [Substring]

    init(name: String, number: Int, text: String) {
      (self.name, self.number) = (name, number)
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    mutating func nextLine() -> Substring? {
      guard lineNumber < lines.count else { return nil }
      lineNumber += 1
      return lines[lineNumber - 1]
    }
  }
}
