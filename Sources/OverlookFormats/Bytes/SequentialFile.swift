/// The bytes of a file from front to end, in parts.
final class SequentialFile {
  static let partByteCount = 256 << 10

  private let file: ArchiveFile
  private let thing: String
  private var position: UInt64 = 0

  init(_ file: ArchiveFile, thing: String) {
    self.file = file
    self.thing = thing
  }

  /// How much of the file was read, 0 ... 1.
  var progress: Double { file.byteCount > 0 ? Double(position) / Double(file.byteCount) : 1 }

  /// Nil at the end.
  func next() throws(FormatError) -> [UInt8]? {
    let count = Int(min(file.byteCount - position, UInt64(Self.partByteCount)))
    guard count > 0 else { return nil }
    let bytes = try file.read(offset: position, count: count, thing: thing)
    position += UInt64(count)
    return bytes
  }
}
