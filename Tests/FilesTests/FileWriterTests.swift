import Foundation
import OverlookFiles
import OverlookFormats
import OverlookSupport
import Testing

@Suite struct FileWriterTests {
  private static let source =
    ##"{"type":"FeatureCollection","name":"A & <b>","features":[{"type":"Feature","properties":{"name":"x\"y\n","n":1,"stroke":"#ff0000"},"##
    + ##""geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}},"##
    + ##"{"type":"Feature","properties":{"coordTimes":["2024-05-01T10:00:00Z","2024-05-01T10:00:30.5Z"]},"##
    + ##""geometry":{"type":"LineString","coordinates":[[1.00000001,2,3.5],[-0.0000003,4,5]]}},"##
    + ##"{"type":"Feature","properties":{"name":"p"},"geometry":{"type":"Point","coordinates":[179.5,-89]}}]}"##

  private func folder() throws -> String {
    let path = NSTemporaryDirectory() + "/overlook-files-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test(arguments: ["geojson", "kml", "gpx"]) func whatIsWrittenIsReadAgain(_ ending: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try FileFormats.read(FileInput(name: "a.geojson", bytes: Array(Self.source.utf8)))
    try FileWriter.write(first, to: "\(folder)/a.\(ending)")
    let second = try FileFormats.read(path: "\(folder)/a.\(ending)")
    #expect(second.faults.count == 0 && second.name == "A & <b>")
    let places = second.shapes.coordinates.map { ($0 * 1e9).rounded() }
    #expect(Set(places) == Set(first.shapes.coordinates.map { ($0 * 1e9).rounded() }))
    let track = try #require((0..<second.featureCount).first { second.shapes.positions(ofFeature: $0).count == 2 })
    let start = second.shapes.positions(ofFeature: track).lowerBound
    #expect(second.shapes.time(start + 1) == 1_714_557_630.5 && second.shapes.height(start) == 3.5)
    if ending != "gpx" {
      #expect(second.properties.value(0, named: "n") == .integer(1) && second.shapes.parts(of: 0).count == 2)
      #expect(second.look(of: 0).strokeColor == Color.red)
    }
    #expect(second.title(of: 0)?.contains("x\"y") == true || ending == "gpx")
  }

  private static let geometries =
    #"{"type":"FeatureCollection","features":["#
    + [
      #"{"type":"MultiPolygon","coordinates":[[[[1,1],[2,1],[2,2],[1,1]]],[[[5,5],[6,5],[6,6],[5,5]]]]}"#,
      #"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#,
      #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8],[9,10]]]}"#,
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}"#,
    ].map { #"{"type":"Feature","properties":{"name":"A","description":"<b>"},"geometry":\#($0)}"# }.joined(separator: ",") + "]}"

  @Test(arguments: ["geojson", "kml"]) func geometriesOfSeveralPartsStayWhole(_ ending: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try FileFormats.read(FileInput(name: "a.geojson", bytes: Array(Self.geometries.utf8)))
    try FileWriter.write(first, to: "\(folder)/a.\(ending)")
    let second = try FileFormats.read(path: "\(folder)/a.\(ending)")
    #expect(second.featureCount == 4 && second.faults.count == 0)
    #expect(second.shapes.coordinates == first.shapes.coordinates)
    for feature in 0..<4 {
      #expect(second.properties.value(feature, named: "description") == .text("<b>"))
      func lines(_ document: FileDocument) -> [Int] {
        document.shapes.shapes(of: feature).flatMap { shape in
          document.shapes.parts(of: shape).map { document.shapes.positions(of: $0).count }
        }
      }
      func kinds(_ document: FileDocument) -> Set<FeatureShapes.Kind> {
        Set(document.shapes.shapes(of: feature).map { document.shapes.shapes[$0].kind })
      }
      #expect(kinds(second) == kinds(first))
      // KML has each point alone.
      let points = ending == "kml" && feature == 1
      #expect(lines(second) == (points ? [1, 1] : lines(first)), "\(feature)")
    }
  }

  /// A time beyond what is written moves no other to its place.
  @Test(arguments: ["gpx", "kml"]) func timesStayWithTheirPlaces(_ ending: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let times = ["2024-05-01T10:00:00Z", "9999-06-01T00:00:00Z", "2024-05-01T10:00:20Z"]
    let points = times.enumerated().map { "<trkpt lat='1' lon='\($0)'><time>\($1)</time></trkpt>" }
    let text = "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    let first = try FileFormats.read(FileInput(name: "a.gpx", bytes: Array(text.utf8)))
    try FileWriter.write(first, to: "\(folder)/a.\(ending)")
    let second = try FileFormats.read(path: "\(folder)/a.\(ending)")
    #expect(second.shapes.positionCount == 3)
    for position in 0..<3 {
      let time = second.shapes.time(position)
      #expect(time == nil || time == first.shapes.time(position), "\(position)")
    }
    #expect(ending == "kml" || second.shapes.time(2) == 1_714_557_620)
  }

  @Test func theOldFileStaysWhereTheNewOneCannotBeWritten() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let document = try FileFormats.read(FileInput(name: "a.geojson", bytes: Array(Self.source.utf8)))
    #expect(throws: FormatError.self) { try FileWriter.write(document, to: "\(folder)/a.docx") }
    #expect(throws: FormatError.self) { try FileWriter.write(document, to: "\(folder)/none/a.gpx") }
    try "old".write(toFile: "\(folder)/a.gpx", atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: "\(folder)/a.gpx.writing", withIntermediateDirectories: true)
    #expect(throws: FormatError.self) { try FileWriter.write(document, to: "\(folder)/a.gpx") }
    #expect(try String(contentsOfFile: "\(folder)/a.gpx", encoding: .utf8) == "old")
  }
}

