import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// Files of people on the command line: told, checked, drawn, written in another format.
  @Suite struct FileCommandTests {
    private static let track = """
      <gpx version="1.1"><trk><name>Walk</name><trkseg>
      <trkpt lat="60.0" lon="24.0"><ele>10</ele><time>2024-05-01T10:00:00Z</time></trkpt>
      <trkpt lat="60.0" lon="24.1"><ele>60</ele><time>2024-05-01T11:00:00Z</time></trkpt></trkseg></trk></gpx>
      """
    /// A red square from 10 to 20 degrees, over the Sahara.
    private static let square =
      ##"{"type":"Feature","properties":{"name":"Square","fill":"#ff0000","fill-opacity":1,"stroke":"#ff0000"},"##
      + ##""geometry":{"type":"Polygon","coordinates":[[[10,10],[20,10],[20,20],[10,20],[10,10]]]}}"##

    @Test func aFileIsTold() async throws {
      let place = try Workplace()
      let path = try place.file("a.gpx", Array(Self.track.utf8))
      let outcome = try await place.overlook(["info", path])
      outcome.expectSuccess()
      for line in ["kind         GPX", "features     1 (1 lines), 2 positions", "Walk: 5.58 km, up 50 m, down 0 m"] {
        #expect(outcome.output.contains(line), "\(outcome.output)")
      }
      let json = try await place.overlook(["info", "--json", path])
      json.expectSuccess()
      let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(object["kind"] as? String == "GPX" && object["positions"] as? Int == 2)
      #expect(object["times"] as? [String] == ["2024-05-01T10:00:00Z", "2024-05-01T11:00:00Z"])
    }

    @Test func aFileIsChecked() async throws {
      let place = try Workplace()
      let good = try place.file("good.gpx", Array(Self.track.utf8))
      let cut = try place.file("cut.gpx", Array(Self.track.utf8.dropLast(20)))
      let table = try place.file("a.csv", Array("name,price\nx,1\ny,2\n".utf8))
      try await place.overlook(["check", good]).expectSuccess()
      let outcome = try await place.overlook(["check", cut])
      #expect(outcome.status == 0 && outcome.errors.contains("the file is cut short here"), "\(outcome.errors)")
      try await place.overlook(["check", table]).expectError("none of its columns is known to be a place")
    }

    @Test func aFileIsWrittenInAnotherFormat() async throws {
      let place = try Workplace()
      let path = try place.file("a.gpx", Array(Self.track.utf8))
      try await place.overlook(["export", path, "-o", "a.geojson"]).expectSuccess()
      let text = String(decoding: try place.bytes("a.geojson"), as: UTF8.self)
      #expect(text.contains("[24,60,10],[24.1,60,60]") && text.contains("2024-05-01T11:00:00Z"), "\(text)")
      #expect(try await place.overlook(["export", path, "-o", "a.docx"]).status == 2)
    }

    /// The view goes to the file by itself.
    @Test func aFileIsDrawn() async throws {
      let place = try Workplace()
      let path = try place.file("a.geojson", Array(Self.square.utf8))
      let outcome = try await place.overlook(["snapshot", "-o", "a.png", "--size=300x300", path])
      outcome.expectSuccess()
      let image = try ImageDecoder.decode(try place.bytes("a.png"))
      func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        Array(image.pixels[4 * (y * image.width + x)..<4 * (y * image.width + x) + 3])
      }
      #expect(pixel(150, 150) == [255, 0, 0] && pixel(8, 150) != [255, 0, 0], "\(pixel(150, 150)) \(pixel(8, 150))")
    }

    @Test func aFileThatIsDamagedIsAnError() async throws {
      let place = try Workplace()
      let path = try place.file("a.gpx", Array("<gpx><trk>".utf8))
      try await place.overlook(["snapshot", "-o", "a.png", path]).expectError("a.gpx")
    }
  }
}
