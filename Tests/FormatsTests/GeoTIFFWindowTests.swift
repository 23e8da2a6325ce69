import OverlookGeometry
import Testing

@testable import OverlookFormats

/// What lies between the blocks of a picture and a tile.
@Suite struct GeoTIFFWindowTests {
  /// 4200 x 4200 white pixels are more than 32 bits hold the sum of.
  @Test func aCellOfManyPixelsIsTheirMean() {
    let side = 4200
    let strip = [UInt8](repeating: 255, count: 4 * side * 100)
    var window = PictureWindow(columns: 0..<side, rows: 0..<side, reduction: side)
    for y in Swift.stride(from: 0, to: side, by: 100) { window.add(strip, stride: side, x: 0, y: y, right: side, bottom: side) }
    window.finish()
    #expect(window.pixels == [255, 255, 255, 255])
  }

  /// Of 3000 pixels in each direction every second is looked at; blocks of an odd width do not change which.
  @Test func pixelsThatAreLookedAtAreSpreadEvenly() {
    var window = PictureWindow(columns: 0..<6000, rows: 0..<1, reduction: 3000)
    for x in Swift.stride(from: 0, to: 6000, by: 75) {
      let block = (x..<x + 75).flatMap { column in [UInt8](repeating: column % 2 == 0 ? (column < 3000 ? 40 : 90) : 255, count: 4) }
      window.add(block, stride: 75, x: x, y: 0, right: 6000, bottom: 1)
    }
    window.finish()
    #expect(window.pixels == [40, 40, 40, 40, 90, 90, 90, 90])
  }
}
