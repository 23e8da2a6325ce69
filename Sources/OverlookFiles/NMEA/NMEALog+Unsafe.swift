import OverlookFormats

extension NMEALog: StreamedParser {
  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(FormatError) -> Int {
    var position = 0
    while position < bytes.count {
      var end = position
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      guard end < bytes.count || isLast else { break }
      // Invariant: the copy is made before the buffer goes; lines are short.
      try take(Array(bytes[position..<min(end, position + 512)])[...])
      position = min(end + 1, bytes.count)
    }
    return position
  }
}
