import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// The README's example is the program `ReadmeExample` of this package.
  @Suite struct ReadmeTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test func theExampleIsTheOneThatIsCompiled() throws {
      let readme = try String(
        contentsOf: Self.tests.deletingLastPathComponent().appendingPathComponent("README.md"), encoding: .utf8)
      let program = try String(contentsOf: Self.tests.appendingPathComponent("ReadmeExample/main.swift"), encoding: .utf8)
      let block = try #require(readme.split(separator: "```swift\n", maxSplits: 1).last?.split(separator: "```").first)
      #expect(String(block) == program)
      #expect(block.split(separator: "\n").count <= 15)
    }

    @Test(.enabled(if: VirtualDisplay.isAvailable, "Xvfb is not installed")) func theExampleOpensAWindowWithAMap() async throws {
      let place = try Workplace()
      let display = try VirtualDisplay(["-screen", "0", "1280x800x24", "-fbdir", place.path])
      let environment = Workplace.environment.merging(["DISPLAY": display.name]) { $1 }
      let example = try Tool(Tool.built("ReadmeExample"), [], environment: environment, in: place.path)
      let end = ContinuousClock.now + .seconds(patienceSeconds)
      var colors = 0
      while colors < 100, ContinuousClock.now < end {
        try await Task.sleep(for: .seconds(0.1))
        colors = try VirtualDisplay.colorCount(inFolder: place.path)
      }
      #expect(colors >= 100, "a photograph of the Earth has many colours")
      #expect(example.isRunning && example.errors.isEmpty, "\(example.errors)")
    }
  }
}
