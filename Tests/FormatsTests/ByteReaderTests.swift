import OverlookFormats
import Testing

@Suite struct ByteReaderTests {
  @Test func readsNumbersOfBothByteOrders() throws {
    var reader = ByteReader([0x01, 0x02, 0x03, 0x04, 0x05, 0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0x01], thing: "test")
    #expect(try reader.readUInt8() == 1)
    #expect(try reader.readUInt16BigEndian() == 0x0203)
    #expect(try reader.readBytes(2) == [4, 5])
    #expect(try reader.readInt32() == -1)
    #expect(try reader.readUInt64() == 0x0100_0000_0000_0080)
    #expect(reader.isAtEnd)
  }

  /// Vectors of the Protocol Buffers encoding guide: 150 is 96 01.
  @Test(
    arguments: [
      ([0x00], 0), ([0x7F], 127), ([0x96, 0x01], 150), ([0xAC, 0x02], 300),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], UInt64.max),
    ] as [([UInt8], UInt64)])
  func readsVarints(bytes: [UInt8], value: UInt64) throws {
    var reader = ByteReader(bytes, thing: "test")
    #expect(try reader.readVarint() == value)
    #expect(reader.isAtEnd)
    var writer = ByteWriter()
    writer.writeVarint(value)
    #expect(writer.bytes == bytes)
  }

  @Test func refusesVarintsOfMoreThan64Bits() {
    let tenthTooLarge = [UInt8](repeating: 0xFF, count: 9) + [0x02]
    let eleven = [UInt8](repeating: 0x80, count: 10) + [0x01]
    for bytes in [tenthTooLarge, eleven] {
      var reader = ByteReader(bytes, thing: "test")
      #expect(faultKind { () throws(FormatError) in try reader.readVarint() } == .malformed)
    }
  }

  @Test func saysThatItIsCutInsteadOfReadingBeyondTheEnd() {
    var reader = ByteReader([1, 2, 3], thing: "thing")
    #expect(throws: FormatError.truncated("thing")) { try reader.readUInt32() }
    #expect(throws: FormatError.truncated("thing")) { try reader.readUInt64() }
    #expect(throws: FormatError.truncated("thing")) { try reader.skip(4) }
    #expect(throws: FormatError.truncated("thing")) { try reader.skip(-1) }
    #expect(throws: FormatError.truncated("thing")) { try reader.readBytes(Int.max) }
    #expect(reader.remaining == 3)
    var cut = ByteReader([0x80, 0x80], thing: "thing")
    #expect(throws: FormatError.truncated("thing")) { try cut.readVarint() }
  }

  @Test func aPartEndsWhereItWasTold() throws {
    var reader = ByteReader([1, 2, 3, 4], thing: "whole")
    try reader.skip(1)
    var part = try reader.readPart(2, thing: "part")
    #expect(try part.readBytes(2) == [2, 3])
    #expect(throws: FormatError.truncated("part")) { try part.readUInt8() }
    #expect(try reader.readUInt8() == 4)
  }
}
