import Foundation
import Testing

/// One name for one thing.
@Suite struct NameTests {
  /// Not even in two targets: whoever reads one of them would have to know which is meant.
  @Test func noTwoTypesOfThePackageHaveOneName() throws {
    var places: [String: String] = [:]
    for file in try Repository.swiftFiles("Sources", "Shaders", "Assets") {
      for name in file.declaredTypes {
        if let other = places[name] { Issue.record("\(name): \(other), \(file)") }
        places[name] = file.path
      }
    }
    #expect(places.count > 1000)
  }

  @Test func declarationsAreFoundInEveryForm() {
    #expect(Repository.declaredType(in: "@MainActor @Observable public final class Button: Control {") == "Button")
    #expect(Repository.declaredType(in: "private enum Kind {") == "Kind")
    #expect(Repository.declaredType(in: "public typealias Handler = () -> Void") == "Handler")
    #expect(Repository.declaredType(in: "  struct Nested {") == nil)
    #expect(Repository.declaredType(in: "extension Button {") == nil)
  }
}
