package import OverlookGeometry
public import OverlookSupport

/// What a panorama looks like: how its picture lies around the viewer, and the tiles of pictures that it is made of, in levels from
/// small to large.
public struct PanoramaPicture: Sendable {
  package let layout: PanoramaLayout
  /// The smallest first; at least one.
  package let levels: [PanoramaLevel]
  package let source: any PanoramaTileSource
  /// What is wrong with it, for people to read.
  package let warnings: [String]

  package init(
    layout: PanoramaLayout, levels: [PanoramaLevel], source: any PanoramaTileSource, warnings: [String] = []
  ) {
    self.layout = layout
    self.levels = levels
    self.source = source
    self.warnings = warnings
  }

  /// A picture that is in memory: all of the sphere, twice as wide as high, its middle column ahead. Of one of more than 4,096 pixels smaller
  /// copies are made, on the calling thread.
  public init(equirectangular image: Image) {
    let tiles = ImageTiles(image)
    self.init(layout: .equirectangular(.full), levels: tiles.levels, source: tiles)
  }

  /// Six pictures that are in memory, square and of one size, as they are seen from the middle of a cube: front, right, back, left, up
  /// (its lower edge adjoins the front), down (its upper edge adjoins the front). Nil for other than six, or when they differ in size
  /// or are not square.
  public init?(cube faces: [Image]) {
    guard faces.count == 6, let first = faces.first, faces.allSatisfy({ $0.width == first.width && $0.height == first.width })
    else { return nil }
    self.init(
      layout: .cube,
      levels: [PanoramaLevel(width: first.width, height: first.width, tileWidth: first.width, tileHeight: first.width)],
      source: PanoramaImages(faces: faces))
  }

  /// The picture of a tile: as large as `PanoramaLevel.size(of:)` says, or any size for levels that are stretched. Throws `notFound`
  /// for tiles that do not exist, which are then to be drawn from a lower level.
  package func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    guard levels.indices.contains(tile.level), (0..<layout.faceCount).contains(tile.face),
      levels[tile.level].contains(column: tile.column, row: tile.row)
    else { throw .notFound("the panorama has no such tile") }
    if Task.isCancelled { throw .cancelled }
    return try await source.image(for: tile)
  }
}

/// A tile of a picture: one of the pictures that a level of a face is cut into.
package struct PanoramaTileID: Hashable, Sendable {
  package var level: Int
  package var face: Int
  /// From the left.
  package var column: Int
  /// From the top.
  package var row: Int

  package init(level: Int, face: Int, column: Int, row: Int) {
    (self.level, self.face, self.column, self.row) = (level, face, column, row)
  }
}

/// One size of a picture, or of each face of it, cut into tiles; those of the last column and row are as small as what is left.
package struct PanoramaLevel: Hashable, Sendable {
  /// Pixels.
  package let width: Int
  package let height: Int
  package let tileWidth: Int
  package let tileHeight: Int

  /// Sizes below 1 count as 1.
  package init(width: Int, height: Int, tileWidth: Int, tileHeight: Int) {
    (self.width, self.height) = (max(width, 1), max(height, 1))
    (self.tileWidth, self.tileHeight) = (min(max(tileWidth, 1), self.width), min(max(tileHeight, 1), self.height))
  }

  package var columns: Int { (width - 1) / tileWidth + 1 }
  package var rows: Int { (height - 1) / tileHeight + 1 }

  package func contains(column: Int, row: Int) -> Bool { (0..<columns).contains(column) && (0..<rows).contains(row) }

  /// Pixels of a tile of this level.
  package func size(column: Int, row: Int) -> PixelSize {
    PixelSize(
      width: min(tileWidth, width - column * tileWidth), height: min(tileHeight, height - row * tileHeight))
  }

  /// The part of its face that a tile covers, as shares of width and height: left, top, right, bottom.
  package func bounds(column: Int, row: Int) -> (left: Double, top: Double, right: Double, bottom: Double) {
    let (w, h) = (Double(width), Double(height))
    return (
      Double(column * tileWidth) / w, Double(row * tileHeight) / h,
      Double(min((column + 1) * tileWidth, width)) / w, Double(min((row + 1) * tileHeight, height)) / h
    )
  }
}

/// Gives the pictures of tiles. Called on Swift's task pool, several at a time; a call ends soon when its task is cancelled.
package protocol PanoramaTileSource: Sendable {
  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image
}

/// Pictures that are in memory, one for each face.
struct PanoramaImages: PanoramaTileSource {
  let faces: [Image]

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    guard faces.indices.contains(tile.face) else { throw .notFound("the panorama has no such tile") }
    return faces[tile.face]
  }
}
