import OverlookFormats

/// FlatGeobuf files as a whole.
enum FlatGeobufReader {
  static func isLikely(_ head: [UInt8]) -> Bool { head.starts(with: FlatGeobufHeader.magic) }

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    var stream = FlatGeobufStream(limits: input.limits)
    try ByteStream.run(try input.source(), into: &stream, reading: reading, limits: input.limits, thing: "FlatGeobuf")
    guard let builder = stream.builder else { throw .truncated("FlatGeobuf") }
    return try builder.finished()
  }
}

private struct FlatGeobufStream: StreamedParser {
  private(set) var builder: FlatGeobufBuilder?
  private let limits: FileLimits
  /// Bytes of the index that are still to be stepped over.
  private var skipped: UInt64 = 0
  private var count = 0

  init(limits: FileLimits) { self.limits = limits }

  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(FormatError) -> Int {
    var position = 0
    if builder == nil {
      // Invariant: the copies are made before the buffer goes.
      guard let header = try FlatGeobufHeader(Array(bytes.prefix(FlatGeobufHeader.byteCountLimit + 12))) else { return 0 }
      builder = FlatGeobufBuilder(header, limits: limits)
      position = Int(header.indexOffset)
      skipped = header.featuresOffset - header.indexOffset
    }
    let step = min(UInt64(bytes.count - position), skipped)
    skipped -= step
    position += Int(step)
    guard skipped == 0 else { return position }
    let piece = Array(bytes[position...])
    var offset = 0
    while let size = FlatTable.word(piece[...], offset, 4).flatMap({ Int(exactly: $0) }) {
      guard size <= limits.itemByteCount else { throw .malformed("FlatGeobuf, feature \(count + 1)", fault: "\(size) bytes") }
      guard offset + 4 + size <= piece.count else { break }
      try builder?.take(piece[(offset + 4)..<(offset + 4 + size)])
      count += 1
      offset += 4 + size
    }
    if isLast, offset < piece.count { builder?.note("the file is cut short behind feature \(count)") }
    return position + offset
  }
}
