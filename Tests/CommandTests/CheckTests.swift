import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook check`.
  @Suite struct CheckTests {
    @Test func soundFilesAreNotTalkedAbout() async throws {
      let place = try Workplace()
      let picture = try BadArchive.picture()
      let files = [
        try place.file("a.png", picture), try place.file("b.pmtiles", try BadArchive.archive(tile: picture)),
        try place.file("c.png.gz", try Gzip.deflate(picture)),
      ]
      let outcome = try await place.overlook(["check"] + files)
      outcome.expectSuccess()
      #expect(outcome.output.isEmpty)
      #expect(try place.names == ["a.png", "b.pmtiles", "c.png.gz"])
    }

    @Test(arguments: BadArchive.allCases) func aFileThatCannotBeUsedIsAnError(archive: BadArchive) async throws {
      let place = try Workplace()
      let file = try place.file("bad", try archive.bytes())
      let outcome = try await place.overlook(["check", file], seconds: 20)
      outcome.expectError(file)
      // A vector tile is no fault here; that this one is none is.
      #expect(outcome.errors.contains(archive == .vector ? "vector tile is damaged" : archive.mentions), "\(outcome.errors)")
      #expect(try place.names == ["bad"])
    }

    @Test func allFilesAreCheckedWhateverTheFirstIs() async throws {
      let place = try Workplace()
      let cut = try place.file("cut.png", Array(try BadArchive.picture().dropLast(40)))
      let good = try place.file("good.png", try BadArchive.picture())
      let outcome = try await place.overlook(["check", cut, "/nonexistent", good])
      #expect(outcome.status == 1)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("overlook: error: ") }, "\(outcome.errors)")
      #expect(lines.first?.contains(cut) == true && lines.last?.contains("/nonexistent") == true)
    }

    @Test func partsThatAreLeftOutAreWarnings() async throws {
      let place = try Workplace()
      var writer = PMTilesWriter(header: TileArchiveHeader(tileFormat: .png, minimumZoom: 0, maximumZoom: 2))
      let picture = try BadArchive.picture()
      for y in 0..<4 {
        for x in 0..<4 { try writer.add(y == 0 ? picture : Array(picture.dropLast(40)), at: TileID(z: 2, x: x, y: y)) }
      }
      let file = try place.file("a.pmtiles", writer.file())
      let outcome = try await place.overlook(["check", file])
      #expect(outcome.status == 0)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines.first?.hasPrefix("overlook: warning: \(file): ") == true, "\(outcome.errors)")
    }

    @Test func noFilesAreWrongUsage() async throws {
      try await Workplace().overlook(["check"]).expectUsageError()
    }

    @Test func anAddressIsNoFile() async throws {
      let outcome = try await Workplace().overlook(["check", "http://127.0.0.1:1/tiles.json?key=CANARY"])
      outcome.expectError("http://127.0.0.1:1/tiles.json?key=... is no file, and check connects to nobody")
    }

    /// The whole of what the kernel sees: no file is opened for writing, and no socket is made.
    @Test(.enabled(if: Tool.path("strace") != nil, "strace is not installed"))
    func nothingIsWrittenAndNobodyIsCalled() async throws {
      let place = try Workplace()
      _ = try place.file("a.pmtiles", try BadArchive.archive(tile: try BadArchive.picture()))
      let outcome = try await place.shell(
        "strace -f -o trace -e trace=openat,open,creat,socket,connect,unlink,rename,mkdir \"$overlook\" check a.pmtiles")
      #expect(outcome.status == 0)
      let calls = String(decoding: try place.bytes("trace"), as: UTF8.self).split(separator: "\n")
      #expect(calls.contains { $0.contains("a.pmtiles") })
      let bad = calls.filter { call in
        ["O_WRONLY", "O_RDWR", "O_CREAT", "socket(", "connect(", "unlink(", "rename(", "mkdir("].contains { call.contains($0) }
          && !call.contains("/dev/null")
      }
      #expect(bad.isEmpty, "\(bad)")
    }
  }
}
