import OverlookFormats
import Testing

/// Grids as GeoTIFF, read here tag by tag from the description of TIFF 6.0.
@Suite struct GeoTIFFWriterTests {
  private func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
    (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(bytes[at + $1]) }
  }

  private func double(_ bytes: [UInt8], _ at: Int) -> Double { Double(bitPattern: number(bytes, at, 8)) }

  @Test func aGridIsWrittenAsItStands() throws {
    let values: [Float] = [1, 2.5, -3, 1e30, 0, -0.125]
    let bytes = try #require(
      GeoTIFFWriter.floats(values, width: 3, height: 2, west: 2_776_000, north: 8_438_000, metersPerCell: 25.5))
    #expect(Array(bytes.prefix(4)) == [0x49, 0x49, 42, 0])
    let directory = Int(number(bytes, 4, 4))
    var tags: [Int: (type: Int, count: Int, value: Int)] = [:]
    for entry in 0..<Int(number(bytes, directory, 2)) {
      let place = directory + 2 + 12 * entry
      tags[Int(number(bytes, place, 2))] = (
        Int(number(bytes, place + 2, 2)), Int(number(bytes, place + 4, 4)), Int(number(bytes, place + 8, 4))
      )
    }
    let plain = [256: 3, 257: 2, 258: 32, 259: 1, 262: 1, 277: 1, 278: 2, 279: 24, 339: 3]
    for (tag, value) in plain { #expect(tags[tag]?.value == value, "\(tag)") }
    let pixels = try #require(tags[273]?.value)
    #expect((0..<6).map { Float(bitPattern: UInt32(number(bytes, pixels + 4 * $0, 4))) } == values)
    #expect(bytes.count == pixels + 24)
    let (scale, tie) = (try #require(tags[33550]), try #require(tags[33922]))
    #expect((0..<3).map { double(bytes, scale.value + 8 * $0) } == [25.5, 25.5, 0])
    #expect((0..<6).map { double(bytes, tie.value + 8 * $0) } == [0, 0, 0, 2_776_000, 8_438_000, 0])
    let file = try GeoTIFF(bytes: bytes, name: "a.tif")
    #expect(file.pixelCount == 6 && file.warnings.isEmpty && GeoTIFF.isLikely(Array(bytes.prefix(8))))
  }

  @Test func whatHasNoSizeIsNotWritten() {
    for (width, height, count) in [(0, 0, 0), (2, 2, 3), (-1, -1, 1), (Int.max, 2, 2), (1 << 24, 1, 1)] {
      #expect(
        GeoTIFFWriter.floats(
          [Float](repeating: 0, count: count), width: width, height: height, west: 0, north: 0, metersPerCell: 1) == nil)
    }
  }
}
