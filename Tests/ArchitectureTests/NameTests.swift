import Foundation
import Testing

/// One name for one thing.
@Suite struct NameTests {
  private static var declaration: Regex<(Substring, Substring)> {
    /^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|open|internal|fileprivate|private|final|indirect|nonisolated) )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
  }

  /// Not even in two targets: whoever reads one of them would have to know which is meant.
  @Test func noTwoTypesOfThePackageHaveOneName() throws {
    var places: [String: String] = [:]
    for file in try Repository.swiftFiles("Sources", "Shaders", "Assets") {
      // Declarations at the margin alone are sought, and an expression takes long over a hundred thousand lines.
      for line in file.code where line.first.map({ $0 != " " && $0 != "}" }) == true {
        guard let match = line.firstMatch(of: Self.declaration) else { continue }
        let name = String(match.1)
        if let other = places[name] { Issue.record("\(name): \(other), \(file)") }
        places[name] = file.path
      }
    }
    #expect(places.count > 1000)
  }

  @Test func declarationsAreFoundInEveryForm() {
    func name(_ line: String) -> String? { line.firstMatch(of: Self.declaration).map { String($0.1) } }
    #expect(name("@MainActor @Observable public final class Button: Control {") == "Button")
    #expect(name("private enum Kind {") == "Kind")
    #expect(name("public typealias Handler = () -> Void") == "Handler")
    #expect(name("  struct Nested {") == nil)
    #expect(name("extension Button {") == nil)
  }
}
