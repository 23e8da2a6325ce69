import Foundation
import OverlookTestSupport
import Testing

/// What is public is a promise: `Documentation/public-api.txt` holds it, so that no change of it goes unseen. `make api` writes it.
@Suite struct PublicAPITests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let list = root.appendingPathComponent("Documentation/public-api.txt")

  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Fragment: Decodable {
        let spelling: String
      }
      let pathComponents: [String]
      let declarationFragments: [Fragment]
    }
    let symbols: [Symbol]
  }

  @Test func thePublicInterfaceIsTheOneThatIsWrittenDown() async throws {
    let made = try await Self.interface()
    if ProcessInfo.processInfo.environment["OVERLOOK_WRITE_API"] != nil {
      try (made.joined(separator: "\n") + "\n").write(to: Self.list, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: Self.list, encoding: .utf8).split(separator: "\n").map(String.init)
    let (gone, new) = (Set(kept).subtracting(made).sorted(), Set(made).subtracting(kept).sorted())
    #expect(made.count > 1000)
    #expect(gone.isEmpty, "no longer public: \(gone.prefix(20).joined(separator: "; "))")
    #expect(new.isEmpty, "public now (make api writes it down): \(new.prefix(20).joined(separator: "; "))")
  }

  @Test func nothingOfTheLoopIsCompletedAtAMap() throws {
    let kept = try String(contentsOf: Self.list, encoding: .utf8).split(separator: "\n")
    for name in ["prepareFrame", "drawFrame", "nextDeadline", "invalidatePicture", "releaseGraphics", "useContext", "wake"] {
      #expect(!kept.contains { $0.hasPrefix("Overlook MapView.\(name)") }, "\(name)")
    }
  }

  /// What `import Overlook` brings: itself, and what it exports.
  private static func modules() throws -> [String] {
    let exports = try String(contentsOf: root.appendingPathComponent("Sources/Overlook/Exports.swift"), encoding: .utf8)
    return ["Overlook"] + exports.matches(of: /@_exported public import (\w+)/).map { String($0.1) }
  }

  /// One line for each public symbol: module, name, declaration.
  private static func interface() async throws -> [String] {
    // .build/debug is a link to the folder of the platform.
    let built = URL(fileURLWithPath: Tool.built("overlook")).deletingLastPathComponent().resolvingSymlinksInPath()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var lines: Set<String> = []
    for module in try modules() {
      let outcome = try await Tool.run(
        "swift-symbolgraph-extract",
        [
          "-module-name", module, "-I", built.appendingPathComponent("Modules").path, "-target",
          "\(architecture)-unknown-linux-gnu",
          "-minimum-access-level", "public", "-skip-synthesized-members", "-skip-inherited-docs", "-output-dir", folder.path,
        ] + clangModules(beside: built), seconds: 120)
      try #require(outcome.status == 0, "\(module): \(outcome.errors)")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name.hasPrefix(module + ".") || name.hasPrefix(module + "@") {
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
        for symbol in graph.symbols {
          let declaration = symbol.declarationFragments.map(\.spelling).joined()
          lines.insert(
            "\(module) \(symbol.pathComponents.joined(separator: ".")): \(declaration.split(whereSeparator: \.isWhitespace).joined(separator: " "))"
          )
        }
      }
    }
    return lines.sorted()
  }

  /// Where the module maps of C libraries lie that our modules were built with.
  private static func clangModules(beside built: URL) throws -> [String] {
    let sources = root.appendingPathComponent("Sources")
    let ours = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { name in
      FileManager.default.fileExists(atPath: "\(sources.path)/\(name)/module.modulemap")
    }.map { "\(sources.path)/\($0)" }
    // .build/<triple>/debug lies beside .build/checkouts.
    let checkouts = built.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("checkouts")
    return
      (ours + [
        "\(checkouts.path)/GRDB.swift/Sources/GRDBSQLite", "/usr/include/freetype2", "/usr/include/harfbuzz",
        "/usr/include/fribidi",
      ])
      .flatMap { ["-I", $0] }
  }

  #if arch(arm64)
    private static let architecture = "aarch64"
  #else
    private static let architecture = "x86_64"
  #endif
}
