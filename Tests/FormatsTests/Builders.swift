import Foundation
import OverlookFormats
import OverlookSupport

/// A folder that goes away with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/overlook-formats-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Path of the new file `name` with these bytes.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// PNG files built by hand, so that any part of them can be wrong.
struct PNGBuilder {
  var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk with its checksum, which `checksumError` spoils.
  mutating func chunk(_ type: String, _ data: [UInt8], checksumError: UInt32 = 0) {
    bytes += Self.bigEndian(UInt32(data.count))
    let body = Array(type.utf8) + data
    bytes += body
    bytes += Self.bigEndian(Self.crc32(body) ^ checksumError)
  }

  /// `colorType`: 0 grey, 2 RGB, 3 palette, 6 RGBA.
  mutating func header(width: UInt32, height: UInt32, bitDepth: UInt8 = 8, colorType: UInt8) {
    chunk("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [bitDepth, colorType, 0, 0, 0])
  }

  /// The scanlines, each with its filter byte, in stored (uncompressed) blocks of deflate.
  mutating func scanlines(_ data: [UInt8]) {
    chunk("IDAT", Self.zlib(data))
  }

  mutating func end() {
    chunk("IEND", [])
  }

  /// RFC 1950 and 1951 with stored blocks.
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65_535, data.count)
      let count = UInt16(end - start)
      result += [end == data.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
      result += data[start..<end]
      start = end
    } while start < data.count
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return result + bigEndian(b << 16 | a)
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }

  /// ISO 3309, as PNG and gzip use it.
  static func crc32(_ data: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}

enum Pictures {
  /// A picture with colours and alphas that differ from pixel to pixel; premultiplied as it must be.
  static func gradient(width: Int, height: Int, isOpaque: Bool = false) throws -> Image {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let alpha = isOpaque ? 255 : (x * 37 + y * 11) % 256
        for value in [x * 5 % 256, y * 7 % 256, (x + y) * 3 % 256] { pixels.append(UInt8(value * alpha / 255)) }
        pixels.append(UInt8(alpha))
      }
    }
    guard let image = Image(width: width, height: height, premultipliedRGBA: pixels) else { throw FormatError.truncated("test") }
    return image
  }

  static func opaque(width: Int, height: Int, red: UInt8, green: UInt8, blue: UInt8) throws -> Image {
    let pixels = (0..<width * height).flatMap { _ -> [UInt8] in [red, green, blue, 255] }
    guard let image = Image(width: width, height: height, premultipliedRGBA: pixels) else { throw FormatError.truncated("test") }
    return image
  }
}

extension FormatError {
  /// The case alone, to compare without words.
  enum Kind { case unreadable, unwritable, changed, truncated, malformed, tooLarge, unsupported, unrecognized }

  var kind: Kind {
    switch self {
    case .unreadable: .unreadable
    case .unwritable: .unwritable
    case .changed: .changed
    case .truncated: .truncated
    case .malformed: .malformed
    case .tooLarge: .tooLarge
    case .unsupported: .unsupported
    case .unrecognized: .unrecognized
    }
  }
}

/// The kind of error that `body` throws, nil when it throws none.
func faultKind<T>(_ body: () throws(FormatError) -> T) -> FormatError.Kind? {
  do {
    _ = try body()
    return nil
  } catch {
    return error.kind
  }
}
