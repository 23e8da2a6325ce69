import Foundation

/// The source files of this package.
struct Repository {
  struct SourceFile: CustomStringConvertible {
    /// From the root of the repository: "Sources/Overlook/MapView.swift".
    let path: String
    let lines: [String]

    var description: String { path }

    /// The folder below Sources, the name of the target.
    var target: String {
      let parts = path.split(separator: "/")
      if parts.first == "Shaders" { return "OverlookShaders" }
      if parts.first == "Assets" { return "OverlookAssets" }
      return parts.count > 2 ? String(parts[1]) : ""
    }

    /// Lines with comments and the contents of string literals blanked, so that words in them do not count.
    var code: [String] {
      var isInMultilineString = false
      return lines.map { line in
        if line.trimmingCharacters(in: .whitespaces).hasPrefix("//") { return "" }
        let quotes = line.components(separatedBy: "\"\"\"").count - 1
        if isInMultilineString {
          if quotes % 2 == 1 { isInMultilineString = false }
          return ""
        }
        if quotes % 2 == 1 {
          isInMultilineString = true
          return line.components(separatedBy: "\"\"\"")[0]
        }
        return Self.withoutStringsAndComment(line)
      }
    }

    private static func withoutStringsAndComment(_ line: String) -> String {
      var result = ""
      var isInString = false
      var previous: Character = " "
      for character in line {
        if character == "\"" && previous != "\\" {
          isInString.toggle()
          result.append(character)
        } else if !isInString {
          result.append(character)
          if result.hasSuffix("//") { return String(result.dropLast(2)) }
        }
        previous = previous == "\\" && character == "\\" ? " " : character
      }
      return result
    }
  }

  static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// Swift files below these folders, in the order of their paths.
  static func swiftFiles(_ folders: String...) throws -> [SourceFile] {
    var files: [SourceFile] = []
    for folder in folders {
      let paths = FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []
      for path in paths.sorted() where path.hasSuffix(".swift") {
        let text = try String(contentsOfFile: "\(root)/\(folder)/\(path)", encoding: .utf8)
        files.append(SourceFile(path: "\(folder)/\(path)", lines: text.components(separatedBy: "\n")))
      }
    }
    return files
  }
}
