import FuzzSupport
import OverlookFormats
import OverlookGeometry

/// PMTiles from anywhere: header, directories, look-ups, the walk through all tiles, and the same read in parts as from a server.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let isWhole = input.starts(with: Array("PMTiles".utf8))
  let file = isWhole ? input : archive(from: input)
  let archive = try? PMTilesArchive(bytes: file, name: "fuzz")
  if let archive { check(archive, file) }
  checkParts(file, opened: archive != nil)
  return 0
}

/// Tiles that are asked for: the first ones, one in the middle of things, and the ends of the numbering.
private let tiles =
  (0..<8).compactMap { PMTilesTileID.tile($0) } + [
    TileID(z: 4, x: 7, y: 3), TileID(z: 15, x: 16_000, y: 11_000), TileID(z: 30, x: 0, y: 0),
    TileID(z: 30, x: (1 << 30) - 1, y: 0), TileID(z: 31, x: 0, y: 0),
  ]

private func check(_ archive: PMTilesArchive, _ file: [UInt8]) {
  let header = archive.header
  demand((0...30).contains(header.minimumZoom) && (header.minimumZoom...30).contains(header.maximumZoom), "zooms")
  demand(header.southWest.isValid && header.northEast.isValid, "bounds")
  demand(header.attribution.map { $0.count <= 301 } ?? true, "attribution")
  for tile in tiles {
    guard let place = try? archive.location(of: tile) else { continue }
    demand(
      place.length > 0 && place.offset <= UInt64(file.count) && place.length <= file.count - Int(place.offset), "a tile outside")
    if let bytes = try? archive.tile(tile) { demand(bytes.count <= 32 << 20, "a tile of \(bytes.count) bytes") }
  }
  var last: UInt64?
  var left = 2000
  try? archive.visitRuns { (run, _) throws(FormatError) in
    guard let number = PMTilesTileID.number(run.first) else { return demand(false, "a run without a number") }
    demand(last.map { $0 < number } ?? true, "runs out of order")
    last = number
    left -= 1
    if left == 0 { throw FormatError.tooLarge("fuzz", fault: "enough") }
  }
}

/// Looks the tiles up with an index alone, as the reader of a remote file does, which finds the same.
private func checkParts(_ file: [UInt8], opened: Bool) {
  let head = Array(file.prefix(PMTilesIndex.headByteCount))
  guard let index = try? PMTilesIndex(head: head, fileByteCount: UInt64(file.count), name: "fuzz") else {
    // The root directory of a file on this machine may lie anywhere.
    demand(!opened || file.count > head.count, "opens here and not from a server")
    return
  }
  _ = index.metadataRange
  for tile in tiles {
    guard var search = index.search(for: tile) else { continue }
    var directory: PMTilesDirectory?
    var steps = 0
    while let step = try? index.step(&search, in: directory), case .directory(let range) = step {
      demand(range.upperBound <= UInt64(file.count), "a directory outside")
      steps += 1
      demand(steps <= 4, "a search without end")
      guard let next = try? index.directory(Array(file[Int(range.lowerBound)..<Int(range.upperBound)])) else { break }
      directory = next
    }
  }
}

/// A file with a right beginning around the input, so that what lies behind it is reached: random bytes hardly ever make eight
/// lengths that fit together.
///
/// Byte 0: compressions; 1 to 3: the sizes of root directory, metadata and leaf directories in sixteenths of the rest.
private func archive(from input: [UInt8]) -> [UInt8] {
  guard input.count > 4 else { return input }
  let rest = input.dropFirst(4)
  let sizes = input[1...3].map { Int($0 & 15) * rest.count / 48 }
  let offsets = [0, sizes[0], sizes[0] + sizes[1], sizes.reduce(0, +)]
  let lengths = sizes + [rest.count - offsets[3]]
  var writer = ByteWriter()
  writer.write(contentsOf: Array("PMTiles".utf8) + [3])
  for (offset, length) in zip(offsets, lengths) {
    writer.write(UInt64(127 + offset))
    writer.write(UInt64(length))
  }
  for count in [100, 50, 25] as [UInt64] { writer.write(count) }
  writer.write(contentsOf: [1, input[0] % 5, input[0] / 5 % 5, input[0] % 6, 0, 20] as [UInt8])
  for degrees in [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000] as [Int32] { writer.write(degrees) }
  writer.write(contentsOf: [3, 0, 0, 0, 0, 0, 0, 0, 0] as [UInt8])
  return writer.bytes + rest
}
