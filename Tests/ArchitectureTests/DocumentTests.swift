import Foundation
import Testing

/// The documents: their lengths, their links, and the paths that they name.
@Suite struct DocumentTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Repository.root)/\(path)", encoding: .utf8)
  }

  /// Every document, from the root of the repository.
  private static func documents() -> [String] {
    let names = FileManager.default.enumerator(atPath: "\(Repository.root)/Documentation")?.compactMap { $0 as? String } ?? []
    return ["README.md", "ARCHITECTURE.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
  }

  @Test func theFirstDocumentsAreShort() throws {
    #expect(try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 120)
    #expect(try Self.text("ARCHITECTURE.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 130)
  }

  @Test func everyLinkLeadsToAFile() throws {
    for document in Self.documents() {
      let folder = (document as NSString).deletingLastPathComponent
      for match in try Self.text(document).matches(of: /\]\(([^)#\s]+)(#[^)]*)?\)/) {
        let target = String(match.1)
        if target.contains("://") { continue }
        let path = "\(Repository.root)/\(folder.isEmpty ? "" : folder + "/")\(target)"
        #expect(FileManager.default.fileExists(atPath: path), "\(document): \(target)")
      }
    }
  }

  @Test func everyPathInTheGuidesExists() throws {
    for document in Self.documents() {
      for match in try Self.text(document).matches(of: /`((Sources|Tests|Shaders|Fuzz|Scripts|Assets)\/[A-Za-z0-9_\/+.\-]+)`/) {
        let path = String(match.1)
        #expect(FileManager.default.fileExists(atPath: "\(Repository.root)/\(path)"), "\(document): \(path)")
      }
    }
  }

  /// The picture in ARCHITECTURE.md names every target, and every arrow of the import table leads down in it or to the right.
  @Test func thePictureOfTheTargetsIsTrue() throws {
    let parts = try Self.text("ARCHITECTURE.md").components(separatedBy: "```")
    let picture = try #require(parts.dropFirst().first)
    var places: [String: Int] = [:]
    for match in picture.matches(of: /\bOverlook[A-Za-z]*\b/) where places[String(match.0)] == nil {
      places[String(match.0)] = places.count
    }
    for (target, imports) in ImportTests.allowed {
      let place = try #require(places[target], "\(target) is not in the picture")
      for other in imports where other.hasPrefix("Overlook") {
        let below = try #require(places[other], "\(other) is not in the picture")
        #expect(below > place, "\(target) imports \(other), which stands above it")
      }
    }
  }
}
