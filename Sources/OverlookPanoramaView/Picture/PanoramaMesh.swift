import OverlookGeometry
import OverlookPanorama

/// Cuts a view into pieces of tiles.
///
/// Where a square of the screen is shown by a chart as by an affine map, to a quarter of a pixel, it becomes an upright affine piece; where it is
/// not, down to the smallest squares, each pixel has to find its own place: around the poles and along the rims of lenses. Where a graphics
/// card draws, all pixels do, and the squares are as large as they may be.
@MainActor final class PanoramaMesh {
  /// Pixels by which the picture may lie beside the formula within a piece.
  static let tolerance = 0.25

  private let tiles: PanoramaTiles
  private let clipper = PanoramaClipper()
  private var lattice = PanoramaLattice()
  private var places: [SIMD2<Double>] = []
  private var isFlight = false
  private var chart = PanoramaChart(kind: .plane(.none), face: 0)

  /// A square of cells whose corners and what the chart shows there are known.
  struct Piece {
    var column: Int
    var row: Int
    var size: Int
    /// Upper left, upper right, lower left, lower right; each in one piece with the first.
    var corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
    /// How much of it is seen at them.
    var opacities = SIMD4<Float>(repeating: 1)

    /// The affine piece that is nearest to it.
    var evened: Piece {
      let (a, b, c, d) = corners
      let (middle, across, down) = ((a + b + c + d) / 4, (b - a + d - c) / 4, (c - a + d - b) / 4)
      var piece = self
      piece.corners = (middle - across - down, middle + across - down, middle - across + down, middle + across + down)
      return piece
    }
  }

  init(tiles: PanoramaTiles) { self.tiles = tiles }

  /// Fills the tiles with what they show of `lattice`. `isFlight`: whether its directions are those of the points that an eye on the way
  /// from one panorama to the next sees, so that no pixel can find its place by itself.
  ///
  /// `isExact`: whether all pixels find theirs.
  func build(_ charts: [PanoramaChart], on lattice: PanoramaLattice, isFlight: Bool = false, isExact: Bool = false) {
    self.lattice = lattice
    self.isFlight = isFlight
    for chart in charts {
      self.chart = chart
      places.removeAll(keepingCapacity: true)
      for direction in lattice.directions {
        places.append(direction.x.isNaN ? PanoramaChart.nowhere : chart.place(direction))
      }
      for row in stride(from: 0, to: lattice.rows - 1, by: PanoramaLattice.block) {
        for column in stride(from: 0, to: lattice.columns - 1, by: PanoramaLattice.block) {
          if isExact {
            showExactly(column, row, PanoramaLattice.block)
          } else {
            divide(column, row, PanoramaLattice.block, error: nil)
          }
        }
      }
    }
    // Whoever writes the next one is to find its memory unshared.
    self.lattice = PanoramaLattice()
  }

  private func isInView(_ column: Int, _ row: Int, _ size: Int) -> Bool {
    column * lattice.step < lattice.pixels.width && lattice.top + (row + size) * lattice.step > 0
  }

  /// All cells of a block in which something of the chart may be seen.
  private func showExactly(_ column: Int, _ row: Int, _ size: Int) {
    for row in row..<row + size {
      for column in column..<column + size where isInView(column, row, 1) {
        let raw = (place(column, row), place(column + 1, row), place(column, row + 1), place(column + 1, row + 1))
        if raw.0.x.isNaN && raw.1.x.isNaN && raw.2.x.isNaN && raw.3.x.isNaN { continue }
        showExactly(
          Piece(
            column: column, row: row, size: 1,
            corners: (raw.0, joined(raw.1, raw.0), joined(raw.2, raw.0), joined(raw.3, raw.0))))
      }
    }
  }

  private func place(_ column: Int, _ row: Int) -> SIMD2<Double> { places[row * lattice.columns + column] }

  /// `error`: that of the square of which this is a quarter.
  private func divide(_ column: Int, _ row: Int, _ size: Int, error: Double?) {
    guard isInView(column, row, size) else { return }
    let raw = (
      place(column, row), place(column + size, row), place(column, row + size), place(column + size, row + size)
    )
    let isKnown = raw.0.x.isFinite && raw.1.x.isFinite && raw.2.x.isFinite && raw.3.x.isFinite
    guard isKnown else { return divideUnknown(column, row, size, raw) }
    let piece = Piece(
      column: column, row: row, size: size,
      corners: (raw.0, joined(raw.1, raw.0), joined(raw.2, raw.0), joined(raw.3, raw.0)),
      opacities: opacities(column, row, size))
    if isFlight, size == 1 { return show(piece) }
    let found = size > 1 ? self.error(of: piece) : (error ?? centerError(of: piece) * 4) / 4
    if found <= Self.tolerance, isEven(piece) { return show(piece.evened) }
    if size > 1 { return quarter(column, row, size, error: found) }
    showExactly(piece)
  }

