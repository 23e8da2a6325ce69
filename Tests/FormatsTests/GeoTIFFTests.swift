import CImageCodecs
import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

@Suite struct GeoTIFFTests {
  /// A file in Web Mercator whose pixels are those of tiles of `zoom`, and whose corner is that of a tile.
  static func onTiles(zoom: Int = 12, tile: TileID = TileID(z: 12, x: 2331, y: 1185), _ file: GeoTIFFFile) -> GeoTIFFFile {
    let world = 2 * Double.pi * 6_378_137
    let size = world / 256 / Double(1 << zoom)
    var file = file
    file.pixelSize = (size, size)
    file.origin = (Double(tile.x) * 256 * size - world / 2, world / 2 - Double(tile.y) * 256 * size)
    return file
  }

  static let tile = TileID(z: 12, x: 2331, y: 1185)

  @Sendable static func color(_ x: Int, _ y: Int, _ sample: Int) -> UInt64 {
    UInt64((x * [3, 1, 2][sample % 3] + y * [1, 4, 2][sample % 3]) % 200 + 20)
  }

  static func picture(_ bytes: [UInt8], _ tile: TileID = tile, side: Int = 256) throws -> Image {
    let file = try GeoTIFF(bytes: bytes, name: "a.tif")
    guard case .image(let image) = try file.draw(tile, side: side) else { throw FormatError.truncated("nothing was drawn") }
    return image
  }

  struct Form: Sendable, CustomTestStringConvertible {
    var file: GeoTIFFFile
    var testDescription: String {
      """
      \(file.packing) \(file.isLittleEndian ? "II" : "MM")\(file.isBig ? " big" : "") \(file.tile == nil ? "strips" : "tiles") \
      \(file.isPlanar ? "planes" : "together") predictor \(file.predictor)
      """
    }
  }

  static let forms: [Form] = GeoTIFFFile.Packing.allCases.flatMap { packing in
    (0..<16).map { bits in
      var file = onTiles(GeoTIFFFile(value: color))
      file.packing = packing
      file.isLittleEndian = bits & 1 == 0
      file.isBig = bits & 2 == 2
      if bits & 4 == 4 { file.tile = nil }
      file.isPlanar = bits & 8 == 8
      file.predictor = bits.nonzeroBitCount % 2 + 1
      return Form(file: file)
    }
  }

  /// Middles of pixels fall on middles, so that every sample is seen as it is.
  @Test(arguments: forms) func readsEveryForm(form: Form) throws {
    let image = try Self.picture(form.file.bytes())
    for y in 0..<64 {
      for x in 0..<80 {
        let place = 4 * (y * 256 + x)
        let found = Array(image.pixels[place..<place + 4])
        let isInside = x < form.file.width && y < form.file.height
        let wanted = isInside ? (0..<3).map { UInt8(Self.color(x, y, $0)) } + [255] : [0, 0, 0, 0]
        guard found == wanted else {
          Issue.record("\(x), \(y): \(found) in place of \(wanted)")
          return
        }
      }
    }
  }

  @Test func aPaletteAlphaAndBitsAreColours() throws {
    var palette = Self.onTiles(GeoTIFFFile { x, y, _ in UInt64((x + y) % 16) })
    (palette.samples, palette.bits, palette.photometric) = (1, 4, 3)
    palette.palette = (0..<16).map { $0 * 4096 } + (0..<16).map { _ in 65_535 } + (0..<16).map { 65_535 - $0 * 4096 }
    let colors = try Self.picture(palette.bytes())
    let at = 4 * (256 * 2 + 5)
    let expected: [UInt8] = [7 * 16, 255, UInt8(clamping: (65_535 - 7 * 4096) >> 8), 255]
    #expect(Array(colors.pixels[at..<at + 4]) == expected)

    var translucent = Self.onTiles(GeoTIFFFile { x, _, sample in sample == 3 ? UInt64(x * 4) : 200 })
    (translucent.samples, translucent.extraSamples) = (4, [2])
    let seen = try Self.picture(translucent.bytes())
    for x in 0..<64 {
      let (alpha, red) = (Int(seen.pixels[4 * x + 3]), Int(seen.pixels[4 * x]))
      #expect(alpha == 4 * x && abs(red - (200 * alpha + 127) / 255) <= 1, "\(x)")
    }

    var bits = Self.onTiles(GeoTIFFFile { x, y, _ in UInt64((x ^ y) & 1) })
    (bits.samples, bits.bits, bits.photometric, bits.tile) = (1, 1, 0, nil)
    let black = try Self.picture(bits.bytes())
    #expect(black.pixels[0] == 255 && black.pixels[4] == 0 && black.pixels[4 * 256] == 0 && black.pixels[4 * 257] == 255)
  }

