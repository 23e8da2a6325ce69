import OverlookFormats
import Testing

/// RFC 7946.
@Suite struct GeoJSONTests {
  private func parse(_ text: String) throws(FormatError) -> GeoJSONDocument {
    try GeoJSONParser.parse(Array(text.utf8))
  }

  private static let ring = "[[0,0],[4,0],[4,4],[0,4],[0,0]]"

  /// Two geometries of one feature, and two features with one each.
  @Test func featuresThatAreLeftOutMakeRoom() throws {
    func feature(_ id: Int, _ geometry: String) -> String {
      #"{"type":"Feature","id":\#(id),"properties":{},"geometry":\#(geometry)}"#
    }
    let point = #"{"type":"Point","coordinates":[1,2]}"#
    let both = #"{"type":"GeometryCollection","geometries":[\#(point),{"type":"LineString","coordinates":[[0,0],[1,1]]}]}"#
    let document = try parse(
      #"{"type":"FeatureCollection","features":[\#(feature(1, point)),\#(feature(2, both)),\#(feature(3, point))]}"#)
    #expect(document.features.map(\.index) == [0, 1, 1, 2])
    #expect(document.filtered { $0.index != 0 }.features.map(\.index) == [0, 0, 1])
    #expect(document.filtered { $0.index == 1 }.features.map(\.kind) == [.points, .lines])
    #expect(document.filtered { _ in false }.features.isEmpty)
  }

  @Test(arguments: [
    (#"{"type":"Point","coordinates":[1,2]}"#, GeoJSONDocument.Kind.points, [1.0, 2.0], [Int32(0), 1]),
    (#"{"type":"MultiPoint","coordinates":[[1,2],[3,4,99]]}"#, .points, [1, 2, 3, 4], [0, 2]),
    (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, .lines, [1, 2, 3, 4], [0, 2]),
    (#"{"coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]],"type":"MultiLineString"}"#, .lines, [1, 2, 3, 4, 5, 6, 7, 8], [0, 2, 4]),
  ])
  func aBareGeometryIsAFeature(text: String, kind: GeoJSONDocument.Kind, coordinates: [Double], parts: [Int32]) throws {
    let document = try parse(text)
    #expect(document.features.map(\.kind) == [kind])
    #expect(document.coordinates == coordinates)
    #expect(document.partStarts == parts)
  }

  @Test func outerRingsTurnClockwiseAndHolesTheOtherWay() throws {
    let hole = "[[1,1],[2,1],[2,2],[1,2]]"
    let document = try parse(#"{"type":"Polygon","coordinates":[\#(Self.ring),\#(hole)]}"#)
    // The outer ring of the text turns against the clock and so is read backwards; the hole does as well, and stays.
    #expect(Array(document.coordinates.prefix(4)) == [0, 0, 0, 4])
    #expect(Array(document.coordinates[10..<14]) == [1, 1, 2, 1])
    // An open ring is closed.
    #expect(document.partStarts == [0, 5, 10])
  }

  @Test func membersComeInAnyOrder() throws {
    let document = try parse(
      """
      {"features": [{"properties": {"a": 1, "b": {"c": [true, null]}}, "id": "x", "geometry": {"coordinates": [5, 6],
       "type": "Point"}, "type": "Feature"}], "name": "n", "type": "FeatureCollection"}
      """)
    #expect(document.features.map(\.id) == [.string("x")])
    #expect(document.keys == ["a", "b"])
    #expect(document.values.count == 2)
    #expect(document.features[0].tags == 0..<4)
  }

  @Test func aCollectionOfGeometriesSharesItsAttributes() throws {
    let document = try parse(
      """
      {"type":"Feature","properties":{"a":1},"geometry":{"type":"GeometryCollection","geometries":[
      {"type":"Point","coordinates":[1,2]},{"type":"GeometryCollection","geometries":[{"type":"LineString",
      "coordinates":[[1,2],[3,4]]}]}]}}
      """)
    #expect(document.features.map(\.kind) == [.points, .lines])
    #expect(document.features.allSatisfy { $0.tags == 0..<2 && $0.index == 0 })
  }

  @Test(arguments: [
    #"{"type":"Feature","properties":{"a":1},"geometry":{"type":"Point","coordinates":["1",2]}}"#,
    #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1]}}"#,
    #"{"type":"Feature","properties":{},"geometry":{"type":"Line","coordinates":[1,2]}}"#,
    #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[1,2],[3,4]]}}"#,
    #"{"type":"Feature","properties":{},"geometry":{"type":"LineString"}}"#,
    #"{"type":"Fish","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#,
    "17",
  ])
  func aBadFeatureIsCountedAndItsNeighboursAreKept(feature: String) throws {
    let good = #"{"type":"Feature","properties":{"n":2},"geometry":{"type":"Point","coordinates":[7,8]}}"#
    let text = #"{"type":"FeatureCollection","features":[\#(good),\#(feature),\#(good)]}"#
    for document in [try parse(text), try GeoJSONDocument(try JSONParser.parse(Array(text.utf8)))] {
      #expect(document.faultCount == 1)
      #expect(document.coordinates == [7, 8, 7, 8])
      #expect(document.features.map(\.index) == [0, 2])
    }
  }

  @Test func aFeatureWithoutAPlaceIsNoFault() throws {
    let document = try parse(#"{"type":"Feature","properties":{"a":1},"geometry":null}"#)
    #expect(document.features.isEmpty)
    #expect(document.values.isEmpty)
    #expect(document.faultCount == 0)
  }

  @Test(arguments: [
    ("{\"type\":\"Point\",\n\"coordinates\":[NaN,2]}", "line 2"), ("{\"type\":\"Point\",\"coordinates\":[1,2]", "line 1"),
    ("{\"type\":\"Point\",\"coordinates\":[1e999,2]}", "line 1, column 32"), ("[]", "line 1"), ("{}", "line 1"),
    ("{\"type\":\"Point\",\"coordinates\":[1,2]}}", "column 37"),
  ])
  func textThatIsNoGeoJSONIsRefusedWithItsPlace(text: String, place: String) throws {
    do throws(FormatError) {
      let document = try parse(text)
      // What is no number is a fault of the feature alone.
      #expect(document.firstFault != nil)
    } catch {
      #expect("\(error)".contains(place), "\(error)")
    }
  }

  @Test func nestingWithoutEndIsRefused() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: FormatError.self) { try parse(#"{"type":"Polygon","coordinates":\#(deep)"#) }
    #expect(throws: FormatError.self) { try parse(#"{"type":"Feature","properties":{"a":\#(deep)"#) }
  }

  /// Both ways of reading a document give the same, and numbers are the nearest Doubles to their text.
  @Test func numbersAreExact() throws {
    for text in ["0.1", "-122.41941550000001", "1e-7", "24.9384", "0.30000000000000004", "123456789012345678", "5e22", "-0.0"] {
      let document = try parse(
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"n":\#(text)}}"#)
      #expect(document.values == [.number(Double(text) ?? .nan)], "\(text)")
    }
    #expect(try parse(#"{"type":"Point","coordinates":[-122.41941550000001,1e-7]}"#).coordinates == [-122.41941550000001, 1e-7])
  }
}
