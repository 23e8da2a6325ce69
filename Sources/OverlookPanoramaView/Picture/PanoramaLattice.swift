import OverlookGeometry
import OverlookPanorama

/// The directions that a view shows at the crossings of an even grid of its pixels, in the frame of the picture.
struct PanoramaLattice {
  /// More cells than this are not looked at: larger views have larger ones.
  private static let maximumCells = 5000
  /// Cells in a row and in a column come in blocks of this.
  static let block = 4

  /// Pixels along a side of a cell.
  private(set) var step = 16
  /// Crossings; the last lie on or beyond the edge of the view.
  private(set) var columns = 0
  private(set) var rows = 0
  /// Unit vectors, row after row; NaN where the view shows nothing.
  private(set) var directions: [SIMD3<Double>] = []
  /// Of the view.
  private(set) var pixels = PixelSize(width: 0, height: 0)

  init() {}

  /// Looks at the view anew. `pixelsPerPoint` belongs to `transform.size`.
  mutating func update(_ transform: PanoramaTransform, pixels: PixelSize, pixelsPerPoint: Double) {
    self.pixels = pixels
    step = 16
    while (pixels.width / step) * (pixels.height / step) > Self.maximumCells { step *= 2 }
    let block = step * Self.block
    columns = ((pixels.width + block - 1) / block) * Self.block + 1
    rows = ((pixels.height + block - 1) / block) * Self.block + 1
    directions.removeAll(keepingCapacity: true)
    directions.reserveCapacity(columns * rows)
    let nothing = SIMD3<Double>(repeating: .nan)
    for row in 0..<rows {
      for column in 0..<columns {
        let point = ScreenPoint(
          x: Double(column * step) / pixelsPerPoint, y: Double(row * step) / pixelsPerPoint)
        directions.append(transform.viewDirection(at: point).map { transform.pictureFromView * $0 } ?? nothing)
      }
    }
  }
}
