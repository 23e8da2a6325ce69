internal import CZlib
package import OverlookSupport

/// Writes PNG files: 8-bit RGBA, or RGB when every pixel is opaque. Equal pictures give equal bytes. Large ones are written by several
/// threads at a time, which no library at hand does.
package enum PNGEncoder {
  /// The file of `image`, with straight alpha as PNG wants it.
  package static func encode(_ image: Image) throws(FormatError) -> [UInt8] {
    let look = Look(image)
    let samples = look.isOpaque ? image.pixels : Premultiply.unpremultiplied(image.pixels)
    guard let width = UInt32(exactly: image.width), let height = UInt32(exactly: image.height), width > 0, height > 0 else {
      throw .tooLarge("PNG picture", fault: "\(image.width) x \(image.height) pixels")
    }
    let isFiltered = look.sameness <= 0.25
    let rows = PNGRows(samples, rowCount: image.height, hasAlpha: !look.isOpaque, isFiltered: isFiltered)
    guard let data = rows.deflated(level: look.sameness == 1 ? 1 : level) else {
      throw .tooLarge("PNG picture", fault: "no memory for an encoder")
    }
    var file = PNGFile(capacity: data.reduce(100) { $0 + $1.count + PNGFile.chunkOverhead })
    // 8 bits a sample, in colours with or without alpha; deflate, the filters of the standard, no interlacing.
    file.add("IHDR", bigEndian(width) + bigEndian(height) + [8, look.isOpaque ? 2 : 6, 0, 0, 0])
    // The samples are sRGB, with perceptual intent.
    file.add("sRGB", [0])
    for piece in data { file.add("IDAT", piece) }
    file.add("IEND", [])
    return file.bytes
  }

  /// Drawn maps and photographs take 4 to 8 % more than at zlib's usual level of 6, and half the time.
  private static let level: Int32 = 3

  /// What decides how a picture is written.
  private struct Look {
    let isOpaque: Bool
    /// How many of the pixels (0 ... 1) are as the one on their left. Pictures of many such, as drawn maps are, are smaller without
    /// filters, a fifth at best, and written in half the time; photographs need them. Where all are, nothing is gained by looking
    /// for the best way to say so. Looks at every 32nd pixel.
    var sameness = 0.0

    init(_ image: Image) {
      // A picture may be opaque though it was not said of it.
      isOpaque = image.isOpaque || Self.isOpaque(image.pixels)
      image.pixels.withUnsafeBufferPointer { pixels in
        // Invariant: strides end at the last whole pixel.
        var (same, count) = (0, 0)
        for start in stride(from: 4, to: pixels.count - 3, by: 128) {
          count += 1
          if (0..<4).allSatisfy({ pixels[start + $0] == pixels[start + $0 - 4] }) { same += 1 }
        }
        sameness = Double(same) / Double(max(count, 1))
      }
    }

    private static func isOpaque(_ pixels: [UInt8]) -> Bool {
      pixels.withUnsafeBufferPointer { pixels in
        var least: UInt8 = 255
        for i in stride(from: 3, to: pixels.count, by: 4) { least &= pixels[i] }
        return least == 255
      }
    }
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

  /// A signature and chunks (PNG specification, third edition, 5).
  private struct PNGFile {
    private(set) var bytes: [UInt8] = []
    /// Bytes of a chunk besides its data.
    static let chunkOverhead = 12

    init(capacity: Int) {
      bytes.reserveCapacity(capacity)
      bytes += [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    }

    /// `data` has fewer than 2^31 bytes, as rows of pictures do.
    mutating func add(_ type: String, _ data: [UInt8]) {
      bytes += bigEndian(UInt32(truncatingIfNeeded: data.count))
      let start = bytes.count
      bytes += type.utf8
      bytes += data
      let checksum = bytes.withUnsafeBufferPointer { buffer in
        // Invariant: start < bytes.count; crc32_z takes any number of bytes.
        buffer.baseAddress.map { crc32_z(0, $0 + start, buffer.count - start) } ?? 0
      }
      bytes += bigEndian(UInt32(truncatingIfNeeded: checksum))
    }
  }
}
