import Foundation

/// The texts that sources hand to `localized`.
struct LocalizedLiterals {
  /// One call.
  struct Use {
    /// The text, or that of several.
    let text: String
    /// That of one; nil for a text without forms.
    let one: String?
    let place: String
  }

  private(set) var uses: [Use] = []
  /// Calls with something other than literals.
  private(set) var faults: [String] = []

  init(_ files: [Repository.SourceFile]) {
    for file in files where !file.path.hasSuffix("Language/InterfaceText.swift") { read(file) }
  }

  private mutating func read(_ file: Repository.SourceFile) {
    let text = file.lines.map { $0.trimmingCharacters(in: .whitespaces).hasPrefix("//") ? "" : $0 }.joined(separator: "\n")
    var rest = text[...]
    while let call = rest.range(of: "localized(") {
      let before = call.lowerBound > text.startIndex ? text[text.index(before: call.lowerBound)] : " "
      rest = rest[call.upperBound...]
      let isDeclaration = text[..<call.lowerBound].hasSuffix("func ")
      if isDeclaration || before.isLetter || before == "`" || before == "." { continue }
      let line = text[..<call.lowerBound].count { $0 == "\n" } + 1
      guard let first = Self.literal(&rest) else {
        faults.append("\(file):\(line)")
        continue
      }
      var after = rest.drop { $0.isWhitespace }
      guard after.first == "," else {
        uses.append(Use(text: first, one: nil, place: "\(file):\(line)"))
        continue
      }
      after = after.dropFirst()
      if let second = Self.literal(&after) {
        uses.append(Use(text: second, one: first, place: "\(file):\(line)"))
      } else {
        uses.append(Use(text: first, one: nil, place: "\(file):\(line)"))
      }
    }
  }

  /// The value of the literal that comes next, in one line or in several; nil where something else comes.
  private static func literal(_ rest: inout Substring) -> String? {
    var text = rest.drop { $0.isWhitespace }
    if text.hasPrefix("\"\"\"") { return block(&rest, text.dropFirst(3)) }
    guard text.first == "\"" else { return nil }
    text = text.dropFirst()
    var value = ""
    while let character = text.first, character != "\"" {
      text = text.dropFirst()
      if character == "\\", let escaped = text.first {
        text = text.dropFirst()
        value.append(escaped == "n" ? "\n" : escaped)
      } else {
        value.append(character)
      }
    }
    rest = text.dropFirst()
    return value
  }

  private static func block(_ rest: inout Substring, _ text: Substring) -> String? {
    guard let end = text.range(of: "\"\"\"") else { return nil }
    var lines = text[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init)
    let indent = lines.popLast()?.count ?? 0
    rest = text[end.upperBound...]
    let shifted = lines.map { String($0.dropFirst(min(indent, $0.count))) }
    return shifted.joined(separator: "\n").replacingOccurrences(of: "\\\n", with: "")
  }

  /// The names in braces.
  static func names(_ text: String) -> Set<String> {
    Set(text.matches(of: /\{([a-zA-Z]+)\}/).map { String($0.1) })
  }
}
