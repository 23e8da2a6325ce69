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
  /// Crossings; the last column lies on or beyond the edge of the view, the last row on it.
  private(set) var columns = 0
  private(set) var rows = 0
  /// Pixels from the upper edge of the view to the first row, 0 or less: blocks end at the lower edge, as those do in which llvmpipe
  /// draws.
  private(set) var top = 0
  /// Unit vectors, row after row; NaN where the view shows nothing.
  private(set) var directions: [SIMD3<Double>] = []
  /// How much of the picture is seen at each crossing, on a flight; empty for all of it everywhere.
  private(set) var opacities: [Float] = []
  /// Of the view.
  private(set) var pixels = PixelSize(width: 0, height: 0)
  /// In the middle of the view.
  private(set) var pixelsPerRadian = 0.0

  init() {}

  /// Looks at the view anew. `pixelsPerPoint` belongs to `transform.size`; `isCoarse`: whether cells only say what may be seen in them,
  /// and each pixel finds its own place.
  mutating func update(_ transform: PanoramaTransform, pixels: PixelSize, pixelsPerPoint: Double, isCoarse: Bool = false) {
    self.pixels = pixels
    pixelsPerRadian = transform.focalLength * pixelsPerPoint
    step = 16
    while (pixels.width / step) * (pixels.height / step) > Self.maximumCells { step *= 2 }
    if isCoarse {
      let widest = transform.focalLength * pixelsPerPoint * Self.coarseRadians
      while step < Self.coarsestStep, 2 * Double(step) <= widest { step *= 2 }
    }
    layOut()
    directions.removeAll(keepingCapacity: true)
    opacities.removeAll(keepingCapacity: true)
    directions.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let direction = transform.viewDirection(at: point(column, row, pixelsPerPoint))
        directions.append(direction.map { transform.pictureFromView * $0 } ?? Self.nothing)
      }
    }
  }

  /// Looks at the view of an eye on the way between two pictures: `sights` becomes what its crossings show.
  @MainActor mutating func look(
    along flight: PanoramaFlight, _ transform: PanoramaTransform, pixels: PixelSize, pixelsPerPoint: Double,
    into sights: inout [PanoramaFlightSight?]
  ) {
    self.pixels = pixels
    pixelsPerRadian = transform.focalLength * pixelsPerPoint
    step = Self.flightStep
    while (pixels.width / step) * (pixels.height / step) > 4 * Self.maximumCells { step *= 2 }
    layOut()
    sights.removeAll(keepingCapacity: true)
    for row in 0..<rows {
      for column in 0..<columns {
        let direction = transform.viewDirection(at: point(column, row, pixelsPerPoint))
        sights.append(direction.map { flight.sight(transform.worldFromView * $0) })
      }
    }
  }

  /// Takes what one of both pictures shows of that: the first is seen as a whole, the second over it.
  mutating func take(_ sights: [PanoramaFlightSight?], isSecond: Bool, pose: PanoramaPose) {
    let pictureFromWorld = pose.rotation.inverse
    directions.removeAll(keepingCapacity: true)
    opacities.removeAll(keepingCapacity: true)
    for sight in sights {
      let ray = sight.map { isSecond ? $0.to : $0.from }
      let length = ray.map { ($0 * $0).sum().squareRoot() } ?? 0
      directions.append(ray.map { length > 0 ? pictureFromWorld * ($0 / length) : Self.nothing } ?? Self.nothing)
      if isSecond { opacities.append(Float(sight?.share ?? 0)) }
    }
  }

  /// Coarse cells see no more than this, so that a straight side of them is not bent far on the picture.
  private static let coarseRadians = 0.18
  private static let coarsestStep = 64
  private static let nothing = SIMD3<Double>(repeating: .nan)
  /// Pixels along a side of a cell on a flight, where the edges of houses run through the view.
  private static let flightStep = 8

  private mutating func layOut() {
    let block = step * Self.block
    columns = ((pixels.width + block - 1) / block) * Self.block + 1
    rows = ((pixels.height + block - 1) / block) * Self.block + 1
    top = pixels.height - (rows - 1) * step
  }

  private func point(_ column: Int, _ row: Int, _ pixelsPerPoint: Double) -> ScreenPoint {
    ScreenPoint(x: Double(column * step) / pixelsPerPoint, y: Double(top + row * step) / pixelsPerPoint)
  }
}
