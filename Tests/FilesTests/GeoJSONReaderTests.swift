import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct GeoJSONReaderTests {
  private func read(_ text: String) throws -> FileDocument {
    try FileFormats.read(FileInput(name: "a.geojson", bytes: Array(text.utf8)))
  }

  @Test func keepsEveryKindOfGeometry() throws {
    let document = try read(
      """
      {"type":"FeatureCollection","name":"Kinds","features":[
      {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[24.9,60.1,12.5]},"properties":{"name":"a","n":1}},
      {"type":"Feature","geometry":{"coordinates":[[1,2],[3,4]],"type":"MultiPoint"},"properties":null},
      {"type":"Feature","properties":{"n":2.5},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4],[5,6]]}},
      {"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}},
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}},
      {"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}},
      {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,1]},
      {"type":"LineString","coordinates":[[1,1],[2,2]]}]}}]}
      """)
    #expect(document.name == "Kinds" && document.featureCount == 7 && document.faults.count == 0)
    #expect(document.format == "GeoJSON")
    let kinds = (0..<7).map { document.shapes.shapes(of: $0).map { document.shapes.shapes[$0].kind } }
    #expect(
      kinds == [[.points], [.points], [.lines], [.lines], [.polygon], [.polygon, .polygon], [.points, .lines]])
    #expect(document.shapes.parts(of: 3).count == 2 && document.shapes.parts(of: 4).count == 2)
    #expect(document.shapes.place(0) == LocationCoordinate(latitude: 60.1, longitude: 24.9))
    #expect(document.shapes.height(0) == 12.5 && document.shapes.height(1) == nil)
    #expect(document.properties.value(0, named: "name") == .text("a") && document.title(of: 0) == "a")
    #expect(document.properties.value(0, named: "n") == .number(1) && document.properties.value(2, named: "n") == .number(2.5))
    #expect(document.properties.value(0, named: "id") == .integer(7))
    #expect(document.bounds.northEast == LocationCoordinate(latitude: 60.1, longitude: 24.9))
  }

  @Test func readsLinesAndRecordsOneByOne() throws {
    let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":"ü"}}"#
    for text in ["\(feature)\n\(feature)\n", "\u{1E}\(feature)\n\u{1E}\(feature)\n", "\(feature)\(feature)"] {
      let document = try read(text)
      #expect(document.featureCount == 2 && document.faults.count == 0 && document.format == "GeoJSON sequence")
      #expect(document.properties.value(1, named: "a") == .text("ü"))
    }
  }

  @Test func goesOnBehindALineThatIsNoJSON() throws {
    let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#
    let document = try read("\(feature)\n{\"type\":\"Feature\",!!}\n\(feature)\n")
    #expect(document.featureCount == 2)
    #expect(document.faults.first.first?.place == "line 2, column 19")
  }

  @Test func keepsWhatStandsBeforeACut() throws {
    let whole =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}},"#
      + #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}]}"#
    var counts: Set<Int> = []
    for count in 1..<whole.utf8.count {
      guard let document = try? read(String(decoding: whole.utf8.prefix(count), as: UTF8.self)) else { continue }
      #expect(document.faults.count == 1)
      counts.insert(document.featureCount)
    }
    #expect(counts == [1, 2])
  }

  @Test func leavesOutWhatIsNoPlaceAndSaysWhy() throws {
    let document = try read(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"n":"good"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":["1","2"]}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[60.1,124.9]},"properties":{"n":"swapped"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[385000,6672000]}},
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2]]}},
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[1,2]}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[5,6]},"properties":{"n":"last"}}]}
      """)
    #expect(document.faults.count == 5)
    #expect(document.faults.first.contains { $0.fault.contains("swapped") })
    #expect(document.faults.first.contains { $0.fault.contains("metres of a projection") })
    let names = (0..<document.featureCount).compactMap { document.properties.value($0, named: "n")?.text }
    #expect(names == ["good", "last"])
    #expect(document.shapes.positionCount == 2)
  }

  /// They are no part of the features beside them.
  @Test(arguments: [
    #"{"type":"Feature","coordinates":[5,6]}"#, #"{"type":"Feature","coordinates":[[5,6],[1e3,7]],"properties":{}}"#,
    #"{"type":"Feature","coordinates":[5,6],"geometry":null}"#,
  ]) func coordinatesOutsideOfAGeometryAreLeftOut(feature: String) throws {
    let line = #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,1],[2,2]]}}"#
    let document = try read("\(feature)\n\(line)")
    #expect(document.featureCount == 2 && document.shapes.coordinates == [1, 1, 2, 2])
    #expect(document.faults.first.first?.fault == "coordinates that belong to no geometry")
    let beside = try read(#"{"type":"Feature","coordinates":[5,6],"geometry":{"type":"Point","coordinates":[1,2]}}"#)
    #expect(beside.shapes.coordinates == [1, 2] && beside.faults.count == 1)
  }

  @Test func bringsAnOldReferenceSystemToDegrees() throws {
    let document = try read(
      #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":["#
        + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[111319.49079327357,0]}}]}"#)
    #expect(abs(document.shapes.coordinates[0] - 1) < 1e-9 && abs(document.shapes.coordinates[1]) < 1e-9)
    #expect(throws: FormatError.self) {
      try read(
        #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:99999"}},"features":["#
          + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}]}"#)
    }
  }

  @Test func takesLooksFromSimpleStyle() throws {
    let document = try read(
      ##"{"type":"Feature","properties":{"stroke":"#ff0000","stroke-width":3,"fill":"#0f0","fill-opacity":0.25},"##
        + ##""geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]]]}}"##)
    let look = document.look(of: 0)
    #expect(look.strokeColor == Color.red && look.strokeWidth == 3)
    #expect(look.fillColor == Color(red: 0, green: 1, blue: 0, alpha: 0.25))
  }

  @Test func readsTimesOfTracks() throws {
    let document = try read(
      #"{"type":"Feature","properties":{"coordTimes":["2024-05-01T10:00:00Z","2024-05-01T10:00:30Z"]},"#
        + #""geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#)
    #expect(document.shapes.time(1).map { $0 - 1_714_557_630 } == 0)
  }

  @Test func escapesAreReadAndNestedValuesKeptAsWritten() throws {
    let document = try read(
      #"{"type":"Feature","geometry":null,"properties":{"a":"x\n\u00e9\ud83d\ude00\ud800","b":[1,{"c":2}],"d":true,"e":null}}"#)
    #expect(document.properties.value(0, named: "a") == .text("x\né😀\u{FFFD}"))
    #expect(document.properties.value(0, named: "b") == .json(#"[1,{"c":2}]"#))
    #expect(document.properties.value(0, named: "d") == .bool(true) && document.properties.value(0, named: "e") == nil)
  }

  @Test func readsAFileInPiecesAsAsAWhole() throws {
    var text = #"{"type":"FeatureCollection","features":["#
    let count = 60_000
    for i in 0..<count {
      text += #"{"type":"Feature","properties":{"number":\#(i),"name":"feature \#(i)"},"geometry":{"type":"Point","coordinates":"#
      text += "[\(Double(i) / 1000),\(Double(i % 90))]}}" + (i + 1 < count ? ",\n" : "]}")
    }
    #expect(text.utf8.count > 5 << 20)
    let document = try read(text)
    #expect(document.featureCount == count && document.faults.count == 0)
    for i in stride(from: 0, to: count, by: 7919) {
      #expect(document.properties.value(i, named: "number") == .integer(Int64(i)))
      #expect(document.properties.value(i, named: "name") == .text("feature \(i)"))
      #expect(document.shapes.place(i) == LocationCoordinate(latitude: Double(i % 90), longitude: Double(i) / 1000))
    }
    #expect(document.shapes.byteCount <= 3 * 16 * count)
  }

  @Test func canBeCancelled() throws {
    let reading = FileReading()
    reading.cancel()
    let input = FileInput(name: "a.geojson", bytes: Array(#"{"type":"Point","coordinates":[1,2]}"#.utf8))
    #expect(throws: FormatError.self) { try FileFormats.read(input, reading: reading) }
  }

  @Test func numbersAreThoseOfTheStandardLibrary() throws {
    var generator = SeededGenerator(seed: 5)
    let numbers = (0..<20_000).map { _ in
      (Double.random(in: -180...180, using: &generator), Double.random(in: -90...90, using: &generator))
    }
    let text = numbers.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let document = try read(#"{"type":"MultiPoint","coordinates":[\#(text)]}"#)
    #expect(document.shapes.coordinates == numbers.flatMap { [$0.0, $0.1] })
  }
}
