import Foundation
import Glibc
import OverlookFormats
import Testing

@Suite struct ArchiveOpenerTests {
  private func fault(_ path: String) -> FormatError? {
    do {
      _ = try ArchiveOpener.open(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func namesAMissingFileAndAFolder() throws {
    let folder = try TemporaryFolder()
    #expect(fault("\(folder.path)/none")?.kind == .unreadable)
    #expect(fault("\(folder.path)/none")?.description.contains("none") == true)
    #expect(fault(folder.path)?.description.contains("folder") == true)
  }

  @Test func doesNotWaitForANamedPipeOrADevice() throws {
    let folder = try TemporaryFolder()
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(fault(pipe)?.kind == .unreadable)
    #expect(fault("/dev/zero")?.kind == .unreadable)
  }

  @Test func tellsByContentAndNotByName() throws {
    let folder = try TemporaryFolder()
    let page = try folder.file("world.pmtiles", Array("<!doctype html><title>Sign in</title>".utf8))
    #expect(fault(page)?.kind == .unrecognized)
    #expect(fault(page)?.description.contains("web page") == true)
    let picture = try folder.file("world.mbtiles", try PNGEncoder.encode(try Pictures.gradient(width: 2, height: 2)))
    #expect(fault(picture)?.description.contains("png picture") == true)
    #expect(fault(try folder.file("empty", []))?.kind == .unrecognized)
    // A database that says what it is, and holds nothing.
    var database = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 496)
    database.replaceSubrange(68..<72, with: Array("GPKG".utf8))
    #expect(fault(try folder.file("town.gpkg", database))?.description.contains("GeoPackage") == true)
  }
}
