import OverlookFormats

/// Writes small GeoTIFF files of every form, whose samples a formula gives.
package struct GeoTIFFFile: Sendable {
  package enum Packing: Int, Sendable, CaseIterable {
    case none = 1
    case lzw = 5
    case deflate = 8
    case packBits = 32_773
    case zstandard = 50_000
  }

  /// An entry of the tables of blocks.
  package struct Place: Sendable {
    package var offset: Int
    package var count: Int

    package init(offset: Int, count: Int) {
      (self.offset, self.count) = (offset, count)
    }

    /// Of a block that was never written.
    package static let none = Place(offset: 0, count: 0)
  }

  package var width = 64
  package var height = 48
  package var isLittleEndian = true
  package var isBig = false
  /// Sides of tiles; nil for strips.
  package var tile: (width: Int, height: Int)? = (32, 16)
  package var rowsPerStrip = 10
  package var packing = Packing.none
  /// In place of `packing`: the number of a compression, and what makes the bytes of a block of so many columns and rows.
  package var codec: (code: Int, pack: @Sendable ([UInt8], Int, Int) -> [UInt8])?
  /// What all blocks of JPEG share.
  package var jpegTables: [UInt8] = []
  package var isPlanar = false
  /// Differences are made where a packing knows of predictors: the others only get the tag.
  package var predictor = 1
  package var samples = 3
  package var bits = 8
  /// 1 unsigned, 2 signed, 3 float.
  package var sampleFormat = 1
  package var photometric = 2
  package var extraSamples: [Int] = []
  package var palette: [Int] = []
  /// Size of a pixel and place of the upper left corner, in units of the system.
  package var pixelSize = (x: 1.0, y: 1.0)
  package var origin = (x: 0.0, y: 0.0)
  /// In place of those two: 16 numbers, row by row.
  package var transformation: [Double] = []
  package var hasPixelSize = true
  package var epsg = 3857
  package var isGeographic = false
  package var isPoint = false
  /// Keys of GeoTIFF with their values, in addition to the others or in their place.
  package var keys: [Int: Int] = [:]
  package var noData: String?
  package var metadata: String?
  /// Halvings that follow the picture as overviews, made of the formula with coordinates times their factor.
  package var overviews = 0
  /// In place of halvings.
  package var overviewSize: (width: Int, height: Int)?
  /// Of the field that says that a picture is an overview.
  package var subfileFieldType = 4
  /// Whether a pixel is seen, for masks of one bit; nil for none.
  package var isSeen: (@Sendable (_ x: Int, _ y: Int) -> Bool)?
  package var hasOverviewMasks = true
  /// What the tables say of a block that is not written; nil for those that are.
  package var place: @Sendable (_ column: Int, _ row: Int) -> Place? = { _, _ in nil }
  /// The bits of a sample; whatever is above `bits` is cut off.
  package var value: @Sendable (_ x: Int, _ y: Int, _ sample: Int) -> UInt64

  package init(value: @escaping @Sendable (_ x: Int, _ y: Int, _ sample: Int) -> UInt64) {
    self.value = value
  }

  private struct Field {
    var tag: Int
    var type: Int
    var count: Int
    var data: [UInt8]
  }

  private func number(_ value: UInt64, _ count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    return isLittleEndian ? bytes : bytes.reversed()
  }

  private func shorts(_ tag: Int, _ values: [Int]) -> Field {
    Field(tag: tag, type: 3, count: values.count, data: values.flatMap { number(UInt64($0), 2) })
  }

  private func longs(_ tag: Int, _ values: [Int]) -> Field {
    Field(tag: tag, type: 4, count: values.count, data: values.flatMap { number(UInt64($0), 4) })
  }

  private func doubles(_ tag: Int, _ values: [Double]) -> Field {
    Field(tag: tag, type: 12, count: values.count, data: values.flatMap { number($0.bitPattern, 8) })
  }

  private func text(_ tag: Int, _ text: String) -> Field {
    Field(tag: tag, type: 2, count: text.utf8.count + 1, data: Array(text.utf8) + [0])
  }

  /// The file.
  package func bytes() -> [UInt8] {
    var file: [UInt8] = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    file += isBig ? number(43, 2) + number(8, 2) + number(0, 2) : number(42, 2)
    var link = file.count
    let size = isBig ? 8 : 4
    file += number(0, size)
    for (picture, level) in pictures {
      let directory = picture.directory(level, &file)
      if file.count % 2 == 1 { file.append(0) }
      file.replaceSubrange(link..<link + size, with: number(UInt64(file.count), size))
      let fields = directory.sorted { $0.tag < $1.tag }
      let start = file.count + (isBig ? 8 : 2)
      let end = start + fields.count * (isBig ? 20 : 12)
      link = end
      var values: [UInt8] = []
      file += number(UInt64(fields.count), isBig ? 8 : 2)
      for field in fields {
        file += number(UInt64(field.tag), 2) + number(UInt64(field.type), 2) + number(UInt64(field.count), size)
        if field.data.count <= size {
          file += field.data + [UInt8](repeating: 0, count: size - field.data.count)
        } else {
          file += number(UInt64(end + size + values.count), size)
          values += field.data
        }
      }
      file += number(0, size) + values
    }
    return file
  }

  /// The picture and its overviews, each with its mask behind it.
  private var pictures: [(GeoTIFFFile, level: Int)] {
    (0...overviews).flatMap { level in
      let hasMask = level == 0 || hasOverviewMasks
      return [(self, level)] + (hasMask ? [mask].compactMap { $0 }.map { ($0, level) } : [])
    }
  }

  private var mask: GeoTIFFFile? {
    guard let isSeen else { return nil }
    var mask = self
    (mask.samples, mask.bits, mask.sampleFormat, mask.photometric, mask.isPlanar) = (1, 1, 1, 4, false)
    (mask.packing, mask.codec, mask.jpegTables, mask.predictor) = (.none, nil, [], 1)
    (mask.extraSamples, mask.palette) = ([], [])
    mask.place = { [place] column, row in place(column, row).map { _ in .none } }
    mask.value = { x, y, _ in isSeen(x, y) ? 1 : 0 }
    return mask
  }

  private func directory(_ level: Int, _ file: inout [UInt8]) -> [Field] {
    let isMask = photometric == 4
    var (width, height) = (width >> level, height >> level)
    if level > 0, let overviewSize { (width, height) = overviewSize }
    let block = tile ?? (width, rowsPerStrip)
    let columns = (width + block.0 - 1) / block.0
    let rows = (height + block.1 - 1) / block.1
    var offsets: [Int] = []
    var counts: [Int] = []
    for plane in 0..<(isPlanar ? samples : 1) {
      for row in 0..<rows {
        for column in 0..<columns {
          if let place = place(column, row) {
            offsets.append(place.offset)
            counts.append(place.count)
            continue
          }
          let lines = tile == nil ? min(block.1, height - row * block.1) : block.1
          let planes = isPlanar ? plane..<plane + 1 : 0..<samples
          let plain = self.block(column * block.0, row * block.1, block.0, lines, planes, level)
          let data = codec?.pack(plain, block.0, lines) ?? packed(plain)
          offsets.append(file.count)
          counts.append(data.count)
          file += data
        }
      }
    }
    var fields = [
      longs(256, [width]), longs(257, [height]), shorts(258, [Int](repeating: bits, count: samples)),
      shorts(259, [codec?.code ?? packing.rawValue]), shorts(262, [photometric]), shorts(277, [samples]),
      shorts(284, [isPlanar ? 2 : 1]),
      shorts(317, [predictor]), shorts(339, [Int](repeating: sampleFormat, count: samples)),
    ]
    if tile == nil {
      fields += [longs(273, offsets), shorts(278, [rowsPerStrip]), longs(279, counts)]
    } else {
      fields += [shorts(322, [block.0]), shorts(323, [block.1]), longs(324, offsets), longs(325, counts)]
    }
    if level > 0 || isMask {
      fields.append(Field(tag: 254, type: subfileFieldType, count: 1, data: number((level > 0 ? 1 : 0) + (isMask ? 4 : 0), 4)))
    }
    if !extraSamples.isEmpty { fields.append(shorts(338, extraSamples)) }
    if !jpegTables.isEmpty { fields.append(Field(tag: 347, type: 7, count: jpegTables.count, data: jpegTables)) }
    if !palette.isEmpty { fields.append(shorts(320, palette)) }
    if level == 0, !isMask { fields += places }
    return fields
  }

  private var places: [Field] {
    var all = [1024: isGeographic ? 2 : 1, 1025: isPoint ? 2 : 1, isGeographic ? 2048 : 3072: epsg]
    all.merge(keys) { $1 }
    var fields = [shorts(34_735, [1, 1, 0, all.count] + all.sorted { $0.key < $1.key }.flatMap { [$0.key, 0, 1, $0.value] })]
    if !transformation.isEmpty {
      fields.append(doubles(34_264, transformation))
    } else {
      if hasPixelSize { fields.append(doubles(33_550, [pixelSize.x, pixelSize.y, 0])) }
      fields.append(doubles(33_922, [0, 0, 0, origin.x, origin.y, 0]))
    }
    if let noData { fields.append(text(42_113, noData)) }
    if let metadata { fields.append(text(42_112, metadata)) }
    return fields
  }

  /// The bytes of a block before packing, differences if a predictor is asked for. What lies outside the picture repeats it.
  private func block(_ left: Int, _ top: Int, _ width: Int, _ height: Int, _ planes: Range<Int>, _ level: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let hasDifferences = [.lzw, .deflate, .zstandard].contains(packing)
    let mask = bits == 64 ? UInt64.max : (UInt64(1) << UInt64(bits)) - 1
    for y in top..<top + height {
      var row = (left..<left + width).flatMap { x in planes.map { value(x << level, y << level, $0) & mask } }
      if predictor == 2, hasDifferences {
        for index in stride(from: row.count - 1, through: planes.count, by: -1) {
          row[index] = (row[index] &- row[index - planes.count]) & mask
        }
      }
      if bits < 8 {
        var packed = [UInt8](repeating: 0, count: (row.count * bits + 7) / 8)
        for (index, value) in row.enumerated() { packed[index * bits / 8] |= UInt8(value) << UInt8(8 - bits - index * bits % 8) }
        bytes += packed
      } else if predictor == 3 {
        bytes += floatDifferences(row, planes.count)
      } else {
        bytes += row.flatMap { number($0, bits / 8) }
      }
    }
    return bytes
  }

  private func floatDifferences(_ row: [UInt64], _ together: Int) -> [UInt8] {
    let size = bits / 8
    var bytes = (0..<size).flatMap { place in row.map { UInt8(truncatingIfNeeded: $0 >> UInt64(8 * (size - 1 - place))) } }
    for index in stride(from: bytes.count - 1, through: together, by: -1) { bytes[index] &-= bytes[index - together] }
    return bytes
  }

  private func packed(_ bytes: [UInt8]) -> [UInt8] {
    switch packing {
    case .none: bytes
    case .lzw: Self.lzw(bytes)
    case .deflate: Self.zlib(bytes)
    case .packBits: Self.packBits(bytes)
    case .zstandard: Self.zstandard(bytes)
    }
  }

  /// A frame of raw blocks that says its size in four bytes (RFC 8878, 3.1.1).
  private static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var output = number(0xFD2F_B528, 4) + [0xA0] + number(bytes.count, 4)
    for start in stride(from: 0, to: bytes.count, by: 100_000) {
      let part = bytes[start..<min(start + 100_000, bytes.count)]
      output += number(part.count << 3 | (part.endIndex == bytes.count ? 1 : 0), 3) + part
    }
    return output
  }

  /// RFC 1950 around stored blocks of RFC 1951.
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 60_000) {
      let part = bytes[start..<min(start + 60_000, bytes.count)]
      let count = UInt16(part.count)
      output += [start + part.count == bytes.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
      output += [UInt8(~count & 255), UInt8(~count >> 8)] + part
    }
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return output + [UInt8(b >> 8), UInt8(b & 255), UInt8(a >> 8), UInt8(a & 255)]
  }

  /// Runs of equal bytes, and literal ones.
  private static func packBits(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      var run = 1
      while index + run < bytes.count, run < 128, bytes[index + run] == bytes[index] { run += 1 }
      if run > 1 {
        output += [UInt8(bitPattern: Int8(1 - run)), bytes[index]]
      } else {
        output += [0, bytes[index]]
      }
      index += run
    }
    return output
  }

  /// TIFF 6.0, section 13, with the table that is full at 4093 codes.
  private static func lzw(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var (bits, bitCount, width, next) = (0, 0, 9, 258)
    var table: [[UInt8]: Int] = [:]
    func put(_ code: Int) {
      bits = bits << width | code
      bitCount += width
      while bitCount >= 8 {
        bitCount -= 8
        output.append(UInt8(bits >> bitCount & 255))
      }
      bits &= (1 << bitCount) - 1
    }
    func code(_ string: [UInt8]) -> Int { string.count == 1 ? Int(string[0]) : table[string] ?? 0 }
    put(256)
    var string: [UInt8] = []
    for byte in bytes {
      if string.isEmpty || table[string + [byte]] != nil {
        string.append(byte)
        continue
      }
      put(code(string))
      table[string + [byte]] = next
      next += 1
      if next == 512 || next == 1024 || next == 2048 { width += 1 }
      if next == 4093 {
        put(256)
        (width, next, table) = (9, 258, [:])
      }
      string = [byte]
    }
    if !string.isEmpty {
      put(code(string))
      next += 1
      if next == 512 || next == 1024 || next == 2048 { width += 1 }
    }
    put(257)
    if bitCount > 0 { output.append(UInt8(bits << (8 - bitCount) & 255)) }
    return output
  }
}
