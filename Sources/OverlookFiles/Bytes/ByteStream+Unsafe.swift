import OverlookFormats

/// A reader that takes the bytes of a file in pieces.
protocol StreamedParser {
  /// Reads from the front of `bytes` what is there as a whole, and returns how many bytes it took; what it leaves comes again with
  /// more behind it. Where `isLast`, nothing follows, and what is left is not asked for again.
  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(FormatError) -> Int
}

/// Hands the bytes of a source to a parser, in pieces of some megabytes, so that a file larger than memory can be read.
enum ByteStream {
  private static let blockByteCount = 4 << 20

  /// Throws what the source and the parser throw, and when one thing of the file is larger than `limits` allow.
  static func run(
    _ source: any ByteSource, into parser: inout some StreamedParser, reading: FileReading, limits: FileLimits, thing: String
  ) throws(FormatError) {
    reading.begin(source.byteCount)
    var held: [UInt8] = []
    var step = blockByteCount
    while true {
      let block = try source.read(step)
      try reading.advance(block.count, thing: thing)
      let isLast = block.isEmpty
      if held.isEmpty { held = block } else { held.append(contentsOf: block) }
      // Invariant: the parser keeps no pointer into the bytes beyond the call.
      let taken = try held.withUnsafeBufferPointer { bytes throws(FormatError) in try parser.parse(bytes, isLast: isLast) }
      if isLast { return }
      if taken == 0 {
        guard held.count <= limits.itemByteCount else {
          throw .tooLarge(thing, fault: "one part of it has more than \(limits.itemByteCount >> 20) MiB")
        }
        // Read so much more that a large part is not gone through again and again.
        step = max(blockByteCount, held.count)
      } else {
        held = taken >= held.count ? [] : Array(held[taken...])
        step = blockByteCount
      }
    }
  }
}
