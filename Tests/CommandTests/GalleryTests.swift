import Foundation
import OverlookFormats
import OverlookTestSupport
import Testing

extension CommandTests {
  /// Ten views of the gallery, as they should be: what a change of a style or of the drawing does to the map as a whole.
  @Suite struct GalleryTests {
    struct View: CustomTestStringConvertible {
      let name: String
      let style: String
      var testDescription: String { "\(name), \(style)" }
    }

    static let views = [
      View(name: "globe", style: "day"), View(name: "europe", style: "night"), View(name: "alps", style: "terrain"),
      View(name: "north-america", style: "satellite-hybrid"),
      View(name: "new-york", style: "day"), View(name: "town-13", style: "day"), View(name: "town-horizon", style: "day"),
      View(name: "city-16", style: "day"), View(name: "city-tilted", style: "night"), View(name: "morning", style: "day"),
    ]

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()

    /// What the gallery tells `snapshot` for a view.
    private static func arguments(of name: String) throws -> [String] {
      let list = try String(contentsOf: root.appendingPathComponent("Scripts/gallery.txt"), encoding: .utf8)
      let rows = list.split(separator: "\n").map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      let row = try #require(rows.first { $0.count == 4 && $0[1] == name }, "the gallery has no view \(name)")
      return row[3].split(separator: " ").map(String.init)
    }

    @Test(arguments: views) func looksAsItShould(_ view: View) async throws {
      let place = try Workplace()
      let arguments = try Self.arguments(of: view.name)
      // Regions of the person who runs the tests are no part of it.
      let outcome = try await place.overlook(
        ["snapshot", "-o", "view.png", "--style", view.style, "--offline", "--size", "320x210"] + arguments,
        environment: ["XDG_DATA_HOME": place.path + "/data", "LANGUAGE": "en"])
      outcome.expectSuccess()
      let picture = try ImageDecoder.decode(try place.bytes("view.png"))
      #expect(try GoldenPicture("gallery/\(view.name)").mismatch(with: picture) == nil)
    }
  }
}
