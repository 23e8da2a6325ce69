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

    /// `code` in one piece, for what is looked for in all of it.
    var text: String { code.joined(separator: "\n") }

    /// Names of the types that are declared at the margin.
    var declaredTypes: [String] {
      let code = code
      return types.withLock { known in
        // Each use of an expression that is written out reads it again: once for a file.
        let declaration = Repository.declaration
        let types = known ?? code.compactMap { Repository.declaredType(in: $0, by: declaration) }
        known = types
        return types
      }
    }

    private static func code(_ lines: [String]) -> [String] {
      var isInMultilineString = false
      return lines.map { line in
        if line.utf8.drop(while: { $0 == space }).starts(with: "//".utf8) { return "" }
        // Most lines hold neither a string nor a comment.
        guard line.utf8.contains(where: { $0 == quote || $0 == slash }) else { return isInMultilineString ? "" : line }
        let parts = line.split(separator: "\"\"\"", omittingEmptySubsequences: false)
        let endsOrBegins = parts.count.isMultiple(of: 2)
        if isInMultilineString {
          if endsOrBegins { isInMultilineString = false }
          return ""
        }
        if endsOrBegins {
          isInMultilineString = true
          return String(parts[0])
        }
        return withoutStringsAndComment(line)
      }
    }

    private static func withoutStringsAndComment(_ line: String) -> String {
      var result: [UInt8] = []
      result.reserveCapacity(line.utf8.count)
      var isInString = false
      var previous = space
      for byte in line.utf8 {
        if byte == quote && previous != backslash {
          isInString.toggle()
          result.append(byte)
        } else if !isInString {
          result.append(byte)
          if byte == slash && result.dropLast().last == slash { return String(decoding: result.dropLast(2), as: UTF8.self) }
        }
        previous = previous == backslash && byte == backslash ? space : byte
      }
      return String(decoding: result, as: UTF8.self)
    }

    private static let space = UInt8(ascii: " ")
    private static let quote = UInt8(ascii: "\"")
    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")
  }

  static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  static var declaration: Regex<(Substring, Substring)> {
    /^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|open|internal|fileprivate|private|final|indirect|nonisolated) )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
  }

  /// The name of the type that a line at the margin declares; nil for others.
  static func declaredType(in line: String, by declaration: Regex<(Substring, Substring)> = declaration) -> String? {
    // An expression takes long over a hundred thousand lines.
    guard let first = line.utf8.first, first != UInt8(ascii: " "), first != UInt8(ascii: "}") else { return nil }
    return line.firstMatch(of: declaration).map { String($0.1) }
  }

  /// Calls `body` with each word of `text` (letters, digits, "_") and with what follows it.
  static func forEachWord(of text: String, _ body: (_ word: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Void) {
    let bytes = Array(text.utf8)
    var start: Int?
    for index in 0...bytes.count {
      if index < bytes.count, isOfWord(bytes[index]) {
        start = start ?? index
      } else if let begin = start {
        body(bytes[begin..<index], bytes[index...])
        start = nil
      }
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_") || byte >= 128
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
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
      let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return SourceFile(path: "\(folder)/\(path)", lines: lines.map { String(Substring($0)) })
    }
  }
}
