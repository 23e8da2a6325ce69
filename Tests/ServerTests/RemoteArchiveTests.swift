import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension ServerTests {
  /// A PMTiles file on a web server that knows nothing of it.
  @Suite(.enabled(if: NginxServer.isAvailable, "\(NginxServer.absence)")) struct RemoteArchiveTests {
    @Test func anArchiveOnAWebServerIsShownByRangesAsTheSameFileIsHere() async throws {
      let folder = try ServerFolder()
      try folder.write("world.pmtiles", try ServerFolder.bytes(of: WorldTiles.archivePath))
      let tiles = try WorldTiles()
      try folder.link("xyz", to: "\(tiles.folder.path)/xyz")
      let nginx = try await NginxServer(root: folder.path)
      let visitor = try Visitor()
      let local = try await visitor.picture(of: ["--tiles", WorldTiles.archivePath], size: 1024)
      let remote = try await visitor.picture(of: ["--tiles", nginx.url("world.pmtiles")], size: 1024)
      try expectEqual(remote, local, "nginx-pmtiles")
      let requests = try await nginx.takeRequests()
      #expect(requests.allSatisfy { $0.status == 206 && $0.range.hasPrefix("bytes=") }, "\(requests)")
      // How many tiles this view takes, plain files tell: each is one request.
      _ = try await visitor.picture(of: ["--tiles", nginx.url("xyz/{z}/{x}/{y}.png")], size: 1024)
      let count = try await nginx.requests.count
      #expect(count >= 16)
      #expect(Double(requests.count) < 1.2 * Double(count), "\(requests.count) requests for \(count) tiles")
    }

    /// A file that is small enough is taken whole instead, once.
    @Test func withoutRangesAnArchiveIsTakenWholeOrNotAtAll() async throws {
      let folder = try ServerFolder()
      let world = try ServerFolder.bytes(of: WorldTiles.archivePath)
      try folder.write("world.pmtiles", world)
      try folder.write("large.pmtiles", world + [UInt8](repeating: 0, count: 32 << 20))
      let nginx = try await NginxServer(root: folder.path, configuration: "max_ranges 0;")
      let visitor = try Visitor()
      let local = try await visitor.picture(of: ["--tiles", WorldTiles.archivePath])
      try expectEqual(try await visitor.picture(of: ["--tiles", nginx.url("world.pmtiles")]), local, "nginx-no-ranges")
      #expect(try await nginx.takeRequests().map(\.bytes) == [world.count])
      let outcome = try await visitor.overlook([
        "snapshot", "-o", "o.png", "--timeout=5", "--tiles", nginx.url("large.pmtiles"),
      ])
      #expect(outcome.status == 1 && outcome.errors.contains("cannot serve ranges"), "\(outcome.errors)")
      let bytes = try await nginx.requests.map(\.bytes).reduce(0, +)
      #expect(bytes < 16 << 20, "\(bytes) bytes")
    }

    /// The file is replaced by another while it is looked at: what comes belongs to one of the two, never to both.
    @Test func aReplacedArchiveIsReadAnew() async throws {
      let folder = try ServerFolder()
      try folder.write("world.pmtiles", try ServerFolder.bytes(of: WorldTiles.archivePath))
      let nginx = try await NginxServer(root: folder.path)
      let visitor = try Visitor()
      let source = ["--tiles", nginx.url("world.pmtiles")]
      let before = try await visitor.picture(of: source)
      var writer = PMTilesWriter(header: TileArchiveHeader(tileFormat: .png, minimumZoom: 0, maximumZoom: 4))
      for tile in WorldTiles.tiles { try writer.add(Fault.picture, at: tile) }
      // nginx makes the entity tag of size and time of the file.
      try folder.write("world.pmtiles", writer.file())
      let after = try await visitor.picture(of: source)
      #expect(PictureComparison(before, after).map { $0.share > 0.9 } == true)
      try folder.write("other.pmtiles", writer.file())
      try expectEqual(after, try await visitor.picture(of: ["--tiles", "\(folder.path)/other.pmtiles"]), "nginx-replaced")
    }
  }
}
