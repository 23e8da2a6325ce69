/// Cuts a growing list of entries into a root directory that is small enough and leaf directories in a scratch file.
struct PMTilesDirectoryBuilder {
  /// Entries that are held back in the hope that the root can take all of them.
  private static let heldEntryCount = 16_384

  private let rootByteLimit: Int
  private let leafEntryCount: Int
  private let isCompressed: Bool
  private let leaves: OutputFile
  private var held: [PMTilesDirectory.Entry] = []
  private var rootEntries: [PMTilesDirectory.Entry] = []
  private(set) var entryCount: UInt64 = 0

  /// Leaf directories are appended to `leaves`, which is empty.
  init(leaves: OutputFile, rootByteLimit: Int, leafEntryCount: Int, isCompressed: Bool) {
    self.leaves = leaves
    self.rootByteLimit = rootByteLimit
    self.leafEntryCount = leafEntryCount
    self.isCompressed = isCompressed
  }

  /// Adds a tile behind all that were added before; one that carries on a run becomes part of it.
  mutating func append(number: UInt64, offset: UInt64, length: UInt32) throws(FormatError) {
    if let last = held.last, last.offset == offset, last.number + UInt64(last.runLength) == number, last.runLength < .max {
      held[held.count - 1].runLength += 1
      return
    }
    if held.count >= max(Self.heldEntryCount, leafEntryCount) { try cutLeaf() }
    held.append(PMTilesDirectory.Entry(number: number, offset: offset, length: length, runLength: 1))
    entryCount += 1
  }

  /// The root directory, nil when it would be too large and larger leaves are needed. Called once, after the last tile.
  mutating func finish() throws(FormatError) -> [UInt8]? {
    if rootEntries.isEmpty {
      let whole = try stored(PMTilesDirectory(entries: held))
      if whole.count <= rootByteLimit { return whole }
    }
    while !held.isEmpty { try cutLeaf() }
    let root = try stored(PMTilesDirectory(entries: rootEntries))
    return root.count <= rootByteLimit || rootEntries.count <= 1 ? root : nil
  }

  private mutating func cutLeaf() throws(FormatError) {
    let part = Array(held.prefix(leafEntryCount))
    guard let first = part.first else { return }
    held.removeFirst(part.count)
    let bytes = try stored(PMTilesDirectory(entries: part))
    let offset = try leaves.append(bytes)
    rootEntries.append(
      PMTilesDirectory.Entry(number: first.number, offset: offset, length: UInt32(clamping: bytes.count), runLength: 0))
  }

  private func stored(_ directory: PMTilesDirectory) throws(FormatError) -> [UInt8] {
    isCompressed ? try Gzip.deflate(directory.bytes) : directory.bytes
  }
}
