import Foundation
import Testing

/// The folders of a target build on each other one way, so that each can be read, and moved, without the ones above it.
@Suite struct FolderTests {
  /// The pairs that use each other both ways, and why (Documentation/decisions/folders-one-way.md).
  private static let exceptions: Set<String> = [
    "Overlook/Map, Overlook/Standard", "Overlook/Accessibility, Overlook/Map", "OverlookScene/Markers, OverlookScene/Store",
  ]

  @Test func noTwoFoldersOfATargetUseEachOther() throws {
    let files = try Repository.swiftFiles("Sources")
    var folders: [String: String] = [:]
    for file in files {
      for name in file.declaredTypes { folders[name] = Self.folder(of: file.path) }
    }
    // A use of each, for the message.
    var uses: [Pair: Use] = [:]
    for file in files {
      let own = Self.folder(of: file.path)
      for word in Self.words(file.code) {
        if let other = folders[word], other != own, Self.target(of: other) == Self.target(of: own) {
          uses[Pair(user: own, used: other)] = Use(path: file.path, word: word)
        }
      }
    }
    #expect(uses.count > 200)
    var rings: Set<String> = []
    for (pair, use) in uses where pair.user < pair.used {
      guard let back = uses[Pair(user: pair.used, used: pair.user)] else { continue }
      let names = "\(pair.user), \(pair.used)"
      rings.insert(names)
      if !Self.exceptions.contains(names) {
        Issue.record("\(names): \(use.path) uses \(use.word), and \(back.path) uses \(back.word)")
      }
    }
    #expect(Self.exceptions.subtracting(rings).sorted() == [], "no exception is needed any more")
  }

  /// A list that is read at a glance.
  @Test func noFolderHoldsMoreFilesThanCanBeSeenAtOnce() throws {
    let folders = Dictionary(grouping: try Repository.swiftFiles("Sources").map(\.path), by: Self.folder(of:))
    #expect(folders.count > 100)
    for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
      #expect(files.count < 25, "\(folder) holds \(files.count) files")
    }
  }

  @Test func typesAndTheirUsesAreFound() {
    let file = Repository.SourceFile(
      path: "",
      lines: [
        "@MainActor public final class Map<Key: Hashable>: Base {", "  struct Inner {", "extension Map {", "enum Kind: Int {",
      ])
    #expect(file.declaredTypes == ["Map", "Kind"])
    #expect(Self.words(["let a = Map(b: Kind.x)", "Mapped.y"]) == ["Map", "Kind", "Mapped"])
  }

  private struct Pair: Hashable {
    var user: String
    var used: String
  }

  private struct Use {
    var path: String
    var word: String
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
  }

  private static func target(of folder: String) -> Substring { folder.prefix { $0 != "/" } }

  /// The words that begin with a capital letter.
  private static func words(_ lines: [String]) -> Set<String> {
    var words: Set<String> = []
    for line in lines {
      Repository.forEachWord(of: line) { word, _ in
        if let first = word.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) {
          words.insert(String(decoding: word, as: UTF8.self))
        }
      }
    }
    return words
  }
}
