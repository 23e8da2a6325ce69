import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

/// Documents written by hand after wiki.openstreetmap.org/wiki/OSM_XML.
@Suite struct OSMXMLTests {
  private static let town = """
    <?xml version='1.0' encoding='UTF-8'?>
    <osm version="0.6" generator="hand">
      <note>white space and words</note>
      <bounds minlat="53.4" minlon="13.1" maxlat="53.6" maxlon="13.4"/>
      <node id="3" lat="53.5000001" lon="13.25" version="1"><tag k="name" v="M&#252;hle &amp; Sohn"/></node>
      <node id="1" lat="53.4999999" lon="-0.00000004"/>
      <node id="-2" lat="5.35e1" lon="13.24"/>
      <node id="9007199254740993" lat="53.51" lon="13.26"/>
      <node id="7" visible="false" version="3"/>
      <node id="8" lat="1" lon="1" action="delete"><tag k="name" v="gone"/></node>
      <way id="77"><nd ref="1"/><nd ref="3"/><nd ref="9007199254740993"/><tag k="highway" v="residential"/></way>
      <relation id="5"><member type="way" ref="77" role="outer"/><member type="node" ref="-2" role=""/>
        <tag k="type" v="multipolygon"/></relation>
    </osm>
    """

  private static func read(_ bytes: [UInt8], limits: OSMLimits = OSMLimits()) throws -> OSMData {
    let path = NSTemporaryDirectory() + "/overlook-osm-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try OSMFile.read(path: path, limits: limits)
  }

  private static func read(_ text: String) throws -> OSMData { try read(Array(text.utf8)) }

  private static func checkTown(_ data: OSMData) {
    #expect(data.nodeCount == 4)
    #expect(data.bounds == OSMData.Bounds(west: 13.1, south: 53.4, east: 13.4, north: 53.6))
    #expect(data.location(ofNode: 3) == LocationCoordinate(latitude: 53.5000001, longitude: 13.25))
    #expect(data.location(ofNode: 1) == LocationCoordinate(latitude: 53.4999999, longitude: 0))
    #expect(data.location(ofNode: -2) == LocationCoordinate(latitude: 53.5, longitude: 13.24))
    #expect(data.location(ofNode: 9_007_199_254_740_993)?.latitude == 53.51)
    #expect(data.location(ofNode: 8) == nil)
    #expect(data.nodes.map(\.id) == [3])
    #expect(data.node(withID: 3).map { data.tags($0.tags)["name"] } == "Mühle & Sohn")
    #expect(data.way(withID: 77).map { Array(data.references[$0.references]) } == [1, 3, 9_007_199_254_740_993])
    #expect(data.way(withID: 78) == nil)
    #expect(data.relation(withID: 5)?.members.count == 2)
    #expect(data.members.map(\.id) == [77, -2] && data.members.map(\.kind) == [.way, .node])
    #expect(data.members.map { data.strings[Int($0.role)] } == ["outer", ""])
  }

  @Test func readsWhatTheFormatHas() throws { Self.checkTown(try Self.read(Self.town)) }

  @Test func readsGzipOfSeveralMembers() throws {
    let bytes = Array(Self.town.utf8)
    let gzip = try Gzip.deflate(Array(bytes[..<700])) + Gzip.deflate(Array(bytes[700...]))
    Self.checkTown(try Self.read(gzip))
    #expect(throws: FormatError.self) { try Self.read(gzip.dropLast(9) + []) }
    #expect(throws: FormatError.self) { try Self.read(gzip + [1, 2, 3]) }
  }

  /// Written by bzip2 1.0.8: two streams, `<osm><node id="1" lat="2" lon="3"/>` and `</osm>`.
  @Test func readsBzip2OfSeveralStreams() throws {
    let bytes = try #require(Data(base64Encoded: Self.bzip2))
    let data = try Self.read([UInt8](bytes))
    #expect(data.location(ofNode: 1) == LocationCoordinate(latitude: 2, longitude: 3))
    for count in [10, 40, bytes.count - 1] {
      #expect(throws: FormatError.self) { try Self.read([UInt8](bytes.prefix(count))) }
    }
    var broken = [UInt8](bytes)
    broken[30] ^= 0x10
    #expect(throws: FormatError.self) { try Self.read(broken) }
  }