  private func opacities(_ column: Int, _ row: Int, _ size: Int) -> SIMD4<Float> {
    guard !lattice.opacities.isEmpty else { return SIMD4(repeating: 1) }
    let (first, below) = (row * lattice.columns + column, (row + size) * lattice.columns + column)
    return SIMD4(
      lattice.opacities[first], lattice.opacities[first + size], lattice.opacities[below], lattice.opacities[below + size])
  }

  /// Whether all of a square is seen alike, so that it can be one piece.
  private func isEven(_ piece: Piece) -> Bool {
    guard !lattice.opacities.isEmpty else { return true }
    let first = piece.opacities.x
    return (piece.row...(piece.row + piece.size)).allSatisfy { row in
      (piece.column...(piece.column + piece.size)).allSatisfy { lattice.opacities[row * lattice.columns + $0] == first }
    }
  }

  private func quarter(_ column: Int, _ row: Int, _ size: Int, error: Double?) {
    let half = size / 2
    divide(column, row, half, error: error)
    divide(column + half, row, half, error: error)
    divide(column, row + half, half, error: error)
    divide(column + half, row + half, half, error: error)
  }

  private func divideUnknown(
    _ column: Int, _ row: Int, _ size: Int, _ raw: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  ) {
    if size > 1 { return quarter(column, row, size, error: nil) }
    guard !isFlight, !(raw.0.x.isNaN && raw.1.x.isNaN && raw.2.x.isNaN && raw.3.x.isNaN) else { return }
    showExactly(Piece(column: column, row: row, size: 1, corners: raw))
  }

  /// `place` in the turn in which it is nearest to `other`.
  private func joined(_ place: SIMD2<Double>, _ other: SIMD2<Double>) -> SIMD2<Double> {
    guard let period = chart.period else { return place }
    return SIMD2(place.x + ((other.x - place.x) / period).rounded() * period, place.y)
  }

  /// How far, in pixels, an affine piece lies beside the chart in its middle, at its corners and in the middles of its sides.
  private func error(of piece: Piece) -> Double {
    let half = piece.size / 2
    let (column, row) = (piece.column, piece.row)
    let middle = place(column + half, row + half)
    let (above, below) = (place(column + half, row), place(column + half, row + piece.size))
    let (before, after) = (place(column, row + half), place(column + piece.size, row + half))
    guard middle.x.isFinite, above.x.isFinite, below.x.isFinite, before.x.isFinite, after.x.isFinite else { return .infinity }
    let (a, b, c, d) = piece.evened.corners
    let corner = piece.corners.0
    var largest = pixels(a - corner, in: piece)
    largest = max(largest, pixels((a + d) / 2 - joined(middle, corner), in: piece))
    largest = max(largest, pixels((a + b) / 2 - joined(above, corner), in: piece))
    largest = max(largest, pixels((c + d) / 2 - joined(below, corner), in: piece))
    largest = max(largest, pixels((a + c) / 2 - joined(before, corner), in: piece))
    return max(largest, pixels((b + d) / 2 - joined(after, corner), in: piece))
  }

  /// The same for a smallest square, whose middle is not on the lattice.
  private func centerError(of piece: Piece) -> Double {
    let start = piece.row * lattice.columns + piece.column
    let directions = lattice.directions
    let below = start + lattice.columns
    let sum = directions[start] + directions[start + 1] + directions[below] + directions[below + 1]
    let length = (sum * sum).sum().squareRoot()
    guard length > 0 else { return .infinity }
    let middle = chart.place(sum / length)
    guard middle.x.isFinite else { return .infinity }
    let (a, _, _, d) = piece.evened.corners
    return max(
      pixels(a - piece.corners.0, in: piece), pixels((a + d) / 2 - joined(middle, piece.corners.0), in: piece))
  }

  /// What a way on the chart is on the screen.
  private func pixels(_ way: SIMD2<Double>, in piece: Piece) -> Double {
    let (a, b, c, d) = piece.corners
    let side = 2 * Double(piece.size * lattice.step)
    let (across, down) = ((b - a + d - c) / side, (c - a + d - b) / side)
    let area = across.x * down.y - across.y * down.x
    guard abs(area) > 1e-18 else { return .infinity }
    let (x, y) = ((way.x * down.y - way.y * down.x) / area, (across.x * way.y - across.y * way.x) / area)
    return (x * x + y * y).squareRoot()
  }

  // MARK: Tiles

  private func show(_ piece: Piece) {
    let bounds = PanoramaBounds(piece.corners)
    guard bounds.top < 1, bounds.bottom > 0, bounds.isInTurn(chart.period), piece.opacities.max() > 0 else { return }
    let level = level(for: piece)
    clipper.start(piece, step: Double(lattice.step), top: Double(lattice.top))
    forEachTurn(bounds) { shift in
      emit(bounds.shifted(by: -shift), clip: .whole, level: level, isWanted: true) { tile, tileBounds, clip in
        clipper.append(to: tile, shift: shift, tileBounds, clip)
      }
    }
  }