  /// Blocks of JPEG without their tables, which stand once in the directory.
  @Test(arguments: [true, false]) func jpegBlocksShareTheirTables(areTiles: Bool) throws {
    var file = Self.onTiles(GeoTIFFFile { x, y, sample in UInt64(sample == 0 ? 3 * x : sample == 1 ? 4 * y : 100) })
    let parts: @Sendable ([UInt8]) -> (tables: [UInt8], rest: [UInt8]) = { jpeg in
      var (tables, rest, place) = ([UInt8](), [UInt8](), 2)
      // T.81, annex B: tables of quantization and Huffman codes stand in segments of their own before the scan.
      while place + 4 <= jpeg.count, jpeg[place + 1] != 0xDA {
        let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
        if [0xDB, 0xC4].contains(jpeg[place + 1]) { tables += jpeg[place..<end] } else { rest += jpeg[place..<end] }
        place = end
      }
      return ([0xFF, 0xD8] + tables + [0xFF, 0xD9], [0xFF, 0xD8] + rest + jpeg[place...])
    }
    let jpeg: @Sendable ([UInt8], Int, Int) -> [UInt8] = { bytes, width, height in
      JPEGTests.jpeg(width: width, height: height, pixels: bytes, format: TJPF_RGB)
    }
    file.codec = (7, { parts(jpeg($0, $1, $2)).rest })
    file.jpegTables = parts(jpeg([UInt8](repeating: 9, count: 3 * 256), 16, 16)).tables
    file.photometric = 6
    if !areTiles { (file.tile, file.rowsPerStrip) = (nil, 16) }
    let image = try Self.picture(file.bytes())
    for y in 0..<48 {
      for x in 0..<64 {
        let place = 4 * (y * 256 + x)
        let found = image.pixels[place..<place + 3].map(Int.init)
        let worst = zip(found, [3 * x, 4 * y, 100]).map { abs($0 - $1) }.max() ?? 255
        // Quality 95 of a ramp.
        #expect(worst <= 8, "\(x), \(y): \(found)")
      }
    }
  }

