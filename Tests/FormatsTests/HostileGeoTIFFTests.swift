import CImageCodecs
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

/// Damaged files: each is an error with the name of the file, or is drawn as far as it goes, in bounded time.
@Suite struct HostileGeoTIFFTests {
  private func fault(_ bytes: [UInt8]) -> FormatError? {
    do throws(FormatError) {
      let file = try GeoTIFF(bytes: bytes, name: "bad.tif")
      for zoom in [0, 5, 12] {
        let x = GeoTIFFTests.tile.x >> (12 - zoom)
        _ = try file.draw(TileID(z: zoom, x: x, y: GeoTIFFTests.tile.y >> (12 - zoom)), side: 32)
      }
      return nil
    } catch {
      return error
    }
  }

  private func small(_ change: (inout GeoTIFFFile) -> Void = { _ in }) -> [UInt8] {
    var file = GeoTIFFTests.onTiles(GeoTIFFFile(value: GeoTIFFTests.color))
    (file.packing, file.overviews) = (.lzw, 1)
    change(&file)
    return file.bytes()
  }

  @Test(arguments: GeoTIFFFile.Packing.allCases, [false, true])
  func aFileCutAnywhereIsAnErrorOrIsDrawn(packing: GeoTIFFFile.Packing, isBig: Bool) {
    let whole = small { ($0.packing, $0.isBig, $0.isLittleEndian) = (packing, isBig, !isBig) }
    #expect(fault(whole) == nil)
    // Directories stand at the end: less of them is never enough.
    for count in stride(from: 0, to: whole.count - 400, by: 61) {
      let error = fault(Array(whole.prefix(count)))
      #expect(error?.description.hasPrefix("bad.tif") == true, "\(count) of \(whole.count): \(error?.description ?? "drawn")")
    }
    for count in whole.count - 400..<whole.count { _ = fault(Array(whole.prefix(count))) }
  }

  @Test func changedBytesNeverEndTheProgram() {
    let whole = small()
    for place in whole.indices where place > whole.count - 900 || place % 37 == 0 {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[place] = value
        if let error = fault(bytes) { #expect(error.description.hasPrefix("bad.tif"), "\(place): \(error)") }
      }
    }
  }

  /// Classic TIFF of one directory with the fields that are given as tag, type, count, value.
  private func directory(_ fields: [(Int, Int, UInt32, UInt32)], next: UInt32 = 0, tail: [UInt8] = []) -> [UInt8] {
    func number(_ value: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + number(UInt32(fields.count), 2)
    for (tag, type, count, value) in fields {
      bytes += number(UInt32(tag), 2) + number(UInt32(type), 2) + number(count, 4) + number(value, 4)
    }
    return bytes + number(next, 4) + tail
  }

  private let fields: [(Int, Int, UInt32, UInt32)] = [
    (256, 4, 1, 16), (257, 4, 1, 16), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8), (278, 4, 1, 16),
    (279, 4, 1, 256),
  ]

  @Test func directoriesInACircleAreAnError() {
    let error = fault(directory(fields, next: 8, tail: [UInt8](repeating: 0, count: 256)))
    #expect(error == .malformed("bad.tif", fault: "its directories follow each other in a circle"))
  }

  @Test func aFileWithoutAPlaceSaysSo() {
    let error = fault(directory(fields, tail: [UInt8](repeating: 0, count: 256)))
    #expect(error == .unsupported("bad.tif", fault: "it does not say where on Earth it lies"))
  }

  @Test(arguments: [
    (256, UInt32.max), (257, UInt32.max), (278, 0), (273, UInt32.max), (279, UInt32.max), (258, 7), (259, 34_887), (256, 0),
  ])
  func numbersThatLieAreErrors(tag: Int, value: UInt32) {
    var fields = fields
    for index in fields.indices where fields[index].0 == tag { (fields[index].1, fields[index].3) = (4, value) }
    let error = fault(directory(fields, tail: [UInt8](repeating: 0, count: 256)))
    #expect(error?.description.hasPrefix("bad.tif") == true, "\(tag): \(error?.description ?? "drawn")")
  }

