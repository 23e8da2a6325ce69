import OverlookFormats
import OverlookSupport
import Testing

@Suite struct GzipTests {
  private let text = Array(String(repeating: "the quick brown fox ", count: 50).utf8)

  /// Made by `printf 'hello' | gzip -n`, RFC 1952.
  private let hello: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x86, 0xA6, 0x10,
    0x36, 0x05, 0x00, 0x00, 0x00,
  ]

  private func inflate(_ bytes: [UInt8], limit: Int = 1 << 20) throws(FormatError) -> [UInt8] {
    try Gzip.inflate(bytes, limit: limit, thing: "test")
  }

  @Test func readsWhatGzipWrote() throws {
    #expect(try inflate(hello) == Array("hello".utf8))
  }

  @Test func givesBackWhatItCompressed() throws {
    for count in [0, 1, 1000, 65_536, 65_537, 300_000] {
      var generator = SeededGenerator(seed: UInt64(count))
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...3, using: &generator) }
      #expect(try inflate(try Gzip.deflate(bytes)) == bytes)
    }
  }

  @Test func joinsAllMembers() throws {
    #expect(try inflate(hello + hello + (try Gzip.deflate([]))) == Array("hellohello".utf8))
  }

  @Test func refusesAStreamCutAnywhere() throws {
    let whole = try Gzip.deflate(text)
    for count in 0..<whole.count {
      #expect(faultKind { () throws(FormatError) in try inflate(Array(whole.prefix(count))) } == .truncated, "\(count) bytes")
    }
    // The second member cut, the first one whole.
    #expect(faultKind { () throws(FormatError) in try inflate(hello + hello.prefix(15)) } == .truncated)
  }

  @Test func refusesAWrongChecksumAndAWrongLength() {
    for index in [hello.count - 8, hello.count - 4] {
      var wrong = hello
      wrong[index] ^= 1
      #expect(faultKind { () throws(FormatError) in try inflate(wrong) } == .malformed)
    }
  }

  @Test func refusesRubbishBehindTheLastMemberAndRawBytes() {
    #expect(faultKind { () throws(FormatError) in try inflate(hello + [1, 2, 3]) } == .malformed)
    #expect(faultKind { () throws(FormatError) in try inflate(Array("plain".utf8)) } == .malformed)
  }

  @Test func stopsABombAtTheLimit() throws {
    let bomb = try Gzip.deflate([UInt8](repeating: 0, count: 20 << 20))
    #expect(bomb.count < 64 << 10)
    #expect(faultKind { () throws(FormatError) in try inflate(bomb, limit: 1 << 20) } == .tooLarge)
    #expect(try inflate(hello, limit: 5) == Array("hello".utf8))
    #expect(faultKind { () throws(FormatError) in try inflate(hello, limit: 4) } == .tooLarge)
  }

  @Test func survivesRandomDamage() throws {
    let whole = try Gzip.deflate(text)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      var damaged = whole
      damaged[Int.random(in: damaged.indices, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
      // Damage in the header's time or system byte changes nothing; any other must be found.
      if let result = try? inflate(damaged) { #expect(result == text) }
    }
  }
}
