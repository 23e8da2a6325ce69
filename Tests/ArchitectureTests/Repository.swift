import Foundation
import Synchronization

/// The source files of this package. Each is read once in a process, whatever number of tests look at it.
struct Repository {
  final class SourceFile: CustomStringConvertible, Sendable {
    /// From the root of the repository: "Sources/Overlook/MapView.swift".
    let path: String
    let lines: [String]
    private let blanked = Mutex<[String]?>(nil)
    private let types = Mutex<[String]?>(nil)

    init(path: String, lines: [String]) {
      self.path = path
      self.lines = lines
    }

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
      blanked.withLock { known in
        let code = known ?? Self.code(lines)
        known = code
        return code
      }
    }

    /// Names of the types that are declared at the margin.
    var declaredTypes: [String] {
      let code = code
      return types.withLock { known in
        let types = known ?? code.compactMap(Repository.declaredType)
        known = types
        return types
      }
    }

    private static func code(_ lines: [String]) -> [String] {
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
        return withoutStringsAndComment(line)
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

  private static var declaration: Regex<(Substring, Substring)> {
    /^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|open|internal|fileprivate|private|final|indirect|nonisolated) )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
  }

  /// The name of the type that a line at the margin declares; nil for others.
  static func declaredType(in line: String) -> String? {
    // An expression takes long over a hundred thousand lines.
    guard let first = line.first, first != " ", first != "}" else { return nil }
    return line.firstMatch(of: declaration).map { String($0.1) }
  }

  private static let files = Mutex<[String: [SourceFile]]>([:])

  /// Swift files below these folders, in the order of their paths.
  static func swiftFiles(_ folders: String...) throws -> [SourceFile] {
    try folders.flatMap { folder in
      try files.withLock { known in
        let files = try known[folder] ?? read(folder)
        known[folder] = files
        return files
      }
    }
  }

  private static func read(_ folder: String) throws -> [SourceFile] {
    let paths = FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []
    return try paths.sorted().filter { $0.hasSuffix(".swift") }.map { path in
      let text = try String(contentsOfFile: "\(root)/\(folder)/\(path)", encoding: .utf8)
      return SourceFile(path: "\(folder)/\(path)", lines: text.components(separatedBy: "\n"))
    }
  }
}
