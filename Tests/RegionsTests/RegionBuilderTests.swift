import Foundation
import Glibc
import OverlookFormats
import OverlookRegions
import Testing

@Suite struct RegionBuilderTests {
  /// A crossing, a house and a shop.
  static let extract = """
    <osm version="0.6"><bounds minlat="53.50" minlon="13.20" maxlat="53.60" maxlon="13.30"/>
    <node id="1" lat="53.55" lon="13.25" timestamp="2016-02-11T10:00:01Z"/><node id="2" lat="53.551" lon="13.25"/>
    <node id="3" lat="53.55" lon="13.251"/><node id="4" lat="53.5505" lon="13.2502"><tag k="addr:housenumber" v="7"/>
    <tag k="addr:street" v="Lange Straße"/><tag k="shop" v="bakery"/><tag k="name" v="Kornkammer"/></node>
    <way id="10"><nd ref="2"/><nd ref="1"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="name" v="Lange Straße"/></way>
    </osm>
    """

  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "/overlook-build-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(extract.utf8).write(to: URL(fileURLWithPath: "\(folder)/town.osm"))
    try body(folder)
  }

  private static func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func makesAFolderThatSaysWhatItIs() throws {
    try Self.withFolder { folder in
      var stages: [RegionBuilder.Stage] = []
      let builder = RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/Town.region")
      let region = try builder.build { stage, done in
        #expect((0...1).contains(done))
        if stages.last != stage { stages.append(stage) }
      }
      #expect(stages.first == .reading && stages.last == .checking && stages.count == Set(stages).count)
      #expect(region.name == "Town")
      #expect(region.description.bounds == [13.2, 53.5, 13.3, 53.6])
      #expect(region.description.date == "2016-02-11T10:00:01Z")
      #expect(region.description.license.contains("ODbL") && region.description.attribution.contains("OpenStreetMap"))
      #expect(region.description.counts.nodes == 4 && region.description.counts.ways == 1)
      let tiles = try #require(region.tilesPath)
      #expect(try FileDigest.sha256(tiles).digest == region.description.files["tiles.pmtiles"]?.sha256)
      #expect(try Self.names(folder) == ["Town.region", "town.osm"])
      #expect(try Self.names("\(folder)/Town.region").sorted() == (region.description.files.keys + ["region.json"]).sorted())
      #expect(RegionCheck.faults(of: region).isEmpty)
    }
  }

  @Test func ofADownloadTheNameOfTheServersFileIsKept() throws {
    try Self.withFolder { folder in
      var builder = RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/a.region")
      builder.sourceURL = "http://127.0.0.1:1/europe/county-latest.osm.pbf?key=1"
      let downloaded = try builder.build()
      #expect(downloaded.description.source == "county-latest.osm.pbf")
      builder.sourceURL = "http://127.0.0.1:1/"
      let nameless = try builder.build()
      #expect(nameless.description.source == "town.osm")
    }
  }

  @Test func theSameExtractGivesTheSameBytes() throws {
    try Self.withFolder { folder in
      let first = try RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/a.region", name: "Town").build()
      let second = try RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/b.region", name: "Town").build()
      #expect(first.description == second.description)
    }
  }

  @Test func aNewerOneTakesThePlaceOfTheOlder() throws {
    try Self.withFolder { folder in
      let builder = RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/Town.region")
      _ = try builder.build()
      let newer = Self.extract.replacing("<way id", with: "<node id='9' lat='53.58' lon='13.28'/><way id")
      try Data(newer.utf8).write(to: URL(fileURLWithPath: "\(folder)/town.osm"))
      #expect(try builder.build().description.counts.nodes == 5)
      #expect(try Self.names(folder) == ["Town.region", "town.osm"])
    }
  }

  @Test func whatCannotBeReadLeavesNothingAndTheOlderOneAsItWas() throws {
    try Self.withFolder { folder in
      let builder = RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/Town.region")
      let before = try builder.build().description
      try Data(Self.extract.utf8.dropLast(20)).write(to: URL(fileURLWithPath: "\(folder)/town.osm"))
      #expect(throws: FormatError.self) { _ = try builder.build() }
      #expect(try Self.names(folder) == ["Town.region", "town.osm"])
      #expect(try Region(folder: "\(folder)/Town.region").description == before)
    }
  }

  @Test func whatAKilledBuilderLeftIsClearedAndNeverUsed() throws {
    try Self.withFolder { folder in
      let left = "\(folder)/.Town.region.building"
      try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
      try Data("half".utf8).write(to: URL(fileURLWithPath: "\(left)/tiles.pmtiles"))
      try Data("half".utf8).write(to: URL(fileURLWithPath: "\(left)/of something else"))
      #expect(InstalledRegions(folder: folder, includesEmbedded: false).regions.isEmpty)
      let region = try RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/Town.region").build()
      #expect(RegionCheck.faults(of: region).isEmpty)
      #expect(try Self.names(folder) == ["Town.region", "town.osm"])
      #expect(try !Self.names("\(folder)/Town.region").contains("of something else"))
    }
  }

  @Test func aSecondBuilderIsTurnedAway() throws {
    try Self.withFolder { folder in
      let builder = RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/Town.region")
      var isTurnedAway = false
      _ = try builder.build { stage, _ in
        guard stage == .tiles, !isTurnedAway else { return }
        do throws(FormatError) {
          _ = try builder.build()
        } catch {
          isTurnedAway = "\(error)".contains("another program")
        }
      }
      #expect(isTurnedAway)
      #expect(try RegionCheck.faults(of: Region(folder: "\(folder)/Town.region")).isEmpty)
    }
  }

  @Test func somethingElseOfTheNameStays() throws {
    try Self.withFolder { folder in
      let other = "\(folder)/Town.region"
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(other)/letter"))
      #expect(throws: FormatError.self) { _ = try RegionBuilder(input: "\(folder)/town.osm", output: other).build() }
      #expect(try Self.names(other) == ["letter"])
    }
  }

  @Test func theCheckFindsEveryChangedByteAndMissingFile() throws {
    try Self.withFolder { folder in
      let region = try RegionBuilder(input: "\(folder)/town.osm", output: "\(folder)/Town.region").build()
      let tiles = try #require(region.tilesPath)
      let whole = try Data(contentsOf: URL(fileURLWithPath: tiles))
      for index in stride(from: 0, to: whole.count, by: 97) {
        var broken = whole
        broken[index] ^= 1
        try broken.write(to: URL(fileURLWithPath: tiles))
        #expect(RegionCheck.faults(of: region).count == 1)
      }
      try whole.dropLast().write(to: URL(fileURLWithPath: tiles))
      #expect(RegionCheck.faults(of: region).count == 1)
      try FileManager.default.removeItem(atPath: tiles)
      #expect(RegionCheck.faults(of: region).count == 1)
    }
  }

  @Test func installsUnderTheNameOfTheExtractAndRemovesNothingElse() throws {
    try Self.withFolder { folder in
      let installer = try RegionInstaller(folder: "\(folder)/data/regions")
      let region = try installer.builder(input: "\(folder)/town.osm").build()
      #expect(InstalledRegions(folder: installer.folder, includesEmbedded: false).regions == [region])
      #expect(installer.path(named: "TOWN") == region.folder)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(region.folder)/letter"))
      #expect(throws: RegionError.self) { try installer.remove(region) }
      #expect(InstalledRegions(folder: installer.folder, includesEmbedded: false).regions.isEmpty)
      let kept = try Self.names(installer.folder)
      #expect(kept.count == 1)
      #expect(try Self.names("\(installer.folder)/\(kept[0])") == ["letter"])
    }
  }

  @Test(arguments: [
    ("/a/helsinki-latest.osm.pbf", "helsinki"), ("town.osm.bz2", "town"), ("b.osm.gz", "b"), ("x/Y.region", "Y"),
    ("plain", "plain"),
  ])
  func namesItselfAfterTheExtract(path: String, name: String) {
    #expect(RegionBuilder.stem(path) == name)
  }
}
