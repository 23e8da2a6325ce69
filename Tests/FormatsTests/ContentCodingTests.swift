import Foundation
import OverlookFormats
import OverlookSupport
import Testing

@Suite struct ContentCodingTests {
  private static let text = Array(String(repeating: "the quick brown fox ", count: 50).utf8)

  /// Made by zlib 1.2.13 and the Python packages brotli 1.2.1 and zstandard 0.25.0 from `text`; `bare` is deflate without a
  /// frame.
  private static let zlib = hex("78da2bc94855282ccd4cce56482aca2fcf5348cbaf502819151b151b151b56620085746e46")
  private static let bare = hex("2bc94855282ccd4cce56482aca2fcf5348cbaf502819151b151b151b566200")
  private static let brotli = hex("1be703f88d946ee6a20631a3c353686f39c824a5e508db74541648d78e3d00")
  private static let zstd = hex("28b52ffd64e802dd0000a074686520717569636b2062726f776e20666f78200100a25f3599b4d65bc2")

  private static func hex(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8).map { Int($0) }
    func value(_ digit: Int) -> Int { digit > 57 ? digit - 87 : digit - 48 }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(value(digits[$0]) << 4 | value(digits[$0 + 1])) }
  }

  private static var all: [(String, [UInt8])] {
    get throws {
      [
        ("gzip", try Gzip.deflate(text)), ("x-gzip", try Gzip.deflate(text)), ("deflate", zlib), ("deflate", bare),
        ("br", brotli), ("zstd", zstd),
      ]
    }
  }

  private func decoded(_ bytes: [UInt8], _ encoding: String?, limit: Int = 1 << 20) throws(FormatError) -> [UInt8] {
    try ContentCoding.decoded(bytes, encoding: encoding, limit: limit, thing: "test")
  }

  @Test func undoesEveryCodingThatItAccepts() throws {
    for (encoding, bytes) in try Self.all where Self.isAccepted(encoding) {
      #expect(try decoded(bytes, encoding) == Self.text, "\(encoding)")
      #expect(try decoded(bytes, " \(encoding.uppercased()) ") == Self.text, "\(encoding)")
    }
    #expect(ContentCoding.accepted.hasPrefix("gzip, deflate"))
  }

  private static func isAccepted(_ encoding: String) -> Bool {
    encoding == "x-gzip" || ContentCoding.accepted.split(separator: ", ").contains(Substring(encoding))
  }

  @Test(arguments: [nil, "", "identity", " identity , ", "Identity"])
  func leavesPlainBytesAsTheyAre(encoding: String?) throws {
    #expect(try decoded([1, 2, 3], encoding) == [1, 2, 3])
    #expect(faultKind { () throws(FormatError) in try decoded([1, 2, 3], encoding, limit: 2) } == .tooLarge)
  }

  @Test func undoesTheLastCodingFirst() throws {
    let twice = try Gzip.deflate(Self.zlib)
    #expect(try decoded(twice, "deflate, gzip") == Self.text)
    #expect(faultKind { () throws(FormatError) in try decoded(twice, "gzip, deflate") } == .malformed)
  }

  @Test func refusesUnknownAndTooManyCodings() {
    for encoding in ["compress", "gzip, aes128gcm", "*", "gzip,gzip,gzip,gzip", "gz\u{1B}[2Jip"] {
      #expect(faultKind { () throws(FormatError) in try decoded([1], encoding) } == .unsupported, "\(encoding)")
    }
  }

  @Test func refusesAStreamCutAnywhere() throws {
    for (encoding, bytes) in try Self.all where Self.isAccepted(encoding) {
      for count in 0..<bytes.count {
        let kind = faultKind { () throws(FormatError) in try decoded(Array(bytes.prefix(count)), encoding) }
        #expect(kind == .truncated || kind == .malformed, "\(encoding), \(count) of \(bytes.count) bytes")
      }
    }
  }

  @Test func refusesRubbishBehindTheEndAndRawBytes() throws {
    for (encoding, bytes) in try Self.all where Self.isAccepted(encoding) {
      #expect(
        faultKind { () throws(FormatError) in try decoded(bytes + [9, 9, 9, 9, 9], encoding) } == .malformed, "\(encoding)")
      #expect(faultKind { () throws(FormatError) in try decoded(Array("plain text".utf8), encoding) } != nil, "\(encoding)")
    }
  }

  @Test func stopsAtTheLimit() throws {
    for (encoding, bytes) in try Self.all where Self.isAccepted(encoding) {
      #expect(try decoded(bytes, encoding, limit: Self.text.count) == Self.text, "\(encoding)")
      let kind = faultKind { () throws(FormatError) in try decoded(bytes, encoding, limit: Self.text.count - 1) }
      #expect(kind == .tooLarge, "\(encoding)")
      #expect(faultKind { () throws(FormatError) in try decoded(bytes, encoding, limit: 0) } == .tooLarge, "\(encoding)")
    }
    // The limit holds for what lies between two codings as well.
    let bomb = try Gzip.deflate(try Gzip.deflate([UInt8](repeating: 0, count: 20 << 20)))
    #expect(faultKind { () throws(FormatError) in try decoded(bomb, "gzip, gzip") } == .tooLarge)
  }

  /// Every frame of zstd and member of gzip counts, as RFC 8878 (3.1) and RFC 1952 (2.2) have it.
  @Test func joinsAllFrames() throws {
    let twice = Self.text + Self.text
    #expect(try decoded(try Gzip.deflate(Self.text) + (try Gzip.deflate(Self.text)), "gzip") == twice)
    if Self.isAccepted("zstd") { #expect(try decoded(Self.zstd + Self.zstd, "zstd") == twice) }
  }

  @Test func survivesRandomDamage() throws {
    var generator = SeededGenerator(seed: 1)
    for (encoding, bytes) in try Self.all where Self.isAccepted(encoding) {
      for _ in 0..<1000 {
        var damaged = bytes
        damaged[Int.random(in: damaged.indices, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
        if let result = try? decoded(damaged, encoding, limit: 1 << 16) { #expect(result.count <= 1 << 16) }
      }
    }
  }
}
