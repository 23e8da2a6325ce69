import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// GeoTIFF files on the command line: told, checked, drawn.
  @Suite struct GeoTIFFCommandTests {
    /// Red in the west, green in the east, of UTM zone 35.
    private func file() -> GeoTIFFFile {
      var file = GeoTIFFFile { x, _, sample in (x < 256) == (sample == 0) && sample < 2 ? 255 : 0 }
      (file.width, file.height, file.tile, file.packing) = (512, 512, (64, 64), .deflate)
      (file.pixelSize, file.origin, file.epsg) = ((20, 20), (494_880, 6_705_120), 32_635)
      return file
    }

    @Test func aFileIsTold() async throws {
      let place = try Workplace()
      let path = try place.file("a.tif", file().bytes())
      let outcome = try await place.overlook(["info", path])
      outcome.expectSuccess()
      for line in ["kind         geotiff", "512 x 512 pixels, EPSG:32635", "tile type    png"] {
        #expect(outcome.output.contains(line), "\(outcome.output)")
      }
    }

    @Test func aFileIsChecked() async throws {
      let place = try Workplace()
      let good = try place.file("good.tif", file().bytes())
      var bytes = file().bytes()
      bytes[9] ^= 0xFF
      let bad = try place.file("bad.tif", bytes)
      try await place.overlook(["check", good]).expectSuccess()
      let outcome = try await place.overlook(["check", bad])
      #expect(outcome.status == 0 && outcome.errors.contains("\(bad): block 0: blocks left out"), "\(outcome.errors)")
      var other = file()
      other.epsg = 3035
      let unknown = try place.file("unknown.tif", other.bytes())
      try await place.overlook(["check", unknown]).expectError("EPSG:3035")
    }

    /// The middle of the file lies on the central meridian, where north is up.
    @Test func aFileIsDrawn() async throws {
      let place = try Workplace()
      let path = try place.file("a.tif", file().bytes())
      let outcome = try await place.overlook([
        "snapshot", "-o", "a.png", "--size=200x200", "--center=60.436,27.0", "--zoom=12", path,
      ])
      outcome.expectSuccess()
      let image = try ImageDecoder.decode(try place.bytes("a.png"))
      func pixel(_ x: Int) -> [UInt8] { Array(image.pixels[4 * (100 * image.width + x)..<4 * (100 * image.width + x) + 3]) }
      #expect(pixel(60) == [255, 0, 0] && pixel(140) == [0, 255, 0], "\(pixel(60)) \(pixel(140))")
    }
  }
}
