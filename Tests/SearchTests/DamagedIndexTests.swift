import Foundation
import OverlookFormats
import OverlookSupport
import Testing

@testable import OverlookSearch

/// Whatever an index file holds, there is an answer or a typed error.
@Suite struct DamagedIndexTests {
  private static let folder: String = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-damaged-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexitFolders.append(folder)
    return folder
  }()

  private func use(_ bytes: [UInt8], _ name: String) throws {
    let path = "\(Self.folder)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    do throws(FormatError) {
      let index = try SearchIndex(path: path)
      for text in ["lange strase 7", "apotheke", "17033", "a & b", "m"] {
        _ = try index.search(SearchRequest(text, near: TestTown.place(1000, 1000)))
      }
      _ = try index.reverse(TestTown.place(1000, 1000))
    } catch {
      #expect(error.description.contains(name))
    }
  }

  @Test func damageAnywhereIsAnAnswerOrAnError() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: TestTown.index.get().path)))
    var generator = SeededGenerator(seed: 5)
    for round in 0..<400 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        damaged[Int.random(in: 100..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      if round % 10 == 0 { damaged.removeLast(Int.random(in: 1..<bytes.count, using: &generator)) }
      try use(damaged, "damaged-\(round).sqlite")
    }
  }

  @Test func otherFilesAreToldApart() throws {
    #expect(throws: FormatError.self) { try SearchIndex(path: "\(Self.folder)/nowhere.sqlite") }
    #expect(throws: FormatError.self) { try SearchIndex(path: Self.folder) }
    for (name, bytes) in [("empty", []), ("text", Array("no database at all".utf8))] as [(String, [UInt8])] {
      let path = "\(Self.folder)/\(name)"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect(throws: FormatError.self) { try SearchIndex(path: path) }
    }
  }

  @Test func equalEntriesGiveEqualBytes() throws {
    try TestTown().write(to: "\(Self.folder)/town.osm")
    let data = try OSMFile.read(path: "\(Self.folder)/town.osm")
    for name in ["one", "two"] {
      try SearchIndexBuilder.write(data, to: "\(Self.folder)/\(name).sqlite", SearchIndexDescription(name: "x"))
    }
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/one.sqlite"))
        == Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/two.sqlite")))
  }

  @Test func nothingHalfMadeGetsTheName() throws {
    let path = "\(Self.folder)/no/such/folder/search.sqlite"
    #expect(throws: FormatError.self) {
      try SearchIndexWriter([], SearchIndexDescription(name: "x")).write(to: path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func anEmptyIndexAnswersNothing() throws {
    let path = "\(Self.folder)/empty.sqlite"
    try SearchIndexBuilder.write(OSMData(), to: path, SearchIndexDescription(name: "x"))
    let index = try SearchIndex(path: path)
    #expect(try index.search(SearchRequest("anything at all 5", near: TestTown.place(0, 0))).isEmpty)
    #expect(try index.reverse(TestTown.place(0, 0)).isEmpty)
  }
}