  private func showExactly(_ piece: Piece) {
    if isBeside(piece) { return }
    let bounds = exactBounds(piece)
    guard bounds.top < 1, bounds.bottom > 0, chart.period != nil || bounds.left < 1 && bounds.right > 0 else { return }
    let level = level(for: piece)
    let (x, y) = (Float(piece.column * lattice.step), Float(lattice.top + piece.row * lattice.step))
    let side = Float(lattice.step)
    clipper.start(piece, step: Double(lattice.step), top: Double(lattice.top))
    forEachTurn(bounds) { shift in
      emit(bounds.shifted(by: -shift), clip: .whole, level: level, isWanted: true) { tile, _, clip in
        tile.appendSquare(at: SIMD2(x, y), side: side, limits: clip.limits)
      }
    }
  }

  /// Whether a square lies beside a plane that knows nothing of one of its corners. Such a corner is 75 degrees or more from the
  /// axis, and the plane ends at 55: only a square that sees as much as lies between may show something of it.
  private func isBeside(_ piece: Piece) -> Bool {
    guard case .plane = chart.kind else { return false }
    let (a, b, c, d) = piece.corners
    if a.x.isFinite && b.x.isFinite && c.x.isFinite && d.x.isFinite { return false }
    let directions = lattice.directions
    let start = piece.row * lattice.columns + piece.column
    let below = start + piece.size * lattice.columns
    let falling = (directions[start] * directions[below + piece.size]).sum()
    let rising = (directions[start + piece.size] * directions[below]).sum()
    return falling > Self.besideCosine && rising > Self.besideCosine
  }

  /// Of 18 degrees.
  private static let besideCosine = 0.95

  /// What a square may show in which the chart is bent: all around where it holds a pole.
  private func exactBounds(_ piece: Piece) -> PanoramaBounds {
    let (a, b, c, d) = piece.corners
    guard a.x.isFinite, b.x.isFinite, c.x.isFinite, d.x.isFinite else { return .whole }
    var bounds = PanoramaBounds(piece.corners)
    let (width, height) = (bounds.right - bounds.left, bounds.bottom - bounds.top)
    // Far from the poles straight lines are hardly bent.
    let margin = chart.period.map { width < $0 / 16 } == true ? 0.125 : 0.5
    bounds = PanoramaBounds(
      left: bounds.left - width * margin, top: bounds.top - height * margin, right: bounds.right + width * margin,
      bottom: bounds.bottom + height * margin)
    if let period = chart.period, width > period / 4 {
      bounds = PanoramaBounds(left: 0, top: bounds.top, right: 1, bottom: bounds.bottom)
      if bounds.top < 0.5 { bounds.top = 0 }
      if bounds.bottom > 0.5 { bounds.bottom = 1 }
    }
    return bounds
  }

  /// The coarsest level that is fine enough for a piece.
  private func level(for piece: Piece) -> Int {
    let start = piece.row * lattice.columns + piece.column
    let below = start + piece.size * lattice.columns
    let (across, down) = (
      length(start, start + piece.size) ?? length(below, below + piece.size),
      length(start, below) ?? length(start + piece.size, below + piece.size)
    )
    return tiles.level(
      pixels: Double(piece.size * lattice.step), across: across, down: down, middlePixelsPerRadian: lattice.pixelsPerRadian)
  }

  /// Between two crossings.
  private func length(_ first: Int, _ second: Int) -> Double? {
    lattice.directions[first].chord(to: lattice.directions[second])
  }

  /// The turns by which a piece lies on the chart.
  private func forEachTurn(_ bounds: PanoramaBounds, _ body: (Double) -> Void) {
    guard let period = chart.period, !tiles.wraps else { return body(0) }
    for turn in -2...2 {
      let shift = Double(turn) * period
      if bounds.left - shift < 1, bounds.right - shift > 0 { body(shift) }
    }
  }

  /// Calls `body` with the tiles of `level` that `bounds` meets, or with coarser ones in the place of those that are not there.
  private func emit(
    _ bounds: PanoramaBounds, clip: PanoramaBounds, level: Int, isWanted: Bool,
    _ body: (PanoramaTile, PanoramaBounds, PanoramaBounds) -> Void
  ) {
    let part = tiles.wraps ? PanoramaBounds(left: 0, top: bounds.top, right: 1, bottom: bounds.bottom) : bounds
    tiles.forEach(in: part.intersection(clip), level: level, face: chart.face) { id, tileBounds in
      let inner = tileBounds.intersection(clip)
      let isWrapped = tiles.wraps
      let tile = isWanted || level == 0 ? tiles.want(id, distance: distanceFromMiddle) : tiles.known(id)
      if let tile, tile.isReady {
        tiles.willDraw(tile)
        return body(tile, tileBounds, isWrapped ? inner.unboundedAround : inner)
      }
      if level > 0 { emit(bounds, clip: inner, level: level - 1, isWanted: false, body) }
    }
  }

  /// Of the piece that is cut at the moment, pixels squared.
  private var distanceFromMiddle: Double {
    let (x, y) = (
      clipper.middle.x - Double(lattice.pixels.width) / 2, clipper.middle.y - Double(lattice.pixels.height) / 2
    )
    return x * x + y * y
  }
}