  private static let bzip2 =
    "QlpoOTFBWSZTWTZSCq8AAAcZgFAAuAcmJ4wAIAAiExGmmgxCmTEyDIxyBL4yKADA9RG4iV8NHLKR18XckU4UJA2UgqvAQlpoOTFB"
    + "WSZTWQ9qezUAAACZgAAAgAUAAogAIAAhgAwBOa7i7kinChIB7U9moA=="

  @Test func findsTagsByNumbers() throws {
    let data = try Self.read(Self.town)
    let way = try #require(data.way(withID: 77))
    let key = try #require(data.number(of: "highway"))
    #expect(data.tags(way.tags)[key] == "residential")
    #expect(data.tags(way.tags).number(key) == data.number(of: "residential"))
    #expect(data.number(of: "railway") == nil)
    #expect(data.tags(way.tags)[data.number(of: "railway")] == nil)
  }

  @Test func ofTwoSetsOfDataTheLaterElementsStay() throws {
    let data = try Self.read(
      """
      <osm><node id="2" lat="1" lon="1"><tag k="a" v="old"/></node><node id="1" lat="2" lon="2"/>
      <way id="4"><nd ref="1"/></way><way id="3"><nd ref="1"/></way>
      <bounds minlat="1" minlon="1" maxlat="2" maxlon="2"/><bounds minlat="3" minlon="0" maxlat="4" maxlon="1"/>
      <node id="2" lat="3" lon="3"><tag k="a" v="new"/></node><way id="4"><nd ref="2"/></way></osm>
      """)
    #expect(data.nodeCount == 2 && data.nodes.count == 1)
    #expect(data.location(ofNode: 2)?.latitude == 3)
    #expect(data.node(withID: 2).map { data.tags($0.tags)["a"] } == "new")
    #expect(data.ways.map(\.id) == [3, 4])
    #expect(data.way(withID: 4).map { Array(data.references[$0.references]) } == [2])
    #expect(data.bounds == OSMData.Bounds(west: 0, south: 1, east: 2, north: 4))
  }

  /// Five nodes and a budget of two: the same places, whatever the order of the ids.
  @Test(arguments: [[1, 2, 3, 4, 5, 6], [6, 1, 5, 2, 4, 3], [-3, 7, 7, 2, 2, 7]])
  func placesBeyondTheBudgetComeFromTheDisk(ids: [Int]) throws {
    var limits = OSMLimits()
    limits.placesInMemory = 2
    limits.scratchFolder = NSTemporaryDirectory()
    let nodes = ids.enumerated().map { "<node id='\($1)' lat='\($0)' lon='1'/>" }.joined()
    let data = try Self.read(Array("<osm>\(nodes)</osm>".utf8), limits: limits)
    #expect(data.nodeCount == Set(ids).count)
    for (index, id) in ids.enumerated() where ids.lastIndex(of: id) == index {
      #expect(data.location(ofNode: Int64(id))?.latitude == Double(index))
    }
    #expect(data.location(ofNode: 100) == nil && data.location(ofNode: -100) == nil)
    #expect(data.fault == nil)
    #expect(data.extent == OSMData.Bounds(west: 1, south: 0, east: 1, north: 5))
  }

