import Foundation
import OverlookFormats
import OverlookGeometry
import Testing

/// What a PMTiles file can claim (robustness rules for archives): each gets an answer, none a trap.
@Suite struct HostilePMTilesTests {
  private let top = TileID(z: 0, x: 0, y: 0)

  private func open(_ builder: PMTilesBuilder, then body: (PMTilesArchive) throws -> Void = { _ in }) throws -> FormatError? {
    let folder = try TemporaryFolder()
    do {
      try body(try PMTilesArchive(path: folder.file("a.pmtiles", builder.bytes)))
      return nil
    } catch let error as FormatError {
      return error
    }
  }

  private func builder(root: [PMTilesBuilder.Entry], leaves: [UInt8] = [], data: [UInt8] = [1, 2, 3, 4]) -> PMTilesBuilder {
    var builder = PMTilesBuilder()
    builder.root = PMTilesBuilder.directory(root)
    builder.leaves = leaves
    builder.data = data
    return builder
  }

  @Test func theHandmadeFileIsValid() throws {
    let builder = builder(root: [(0, 1, 4, 1)])
    var tile: [UInt8]?
    let error = try open(builder) { tile = try $0.tile(top) }
    #expect(tile == [1, 2, 3, 4])
    #expect(error == nil)
  }

  /// Shorter than a header: a page of a few words in place of an archive is told as what it is.
  @Test func aShortFileIsToldByWhatItIs() throws {
    let folder = try TemporaryFolder()
    func fault(_ bytes: [UInt8]) throws -> FormatError? {
      do {
        _ = try PMTilesArchive(path: folder.file("a.pmtiles", bytes))
        return nil
      } catch let error as FormatError {
        return error
      }
    }
    let page = try fault(Array("<!DOCTYPE html><p>no</p>".utf8))
    #expect(page?.kind == .unrecognized && page.map { "\($0)".contains("a web page") } == true)
    for count in [0, 3, 7, 100] {
      #expect(
        try fault(Array(Array("PMTiles\u{3}".utf8).prefix(count)) + [UInt8](repeating: 0, count: max(count - 8, 0)))?.kind
          == .truncated)
    }
  }

  @Test func refusesAnotherVersion() throws {
    var builder = builder(root: [(0, 1, 4, 1)])
    builder.version = 2
    #expect(try open(builder)?.kind == .unsupported)
  }

  @Test(arguments: 0..<4, [UInt64(1 << 40), UInt64.max, UInt64.max - 126])
  func refusesSectionsBeyondTheFile(section: Int, value: UInt64) throws {
    for part in 0..<2 {
      var builder = builder(root: [(0, 1, 4, 1)])
      var sections: [UInt64] = [127, 5, 132, 2, 134, 0, 134, 4]
      sections[2 * section + part] = value
      builder.sections = sections
      // An empty section may stand anywhere that can be addressed; all others must lie inside.
      let isEmpty = sections[2 * section + 1] == 0 && value <= 138
      let kind = try open(builder)?.kind
      #expect(isEmpty || kind == .malformed)
    }
  }

  @Test func refusesAnEmptyRoot() throws {
    #expect(try open(PMTilesBuilder())?.kind == .malformed)
  }

  @Test(arguments: [UInt64(2), 1 << 20, 1 << 60, .max])
  func refusesMoreEntriesThanThereAreBytes(claimed: UInt64) throws {
    var builder = builder(root: [])
    builder.root = PMTilesBuilder.directory([(0, 1, 4, 1)], claimedCount: claimed)
    let kind = try open(builder)?.kind
    #expect(kind == .malformed || kind == .truncated)
  }

  @Test func refusesEntriesOutOfOrderOrWrapping() throws {
    #expect(try open(builder(root: [(5, 1, 4, 1), (5, 1, 4, 1)]))?.kind == .malformed)
    #expect(try open(builder(root: [(.max, 1, 4, 1), (0, 1, 4, 1)]))?.kind == .malformed)
    #expect(try open(builder(root: [(1, 1, 4, .max), (2, 1, 4, 0)]))?.kind == .malformed)
  }

  @Test func refusesAFirstEntryWithoutOffsetAndEmptyEntries() throws {
    #expect(try open(builder(root: [(0, 1, 4, 0)]))?.kind == .malformed)
    #expect(try open(builder(root: [(0, 1, 0, 1)]))?.kind == .malformed)
  }

  @Test func refusesLengthsAndRunsOfMoreThan32Bits() throws {
    #expect(try open(builder(root: [(0, 1 << 40, 4, 1)]))?.kind == .malformed)
    #expect(try open(builder(root: [(0, 1, 1 << 40, 1)]))?.kind == .malformed)
  }

  @Test func takesTheLongestRun() throws {
    let builder = builder(root: [(0, UInt64(UInt32.max), 4, 1)])
    var tiles: [[UInt8]?] = []
    let error = try open(builder) { archive in
      tiles = [try archive.tile(TileID(z: 15, x: 100, y: 100)), try archive.tile(TileID(z: 17, x: 100, y: 100))]
    }
    #expect(error == nil)
    #expect(tiles == [[1, 2, 3, 4], nil])
  }

  @Test(arguments: [(5, 1), (4, 2), (4, .max), (UInt64(UInt32.max), 1)] as [(UInt64, UInt64)])
  func refusesTilesBeyondTheirSection(length: UInt64, offset: UInt64) throws {
    let error = try open(builder(root: [(0, 1, length, offset)])) { _ = try $0.tile(top) }
    #expect(error?.kind == .malformed)
  }

  @Test func refusesALeafThatLeadsToItself() throws {
    let leaf = PMTilesBuilder.directory([(0, 0, 5, 1)])
    #expect(leaf.count == 5)
    let error = try open(builder(root: [(0, 0, 5, 1)], leaves: leaf)) { _ = try $0.tile(top) }
    #expect(error?.kind == .malformed)
  }

  @Test func refusesAChainOfFiftyLeaves() throws {
    var leaves: [UInt8] = []
    for level in 1...50 { leaves += PMTilesBuilder.directory([(0, 0, 5, UInt64(5 * level + 1))]) }
    let error = try open(builder(root: [(0, 0, 5, 1)], leaves: leaves)) { _ = try $0.tile(top) }
    #expect(error?.kind == .malformed)
  }

  @Test func takesAChainOfThreeLeaves() throws {
    var leaves: [UInt8] = []
    for level in 1...2 { leaves += PMTilesBuilder.directory([(0, 0, 5, UInt64(5 * level + 1))]) }
    leaves += PMTilesBuilder.directory([(0, 1, 4, 1)])
    var tile: [UInt8]?
    let error = try open(builder(root: [(0, 0, 5, 1)], leaves: leaves)) { tile = try $0.tile(top) }
    #expect(tile == [1, 2, 3, 4])
    #expect(error == nil)
  }

  @Test func stopsADirectoryBomb() throws {
    var builder = builder(root: [])
    builder.internalCompression = 2
    builder.root = try Gzip.deflate([UInt8](repeating: 0, count: 64 << 20))
    #expect(try open(builder)?.kind == .tooLarge)
  }

  @Test func stopsATileBomb() throws {
    let bomb = try Gzip.deflate([UInt8](repeating: 0, count: 40 << 20))
    var builder = builder(root: [(0, 1, UInt64(bomb.count), 1)], data: bomb)
    builder.tileCompression = 2
    let error = try open(builder) { _ = try $0.tile(top) }
    #expect(error?.kind == .tooLarge)
  }

  @Test(arguments: [UInt8(3), 4])
  func takesNothingForWhatItIsNotCompressedAs(compression: UInt8) throws {
    var directories = builder(root: [(0, 1, 4, 1)])
    directories.internalCompression = compression
    #expect(try open(directories) != nil)
    var tiles = builder(root: [(0, 1, 4, 1)])
    tiles.tileCompression = compression
    #expect(try open(tiles) { _ = try $0.tile(top) } != nil)
  }

  @Test func refusesACompressionThatTheFormatDoesNotHave() throws {
    var builder = builder(root: [(0, 1, 4, 1)])
    builder.tileCompression = 5
    #expect(try open(builder)?.kind == .malformed)
  }

  @Test(arguments: [
    "", "not JSON", "[]", "{\"name\": 5, \"attribution\": [1]}", "{\"attribution\": \"", String(repeating: "[", count: 100_000),
  ])
  func keepsItsTilesWhenTheMetadataIsBad(metadata: String) throws {
    var builder = builder(root: [(0, 1, 4, 1)])
    builder.metadata = Array(metadata.utf8)
    var tile: [UInt8]?
    let error = try open(builder) { archive in
      #expect(archive.header.attribution == nil && archive.header.name == nil)
      tile = try archive.tile(top)
    }
    #expect(error == nil)
    #expect(tile == [1, 2, 3, 4])
  }

  @Test func cleansTheAttribution() throws {
    var builder = builder(root: [(0, 1, 4, 1)])
    builder.metadata = Array("{\"attribution\": \"<a href='x'>&copy; A</a>\\u001b[2J\\u202e\"}".utf8)
    let error = try open(builder) { #expect($0.header.attribution == "© A\u{FFFD}[2J\u{FFFD}") }
    #expect(error == nil)
  }

  @Test func endsAWalkThroughDirectoriesThatLieInOneAnother() throws {
    // A thousand entries that all lead to one leaf: its second visit does not rise.
    let leaf = PMTilesBuilder.directory([(0, 1, 4, 1)])
    let entries = (0..<1000).map { (UInt64($0), UInt64(0), UInt64(leaf.count), UInt64(1)) }
    var count = 0
    let error = try open(builder(root: entries, leaves: leaf)) { archive in
      try archive.visitTiles { (_, _) throws(FormatError) in count += 1 }
    }
    #expect(error?.kind == .malformed && count == 1)
    // A leaf that leads to itself, and one that has nothing.
    let loop = PMTilesBuilder.directory([(0, 0, 5, 1)])
    let empty = PMTilesBuilder.directory([])
    for leaf in [loop, empty] {
      let error = try open(builder(root: [(0, 0, UInt64(leaf.count), 1)], leaves: leaf)) { archive in
        try archive.visitTiles { (_, _) throws(FormatError) in }
      }
      #expect(error?.kind == .malformed)
    }
  }

  @Test func tellsOfTilesThatCannotBeReadAndGoesOn() throws {
    var faults: [FormatError.Kind?] = []
    let error = try open(builder(root: [(0, 1, 4, 1), (1, 1, 9, 1), (2, 2, 4, 1)])) { archive in
      try archive.visitRuns { (_, content) throws(FormatError) in
        faults.append(faultKind { () throws(FormatError) in try content.get() })
      }
    }
    #expect(error == nil && faults == [nil, .malformed, nil])
  }

  @Test func readsDirectoriesAndTilesOfEveryCompressionThereIs() throws {
    // A root directory of one entry and the tile [1, 2, 3, 4], compressed by the Python packages brotli and zstandard.
    let packed: [(UInt8, String, [UInt8], [UInt8])] = [
      (3, "br", [0x0B, 0x02, 0x80, 0x01, 0x00, 0x01, 0x08, 0x01, 0x03], [0x8B, 0x01, 0x80, 0x01, 0x02, 0x03, 0x04, 0x03]),
      (
        4, "zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x05, 0x29, 0x00, 0x00, 0x01, 0x00, 0x01, 0x0D, 0x01],
        [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x04, 0x21, 0x00, 0x00, 0x01, 0x02, 0x03, 0x04]
      ),
    ]
    for (compression, name, root, tile) in packed where ContentCoding.accepted.contains(name) {
      var builder = PMTilesBuilder()
      builder.root = root
      builder.data = tile
      builder.internalCompression = compression
      builder.tileCompression = compression
      var found: [UInt8]?
      let error = try open(builder) { found = try $0.tile(top) }
      #expect(error == nil && found == [1, 2, 3, 4], "\(name)")
    }
  }

  /// Some writers say gzip of what they store as it is; 2 is gzip.
  @Test func whatIsNotCompressedIsReadThoughTheHeaderSaysSo() throws {
    var builder = PMTilesBuilder()
    builder.root = PMTilesBuilder.directory([(0, 1, 3, 1)])
    builder.data = [7, 8, 9]
    (builder.internalCompression, builder.tileCompression) = (2, 2)
    let archive = try PMTilesArchive(bytes: builder.bytes, name: "a.pmtiles")
    #expect(try archive.tile(TileID(z: 0, x: 0, y: 0)) == [7, 8, 9])
    #expect(
      archive.header.warnings == [
        "the header says that directories are compressed by gzip, and they are not",
        "the header says that tiles are compressed by gzip, and they are not",
      ])
    (builder.internalCompression, builder.tileCompression) = (1, 1)
    #expect(try PMTilesArchive(bytes: builder.bytes, name: "a.pmtiles").header.warnings.isEmpty)
  }

  /// What begins as gzip does and is damaged is never handed on as it is.
  @Test func damagedGzipIsRefused() throws {
    var builder = PMTilesBuilder()
    builder.root = PMTilesBuilder.directory([(0, 1, 4, 1)])
    builder.data = [0x1F, 0x8B, 8, 9]
    builder.tileCompression = 2
    let archive = try PMTilesArchive(bytes: builder.bytes, name: "a.pmtiles")
    #expect(throws: FormatError.self) { try archive.tile(TileID(z: 0, x: 0, y: 0)) }
  }
}
