import Foundation
import Testing

/// What a vertex shader leaves unwritten is whatever the driver likes: Mesa's software renderer and graphics cards differ.
@Suite struct ShaderOutputTests {
  @Test func everyOutputIsWrittenWithoutACondition() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".vert") }
    #expect(names.count > 20)
    for name in names {
      let text = try Self.text(name)
      for output in Self.unwritten(in: text) { Issue.record("\(name): \(output) is not always written") }
    }
  }

  @Test func whatIsWrittenUnderAConditionAloneIsFound() {
    let declared = "flat out vec2 v_depths;\nout vec4 v_color;\n"
    #expect(Self.unwritten(in: declared + "void main() {\n  v_color.a = 1.0;\n  if (a) v_depths = vec2(1.0);\n}") == ["v_depths"])
    #expect(Self.unwritten(in: declared + "void main() {\n  v_color = a == b ? c : d;\n  v_depths = vec2(1.0);\n}") == [])
    #expect(Self.unwritten(in: declared + "// v_color = a;\nvoid main() { v_depths = vec2(1.0); }") == ["v_color"])
  }

  private static let folder = "\(Repository.root)/Shaders/GLSL"

  private static func text(_ name: String, _ included: Set<String> = []) throws -> String {
    let inclusion = /^\s*#include "([a-z_]+\.glsl)"/
    return try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n").map { line in
      let match = line.firstMatch(of: inclusion)
      guard let file = match.map({ String($0.1) }), !included.contains(file) else { return String(line) }
      return try text(file, included.union([file]))
    }
    .joined(separator: "\n")
  }

  /// The outputs that no line writes but after an `if` or `else`.
  private static func unwritten(in text: String) -> [String] {
    let code = text.split(separator: "\n").map { $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex) }
    let declaration = /^\s*((flat|smooth|noperspective) )?out \w+ (\w+);/
    let outputs = code.compactMap { $0.firstMatch(of: declaration).map { String($0.3) } }
    let assignment = /^(\.\w+)? *[-+*\/]?=[^=]/
    let condition = /^\s*(\} )?(if|else)\b/
    return outputs.filter { output in
      !code.contains { line in
        guard let place = line.firstRange(of: output) else { return false }
        return line[place.upperBound...].contains(assignment) && !line.contains(condition)
      }
    }
  }
}
