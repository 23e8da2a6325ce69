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
      let block = (x..<x + 75).flatMap { column in [UInt8](repeating: column % 2 == 0 ? (column < 3000 ? 40 : 90) : 255, count: 4)
      }
      window.add(block, stride: 75, x: x, y: 0, right: 6000, bottom: 1)
    }
    window.finish()
    #expect(window.pixels == [40, 40, 40, 40, 90, 90, 90, 90])
  }

  /// UTM keeps angles as Mercator does, by which errors of both directions cancel each other in the middle of a cell.
  @Test(arguments: [3, 4, 5, 7, 12]) func placesBetweenTheGridAreAnEighthOfAPixelOffAtMost(zoom: Int) throws {
    let projection = try #require(MapProjection(epsg: 32_635))
    let reference = GeoReference(a: 10_000, c: -100_000, e: -10_000, f: 7_300_000, projection: projection)
    let size = 1 << zoom
    // Finland, east of the central meridian.
    let tile = TileID(z: zoom, x: Int(0.59 * Double(size)), y: Int(0.29 * Double(size)))
    let warp = try #require(TileWarp(tile, side: 256, reference: reference, worldOffset: 0))
    let rect = tile.worldRect
    var worst = 0.0
    for y in 0..<256 {
      for x in 0..<256 {
        let (row, column) = (y / warp.step, x / warp.step)
        let (u, v) = ((Double(x % warp.step) + 0.5) / Double(warp.step), (Double(y % warp.step) + 0.5) / Double(warp.step))
        func between(_ values: [Double]) -> Double {
          let corner = row * warp.count + column
          let upper = values[corner] * (1 - u) + values[corner + 1] * u
          return upper * (1 - v) + (values[corner + warp.count] * (1 - u) + values[corner + warp.count + 1] * u) * v
        }
        let world = WorldPoint(
          x: rect.minX + (Double(x) + 0.5) / 256 * (rect.maxX - rect.minX),
          y: rect.minY + (Double(y) + 0.5) / 256 * (rect.maxY - rect.minY))
        let place = try #require(reference.pixel(of: world))
        let (dx, dy) = (between(warp.columns) - place.column, between(warp.rows) - place.row)
        worst = max(worst, (dx * dx + dy * dy).squareRoot() / warp.pixelsPerPixel)
      }
    }
    #expect(worst < 0.13 && warp.step > 1, "\(worst) with a step of \(warp.step)")
  }
}
