import Testing

@testable import OverlookFormats

/// Decoded blocks that several files share room for.
@Suite struct PixelBlocksTests {
  private func block(_ value: UInt8, byteCount: Int = 1000) -> BlockPixels {
    .written([UInt8](repeating: value, count: byteCount))
  }

  private func value(_ pixels: BlockPixels?) -> UInt8? {
    if case .written(let bytes)? = pixels { bytes.first } else { nil }
  }

  /// A limit for eight blocks of 1000 bytes and the 128 that it takes to find each: the ninth drops the three that were used
  /// longest ago, whichever file they are of, down to three quarters.
  @Test func filesShareOneLimit() {
    let all = PixelBlocks(maximumByteCount: 8 * 1128)
    let files = [all.file(), all.file(), all.file()]
    let keys = (0..<9).map { PixelBlocks.Key(level: 0, block: $0 / 3) }
    for index in 0..<8 { files[index % 3].insert(block(UInt8(index)), keys[index]) }
    #expect(all.byteCount == 8 * 1128)
    // The first of all was needed again.
    #expect(value(files[0].pixels(keys[0])) == 0)
    files[2].insert(block(8), keys[8])
    #expect(all.byteCount == 6 * 1128)
    #expect((0..<9).map { value(files[$0 % 3].pixels(keys[$0])) } == [0, nil, nil, nil, 4, 5, 6, 7, 8])
  }

  @Test func theBlocksOfAFileGoWithIt() {
    let all = PixelBlocks(maximumByteCount: 1 << 20)
    let stays = all.file()
    let key = PixelBlocks.Key(level: 1, block: 2)
    stays.insert(block(1), key)
    do {
      let goes = all.file()
      goes.insert(block(2), key)
      #expect(value(goes.pixels(key)) == 2 && all.byteCount == 2 * 1128)
    }
    #expect(value(stays.pixels(key)) == 1 && all.byteCount == 1128)
  }

  @Test func oneBlockStaysHoweverLarge() {
    let all = PixelBlocks(maximumByteCount: 100)
    let file = all.file()
    for index in 0..<2 { file.insert(block(UInt8(index)), PixelBlocks.Key(level: 0, block: index)) }
    #expect(all.byteCount == 1128 && value(file.pixels(PixelBlocks.Key(level: 0, block: 1))) == 1)
  }
}
