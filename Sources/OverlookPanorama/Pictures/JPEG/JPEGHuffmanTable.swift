import OverlookFormats

/// The codes of a table of a JPEG file (ITU-T T.81, annexes C and F), ready for looking them up.
struct JPEGHuffmanTable: Sendable {
  /// How many codes there are of each length, and their symbols: as it stands in the file.
  let definition: [UInt8]
  /// For each 10 bits that may come: the length of the code in the upper byte and its symbol in the lower; 0 for longer codes.
  let short: [UInt16]
  /// For each length 1...16: one more than the greatest code, in 16 bits; and what added to a code gives the index of its symbol.
  let limits: [Int]
  let offsets: [Int]
  let symbols: [UInt8]

  static let shortBits = 10

  init(_ reader: inout ByteReader) throws(FormatError) {
    let counts = try reader.readBytes(16)
    let count = counts.reduce(0) { $0 + Int($1) }
    guard count <= 256 else { throw .malformed(JPEGPlan.thing, fault: "a table of \(count) codes") }
    symbols = try reader.readBytes(count)
    definition = counts + symbols
    var short = [UInt16](repeating: 0, count: 1 << Self.shortBits)
    var (limits, offsets) = ([0], [0])
    var (code, index) = (0, 0)
    for length in 1...16 {
      offsets.append(index - code)
      for _ in 0..<Int(counts[length - 1]) {
        guard code < 1 << length else { throw .malformed(JPEGPlan.thing, fault: "a table with more codes than there are") }
        if length <= Self.shortBits {
          let start = code << (Self.shortBits - length)
          for place in start..<(start + 1 << (Self.shortBits - length)) {
            short[place] = UInt16(length) << 8 | UInt16(symbols[index])
          }
        }
        (code, index) = (code + 1, index + 1)
      }
      limits.append(code << (16 - length))
      code <<= 1
    }
    (self.short, self.limits, self.offsets) = (short, limits, offsets)
  }
}

/// Codes for differences of first coefficients of up to 11 bits: those of the standard's table K.3.
enum JPEGDifferenceCode {
  static let definition: [UInt8] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
  /// By how many bits the difference has.
  static let codes: [(bits: UInt32, count: Int)] = [
    (0b00, 2), (0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b1110, 4), (0b11110, 5), (0b111110, 6),
    (0b1111110, 7), (0b1111_1110, 8), (0b1_1111_1110, 9),
  ]
}