  /// Forms that are not read: what they are is said.
  @Test(
    arguments: [
      ([(266, 2)], "bits in reverse order"), ([(259, 7), (258, 16)], "JPEG or WebP with samples of 16 bits"),
      ([(262, 6)], "YCbCr colours without JPEG"), ([(262, 6), (259, 7), (277, 3), (284, 2)], "YCbCr colours in planes"),
      ([(262, 6), (259, 7)], "YCbCr colours of 1 samples"), ([(262, 2)], "RGB colours of 1 samples"),
      ([(262, 3)], "a palette without colours"), ([(262, 3), (320, 1)], "a palette of 1 numbers"),
      ([(259, 7), (277, 2)], "JPEG of 2 samples"), ([(259, 50_001)], "WebP of 1 samples"), ([(259, 3)], "compression 3 (fax)"),
      ([(262, 9)], "photometric interpretation 9"), ([(339, 9)], "samples of format 9"),
      ([(339, 3)], "samples of 8 bits"), ([(317, 3)], "predictor"), ([(277, 0)], "0 samples a pixel"),
    ] as [([(Int, Int)], String)]) func formsThatAreNotReadAreNamed(_ changes: [(Int, Int)], _ words: String)
  {
    var fields = fields
    for (tag, value) in changes {
      fields.removeAll { $0.0 == tag }
      fields.append((tag, 3, 1, UInt32(value)))
    }
    if changes.contains(where: { $0.0 == 317 }) {
      for index in fields.indices where fields[index].0 == 259 { fields[index].3 = 8 }
    }
    let error = fault(directory(fields.sorted { $0.0 < $1.0 }, tail: [UInt8](repeating: 0, count: 256)))
    #expect(
      error?.description.hasPrefix("bad.tif") == true && error?.description.contains(words) == true, "\(error.debugDescription)")
  }

  @Test func placesThatAreNoneAreNamed() {
    func words(_ change: (inout GeoTIFFFile) -> Void) -> String { fault(small(change)).map { "\($0)" } ?? "" }
    #expect(words { $0.pixelSize = (0, 0) }.contains("no size on the ground"))
    #expect(words { $0.origin = (.nan, 0) }.contains("no size on the ground"))
    #expect(words { $0.epsg = 32_767 }.contains("a projection that no EPSG code names"))
    #expect(words { ($0.isGeographic, $0.epsg) = (true, 4999) }.contains("EPSG:4999"))
    #expect(words { $0.hasPixelSize = false }.contains("control points alone"))
    #expect(words { $0.keys = [3076: 9002] }.contains("in units of EPSG:9002"))
    var big = small { $0.isBig = true }
    big[4] = 4
    #expect(fault(big)?.description.contains("offsets that have not 8 bytes") == true)
  }

  /// `overlook check` of a file with a block that is damaged, of one with nothing else, and of one whose blocks are all one.
  @Test func aCheckNamesTheBlocksThatCannotBeDrawn() throws {
    func report(_ bytes: [UInt8]) throws -> FileCheck.Report {
      let folder = try TemporaryFolder()
      return FileCheck.run(try folder.file("a.tif", bytes))
    }
    let whole = small { ($0.packing, $0.overviews) = (.deflate, 0) }
    #expect(try report(whole).error == nil && report(whole).findings.lines.isEmpty)
    var damaged = whole
    damaged[9] ^= 0xFF
    let first = try report(damaged)
    #expect(first.error == nil && first.findings.lines.count == 1 && first.findings.lines[0].contains("blocks left out"))
    #expect(first.findings.lines[0].contains("block 0"))
    // Said to be deflated, and nothing of it is.
    let file = GeoTIFFTests.onTiles(GeoTIFFFile(value: GeoTIFFTests.color))
    var lost = file.bytes()
    let tag = try #require(lost.firstRange(of: [3, 1, 3, 0, 1, 0, 0, 0, 1, 0] as [UInt8]))
    lost[tag.lowerBound + 8] = 8
    #expect(try report(lost).error?.description.contains("a.tif") == true)
  }

  @Test func countsAreNotBelieved() {
    // Places of 2^28 blocks, and a picture that has as many.
    let fields: [(Int, Int, UInt32, UInt32)] = [
      (256, 4, 1, 1 << 18), (257, 4, 1, 1 << 18), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1), (322, 3, 1, 16),
      (323, 3, 1, 16),
      (324, 4, 1 << 28, 8), (325, 4, 1 << 28, 8),
    ]
    let clock = ContinuousClock()
    let time = clock.measure { #expect(fault(directory(fields, tail: [UInt8](repeating: 1, count: 256))) != nil) }
    #expect(time < .seconds(1))
  }

  @Test func aSystemThatIsNotKnownIsNamed() {
    let error = fault(small { $0.epsg = 3035 })
    #expect(error == .unsupported("bad.tif", fault: "its coordinate reference system, EPSG:3035"))
  }

  @Test func aDamagedBlockLeavesTheOthers() throws {
    var bytes = small { ($0.packing, $0.overviews) = (.deflate, 0) }
    bytes[9] ^= 0xFF
    let image = try GeoTIFFTests.picture(bytes)
    #expect(image.pixels[3] == 0 && image.pixels[4 * 40 + 3] == 255)
  }

  /// Colours of three samples were read out of blocks of one.
  @Test func colorsOfASingleSampleAreAnError() {
    let error = fault(
      small {
        ($0.samples, $0.photometric, $0.sampleFormat, $0.overviews) = (1, 6, 2, 0)
        $0.codec = (7, { JPEGTests.jpeg(width: $1, height: $2, pixels: $0, format: TJPF_GRAY, sampling: TJSAMP_GRAY) })
      })
    #expect(error == .malformed("bad.tif", fault: "YCbCr colours of 1 samples"))
  }

  /// 32 MiB of bits, which are a byte each when they are unpacked.
  @Test func bitsCountAsWhatTheyAreUnpackedTo() {
    let error = fault(
      small {
        ($0.width, $0.height, $0.tile, $0.rowsPerStrip, $0.overviews) = (8192, 4096, nil, 4096, 0)
        ($0.samples, $0.bits, $0.photometric, $0.packing) = (8, 1, 1, .deflate)
        $0.place = { _, _ in GeoTIFFFile.Place(offset: 8, count: 8) }
      })
    #expect(error == .tooLarge("bad.tif", fault: "blocks of 8192 x 4096 pixels, where 128 MiB are allowed"))
  }

  /// A row of 2^25 pixels is decoded as a whole for a few of them, and 256 such rows for every tile.
  @Test func wholeBlocksCountAsTheWorkForATile() throws {
    var wide = GeoTIFFTests.onTiles(zoom: 18, tile: TileID(z: 18, x: 0, y: 131_072), GeoTIFFFile { _, _, _ in 0 })
    (wide.width, wide.height, wide.tile, wide.rowsPerStrip) = (1 << 25, 256, nil, 1)
    (wide.samples, wide.photometric, wide.packing) = (1, 1, .deflate)
    wide.place = { _, _ in GeoTIFFFile.Place(offset: 8, count: 100) }
    let file = try GeoTIFF(bytes: wide.bytes(), name: "bad.tif")
    #expect(file.warnings.contains("its blocks of 33554432 x 1 pixels are too large to draw tiles of"))
    let fault = FormatError.tooLarge("bad.tif", fault: "a tile would be made of 256 blocks of 33554432 x 1 pixels")
    #expect(throws: fault) { try file.draw(TileID(z: 18, x: 5, y: 131_072)) }
  }

  /// 16384 x 16384 pixels in blocks of 512 x 512, 1 MiB each: a tile of 4096 lies on 81 at most, one of 8192 on 289.
  @Test func aPictureWithoutOverviewsIsShownFromNearby() throws {
    var large = GeoTIFFTests.onTiles(tile: TileID(z: 12, x: 2304, y: 1152), GeoTIFFFile { _, _, _ in 0 })
    (large.width, large.height, large.tile) = (16_384, 16_384, (512, 512))
    large.place = { _, _ in GeoTIFFFile.Place.none }
    let file = try GeoTIFF(bytes: large.bytes(), name: "large.tif")
    #expect(file.maximumZoom == 12 && file.minimumZoom == 8)
    #expect(file.warnings == ["it has no overviews that are small enough: it is shown from zoom 8 on"])
    (large.overviews, large.overviewSize) = (1, (256, 256))
    let better = try GeoTIFF(bytes: large.bytes(), name: "large.tif")
    #expect(better.minimumZoom == 0 && better.warnings.isEmpty)
  }

  /// A block that cannot be read is none of those that black and white are found by.
  @Test func aLostBlockLeavesTheNumbersOfTheOthers() throws {
    var file = GeoTIFFTests.onTiles(GeoTIFFFile { x, _, _ in UInt64(Float(x).bitPattern) })
    (file.samples, file.bits, file.sampleFormat, file.photometric) = (1, 32, 3, 1)
    file.place = { column, row in column == 0 && row == 0 ? GeoTIFFFile.Place(offset: 1 << 30, count: 8) : nil }
    let image = try GeoTIFFTests.picture(file.bytes())
    #expect(image.pixels[3] == 0)
    for x in 33..<63 { #expect(abs(Double(image.pixels[4 * x]) - Double(x) / 63 * 255) <= 0.51, "\(x)") }
  }

  @Test func whatAPictureCanDoWithoutIsAWarning() throws {
    func warnings(_ change: (inout GeoTIFFFile) -> Void) throws -> [String] {
      let file = try GeoTIFF(bytes: small(change), name: "odd.tif")
      guard case .image = try file.draw(GeoTIFFTests.tile) else { throw FormatError.truncated("nothing was drawn") }
      return file.warnings
    }
    // Values of type 9 have a sign, which the field has not.
    let kind = try warnings { $0.subfileFieldType = 9 }
    #expect(kind == ["directory 2 is left out: odd.tif is damaged: kind of a picture: values of type 9"])
    let metadata = try warnings { $0.metadata = String(repeating: " ", count: 1 << 20) }
    #expect(metadata.count == 1 && metadata[0].hasPrefix("its metadata of GDAL is not looked at: "), "\(metadata)")
    let noData = try warnings { $0.noData = String(repeating: "0", count: 1 << 20) }
    #expect(noData.count == 1 && noData[0].hasPrefix("its value of no data is not looked at: "), "\(noData)")
  }

  @Test(arguments: [(128, 24), (32, 96), (64, 48)]) func anOverviewThatIsNotSmallerIsLeftOut(width: Int, height: Int) throws {
    let file = try GeoTIFF(bytes: small { $0.overviewSize = (width, height) }, name: "odd.tif")
    #expect(file.details.hasPrefix("64 x 48 pixels") && file.details.hasSuffix("no overviews"))
    #expect(file.warnings == ["directory 2 is left out: an overview of another kind than the picture, or not smaller"])
  }

  @Test func overviewsWithoutTheMaskOfThePictureAreLeftOut() throws {
    let bytes = small { file in
      (file.overviews, file.hasOverviewMasks) = (2, false)
      file.isSeen = { x, _ in x >= 32 }
    }
    let file = try GeoTIFF(bytes: bytes, name: "odd.tif")
    #expect(file.warnings == ["2 of its overviews are left out: they have no mask, and the picture has one"])
    // Two zooms farther, where the smaller overview would be drawn, eight pixels are hidden and eight are seen.
    let tile = GeoTIFFTests.tile
    let image = try GeoTIFFTests.picture(bytes, TileID(z: 10, x: tile.x >> 2, y: tile.y >> 2))
    let start = 4 * ((tile.y & 3) * 64 * 256 + (tile.x & 3) * 64)
    #expect(
      (0..<16).map { image.pixels[start + 4 * $0 + 3] } == [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 255, count: 8))
  }
}
