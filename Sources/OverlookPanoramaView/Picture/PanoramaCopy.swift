import Glibc
import OverlookPanorama
import OverlookSupport

/// A smaller copy of a tile's picture, or of some of its rows, for squares of the screen that have fewer pixels than the picture has there:
/// views of all around, and the surroundings of the poles, where a row of the picture is a short circle of the view. Without it each pixel is
/// read from memory of its own, and what lies between is left out.
struct PanoramaCopy: Sendable {
  let image: Image
  /// What it shows of the chart.
  let bounds: PanoramaBounds
  /// How often it was halved.
  let across: Int
  let down: Int

  /// Smaller ones are not worth it.
  private static let leastSide = 16
  /// A copy of half the columns is made of rows that are shorter than this times half the equator.
  private static let rowShare = 1.25

  /// Columns that follow the last one again in a picture that goes around: as many as the widest square shows. Rows are then no power of two
  /// apart either, and those of a square find room beside each other in the processor's cache, which keeps few lines of memory that are.
  private static let columnsAgain = 80

  /// Those of a tile of a picture; none of pictures that the driver draws. Where tiles of all levels go all around, each goes on beyond its
  /// end, and the last is the whole of it.
  static func copies(of image: Image, as id: PanoramaTileID, in picture: PanoramaPicture) -> [PanoramaCopy] {
    if case .dualFisheye = picture.layout { return [] }
    let part = picture.levels[id.level].bounds(column: id.column, row: id.row)
    let bounds = PanoramaBounds(left: part.left, top: part.top, right: part.right, bottom: part.bottom)
    let copies = copies(of: image, bounds: bounds, layout: picture.layout, isCoarsest: id.level == 0)
    guard picture.goesAroundInEachTile else { return copies }
    return (copies + [PanoramaCopy(image: image, bounds: bounds, across: 0, down: 0)]).map(\.goingOn)
  }

  /// Whether it is as large as the picture.
  var isWhole: Bool { across == 0 && down == 0 }

  /// A copy of all around that begins anew behind its end.
  private var goingOn: PanoramaCopy {
    let (width, rowBytes) = (image.width, 4 * image.width)
    var pixels: [UInt8] = []
    pixels.reserveCapacity((rowBytes + 4 * Self.columnsAgain) * image.height)
    for row in 0..<image.height {
      let line = image.pixels[row * rowBytes..<(row + 1) * rowBytes]
      pixels += line
      var again = 4 * Self.columnsAgain
      while again > 0 {
        pixels += line.prefix(again)
        again -= min(again, rowBytes)
      }
    }
    guard
      let wide = Image(
        width: width + Self.columnsAgain, height: image.height, scale: 1, premultipliedRGBA: pixels, isOpaque: image.isOpaque)
    else { return self }
    var bounds = bounds
    bounds.right = bounds.left + (bounds.right - bounds.left) * Double(wide.width) / Double(width)
    return PanoramaCopy(image: wide, bounds: bounds, across: across, down: down)
  }

  /// Those of a tile that shows `bounds` of its chart, those of the fewest pixels first; of all of it for tiles of the coarsest level alone:
  /// of others there is a coarser level.
  static func copies(
    of image: Image, bounds: PanoramaBounds, layout: PanoramaLayout, isCoarsest: Bool
  ) -> [PanoramaCopy] {
    var copies: [PanoramaCopy] = []
    var (whole, down) = (image, 0)
    while true {
      if case .equirectangular(let extent) = layout { copies += narrowed(whole, bounds, extent, down) }
      guard isCoarsest, whole.width % 2 == 0, whole.height % 2 == 0, min(whole.width, whole.height) > leastSide,
        let half = whole.halved()
      else { break }
      (whole, down) = (half, down + 1)
      copies.append(PanoramaCopy(image: half, bounds: bounds, across: down, down: down))
    }
    return copies.sorted { $0.across + $0.down > $1.across + $1.down }
  }

  /// Rows towards both poles in a half, a quarter and so on of their width.
  private static func narrowed(
    _ whole: Image, _ bounds: PanoramaBounds, _ extent: PanoramaExtent, _ down: Int
  ) -> [PanoramaCopy] {
    var copies: [PanoramaCopy] = []
    for isUpper in [true, false] {
      var (source, rows, across) = (whole, 0..<whole.height, 0)
      while source.width % 2 == 0, source.width > leastSide {
        let angle = acos(min(rowShare / Double(2 << across), 1)) * (isUpper ? 1 : -1)
        let limit = row(of: angle, bounds, extent, whole.height)
        let end = min(max(limit, rows.lowerBound), rows.upperBound)
        let next = isUpper ? rows.lowerBound..<end : end..<rows.upperBound
        guard next.count >= leastSide,
          let half = source.halved(down: false, rows: next.lowerBound - rows.lowerBound..<next.upperBound - rows.lowerBound)
        else { break }
        (source, rows, across) = (half, next, across + 1)
        copies.append(
          PanoramaCopy(image: half, bounds: bounds.rows(next, of: whole.height), across: down + across, down: down))
      }
    }
    return copies
  }

  /// The row of a picture of `bounds` that shows an angle above the horizon; 0 or the number of rows for what it does not show.
  private static func row(of angle: Double, _ bounds: PanoramaBounds, _ extent: PanoramaExtent, _ count: Int) -> Int {
    let share = (extent.top - angle) / (extent.top - extent.bottom)
    let row = (share - bounds.top) / (bounds.bottom - bounds.top) * Double(count)
    return Int(exactly: min(max(row, 0), Double(count)).rounded()) ?? 0
  }
}

extension PanoramaBounds {
  /// What some of `count` rows of it show.
  fileprivate func rows(_ rows: Range<Int>, of count: Int) -> PanoramaBounds {
    let height = (bottom - top) / Double(count)
    return PanoramaBounds(
      left: left, top: top + Double(rows.lowerBound) * height, right: right, bottom: top + Double(rows.upperBound) * height)
  }
}
