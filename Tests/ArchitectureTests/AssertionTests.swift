import Foundation
import Testing

/// A test that asserts nothing cannot fail: it tells only that nothing broke down, and hides what hangs.
@Suite struct AssertionTests {
  /// A function of the tests, by the form that the formatter gives it.
  private struct Function {
    let file: Repository.SourceFile
    let name: String
    let isTest: Bool
    let assertsItself: Bool
    /// Names that stand before a parenthesis or a closure.
    let called: Set<String>

    /// The folder below Tests.
    var target: String { String(file.path.split(separator: "/")[1]) }

    init(file: Repository.SourceFile, name: String, isTest: Bool, body: String) {
      self.file = file
      self.name = name
      self.isTest = isTest
      assertsItself = body.contains("#expect") || body.contains("#require") || body.contains("Issue.record")
      var called: Set<String> = []
      Repository.forEachWord(of: body) { word, rest in
        if rest.starts(with: "(".utf8) || rest.starts(with: " {".utf8) { called.insert(String(decoding: word, as: UTF8.self)) }
      }
      self.called = called
    }
  }

  @Test func everyTestAssertsSomething() throws {
    for test in Self.withoutAssertion(Self.functions(in: try Repository.swiftFiles("Tests"))) {
      Issue.record("\(test.file): \(test.name)")
    }
  }

  /// A wait that ends after so many looks fails on a machine that is busy with other things; `eventually` and `blockUntil` have one long
  /// limit for all.
  @Test func noTestCountsItsLooksWhileItWaits() throws {
    let counted = #/for \w+ in 0\.\.<\w+ where /#
    let pause = /\bu?sleep\(/
    for file in try Repository.swiftFiles("Tests") {
      let code = file.code
      for number in code.indices where code[number].firstMatch(of: counted) != nil {
        #expect(code[number...].prefix(4).joined().firstMatch(of: pause) == nil, "\(file):\(number + 1)")
      }
    }
  }

  @Test func findsTestsThatAssertNothingAndThoseWhoseHelpersDo() {
    let file = Repository.SourceFile(
      path: "Tests/X/a.swift",
      lines: """
        struct A {
          @Test func one() { #expect(true) }

          /// A comment.
          @Test(arguments: [
            1, 2,
          ]) func two(_ number: Int) {
            let text = "#expect"
          }

          @Test func three() throws {
            try outer()
          }

          private func outer() throws {
            inner { 1 }
          }

          private func inner(_ body: () -> Int) { _ = try? #require(body() == 1) }

          @Test(arguments: [
            3
            ]) func four(_ number: Int)
          {
            func nested() { _ = number }
            for _ in 0..<2 {
              nested()
            }
            #expect(number == 3)
          }
        }
        """.components(separatedBy: "\n"))
    let functions = Self.functions(in: [file])
    #expect(functions.map(\.name) == ["one", "two", "three", "outer", "inner", "four", "nested"])
    #expect(functions.filter(\.isTest).map(\.name) == ["one", "two", "three", "four"])
    #expect(Self.withoutAssertion(functions).map(\.name) == ["two"])
  }

  /// Tests that neither assert nor call a function of their target, or of the support of all, that does.
  private static func withoutAssertion(_ functions: [Function]) -> [Function] {
    var found: [Function] = []
    for (target, own) in Dictionary(grouping: functions, by: \.target).sorted(by: { $0.key < $1.key }) {
      let helpers = own.filter { !$0.isTest } + (target == "Support" ? [] : functions.filter { $0.target == "Support" })
      var asserting = Set(helpers.filter(\.assertsItself).map(\.name))
      var count = -1
      while count != asserting.count {
        count = asserting.count
        for helper in helpers where !helper.called.isDisjoint(with: asserting) { asserting.insert(helper.name) }
      }
      found += own.filter { $0.isTest && !$0.assertsItself && $0.called.isDisjoint(with: asserting) }
    }
    return found
  }

  private static func functions(in files: [Repository.SourceFile]) -> [Function] {
    // An expression that is written where it is used would be read again for each function.
    let head = /\bfunc (\w+)/
    return files.flatMap { file in
      let lines = file.code
      return lines.indices.compactMap { line -> Function? in
        guard lines[line].contains("func "), let match = lines[line].firstMatch(of: head) else { return nil }
        let first = firstLine(ofFunctionAt: line, lines)
        let end = lines[first].prefix { $0 == " " } + "}"
        let last = isWhole(lines[line]) ? line : lines[line...].firstIndex { $0 == end } ?? line
        let attributes = lines[first..<line].joined() + lines[line].prefix(upTo: match.range.lowerBound)
        return Function(
          file: file, name: String(match.1), isTest: attributes.contains("@Test"),
          body: lines[line...last].joined(separator: "\n"))
      }
    }
  }

  /// Where its attributes begin, which may stand above `func` or end beside it.
  private static func firstLine(ofFunctionAt line: Int, _ lines: [String]) -> Int {
    func isEndOfAttribute(_ text: Substring) -> Bool { text.hasPrefix(")") || text.hasPrefix("]") }
    let text = lines[line].drop { $0 == " " }
    let above = line > 0 ? lines[line - 1].drop { $0 == " " } : ""
    if !isEndOfAttribute(text) {
      if above.hasPrefix("@"), !above.contains("func ") { return line - 1 }
      guard above == ")" || above == "])", !text.hasPrefix("@") else { return line }
    }
    return lines[..<line].lastIndex { $0.drop { $0 == " " }.hasPrefix("@") } ?? line
  }

  private static func isWhole(_ line: String) -> Bool {
    line.contains("{") && line.count { $0 == "{" } == line.count { $0 == "}" }
  }
}
