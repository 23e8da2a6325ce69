import Foundation
import OverlookFiles
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

/// What no GeoPackage may do, whatever its bytes: end the process, or take long. With the inputs of the fuzzer.
@Suite struct HostileGeoPackageTests {
  private static let seeds: [(name: String, bytes: [UInt8])] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpora/GeoPackage").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
    return files.compactMap { name in FileManager.default.contents(atPath: "\(folder)/\(name)").map { (name, Array($0)) } }
  }()

  /// Calls `body` with the path of a file of these bytes.
  private func withFile<Value>(_ bytes: [UInt8], _ body: (String) throws -> Value) throws -> Value {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString).gpkg")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }

  /// Tiles that are visited.
  private func tileCount(_ path: String) throws -> Int {
    var count = 0
    try ArchiveOpener.open(path: path).visitRuns { (_, _) throws(FormatError) in
      count += 1
      if count == 1000 { throw .tooLarge(path, fault: "enough") }
    }
    return count
  }

  private func featureCount(_ path: String) throws -> Int {
    var input = try FileInput(path: path)
    input.limits.pageMilliseconds = 300
    return try FileFormats.read(input).featureCount
  }

  @Test func seedsAreRead() throws {
    #expect(Self.seeds.count >= 4)
    for (name, bytes) in Self.seeds where name.hasPrefix("seed-") {
      let isOfTiles = ["seed-world", "seed-mosaic"].contains(name)
      let count = try withFile(bytes) { try isOfTiles ? tileCount($0) : featureCount($0) }
      #expect(count > 0, "\(name)")
    }
  }

  @Test func changedBytesBreakNothing() throws {
    var generator = SeededGenerator(seed: 12)
    var read = 0
    for (name, seed) in Self.seeds where name.hasPrefix("seed-") {
      for _ in 0..<150 {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        try withFile(bytes) { path in
          if (try? tileCount(path)) != nil { read += 1 }
          if (try? featureCount(path)) != nil { read += 1 }
        }
      }
    }
    #expect(read > 0)
  }

  /// A table of features may be a view that never ends and has no row.
  @Test func rowsWithoutEndAreAnErrorOfTime() throws {
    let seed = try #require(Self.seeds.first { $0.name == "regression-endless-view" })
    #expect(throws: FormatError.self) { try withFile(seed.bytes) { try featureCount($0) } }
  }
}
