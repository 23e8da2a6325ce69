import Foundation
import Overlook
import OverlookFiles
import OverlookFormats
import Testing

@testable import OverlookViewer

@Suite struct DrawingFileTests {
  private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  private var figures: [Figure] {
    var line = Figure(.line, [place(60.17, 24.94), place(60.2, 25)])
    (line.name, line.note, line.width, line.color) = (
      "Way & <home>", "Two \"words\" & more", 4.5, Color(red: 0, green: 0.6, blue: 1)
    )
    var area = Figure(.area, [place(10, 179.5), place(10, -179.5), place(11, 179.9)])
    area.fillOpacity = 0.35
    var text = Figure(.text, [place(1, 2)])
    text.name = "مرحبا"
    return [line, area, Figure(.point, [place(-33.9, 151.2)]), text, Figure(.circle, [place(48, 11), place(48.01, 11)])]
  }

  private func written(_ figures: [Figure], as ending: String) throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drawing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("drawing.\(ending)").path
    try FileWriter.write(try DrawingFile.document(figures, name: "drawing"), to: path)
    return DrawingFile.figures(try FileFormats.read(path: path)).figures
  }

  private func isNear(_ a: LocationCoordinate, _ b: LocationCoordinate) -> Bool {
    abs(a.latitude - b.latitude) < 1e-9 && abs((a.longitude - b.longitude).remainder(dividingBy: 360)) < 1e-9
  }

  @Test func geoJSONBringsEverythingBack() throws {
    let read = try written(figures, as: "geojson")
    #expect(read.map(\.kind) == figures.map(\.kind))
    for (a, b) in zip(read, figures) {
      #expect(zip(a.places, b.places).allSatisfy { isNear($0, $1) } && a.places.count == b.places.count, "\(b.kind)")
      #expect(a.name == b.name && a.note == b.note)
      #expect(DrawingFile.hex(a.color) == DrawingFile.hex(b.color))
    }
    #expect(read[0].width == 4.5)
    #expect(abs(read[1].fillOpacity - 0.35) < 1e-6)
  }

  @Test(arguments: ["gpx", "kml"]) func otherFormatsBringThePlacesBack(ending: String) throws {
    let read = try written(figures, as: ending)
    #expect(read.count == figures.count)
    #expect(read.contains { $0.name == "Way & <home>" && $0.kind == .line })
    #expect(read.contains { $0.places.count == 1 && isNear($0.places[0], place(-33.9, 151.2)) })
  }

  @Test func whatIsNotWholeIsNotWritten() throws {
    #expect(try DrawingFile.document([Figure(.line, [place(0, 0)]), Figure(.area, [])], name: "").featureCount == 0)
  }

  @Test(arguments: ["geojson", "kml"]) func holesComeBack(ending: String) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("holes-\(UUID().uuidString).\(ending)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var area = Figure(.area, [place(60, 24), place(60, 26), place(62, 26), place(62, 24)])
    area.holes = [
      [place(60.5, 24.5), place(60.5, 25), place(61, 25)], [place(61.5, 25.5), place(61.5, 25.8), place(61.2, 25.6)],
    ]
    try FileWriter.write(try DrawingFile.document([area], name: "holes"), to: path)
    let read = DrawingFile.figures(try FileFormats.read(path: path))
    #expect(read.leftOut == 0 && read.figures.count == 1)
    #expect(read.figures.first?.places.count == 4 && read.figures.first?.holes.map(\.count) == [3, 3])
    let record = DrawingRecord([area], path: nil)
    let kept = try JSONDecoder().decode(DrawingRecord.self, from: JSONEncoder().encode(record))
    #expect(kept.usable == [area])
    let root = try JSONSerialization.jsonObject(with: Data(FigureGeoJSON.text([area]).utf8)) as? [String: Any]
    let rings = try #require((root?["geometry"] as? [String: Any])?["coordinates"] as? [[[Double]]])
    #expect(rings.map(\.count) == [5, 4, 4] && rings.allSatisfy { $0.first == $0.last })
  }

  @Test func anEndingThatIsNotKnownIsRefusedAndNothingWritten() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("drawing-\(UUID().uuidString).xyz").path
    #expect(throws: FormatError.self) { try FileWriter.write(try DrawingFile.document(figures, name: ""), to: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func theSessionBringsBackWhatIsOfUse() throws {
    let record = DrawingRecord(figures, path: "/tmp/a.geojson")
    let read = try JSONDecoder().decode(DrawingRecord.self, from: JSONEncoder().encode(record))
    #expect(read.usable == figures)
    #expect(read.path == "/tmp/a.geojson")
    var damaged = record
    damaged.figures[0].places.removeLast()
    damaged.figures[1].places[0] = 95
    damaged.figures[2].color = []
    damaged.figures[2].width = -4
    #expect(damaged.usable.map(\.kind) == [.point, .text, .circle])
    #expect(damaged.usable[0].width == 0.5)
  }

  // The figures as any reader of RFC 7946 has them.
  @Test func theClipboardHasGeoJSON() throws {
    let text = FigureGeoJSON.text(Array(figures.prefix(2)))
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let features = try #require(root["features"] as? [[String: Any]])
    let line = try #require(features[0]["geometry"] as? [String: Any])
    #expect(line["type"] as? String == "LineString")
    #expect(line["coordinates"] as? [[Double]] == [[24.94, 60.17], [25, 60.2]])
    let ring = try #require((features[1]["geometry"] as? [String: Any])?["coordinates"] as? [[[Double]]])
    #expect(ring[0].count == 4 && ring[0].first == ring[0].last)
    #expect(FigureGeoJSON.text([Figure(.line, [place(.nan, 0), place(0, 0)])]).contains("NaN") == false)
  }
}
