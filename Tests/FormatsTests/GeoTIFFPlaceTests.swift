import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

/// Where GeoTIFF files say that they lie.
@Suite struct GeoTIFFPlaceTests {
  private func fault(_ change: (inout GeoTIFFFile) -> Void) -> FormatError? {
    var file = GeoTIFFTests.onTiles(GeoTIFFFile(value: GeoTIFFTests.color))
    change(&file)
    do throws(FormatError) {
      _ = try GeoTIFF(bytes: file.bytes(), name: "a.tif")
      return nil
    } catch {
      return error
    }
  }

  /// A model of no kind, "user defined" or none, leaves what the codes say.
  @Test(arguments: [32_767, 0, 1]) func theCodeOfAProjectionCounts(model: Int) throws {
    var file = GeoTIFFFile { _, _, _ in 0 }
    (file.epsg, file.pixelSize, file.origin, file.keys) = (32_633, (10, 10), (500_000, 6_000_000), [1024: model, 2048: 4326])
    let opened = try GeoTIFF(bytes: file.bytes(), name: "a.tif")
    #expect(opened.details.contains("EPSG:32633"))
    // On the central meridian of zone 33.
    #expect(abs(opened.bounds.southWest.longitude - 15) < 0.001)
  }

  @Test func aGeographicModelIsInDegreesWhateverElseIsSaid() throws {
    var file = GeoTIFFFile { _, _, _ in 0 }
    (file.epsg, file.isGeographic, file.pixelSize, file.origin) = (4326, true, (0.01, 0.01), (15, 60))
    file.keys = [3072: 32_767]
    #expect(try GeoTIFF(bytes: file.bytes(), name: "a.tif").details.contains("EPSG:4326"))
  }

  @Test func otherUnitsAreNamed() {
    let feet = fault { $0.keys = [3076: 9002] }
    #expect(feet == .unsupported("a.tif", fault: "EPSG:3857 in units of EPSG:9002, where metres (9001) are read"))
    #expect(fault { $0.keys = [3076: 9001] } == nil)
    let grads = fault {
      ($0.epsg, $0.isGeographic, $0.pixelSize, $0.origin) = (4326, true, (0.01, 0.01), (15, 60))
      $0.keys = [2054: 9105]
    }
    #expect(grads == .unsupported("a.tif", fault: "EPSG:4326 in units of EPSG:9105, where degrees (9102) are read"))
  }

  @Test func controlPointsAloneAreNoPlace() {
    #expect(fault { $0.hasPixelSize = false } == .unsupported("a.tif", fault: "a place given by control points alone"))
  }

  /// A picture whose columns go south and whose rows go west, and whose pixels are those of a tile.
  @Test func aMatrixMayTurnThePicture() throws {
    var file = GeoTIFFTests.onTiles(GeoTIFFFile { x, y, _ in UInt64(3 * x + y) })
    (file.samples, file.photometric) = (1, 1)
    let (size, west, north) = (file.pixelSize.x, file.origin.x, file.origin.y)
    // x = west + 48 pixels - rows, y = north - columns
    file.transformation = [0, -size, 0, west + 48 * size, -size, 0, 0, north, 0, 0, 0, 0, 0, 0, 0, 1]
    let image = try GeoTIFFTests.picture(file.bytes())
    for y in 0..<64 {
      for x in 0..<48 { #expect(image.pixels[4 * (y * 256 + x)] == UInt8(3 * y + 47 - x), "\(x), \(y)") }
    }
    #expect(image.pixels[4 * 48 + 3] == 0 && image.pixels[4 * 64 * 256 + 3] == 0)
  }
}
