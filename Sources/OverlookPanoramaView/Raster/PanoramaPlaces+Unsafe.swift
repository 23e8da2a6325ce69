import Glibc
import OverlookGeometry
import OverlookPanorama
import OverlookRaster

/// What a view of a panorama shows at the crossings of an even grid of its pixels, row by row on several threads: directions in the frame of the
/// picture, and where these lie on the chart of a picture that has one.
final class PanoramaPlaces: SharedLoop {
  /// Pixels along a side of a cell.
  static let step = 16
  /// Cells along a side of a block.
  static let block = 4

  /// Crossings; the last column and row lie at or beyond the edges of the view.
  private(set) var columns = 0
  private(set) var rows = 0
  private var transform = PanoramaTransform(camera: PanoramaCamera(heading: 0, pitch: 0), size: ScreenSize(width: 1, height: 1))
  private var pixelsPerPoint = 1.0
  /// With which directions and places were found: a view that has turned since then sees the same ones, farther around.
  private var base = PanoramaRotation.none
  private var chart: PanoramaChart?
  private var isOfOneChart = false
  /// Invariant: both have room for `columns * rows`; a part writes one row of them, and nobody reads before all parts are done.
  private var directions: UnsafeMutablePointer<SIMD3<Double>>?
  private var places: UnsafeMutablePointer<SIMD2<Double>>?
  private var capacity = 0
  /// What both were found for.
  private var found: Key?
  /// By how much of the chart's width all places lie farther to the right than they were found.
  private var shift = 0.0

  /// All that a view shows depends on these, and on where it looks to.
  private struct Key: Equatable {
    var size: ScreenSize
    var projection: PanoramaProjection
    var focalLength: Double
    var pixels: PixelSize
    var pixelsPerPoint: Double
    var chart: PanoramaChart?
    /// Of the matrix into the frame of the picture, what a turn about its vertical leaves alone.
    var heights: SIMD3<Double>
  }

  init() {}

  deinit {
    directions?.deallocate()
    places?.deallocate()
  }

  /// Looks at the view anew. `chart`: the one of the picture, nil where it has several.
  func update(
    _ transform: PanoramaTransform, pixels: PixelSize, pixelsPerPoint: Double, chart: PanoramaChart?, pool: LoopPool
  ) {
    (self.transform, self.pixelsPerPoint, self.chart) = (transform, pixelsPerPoint, chart)
    isOfOneChart = chart != nil
    let side = Self.step * Self.block
    columns = (pixels.width + side - 1) / side * Self.block + 1
    rows = (pixels.height + side - 1) / side * Self.block + 1
    let turn = transform.pictureFromView
    let key = Key(
      size: transform.size, projection: transform.projection, focalLength: transform.focalLength, pixels: pixels,
      pixelsPerPoint: pixelsPerPoint, chart: chart, heights: SIMD3(turn.right.y, turn.up.y, turn.ahead.y))
    if key == found, let radians = base.turn(to: turn), case .angles(let extent) = chart?.kind {
      shift = radians / extent.width
      return
    }
    (found, base, shift) = (key, turn, 0)
    reserve(columns * rows)
    pool.run(rows, self)
  }

  private func reserve(_ count: Int) {
    guard count > capacity else { return }
    directions?.deallocate()
    places?.deallocate()
    let (newDirections, newPlaces) = (
      UnsafeMutablePointer<SIMD3<Double>>.allocate(capacity: count), UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: count)
    )
    newDirections.initialize(repeating: .zero, count: count)
    newPlaces.initialize(repeating: .zero, count: count)
    (directions, places, capacity) = (newDirections, newPlaces, count)
  }

  func run(part row: Int, worker: Int) {
    guard let directions, let places else { return }
    for column in 0..<columns {
      let direction = direction(x: Double(column * Self.step), y: Double(row * Self.step))
      directions[row * columns + column] = direction
      if let chart { places[row * columns + column] = chart.place(direction) }
    }
  }

  /// In the middle of the view.
  var pixelsPerRadian: Double { transform.focalLength * pixelsPerPoint }

  /// What a place of the view shows, pixels from its upper left corner; NaN for nothing.
  func direction(x: Double, y: Double) -> SIMD3<Double> {
    let direction = transform.viewDirection(at: ScreenPoint(x: x / pixelsPerPoint, y: y / pixelsPerPoint))
    return direction.map { transform.pictureFromView * $0 } ?? SIMD3(repeating: .nan)
  }

  /// At a crossing; NaN for nothing. In the frame of the picture, or in one that is turned about its vertical.
  func direction(_ column: Int, _ row: Int) -> SIMD3<Double> {
    precondition(column < columns && row < rows)
    return directions.map { $0[row * columns + column] } ?? SIMD3(repeating: .nan)
  }

  /// Where a crossing lies on the chart of a picture that has one; nil of others.
  func place(_ column: Int, _ row: Int) -> SIMD2<Double>? {
    precondition(column < columns && row < rows)
    guard isOfOneChart, let places else { return nil }
    return places[row * columns + column] + SIMD2(shift, 0)
  }
}

extension PanoramaRotation {
  /// The angle about the vertical, clockwise from above, from this rotation to one with the same heights; nil where all three axes are
  /// vertical or nothing.
  fileprivate func turn(to other: PanoramaRotation) -> Double? {
    func level(_ axis: SIMD3<Double>) -> Double { axis.x * axis.x + axis.z * axis.z }
    var (from, to) = (right, other.right)
    if level(up) > level(from) { (from, to) = (up, other.up) }
    if level(ahead) > level(from) { (from, to) = (ahead, other.ahead) }
    guard level(from) > 0.1 else { return nil }
    return atan2(to.x * from.z - to.z * from.x, to.x * from.x + to.z * from.z)
  }
}
