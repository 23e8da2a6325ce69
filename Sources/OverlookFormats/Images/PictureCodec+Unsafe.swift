internal import CZlib
package import OverlookSupport

/// Pictures as this program keeps them for itself: every byte comes back as it was, and packing takes a fraction of what PNG
/// would.
///
/// "OVPX", a version, three bytes of nothing, width and height (4 bytes each), scale (8), little-endian; then the premultiplied
/// pixels, each less its neighbour on the left, as a zlib stream of level 1. Level 6, as PNG files have, takes five times as long
/// for a tenth less, and without the differences the stream is larger and slower (a 256-pixel tile of a relief: 108 kB in 5 ms,
/// 95 in 23, and 126 in 9).
package enum PictureCodec {
  private static let magic: [UInt8] = [0x4F, 0x56, 0x50, 0x58, 1, 0, 0, 0]
  private static let headerBytes = 24

  /// Whether `bytes` begin as the codec begins them.
  package static func isPicture(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: magic)
  }

  package static func encode(_ image: Image) throws(FormatError) -> [UInt8] {
    guard let width = UInt32(exactly: image.width), let height = UInt32(exactly: image.height) else {
      throw .tooLarge("picture", fault: "\(image.width) x \(image.height) pixels")
    }
    var writer = ByteWriter()
    writer.write(contentsOf: magic)
    writer.write(width)
    writer.write(height)
    writer.write(image.scale.bitPattern)
    return writer.bytes + (try deflate(differences(image.pixels, width: image.width, adds: false)))
  }

  /// - Parameter limits: Checked before anything is decompressed.
  package static func decode(_ bytes: [UInt8], limits: ImageLimits = .tile) throws(FormatError) -> Image {
    guard isPicture(bytes), bytes.count >= headerBytes else { throw .malformed("kept picture", fault: "its head") }
    var reader = ByteReader(bytes, thing: "kept picture")
    try reader.skip(magic.count)
    let width = Int(try reader.readUInt32())
    let height = Int(try reader.readUInt32())
    let scale = Double(bitPattern: try reader.readUInt64())
    let count = try limits.byteCount(width: width, height: height, thing: "kept picture")
    let packed = try inflate(bytes[headerBytes...], count: count)
    let pixels = differences(packed, width: width, adds: true)
    guard let image = Image(width: width, height: height, scale: scale, premultipliedRGBA: pixels) else {
      throw .malformed("kept picture", fault: "its head")
    }
    return image
  }

  /// Each pixel less the one to its left, or, with `adds`, the way back.
  private static func differences(_ pixels: [UInt8], width: Int, adds: Bool) -> [UInt8] {
    let count = pixels.count / 4
    return [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, initialized in
      pixels.withUnsafeBytes { source in
        buffer.withMemoryRebound(to: SIMD4<UInt8>.self) { target in
          // Invariant: both hold `count` pixels of 4 bytes.
          var left = SIMD4<UInt8>()
          for index in 0..<count {
            if index % width == 0 { left = SIMD4() }
            let pixel = source.loadUnaligned(fromByteOffset: 4 * index, as: SIMD4<UInt8>.self)
            let result = adds ? pixel &+ left : pixel &- left
            target[index] = result
            left = adds ? result : pixel
          }
        }
      }
      initialized = count * 4
    }
  }

  private static func deflate(_ bytes: [UInt8]) throws(FormatError) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var status = Z_OK
    // Invariant: compressBound is an upper bound of what compress2 writes, and `count` says how much that was.
    let packed = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
      status = compress2(buffer.baseAddress, &count, bytes, UInt(bytes.count), 1)
      initialized = status == Z_OK ? Int(count) : 0
    }
    guard status == Z_OK else { throw .tooLarge("picture", fault: "no memory to compress it") }
    return packed
  }

  /// Exactly `count` bytes, or an error.
  private static func inflate(_ bytes: ArraySlice<UInt8>, count: Int) throws(FormatError) -> [UInt8] {
    var produced = UInt(count)
    var status = Z_OK
    // Invariant: uncompress writes at most `produced` bytes, and sets it to what it wrote.
    let plain = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      status = bytes.withUnsafeBufferPointer { uncompress(buffer.baseAddress, &produced, $0.baseAddress, UInt($0.count)) }
      initialized = status == Z_OK ? Int(produced) : 0
    }
    guard status == Z_OK, plain.count == count else { throw .malformed("kept picture", fault: "its pixels") }
    return plain
  }
}
