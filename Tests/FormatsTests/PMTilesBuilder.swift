import OverlookFormats

/// PMTiles files put together by hand from the specification, so that any part of them can be wrong.
struct PMTilesBuilder {
  /// number, run length, length, offset as stored (one more than the offset, 0: behind the one before).
  typealias Entry = (number: UInt64, runLength: UInt64, length: UInt64, offset: UInt64)

  var root: [UInt8] = []
  var metadata: [UInt8] = Array("{}".utf8)
  var leaves: [UInt8] = []
  var data: [UInt8] = []
  var version: UInt8 = 3
  /// 1 none, 2 gzip, 3 brotli, 4 zstd.
  var internalCompression: UInt8 = 1
  var tileCompression: UInt8 = 1
  /// Offsets and lengths of root, metadata, leaves and tile data; nil: where they really are.
  var sections: [UInt64]?

  static func directory(_ entries: [Entry], claimedCount: UInt64? = nil) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeVarint(claimedCount ?? UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      writer.writeVarint(entry.number &- last)
      last = entry.number
    }
    for entry in entries { writer.writeVarint(entry.runLength) }
    for entry in entries { writer.writeVarint(entry.length) }
    for entry in entries { writer.writeVarint(entry.offset) }
    return writer.bytes
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(contentsOf: Array("PMTiles".utf8))
    writer.write(version)
    var end: UInt64 = 127
    var real: [UInt64] = []
    for part in [root, metadata, leaves, data] {
      real += [end, UInt64(part.count)]
      end += UInt64(part.count)
    }
    for value in sections ?? real { writer.write(value) }
    for _ in 0..<3 { writer.write(UInt64(0)) }
    for byte in [1, internalCompression, tileCompression, 2, 0, 3] as [UInt8] { writer.write(byte) }
    for value in [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000] as [Int32] { writer.write(value) }
    writer.write(UInt8(0))
    for _ in 0..<2 { writer.write(Int32(0)) }
    return writer.bytes + root + metadata + leaves + data
  }
}
