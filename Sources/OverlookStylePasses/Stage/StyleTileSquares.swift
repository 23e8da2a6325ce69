import OverlookGeometry
import OverlookLayout
import OverlookStyle

/// Which tile each layer draws in which square.
struct StyleTileSquares {
  struct Square: Hashable {
    var tile: TileID
    var worldCopy: Int
  }

  /// What a layer draws in a square.
  private struct Entry: Hashable {
    var layer: Int
    var square: Square
    var tile: OverscaledTile
    var content: BucketID
    var paint: BucketID?
    /// Whether nothing of it lies outside of its square.
    var isCut: Bool
  }

  /// As the frame's.
  private(set) var content = BucketID()
  private var entries: Set<Entry> = []

  init() {}

  init(_ layers: ArraySlice<StyleFrameLayer>, content: BucketID) {
    self.content = content
    for (number, layer) in layers.enumerated() {
      switch layer.content {
      case .tiles(let draws):
        for draw in draws {
          let square = Square(tile: draw.clip, worldCopy: draw.worldCopy)
          entries.insert(
            Entry(
              layer: number, square: square, tile: draw.tile, content: draw.bucket.id, paint: draw.bucket.paintVersion,
              isCut: layer.layer.kind == .fill || layer.layer.kind == .line))
        }
      case .raster(let draws):
        for draw in draws { add(number, draw.tile, draw.worldCopy, draw.source, draw.raster) }
      case .dem(let draws):
        for draw in draws {
          add(number, draw.tile, draw.worldCopy, draw.source, draw.raster)
          for case let neighbour? in draw.neighbours { add(number, draw.tile, draw.worldCopy, draw.source, neighbour) }
        }
      case .background, .image: break
      }
    }
  }

  private mutating func add(_ layer: Int, _ tile: TileID, _ worldCopy: Int, _ source: TileID, _ raster: StyleRaster) {
    let square = Square(tile: tile, worldCopy: worldCopy)
    entries.insert(
      Entry(layer: layer, square: square, tile: OverscaledTile(source), content: raster.id, paint: nil, isCut: true))
  }

  /// The squares in which something else is drawn; nil when that reaches beyond them.
  func changed(to other: StyleTileSquares) -> Set<Square>? {
    let changes = entries.symmetricDifference(other.entries)
    return changes.allSatisfy(\.isCut) ? Set(changes.lazy.map(\.square)) : nil
  }
}
