import Foundation
import OverlookGeometry
import OverlookTestSupport
import Testing

@testable import OverlookFormats

/// Regions that lie beside, over and in one another.
@Suite struct ArchiveUnionTests {
  /// A point at `x` with the attribute `name`.
  private static func tile(_ name: String, layer: String = "poi", x: Int32 = 1, extent: Int = 4096) -> [UInt8] {
    var writer = VectorTileWriter(extent: extent)
    writer.add(layer: layer, id: 7, .points, [[SIMD2(x, 2)]], tags: [("name", .string(name)), ("rank", .int(3))])
    return writer.bytes()
  }

  private func names(_ bytes: [UInt8]) throws -> [String] {
    let tile = try VectorTile(bytes)
    return try DecodedTile(bytes).features.map { feature in
      guard case .text(let range)? = feature.attributes["name"] else { return "\(feature.layer) -" }
      return "\(feature.layer) \(tile.text(range))"
    }
  }

  private func archive(
    _ folder: TemporaryFolder, _ name: String, west: Double, east: Double, zooms: ClosedRange<Int> = 1...2, damages: Bool = false
  ) throws -> String {
    let path = "\(folder.path)/\(name).pmtiles"
    let header = TileArchiveHeader(
      tileFormat: .mvt, minimumZoom: zooms.lowerBound, maximumZoom: zooms.upperBound,
      southWest: LocationCoordinate(latitude: -86, longitude: west), northEast: LocationCoordinate(latitude: 86, longitude: east),
      attribution: "© \(name)", name: name)
    let writer = try PMTilesStreamWriter(path: path, header: header)
    for zoom in zooms {
      for x in 0..<1 << zoom { try writer.append(TileID(z: zoom, x: x, y: 0), damages ? [1, 2, 3, 4] : Self.tile(name)) }
    }
    try writer.finish()
    return path
  }

  @Test func atEdgesATileHasWhatAllHaveAndInsideWhatTheSmallestHas() throws {
    let folder = try TemporaryFolder()
    let paths = [
      try archive(folder, "Large", west: -180, east: 180), try archive(folder, "Small", west: -180, east: -45),
    ]
    let union = try ArchiveOpener.open(path: #require(ArchiveUnion.location(of: paths)))
    #expect(try names(#require(try union.tile(TileID(z: 2, x: 0, y: 0)))) == ["poi Small"])
    #expect(try names(#require(try union.tile(TileID(z: 2, x: 3, y: 0)))) == ["poi Large"])
    #expect(try names(#require(try union.tile(TileID(z: 2, x: 1, y: 0)))) == ["poi Large", "poi Small"])
    #expect(union.header.attribution == "© Large, © Small")
    #expect(try union.tile(TileID(z: 2, x: 9, y: 0)) == nil)
  }

  /// Beyond the last zoom of the union tiles are shown larger: no region may have a hole there.
  @Test func endsWhereTheFirstOfThemEnds() throws {
    let folder = try TemporaryFolder()
    let paths = [
      try archive(folder, "West", west: -180, east: -10, zooms: 1...2),
      try archive(folder, "East", west: 10, east: 180, zooms: 1...4),
    ]
    let union = try ArchiveOpener.open(path: #require(ArchiveUnion.location(of: paths)))
    #expect(union.header.maximumZoom == 2)
    for x in 0..<4 { #expect(try union.tile(TileID(z: 2, x: x, y: 0)) != nil) }
  }

  @Test func whatCannotBeOpenedIsLeftOutAndNothingAtAllIsAFault() throws {
    let folder = try TemporaryFolder()
    let good = try archive(folder, "Good", west: -180, east: 180)
    let bad = "\(folder.path)/bad.pmtiles"
    try Data("PMTiles\u{3} and no more".utf8).write(to: URL(fileURLWithPath: bad))
    let union = try ArchiveOpener.open(path: #require(ArchiveUnion.location(of: [bad, good, folder.path + "/none"])))
    #expect(try union.tile(TileID(z: 1, x: 0, y: 0)) != nil)
    let alone = try #require(ArchiveUnion.location(of: [bad]))
    #expect(throws: FormatError.self) { try ArchiveOpener.open(path: alone) }
    #expect(ArchiveUnion.location(of: []) == nil)
  }

  @Test func aDamagedTileDoesNotHideTheOther() throws {
    let folder = try TemporaryFolder()
    let paths = [
      try archive(folder, "Whole", west: -180, east: 180), try archive(folder, "Broken", west: -180, east: -45, damages: true),
    ]
    let union = try ArchiveOpener.open(path: #require(ArchiveUnion.location(of: paths)))
    #expect(try names(#require(try union.tile(TileID(z: 2, x: 1, y: 0)))) == ["poi Whole"])
  }

  // MARK: Merging

  @Test func layersOfOneNameBecomeOneWithTheTagsOfEach() throws {
    var second = VectorTileWriter(extent: 4096)
    second.add(layer: "road", .lines, [[SIMD2(0, 0), SIMD2(5, 5)]], tags: [("class", .string("path"))])
    second.add(layer: "poi", id: 9, .points, [[SIMD2(3, 3)]], tags: [("rank", .int(1)), ("name", .string("B"))])
    let merged = try VectorTileMerger.merged([Self.tile("A"), second.bytes()], limit: 1000)
    let tile = try DecodedTile(merged)
    #expect(tile.features.map(\.layer) == ["poi", "poi", "road"])
    #expect(try names(merged) == ["poi A", "poi B", "road -"])
    #expect(tile.features[1].attributes["rank"] == .int(1) && tile.features[1].id == 9)
    #expect(tile.features[2].parts == [[[0, 0], [5, 5]]])
  }

  @Test func damageAtAnyByteLeavesATileThatCanBeReadOrNone() throws {
    let (first, second) = (Self.tile("A"), Self.tile("B"))
    for place in second.indices {
      var damaged = second
      damaged[place] ^= 0x55
      let merged = try VectorTileMerger.merged([first, damaged], limit: 1000)
      #expect(try names(merged).first == "poi A")
      let cut = try VectorTileMerger.merged([first, Array(second.prefix(place))], limit: 1000)
      #expect(try names(cut).first == "poi A")
    }
    #expect(throws: FormatError.self) { try VectorTileMerger.merged([first, second], limit: first.count) }
  }

  @Test func layersOfAnotherExtentAreLeftOut() throws {
    let merged = try VectorTileMerger.merged([Self.tile("A"), Self.tile("B", extent: 512)], limit: 1000)
    #expect(try names(merged) == ["poi A"])
  }
}
