import OverlookFormats
import Testing

/// Places that are none, shapes that are none, and sequences of documents.
@Suite struct GeoJSONEarthTests {
  private func parse(_ text: String) throws -> GeoJSONDocument { try GeoJSONParser.parse(Array(text.utf8)) }

  /// What both readers make of one geometry.
  private func both(_ geometry: String) throws -> [GeoJSONDocument] {
    [try parse(geometry), try GeoJSONDocument(try JSONParser.parse(Array(geometry.utf8)))]
  }

  @Test(arguments: [
    (#"{"type":"Point","coordinates":[2776157.2,8437820.6]}"#, "latitude 8437820.6"),
    (#"{"type":"Point","coordinates":[24,91]}"#, "latitude 91.0"),
    (#"{"type":"Point","coordinates":[1e17,0]}"#, "longitude 1e+17"),
    (#"{"type":"MultiPoint","coordinates":[[0,0],[0,-1e308]]}"#, "latitude -1e+308"),
    (#"{"type":"LineString","coordinates":[[0,0],[600,1]]}"#, "longitude 600.0"),
  ])
  func placesOffTheEarthAreLeftOutWithTheirReason(geometry: String, words: String) throws {
    for document in try both(geometry) {
      #expect(document.features.isEmpty && document.coordinates.isEmpty)
      #expect(document.faultCount == 1)
      #expect(document.firstFault == "a position off the Earth, with \(words) where degrees were expected")
    }
  }

  /// Across the antimeridian documents may count on; some round the poles away.
  @Test func placesThatNeedATurnOrARoundingAreTaken() throws {
    for document in try both(#"{"type":"LineString","coordinates":[[-190,0],[190,90.00000000000001],[359.5,-90]]}"#) {
      #expect(document.coordinates == [-190, 0, 190, 90, 359.5, -90])
      #expect(document.faultCount == 0)
    }
  }

  private static let ring = "[[0,0],[0,4],[4,4],[0,0]]"

  @Test(arguments: [
    (#"{"type":"LineString","coordinates":[[1,2]]}"#, 0, "a line of less than two positions"),
    (#"{"type":"MultiLineString","coordinates":[[[1,2]],[[1,2],[3,4]]]}"#, 1, "a line of less than two positions"),
    (#"{"type":"Polygon","coordinates":[[[0,0],[1,1]]]}"#, 0, "a ring of less than four positions"),
    (#"{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}"#, 0, "a ring of less than four positions"),
    // The holes of a polygon without its outer ring are holes of nothing.
    (#"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,1]],\#(ring)],[\#(ring)]]}"#, 1, "a ring of less than four positions"),
    (#"{"type":"Polygon","coordinates":[\#(ring),[[1,2]]]}"#, 1, "a ring of less than four positions"),
  ])
  func partsThatAreNoShapeAreLeftOutAlone(geometry: String, parts: Int, fault: String) throws {
    for document in try both(geometry) {
      #expect(document.partStarts.count - 1 == parts)
      #expect(document.features.count == min(parts, 1))
      #expect(document.faultCount == 1 && document.firstFault == fault)
      #expect(Int(document.partStarts.last ?? -1) == document.positionCount)
    }
  }

  @Test func ringsThatDoNotEndWhereTheyBeginAreClosedAndCounted() throws {
    for document in try both(#"{"type":"Polygon","coordinates":[[[0,0],[0,4],[4,4]]]}"#) {
      #expect(document.coordinates == [0, 0, 0, 4, 4, 4, 0, 0])
      #expect(document.openRingCount == 1 && document.faultCount == 0)
    }
    #expect(try parse(#"{"type":"Polygon","coordinates":[\#(Self.ring)]}"#).openRingCount == 0)
  }

  // MARK: Sequences

  private static func point(_ x: Int) -> String {
    #"{"type":"Feature","properties":{"n":\#(x)},"geometry":{"type":"Point","coordinates":[\#(x),0]}}"#
  }

  @Test(arguments: [
    "\(point(1))\n\(point(2))\n\(point(3))", "\(point(1))\r\n\r\n\(point(2))\r\n\(point(3))\r\n",
    "\n\(point(1))\n \(point(2))\n\(point(3))\n",
    "\u{1E}\(point(1))\n\u{1E}\(point(2))\n\u{1E}\(point(3))\n", "\u{1E}\u{1E}\(point(1))\u{1E}\(point(2))\n\n\u{1E}\(point(3))",
    "\u{1E}{\n\"type\": \"FeatureCollection\", \"features\": [\(point(1)),\n\(point(2))]}\n\u{1E}\(point(3))\n",
  ])
  func sequencesAreOneCollection(text: String) throws {
    let document = try parse(text)
    #expect(document.coordinates == [1, 0, 2, 0, 3, 0])
    #expect(document.features.map(\.index) == [0, 1, 2])
    #expect(document.faultCount == 0)
    #expect(GeoJSONParser.isSequence(Array(text.utf8)))
  }

  /// A record that is cut or no feature costs itself.
  @Test(arguments: [
    "\(point(1))\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[5,5\n\(point(3))",
    "\(point(1))\n17\n\(point(3))", "\(point(1))\n{\"type\":\"Fish\"}\n\(point(3))\n",
    "\(point(1))\n\(point(2)) x\n\(point(3))".replacing(point(2), with: "{}"),
    "\u{1E}\(point(1))\n\u{1E}{\"type\":\n\u{1E}\(point(3))\n",
    "\u{1E}\(point(1))\n\u{1E}{\n\"type\" 7,\n\(point(2))\n\u{1E}\(point(3))\n",
    "\(point(1))\n{\n\(point(3))",
  ])
  func aBadRecordCostsItselfAlone(text: String) throws {
    let document = try parse(text)
    #expect(document.coordinates == [1, 0, 3, 0])
    #expect(document.faultCount == 1)
    #expect(document.partStarts == [0, 1, 2])
  }

  @Test func aCutLastRecordIsLeftOut() throws {
    let document = try parse("\(Self.point(1))\n\(Self.point(2).dropLast(20))")
    #expect(document.coordinates == [1, 0] && document.faultCount == 1)
    #expect(document.firstFault?.contains("line 2") == true)
  }

  @Test(arguments: ["{} {}", "\(point(1)) \(point(2))", "\(point(1)),\n\(point(2))", "[\(point(1))]\n", "x\n\(point(1))"])
  func whatIsNoSequenceIsRefused(text: String) {
    #expect(throws: FormatError.self) { try parse(text) }
    #expect(!GeoJSONParser.isSequence(Array(text.utf8)))
  }

  @Test func manyRecordsAreReadInOneGo() throws {
    let document = try parse(String(repeating: "\u{1E}\(Self.point(7))\n", count: 20_000))
    #expect(document.features.count == 20_000 && document.keys == ["n"])
    let bad = try parse("\(Self.point(1))\n" + String(repeating: "{]\n", count: 20_000))
    #expect(bad.features.count == 1 && bad.faultCount == 20_000)
  }
}