  /// More than one block of the file.
  @Test func manyPlacesComeFromTheDisk() throws {
    var limits = OSMLimits()
    limits.placesInMemory = 1000
    var ids = Array(1...5000)
    var generator = SeededGenerator(seed: 4)
    ids.shuffle(using: &generator)
    let nodes = ids.map { "<node id='\($0 * 3)' lat='\(Double($0) / 1000)' lon='1'/>" }.joined()
    let data = try Self.read(Array("<osm>\(nodes)</osm>".utf8), limits: limits)
    #expect(data.nodeCount == 5000)
    for id in 1...5000 { #expect(data.location(ofNode: Int64(id * 3))?.latitude == Double(id) / 1000) }
    #expect(data.location(ofNode: 4) == nil)
  }

  @Test func aScratchFolderThatIsNotThereIsAnError() throws {
    var limits = OSMLimits()
    limits.placesInMemory = 1
    limits.scratchFolder = "/nowhere/at/all"
    let text = "<osm><node id='1' lat='1' lon='1'/><node id='2' lat='1' lon='1'/></osm>"
    #expect(throws: FormatError.self) { try Self.read(Array(text.utf8), limits: limits) }
  }

  @Test(arguments: [
    "", "<", "<osm>", "<osm><node id='1' lat='1' lon='1'/>", "<osm></osm><osm></osm>",
    "<osm><node id='x' lat='1' lon='1'/></osm>",
    "<osm><node lat='1' lon='1'/></osm>", "<osm><way id='1'><nd/></way></osm>",
    "<osm><node id='9223372036854775808' lat='1' lon='1'/></osm>", "<osmChange/>", "<html><body/></html>", "PK\u{3}\u{4}",
    "<!DOCTYPE osm [<!ENTITY a 'b'>]><osm><node id='1' lat='1' lon='1'><tag k='a' v='&a;'/></node></osm>",
    "<osm><node id='1' lat='1' lon='1'><tag k='a' v='&unknown;'/></node></osm>",
  ])
  func refusesWhatIsNoData(text: String) throws {
    #expect(throws: FormatError.self) { try Self.read(text) }
  }

  /// Seconds since 1970 that `date -u` gives.
  @Test(arguments: [
    ("2016-02-11T10:00:00Z", 1_455_184_800), ("2016-02-29T23:59:59Z", 1_456_790_399), ("2016-03-01T00:00:00Z", 1_456_790_400),
    ("2100-03-01T00:00:00Z", 4_107_542_400), ("2001-09-09T01:46:40Z", 1_000_000_000), ("2024-12-31T23:59:59Z", 1_735_689_599),
  ]) func aFileIsAsOldAsItsNewestElement(_ text: String, _ seconds: Int64) throws {
    let old = "2001-09-09T01:46:40Z"
    let nodes = [old, text, "2999-13-01T00:00:00Z", "3000-01-01 00:00:00Z", "9999-1x-01T00:00:00Z", ""].enumerated().map {
      "<node id='\($0)' lat='1' lon='1' timestamp='\($1)'/>"
    }
    #expect(try Self.read("<osm>\(nodes.joined())</osm>").date == seconds)
    #expect(try Self.read("<osm><meta osm_base='\(text)'/><node id='1' lat='1' lon='1'/></osm>").date == seconds)
  }

  @Test func thePartOfTheWorldMayStandInOneAttribute() throws {
    func bounds(_ box: String) throws -> OSMData.Bounds? {
      try Self.read(
        "<osm>\(box)<node id='1' lat='1' lon='1'/><relation id='2'><member type='relation' ref='3' role=''/></relation></osm>"
      )
      .bounds
    }
    #expect(try bounds("<bound box='53.4,13.1,53.6,13.4'/>") == OSMData.Bounds(west: 13.1, south: 53.4, east: 13.4, north: 53.6))
    #expect(try bounds("<bound box='53.4,13.1,53.6'/>") == nil)
  }

  @Test func nodesOffTheGlobeOrWithoutAPlaceAreMissing() throws {
    let data = try Self.read(
      "<osm><node id='1' lat='91' lon='1'/><node id='2' lat='NaN' lon='1'/><node id='3'/><node id='4' lat='1e300' lon='0'/>"
        + "<node id='5' lat='' lon='-180.0000001'/><node id='6' lat='-90' lon='180'/></osm>")
    #expect(data.nodeCount == 1)
    #expect(data.location(ofNode: 6) == LocationCoordinate(latitude: -90, longitude: 180))
  }

  /// A few hundred bytes that become a hundred million elements.
  @Test func aSmallFileThatSwellsIsRefused() throws {
    var limits = OSMLimits()
    limits.freeCount = 1000
    limits.countPerByte = 2
    let text = "<osm>" + String(repeating: "<node id='1' lat='1' lon='1'/>", count: 40_000) + "</osm>"
    let bytes = try Gzip.deflate(Array(text.utf8))
    #expect(throws: FormatError.self) { _ = try Self.read(bytes, limits: limits).nodeCount }
    #expect(try Self.read(Array(text.utf8), limits: limits).nodeCount == 1)
  }

  /// Texts that are not UTF-8 are mended, and are then the same text.
  @Test func textsOfOtherEncodingsAreRead() throws {
    let latin: [UInt8] =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><osm><node id='1' lat='1' lon='1'><tag k='name' v='M".utf8) + [0xFC]
      + Array("hle'/></node></osm>".utf8)
    let data = try Self.read(latin)
    #expect(data.nodes.first.map { data.tags($0.tags)["name"] } == "Mühle")
  }
}