@Suite struct TrackStatisticsTests {
  private func statistics(_ points: String) throws -> TrackStatistics? {
    let text = "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>"
    let document = try FileFormats.read(FileInput(name: "a.gpx", bytes: Array(text.utf8)))
    return TrackStatistics(document.shapes, feature: 0)
  }

  /// A degree of latitude at 60 degrees north is 111,412 m by the series of the meridian's arc, one at the equator's meridian 110,574 m.
  @Test func lengthsAreThoseOfTheEllipsoid() throws {
    let north = try #require(try statistics("<trkpt lat=\"59.5\" lon=\"0\"/><trkpt lat=\"60.5\" lon=\"0\"/>"))
    #expect(abs(north.lengthMeters - 111_412) < 2)
    let equator = try #require(try statistics("<trkpt lat=\"0\" lon=\"179.5\"/><trkpt lat=\"0\" lon=\"-179.5\"/>"))
    #expect(abs(equator.lengthMeters - 111_319.49) < 0.01)
  }

  @Test func waveringIsNoClimb() throws {
    let heights = [100.0, 102, 99, 101, 120, 118, 121, 90, 93, 91]
    let points = heights.enumerated().map { "<trkpt lat=\"1\" lon=\"\(Double($0) / 1000)\"><ele>\($1)</ele></trkpt>" }
    let track = try #require(try statistics(points.joined()))
    // From 99 or 100 up to 121, down to 90.
    #expect(track.ascentMeters.map { (21...22).contains($0) } == true && track.descentMeters == 31)
    #expect(track.lowest == 90 && track.highest == 121 && track.profile.count == 10)
  }

  @Test func restsAreNotMoving() throws {
    let track = try #require(
      try statistics(
        "<trkpt lat=\"0\" lon=\"0\"><time>2024-05-01T10:00:00Z</time></trkpt><trkpt lat=\"0\" lon=\"0.001\"><time>2024-05-01T10:00:10Z"
          + "</time></trkpt><trkpt lat=\"0\" lon=\"0.001\"><time>2024-05-01T10:04:10Z</time></trkpt>"))
    #expect(track.movingSeconds == 10)
    #expect(track.averageSpeed.map { abs($0 - 11.1319) < 0.001 } == true)
    #expect(track.end.map { $0 - (track.start ?? 0) } == 250)
  }
}
