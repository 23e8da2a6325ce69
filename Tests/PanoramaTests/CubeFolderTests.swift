import Foundation
import OverlookNetwork
import OverlookSupport
import OverlookTiles
import Testing

@testable import OverlookPanorama

/// Cubes in folders of their own: faces as tiles of Zoomify.
@Suite struct CubeFolderTests {
  private static let names = ["front", "right", "back", "left", "up", "down"]

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cube-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// A face of 300 x 300 pixels in tiles of 256: one of half the size, then two by two. Each face has a red of its own.
  private func write(_ face: Int, in folder: URL, width: Int = 300) throws {
    let home = folder.appendingPathComponent(Self.names[face])
    try FileManager.default.createDirectory(at: home.appendingPathComponent("TileGroup0"), withIntermediateDirectories: true)
    let text =
      "<IMAGE_PROPERTIES WIDTH=\"\(width)\" HEIGHT=\"300\" NUMTILES=\"5\" NUMIMAGES=\"1\" VERSION=\"1.8\" TILESIZE=\"256\"/>"
    try Data(text.utf8).write(to: home.appendingPathComponent("ImageProperties.xml"))
    for (name, width, height) in [
      ("0-0-0", 150, 150), ("1-0-0", 256, 256), ("1-1-0", 44, 256), ("1-0-1", 256, 44), ("1-1-1", 44, 44),
    ] {
      let image = Image(width: width, height: height, scale: 1) { _, _ in SIMD4(UInt8(20 + 40 * face), 60, 60, 255) }
      try Data(try Pictures.jpeg(image)).write(to: home.appendingPathComponent("TileGroup0/\(name).jpg"))
    }
  }

  private func picture(_ folder: URL) async throws -> (OpenedPanoramas, PanoramaPicture) {
    let opener = PanoramaOpener(services: TileServices(workers: WorkerPool(threadCount: 1), http: FixtureFetcher()))
    let opened = try await opener.open(folder.path)
    let panorama = try await opened.provider.panorama(id: try #require(opened.firstID))
    return (opened, try await opened.provider.picture(of: panorama))
  }

  @Test func sixFoldersOfZoomifyAreACube() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for face in 0..<6 { try write(face, in: folder) }
    let (opened, picture) = try await picture(folder)
    #expect(opened.warnings.isEmpty && picture.layout == .cube && picture.levels.map(\.width) == [150, 300])
    for face in 0..<6 {
      let image = try await picture.image(for: PanoramaTileID(level: 1, face: face, column: 1, row: 0))
      #expect(image.width == 44 && image.height == 256 && abs(Int(image.pixels[0]) - (20 + 40 * face)) < 6, "face \(face)")
    }
  }

  @Test func aFaceThatIsMissingIsAWarningAndOneThatIsNotSquareAFault() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for face in 0..<5 { try write(face, in: folder) }
    let (opened, picture) = try await picture(folder)
    #expect(opened.warnings.count == 1 && picture.layout == .cube)
    await #expect(throws: PanoramaError.self) {
      _ = try await picture.image(for: PanoramaTileID(level: 0, face: 5, column: 0, row: 0))
    }
    try write(0, in: folder, width: 600)
    await #expect(throws: PanoramaError.self) { _ = try await self.picture(folder) }
  }
}
