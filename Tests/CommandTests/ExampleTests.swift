import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// The programs under Examples.
  @Suite struct ExampleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Examples")
    private static let withoutWindow = ["PictureService"]

    private static var names: [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    @Test func eachIsShort() throws {
      #expect(Self.names.count >= 8)
      for name in Self.names {
        let text = try String(contentsOf: Self.folder.appendingPathComponent("\(name)/main.swift"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 80, "\(name)")
      }
    }

    @Test(.enabled(if: VirtualDisplay.isAvailable, "Xvfb is not installed")) func eachOpensAWindowAndDraws() async throws {
      for name in Self.names where !Self.withoutWindow.contains(name) {
        let place = try Workplace()
        let display = try VirtualDisplay(["-screen", "0", "1280x800x24", "-fbdir", place.path])
        let environment = Workplace.environment.merging(["DISPLAY": display.name, "XDG_CACHE_HOME": place.cachePath]) { $1 }
        let example = try Tool(Tool.built("Example\(name)"), [], environment: environment, in: place.path)
        let end = ContinuousClock.now + .seconds(patienceSeconds)
        var colors = 0
        while colors < 20, example.isRunning, ContinuousClock.now < end {
          try await Task.sleep(for: .seconds(0.1))
          colors = try VirtualDisplay.colorCount(inFolder: place.path)
        }
        #expect(colors >= 20 && example.isRunning && example.errors.isEmpty, "\(name): \(colors) colours, \(example.errors)")
      }
    }

    @Test func thePictureServiceAnswersEachLine() async throws {
      let place = try Workplace()
      let script =
        "printf '60.17 24.94 4 a.png\\nnonsense\\nnan 0 3 b.png\\n0 0 1 c.png\\n' | '\(Tool.built("ExamplePictureService"))'"
      let outcome = try await Tool.run(
        "/bin/sh", ["-c", script], environment: Workplace.environment.merging(["XDG_CACHE_HOME": place.cachePath]) { $1 },
        in: place.path, seconds: 120)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 4 && lines.first == "done: a.png" && lines.last == "done: c.png")
      #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("error: ") })
      for name in ["a.png", "c.png"] {
        let head = try Data(contentsOf: URL(fileURLWithPath: "\(place.path)/\(name)")).prefix(8)
        #expect(Array(head) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      }
    }

    /// A program that was copied without the folders of its resources says what it misses.
    @Test func aCopiedProgramSaysWhatItMisses() async throws {
      let place = try Workplace()
      let copy = "\(place.path)/service"
      try FileManager.default.copyItem(atPath: Tool.built("ExamplePictureService"), toPath: copy)
      let outcome = try await Tool.run(
        "/bin/sh", ["-c", "echo '0 0 1 a.png' | ./service"], environment: Workplace.environment, in: place.path)
      #expect(outcome.output.hasPrefix("error: "))
      #expect(outcome.output.contains("cannot find the resource Overlook"), "\(outcome.output)")
      #expect(outcome.output.contains((place.path as NSString).lastPathComponent), "where it was looked for")
    }
  }
}
