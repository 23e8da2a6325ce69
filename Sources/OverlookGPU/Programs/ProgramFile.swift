import CZlib
package import OverlookSupport

/// What a kept program was made from, as a number that nothing else has.
package struct ProgramKey: Hashable, Sendable {
  /// 32 bytes.
  let bytes: [UInt8]

  package init(driver: [UInt8], vertex: String, fragment: String) {
    var digest = SHA256()
    // Lengths in front keep the parts apart.
    for part in [driver, Array(vertex.utf8), Array(fragment.utf8)] {
      digest.update(withUnsafeBytes(of: UInt64(part.count).littleEndian) { Array($0) })
      digest.update(part)
    }
    bytes = digest.finish()
  }

  /// In hexadecimal digits, for names of files.
  var text: String {
    bytes.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
  }
}

/// A program as the driver hands it out, and how it lies on the disk: a mark with the version of this layout, the key, the driver's
/// number of its format, the length and a checksum of everything else, then the bytes; numbers are little endian.
package struct ProgramFile: Equatable, Sendable {
  package let format: UInt32
  package let bytes: [UInt8]

  /// Programs of ours take 10 to 300 kB.
  package static let maximumByteCount = 16 << 20
  private static let mark = Array("OVLPROG1".utf8)
  private static let keyCount = 32
  static let headByteCount = mark.count + keyCount + 12

  package init(format: UInt32, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }

  /// Nil when the file is none, is of another key, is cut off or longer than it says, or does not have its checksum.
  package init?(_ file: [UInt8], _ key: ProgramKey) {
    let head = Self.headByteCount
    guard file.count > head, file.count <= head + Self.maximumByteCount, file.starts(with: Self.mark),
      file[Self.mark.count...].starts(with: key.bytes)
    else { return nil }
    let numbers = Self.mark.count + Self.keyCount
    let format = Self.number(file, at: numbers)
    let bytes = Array(file[head...])
    guard Int(exactly: Self.number(file, at: numbers + 4)) == bytes.count,
      Self.number(file, at: numbers + 8) == Self.checksum(format, bytes, key)
    else { return nil }
    self.init(format: format, bytes: bytes)
  }

  package func file(_ key: ProgramKey) -> [UInt8] {
    var file = Self.mark + key.bytes
    for number in [format, UInt32(clamping: bytes.count), Self.checksum(format, bytes, key)] {
      for shift in [UInt32(0), 8, 16, 24] { file.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    return file + bytes
  }

  private static func number(_ file: [UInt8], at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(file[place + $1]) << UInt32(8 * $1) }
  }

  private static func checksum(_ format: UInt32, _ bytes: [UInt8], _ key: ProgramKey) -> UInt32 {
    let head = key.bytes + [UInt32(0), 8, 16, 24].map { UInt8(truncatingIfNeeded: format >> $0) }
    let start = crc32_z(0, head, head.count)
    return UInt32(truncatingIfNeeded: crc32_z(start, bytes, bytes.count))
  }
}