  /// Black and white are the least and greatest value, by the file's statistics or its pixels; "no data" and NaN are not seen.
  @Test(arguments: [1, 3], [true, false]) func floatsAreStretchedToGrey(predictor: Int, isLittleEndian: Bool) throws {
    var file = Self.onTiles(
      GeoTIFFFile { x, y, _ in
        let value: Float = x == 3 ? -9999 : x == 4 ? .nan : Float(1000 + x * 10)
        return UInt64(value.bitPattern)
      })
    (file.samples, file.bits, file.sampleFormat, file.photometric) = (1, 32, 3, 1)
    (file.predictor, file.packing, file.isLittleEndian, file.noData) = (predictor, .deflate, isLittleEndian, "-9999")
    func check(_ low: Double, _ high: Double) throws {
      let image = try Self.picture(file.bytes())
      for x in 0..<64 {
        let grey = (Double(1000 + x * 10) - low) / (high - low) * 255
        let isSeen = x != 3 && x != 4
        #expect(image.pixels[4 * x + 3] == (isSeen ? 255 : 0))
        if isSeen { #expect(abs(Double(image.pixels[4 * x]) - min(max(grey, 0), 255)) <= 0.51, "\(x)") }
      }
    }
    // Tiles repeat the picture beyond its edge by the formula; 64 is a multiple of their width.
    try check(1000, 1630)
    file.metadata = """
      <GDALMetadata><Item name="STATISTICS_MAXIMUM" sample="0">2000</Item>\
      <Item name="STATISTICS_MINIMUM" sample="0">500</Item></GDALMetadata>
      """
    try check(500, 2000)
  }

  @Test(arguments: [(16, 1), (16, 2), (32, 1), (32, 2), (8, 2)]) func wholeNumbersAreStretchedToGrey(bits: Int, format: Int)
    throws
  {
    let low = format == 2 ? -60 : 100
    var file = Self.onTiles(GeoTIFFFile { x, _, _ in UInt64(bitPattern: Int64(low + x)) })
    (file.samples, file.bits, file.sampleFormat, file.photometric) = (1, bits, format, 1)
    (file.predictor, file.packing, file.isLittleEndian) = (2, .lzw, false)
    let image = try Self.picture(file.bytes())
    for x in 0..<64 { #expect(abs(Double(image.pixels[4 * x]) - Double(x) / 63 * 255) <= 0.51, "\(x)") }
  }

  @Test func aRasterOfPointsLiesHalfAPixelFartherNorthWest() throws {
    var file = Self.onTiles(GeoTIFFFile { x, _, _ in UInt64(x * 4) })
    (file.samples, file.photometric, file.isPoint) = (1, 1, true)
    let image = try Self.picture(file.bytes())
    // The tile's pixels lie between two: 4 x and 4 (x + 1).
    for x in 0..<62 { #expect(abs(Int(image.pixels[4 * (256 * 8 + x)]) - (4 * x + 2)) <= 1, "\(x)") }
  }

  /// Two zooms above the picture's own an overview of a quarter is drawn, and without one the mean of sixteen pixels.
  @Test(arguments: [2, 0]) func fartherViewsUseOverviewsOrMeans(overviews: Int) throws {
    var file = Self.onTiles(tile: TileID(z: 12, x: 2328, y: 1184), GeoTIFFFile { x, y, _ in UInt64(x / 4 + y / 4) })
    (file.width, file.height, file.overviews, file.samples, file.photometric) = (512, 256, overviews, 1, 1)
    let image = try Self.picture(file.bytes(), TileID(z: 10, x: 582, y: 296))
    for (x, y) in [(0, 0), (5, 9), (100, 30), (127, 63)] {
      #expect(abs(Int(image.pixels[4 * (y * 256 + x)]) - (x + y)) <= 1, "\(x), \(y)")
    }
    #expect(image.pixels[4 * 128 + 3] == 0 && image.pixels[4 * (64 * 256) + 3] == 0)
  }

  /// UTM: what is drawn of a ramp tells where each pixel was looked for, which the projection itself must say as well.
  @Test func aTileIsReprojectedToAQuarterOfAPixelAndRounding() throws {
    var file = GeoTIFFFile { x, y, sample in UInt64(sample == 0 ? x : y) << 6 }
    (file.width, file.height, file.epsg, file.tile) = (1024, 1024, 32_635, nil)
    (file.bits, file.rowsPerStrip, file.packing) = (16, 64, .deflate)
    (file.pixelSize, file.origin) = ((20, 20), (330_000, 6_700_000))
    // Column 480 is black, and each further one is lighter by four levels.
    // Without the element around it that GDAL writes.
    file.metadata = (0..<3).map { "<Item name=\"STATISTICS_MINIMUM\" sample=\"\($0)\">\(480 * 64)</Item>" }.joined()
    file.metadata? += (0..<3).map { "<Item name=\"STATISTICS_MAXIMUM\" sample=\"\($0)\">34800</Item>" }.joined()
    let projection = try #require(MapProjection(epsg: 32_635))
    let place = try #require(projection.place(x: 340_240, y: 6_689_760))
    let point = WorldPoint(place)
    let tile = TileID(
      z: 12, x: try #require(Int(exactly: (point.x * 4096).rounded(.down))),
      y: try #require(Int(exactly: (point.y * 4096).rounded(.down))))
    let image = try Self.picture(file.bytes(), tile)
    var seen = 0
    // A pixel of the tile is about a pixel of the picture: an eighth of it is half a level, and rounding of colours another half.
    let tolerance = 4 * 0.125 * 1.2 + 0.55
    for y in stride(from: 3, to: 256, by: 5) {
      for x in stride(from: 5, to: 256, by: 7) {
        let world = WorldPoint(
          x: (Double(tile.x) + (Double(x) + 0.5) / 256) / 4096, y: (Double(tile.y) + (Double(y) + 0.5) / 256) / 4096)
        let numbers = try #require(projection.project(world))
        let wanted = [(numbers.x - 330_000) / 20 - 480.5, (6_700_000 - numbers.y) / 20 - 480.5].map { 4 * $0 }
        for (channel, level) in wanted.enumerated() where (2...252).contains(level) {
          #expect(abs(Double(image.pixels[4 * (y * 256 + x) + channel]) - level) < tolerance, "\(x), \(y)")
          seen += 1
        }
      }
    }
    #expect(seen > 100)
  }

  @Test func theSourceSaysWhereItIsAndForWhichZooms() throws {
    let file = try GeoTIFF(bytes: Self.onTiles(GeoTIFFFile(value: Self.color)).bytes(), name: "a.tif")
    let rect = Self.tile.worldRect
    let corner = WorldPoint(x: rect.minX, y: rect.minY).coordinate
    #expect(
      abs(file.bounds.southWest.longitude - corner.longitude) < 1e-9
        && abs(file.bounds.northEast.latitude - corner.latitude) < 1e-9)
    #expect(file.maximumZoom == 12 && file.minimumZoom == 0 && file.warnings.isEmpty)
    #expect(file.details == "64 x 48 pixels, EPSG:3857, 3 x unsigned of 8 bits, none, no overviews")
  }

  /// Half a world around the antimeridian, with longitudes beyond 180.
  @Test func degreesMayGoOnBeyond180() throws {
    var file = GeoTIFFFile { x, _, _ in UInt64(x) }
    (file.width, file.height, file.samples, file.photometric, file.epsg, file.isGeographic) = (180, 90, 1, 1, 4326, true)
    (file.pixelSize, file.origin, file.tile) = ((1, 1), (90, 45), nil)
    let image = try Self.picture(file.bytes(), TileID(z: 0, x: 0, y: 0))
    func grey(_ longitude: Double) -> Int { Int(image.pixels[4 * (128 * 256 + Int((longitude + 180) / 360 * 256))]) }
    #expect(abs(grey(-150) - 120) <= 1 && abs(grey(150) - 60) <= 1)
    #expect(image.pixels[4 * (128 * 256 + 128) + 3] == 0)
  }
}
