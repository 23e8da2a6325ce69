import OverlookGeometry

/// Writes grids of numbers as GeoTIFF: one band of 32-bit floats without compression, in Web Mercator (EPSG:3857). By the TIFF 6.0
/// and OGC GeoTIFF 1.1 specifications.
package enum GeoTIFFWriter {
  /// The bytes of a file. `values`: row by row from the north-west; `metersPerCell` is that of the projection, `west` and `north` its
  /// coordinates of the outer corner of the first cell. Nil where sizes do not fit, and beyond the 4 GiB of the format.
  package static func floats(
    _ values: [Float], width: Int, height: Int, west: Double, north: Double, metersPerCell: Double
  ) -> [UInt8]? {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, count == values.count, count < 1 << 29, width < 1 << 24, height < 1 << 24 else {
      return nil
    }
    var file = Writer()
    let entryCount = 13
    let directoryEnd = 8 + 2 + 12 * entryCount + 4
    let (scale, tie, keys) = (directoryEnd, directoryEnd + 24, directoryEnd + 72)
    let pixels = keys + 32
    file.bytes.append(contentsOf: [0x49, 0x49, 42, 0])
    file.long(8)
    file.short(entryCount)
    file.entry(256, .long, 1, width)
    file.entry(257, .long, 1, height)
    file.entry(258, .short, 1, 32)
    file.entry(259, .short, 1, 1)
    file.entry(262, .short, 1, 1)
    file.entry(273, .long, 1, pixels)
    file.entry(277, .short, 1, 1)
    file.entry(278, .long, 1, height)
    file.entry(279, .long, 1, 4 * count)
    file.entry(339, .short, 1, 3)
    file.entry(33550, .double, 3, scale)
    file.entry(33922, .double, 6, tie)
    file.entry(34735, .short, 16, keys)
    file.long(0)
    for value in [metersPerCell, metersPerCell, 0] { file.double(value) }
    for value in [0, 0, 0, west, north, 0] { file.double(value) }
    // Projected, pixels are areas, the system's number.
    for value in [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857] { file.short(value) }
    file.bytes.reserveCapacity(pixels + 4 * count)
    for value in values { file.long(Int(value.bitPattern)) }
    return file.bytes
  }

  private enum Kind: Int {
    case short = 3
    case long = 4
    case double = 12
  }

  /// Little-endian numbers.
  private struct Writer {
    var bytes: [UInt8] = []

    mutating func short(_ value: Int) {
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func long(_ value: Int) {
      short(value)
      short(value >> 16)
    }

    mutating func double(_ value: Double) {
      let bits = value.bitPattern
      long(Int(truncatingIfNeeded: bits))
      long(Int(truncatingIfNeeded: bits >> 32))
    }

    mutating func entry(_ tag: Int, _ kind: Kind, _ count: Int, _ value: Int) {
      short(tag)
      short(kind.rawValue)
      long(count)
      long(value)
    }
  }
}
