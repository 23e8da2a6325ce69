import OverlookFormats
import OverlookGeometry
package import OverlookSupport

/// The tiles of a picture that is in memory as a whole: cut out, and smaller copies of it made by halves.
struct ImageTiles: PanoramaTileSource {
  /// The smallest first, as `levels`.
  private let copies: [Image]
  let levels: [PanoramaLevel]

  private static let tilePixels = 1024
  /// Textures of any graphics card are as large as this.
  private static let largestSingle = 4096

  init(_ image: Image) {
    var copies = [image]
    while let smallest = copies.first, max(smallest.width, smallest.height) > 2048, let half = smallest.halved() {
      copies.insert(half, at: 0)
    }
    if max(image.width, image.height) <= Self.largestSingle { copies = [image] }
    self.copies = copies
    levels = copies.enumerated().map { index, copy in
      PanoramaLevel(
        width: copy.width, height: copy.height, tileWidth: index == 0 ? copy.width : Self.tilePixels,
        tileHeight: index == 0 ? copy.height : Self.tilePixels)
    }
  }

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    guard copies.indices.contains(tile.level) else { throw .notFound("the panorama has no such tile") }
    let (copy, level) = (copies[tile.level], levels[tile.level])
    if level.columns == 1, level.rows == 1 { return copy }
    let size = level.size(column: tile.column, row: tile.row)
    guard
      let part = copy.part(
        left: tile.column * level.tileWidth, top: tile.row * level.tileHeight, width: size.width, height: size.height)
    else { throw .notFound("the panorama has no such tile") }
    return part
  }
}

extension Image {
  /// A part of the picture; nil for one that does not lie in it.
  package func part(left: Int, top: Int, width partWidth: Int, height partHeight: Int) -> Image? {
    guard left >= 0, top >= 0, partWidth > 0, partHeight > 0, partWidth <= width - left, partHeight <= height - top else {
      return nil
    }
    if partWidth == width, partHeight == height { return self }
    var part: [UInt8] = []
    part.reserveCapacity(4 * partWidth * partHeight)
    for row in top..<(top + partHeight) {
      let start = 4 * (row * width + left)
      part += pixels[start..<(start + 4 * partWidth)]
    }
    return Image(width: partWidth, height: partHeight, scale: 1, premultipliedRGBA: part, isOpaque: isOpaque)
  }
}
