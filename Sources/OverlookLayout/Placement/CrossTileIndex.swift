import Glibc
import OverlookGeometry
import OverlookStyle

/// Gives symbols numbers that stay the same when the tile that they are in is replaced by one of another zoom, so that they keep
/// their place and do not fade when the map is zoomed. Symbols are the same when they have the same text at about the same place.
struct CrossTileIndex: Sendable {
  struct TileKey: Hashable, Sendable, Comparable {
    var tile: OverscaledTile
    var worldCopy: Int

    static func < (a: TileKey, b: TileKey) -> Bool { a.tile == b.tile ? a.worldCopy < b.worldCopy : a.tile < b.tile }
  }

  /// One tile of one layer. Immutable.
  final class Entry: Sendable {
    let key: TileKey
    let bucket: SymbolBucket
    let numbers: [UInt32]
    private let symbols: [Int: [Int32]]

    init(key: TileKey, bucket: SymbolBucket, numbers: [UInt32]) {
      self.key = key
      self.bucket = bucket
      self.numbers = numbers
      var symbols: [Int: [Int32]] = [:]
      for (index, symbol) in bucket.symbols.enumerated() { symbols[symbol.key, default: []].append(Int32(clamping: index)) }
      self.symbols = symbols
    }

    /// Gives symbols of `other` that have none yet the numbers of those here that they are.
    func match(_ other: SymbolBucket, _ otherKey: TileKey, used: inout Set<UInt32>, numbers found: inout [UInt32]) {
      let (own, its) = (key.tile.canonical, otherKey.tile.canonical)
      let tolerance = own.z < its.z ? 1.0 : exp2(Double(own.z - its.z))
      let scale = CrossTileIndex.cellsPerUnit / exp2(Double(its.z - own.z))
      let origin = LabelPoint(Double(own.x), Double(own.y)) * (8192 * CrossTileIndex.cellsPerUnit)
      for (index, symbol) in other.symbols.enumerated() where found[index] == 0 {
        guard let candidates = symbols[symbol.key] else { continue }
        let world = LabelPoint(Double(its.x) * 8192 + Double(symbol.anchor.x), Double(its.y) * 8192 + Double(symbol.anchor.y))
        let place = (world * scale - origin).rounded(.down)
        for candidate in candidates {
          let anchor = bucket.symbols[Int(candidate)].anchor
          let there = (LabelPoint(Double(anchor.x), Double(anchor.y)) * CrossTileIndex.cellsPerUnit).rounded(.down)
          guard abs(there.x - place.x) <= tolerance, abs(there.y - place.y) <= tolerance,
            used.insert(numbers[Int(candidate)]).inserted
          else { continue }
          found[index] = numbers[Int(candidate)]
          break
        }
      }
    }
  }

  /// Cells of two points at a tile's own zoom, which is what places may differ by.
  static let cellsPerUnit = 512.0 / 8192 / 2

  private var layers: [String: [TileKey: Entry]] = [:]
  private var lastNumber: UInt32 = 0
  private var centerX: Double?

  /// Numbers of the symbols of each tile. Layers that are not mentioned are forgotten.
  mutating func update(_ placed: [SymbolPlacementLayer], centerX: Double) -> [String: [TileKey: Entry]] {
    // The view's middle is wrapped into the world; what was in copy 0 is then in copy 1 or -1.
    let jump = Int(((self.centerX ?? centerX) - centerX).rounded())
    self.centerX = centerX
    var updated: [String: [TileKey: Entry]] = [:]
    for layer in placed {
      var old = layers[layer.layer.id] ?? [:]
      if jump != 0 {
        old = Dictionary(
          uniqueKeysWithValues: old.map { key, entry in
            let moved = TileKey(tile: key.tile, worldCopy: key.worldCopy - jump)
            return (moved, Entry(key: moved, bucket: entry.bucket, numbers: entry.numbers))
          })
      }
      updated[layer.layer.id] = entries(layer.tiles, old)
    }
    layers = updated
    return updated
  }

  private mutating func entries(_ tiles: [SymbolPlacementLayer.Tile], _ old: [TileKey: Entry]) -> [TileKey: Entry] {
    var entries: [TileKey: Entry] = [:]
    // Numbers that are taken at each zoom; a symbol is there once only.
    var used: [Int: Set<UInt32>] = [:]
    var added: [(TileKey, SymbolBucket)] = []
    for tile in tiles {
      let key = TileKey(tile: tile.tile, worldCopy: tile.worldCopy)
      if let entry = old[key], entry.bucket === tile.bucket {
        entries[key] = entry
        used[key.tile.overscaledZ, default: []].formUnion(entry.numbers)
      } else {
        added.append((key, tile.bucket))
      }
    }
    let known = (old.merging(entries) { $1 }).values.sorted { $0.key < $1.key }
    for (key, bucket) in added {
      var numbers = [UInt32](repeating: 0, count: bucket.symbols.count)
      var taken = used[key.tile.overscaledZ] ?? []
      for entry in known where entry.key.worldCopy == key.worldCopy && Self.overlap(entry.key.tile, key.tile) {
        entry.match(bucket, key, used: &taken, numbers: &numbers)
      }
      for index in numbers.indices where numbers[index] == 0 {
        lastNumber &+= 1
        numbers[index] = lastNumber
        taken.insert(lastNumber)
      }
      used[key.tile.overscaledZ] = taken
      entries[key] = Entry(key: key, bucket: bucket, numbers: numbers)
    }
    return entries
  }

  private static func overlap(_ a: OverscaledTile, _ b: OverscaledTile) -> Bool {
    let (high, low) = a.canonical.z <= b.canonical.z ? (a.canonical, b.canonical) : (b.canonical, a.canonical)
    let shift = low.z - high.z
    return low.x >> shift == high.x && low.y >> shift == high.y
  }
}
