import OverlookGPU
import OverlookPanorama
import OverlookPasses
import OverlookRaster
import OverlookSupport

/// Draws blocks of a view of a panorama into a sheet, several threads at a time.
final class PanoramaSquares: SharedLoop {
  /// A tile that a block may show.
  struct Tile {
    let image: Image
    /// Its place in `charts`.
    let chart: Int
    let bounds: PanoramaBounds
    /// Whether its right edge adjoins its left one.
    let goesAround: Bool
    /// Those of the fewest pixels first.
    var copies: [PanoramaCopy] = []
  }

  /// Its tiles are neighbours in `tiles`: chart after chart, finer ones first.
  struct Block {
    var column: Int
    var row: Int
    var tiles: Range<Int>
  }

  let places = PanoramaPlaces()
  var charts: [PanoramaChart] = []
  var tiles: [Tile] = []
  var blocks: [Block] = []
  /// Of what no tile shows: premultiplied BGRA.
  var background: UInt32 = 0
  private var drawing: PanoramaSquareDrawing
  /// Those of all tiles and their copies, and their pixels: kept for their memory.
  private var images: [Image] = []
  private var pixels: [PicturePixels] = []

  private let bands = PanoramaBands()

  init() { drawing = PanoramaSquareDrawing(places) }

  /// Fills `sheet`, which is that of `picture`, and `target` with it. False, and nothing drawn, where a tile has not the pixels that it says.
  @MainActor func draw(to sheet: PixelSheet, of picture: CopiedSheet, _ target: GPUTarget, pool: LoopPool) -> Bool {
    images.removeAll(keepingCapacity: true)
    for tile in tiles {
      images.append(tile.image)
      for copy in tile.copies { images.append(copy.image) }
    }
    var list = pixels
    pixels = []
    defer {
      pixels = list
      images.removeAll(keepingCapacity: true)
      drawing.forget()
    }
    return PicturePixels.withAll(of: images, in: &list) { pixels in
      drawing.take(tiles, pixels)
      (drawing.charts, drawing.background, drawing.sheet) = (charts, background, sheet)
      bands.begin(blocks, rows: (places.rows - 1) / PanoramaPlaces.block, picture, target)
      pool.run(blocks.count, self) { bands.copyDrawn() }
      bands.finish()
      return true
    }
  }

  func run(part: Int, worker: Int) {
    drawing.draw(blocks[part])
    bands.finish(blocks[part])
  }
}

/// What the threads share that draw the blocks of a view: plain numbers, and nothing whose holders are counted. It is not copied, for a copy
/// would hold its arrays.
///
/// A cell of the grid is a square in which places change evenly. Where the picture is bent more than `tolerance` within it, it is drawn in quarters,
/// or as a bent square where these do not do, and around the poles and at the limits of the view it is divided, down to single pixels.
struct PanoramaSquareDrawing: ~Copyable {
  /// Pixels by which the picture may lie beside the formula.
  static let tolerance = 0.2

  /// A picture, or a smaller copy of it.
  private struct Copy {
    let source: PicturePixels
    let bounds: PanoramaBounds
    let across: Int
    let down: Int
  }

  private struct Shown {
    let source: PicturePixels
    let chart: Int
    let bounds: PanoramaBounds
    let goesAround: Bool
    /// In `copies`, those of the fewest pixels first.
    let copies: Range<Int>
  }

  private let places: PanoramaPlaces
  private var tiles: [Shown] = []
  private var copies: [Copy] = []
  private var periods: [Double?] = []
  var charts: [PanoramaChart] = [] { didSet { if charts != oldValue { periods = charts.map(\.period) } } }
  var background: UInt32 = 0
  var sheet = PixelSheet(width: 1, height: 1)

  init(_ places: PanoramaPlaces) { self.places = places }

  /// What is drawn until `forget` is called: `held`, and the pixels of each tile and then of its copies.
  mutating func take(_ held: [PanoramaSquares.Tile], _ pixels: [PicturePixels]) {
    var rest = pixels[...]
    for tile in held {
      guard let source = rest.popFirst() else { return }
      let first = copies.count
      for copy in tile.copies {
        guard let source = rest.popFirst() else { return }
        copies.append(Copy(source: source, bounds: copy.bounds, across: copy.across, down: copy.down))
      }
      tiles.append(
        Shown(
          source: source, chart: tile.chart, bounds: tile.bounds, goesAround: tile.goesAround, copies: first..<copies.count))
    }
  }

  mutating func forget() {
    tiles.removeAll(keepingCapacity: true)
    copies.removeAll(keepingCapacity: true)
  }

  func draw(_ block: PanoramaSquares.Block) {
    var painter = SquarePainter()
    defer { painter.finish(on: sheet) }
    for row in stride(from: block.row, to: block.row + PanoramaPlaces.block, by: 2) {
      for column in stride(from: block.column, to: block.column + PanoramaPlaces.block, by: 2) {
        drawFour(column, row, block.tiles, &painter)
      }
    }
  }

  private func isFirstOfChart(_ index: Int, _ own: Range<Int>) -> Bool {
    index == own.lowerBound || tiles[index].chart != tiles[index - 1].chart
  }

  /// Four cells, whose common corner tells how bent the picture is in them.
  private func drawFour(_ column: Int, _ row: Int, _ own: Range<Int>, _ painter: inout SquarePainter) {
    let (x, y, side) = (column * PanoramaPlaces.step, row * PanoramaPlaces.step, 2 * PanoramaPlaces.step)
    guard x < sheet.width, y < sheet.height else { return }
    let isDrawn = drawQuarters(x, y, side, own, &painter) {
      places.place(column + $0, row + $1) ?? charts[$2].place(places.direction(column + $0, row + $1))
    }
    if isDrawn { return }
    for cell in 0..<4 { divide(x + cell % 2 * side / 2, y + cell / 2 * side / 2, side / 2, own, &painter) }
  }

  /// A square of which more has to be known than the grid does.
  private func divide(_ x: Int, _ y: Int, _ side: Int, _ own: Range<Int>, _ painter: inout SquarePainter) {
    guard x < sheet.width, y < sheet.height else { return }
    guard side > 1 else { return setPixel(x, y, own) }
    let half = Double(side) / 2
    let isDrawn = drawQuarters(x, y, side, own, &painter) {
      charts[$2].place(places.direction(x: Double(x) + Double($0) * half, y: Double(y) + Double($1) * half))
    }
    if isDrawn { return }
    for cell in 0..<4 { divide(x + cell % 2 * side / 2, y + cell / 2 * side / 2, side / 2, own, &painter) }
  }

  /// Draws a square as what changes evenly in it, or in each of its quarters, or bends as the middles of its sides say; false, and nothing of
  /// worth drawn, where it is too bent for it.
  private func drawQuarters(
    _ x: Int, _ y: Int, _ side: Int, _ own: Range<Int>, _ painter: inout SquarePainter,
    _ place: (_ column: Int, _ row: Int, _ chart: Int) -> SIMD2<Double>
  ) -> Bool {
    var isBare = true
    for index in own where isFirstOfChart(index, own) {
      let chart = tiles[index].chart
      let period = periods[chart]
      let nine = PanoramaNine(period: period) { place($0, $1, chart) }
      if nine.isNowhere { continue }
      guard nine.isKnown else { return leave(isBare: isBare, &painter) }
      let bounds = nine.whole.bounds
      guard bounds.top < 1, bounds.bottom > 0, bounds.isInTurn(period) else { continue }
      let error = nine.error(side: Double(side))
      if error <= Self.tolerance {
        show(nine.whole, x, y, side, chart, own, isBare: isBare, &painter)
      } else if error > 4 * Self.tolerance {
        let bent = nine.bent(side: Double(side))
        guard bent.error <= Self.tolerance, side <= PictureSquare.mostBent else { return leave(isBare: isBare, &painter) }
        show(bent.corners, x, y, side, chart, own, isBare: isBare, &painter)
      } else {
        for cell in 0..<4 {
          let (left, top) = (x + cell % 2 * side / 2, y + cell / 2 * side / 2)
          show(nine.quarter(cell), left, top, side / 2, chart, own, isBare: isBare, &painter)
        }
      }
      isBare = false
    }
    if isBare { sheet.fill(x: x, y: y, side: side, background) }
    return true
  }

  /// False; what was drawn of a square and is drawn over now waits no longer.
  private func leave(isBare: Bool, _ painter: inout SquarePainter) -> Bool {
    if !isBare { painter.finish(on: sheet) }
    return false
  }

  /// A square whose corners are known. `isBare`: whether what it does not show of it is background.
  private func show(
    _ corners: PanoramaCorners, _ x: Int, _ y: Int, _ side: Int, _ chart: Int, _ own: Range<Int>, isBare: Bool,
    _ painter: inout SquarePainter
  ) {
    var corners = corners
    if let period = periods[chart] {
      corners = corners.shifted(by: -(corners.bounds.left / period).rounded(.down) * period)
    }
    let bounds = corners.bounds
    for index in own where tiles[index].chart == chart && tiles[index].bounds.contains(bounds) {
      if draw(corners, x, y, side, bounds, tiles[index], &painter) { return }
      break
    }
    if side > Self.leastShared {
      for cell in 0..<4 {
        let (left, top) = (x + cell % 2 * side / 2, y + cell / 2 * side / 2)
        show(corners.quarter(cell), left, top, side / 2, chart, own, isBare: isBare, &painter)
      }
      return
    }
    if isBare { sheet.fill(x: x, y: y, side: side, background) } else { painter.finish(on: sheet) }
    for row in 0..<side {
      for column in 0..<side {
        let share = SIMD2(Double(column) + 0.5, Double(row) + 0.5) / Double(side)
        _ = set(x + column, y + row, corners.place(share), chart, own)
      }
    }
  }

  /// Pixels along a side of a square that several tiles share, or both ends of one that goes around: it is drawn pixel by pixel.
  private static let leastShared = 4

  /// From the copy of the tile that has as many pixels as the square, or a little more; false where a part of the square lies beside it.
  private func draw(
    _ corners: PanoramaCorners, _ x: Int, _ y: Int, _ side: Int, _ bounds: PanoramaBounds, _ tile: Shown,
    _ painter: inout SquarePainter
  ) -> Bool {
    if !tile.copies.isEmpty {
      let halvings = tile.bounds.halvings(corners, side, tile.source)
      if halvings != .zero {
        for index in tile.copies {
          let copy = copies[index]
          guard copy.across <= halvings.x, copy.down <= halvings.y, copy.bounds.contains(bounds) else { continue }
          if draw(corners, x, y, side, copy.bounds, copy.source, &painter) { return true }
        }
      }
    }
    return draw(corners, x, y, side, tile.bounds, tile.source, &painter)
  }

  /// From a picture of `shown`.
  private func draw(
    _ corners: PanoramaCorners, _ x: Int, _ y: Int, _ side: Int, _ shown: PanoramaBounds, _ source: PicturePixels,
    _ painter: inout SquarePainter
  ) -> Bool {
    if painter.draw(shown.square(corners, x, y, side, source), from: source, to: sheet) { return true }
    // What lies before the middle of the first column follows behind the last one.
    guard shown.right > 1, corners.bounds.left < shown.column(of: source) else { return false }
    return painter.draw(shown.square(corners.shifted(by: 1), x, y, side, source), from: source, to: sheet)
  }

  /// One pixel by the formula alone.
  private func setPixel(_ x: Int, _ y: Int, _ own: Range<Int>) {
    let direction = places.direction(x: Double(x) + 0.5, y: Double(y) + 0.5)
    for index in own where isFirstOfChart(index, own) {
      let place = charts[tiles[index].chart].place(direction)
      if place.x.isFinite, set(x, y, place, tiles[index].chart, own) { return }
    }
    sheet.fill(x: x, y: y, side: 1, background)
  }

  /// A pixel of which the place is known; false where no tile shows it.
  private func set(_ x: Int, _ y: Int, _ place: SIMD2<Double>, _ chart: Int, _ own: Range<Int>) -> Bool {
    var place = place
    if let period = periods[chart] { place.x -= (place.x / period).rounded(.down) * period }
    for index in own where tiles[index].chart == chart && tiles[index].bounds.contains(place) {
      if tiles[index].bounds.right > 1, place.x < tiles[index].bounds.column(of: tiles[index].source) { place.x += 1 }
      sheet.set(
        x: x, y: y, from: tiles[index].source, at: tiles[index].bounds.pixel(place, tiles[index].source),
        goesAround: tiles[index].goesAround)
      return true
    }
    return false
  }
}

extension PanoramaBounds {
  /// How often a picture of it can be halved in both directions before it has fewer pixels than a square, by more than a fifth.
  fileprivate func halvings(_ corners: PanoramaCorners, _ side: Int, _ image: PicturePixels) -> SIMD2<Int> {
    let across = (corners.upperRight - corners.upperLeft + corners.lowerRight - corners.lowerLeft) / Double(2 * side)
    let down = (corners.lowerLeft - corners.upperLeft + corners.lowerRight - corners.upperRight) / Double(2 * side)
    let pixels =
      SIMD2(Double(image.width), Double(image.height)) / SIMD2(right - left, bottom - top)
    let squares = (across * across + down * down) * pixels * pixels
    func count(_ square: Double) -> Int {
      var (square, count) = (square, 0)
      while square >= 2.56, count < 16 { (square, count) = (square / 4, count + 1) }
      return count
    }
    return SIMD2(count(squares.x), count(squares.y))
  }

  /// The width of a column of a picture of it.
  fileprivate func column(of image: PicturePixels) -> Double { (right - left) / Double(image.width) }

  /// From a place on the chart to pixels of a picture of this part of it, from the middle of the first one.
  fileprivate func pixel(_ place: SIMD2<Double>, _ image: PicturePixels) -> SIMD2<Double> {
    way(place - SIMD2(left, top), image) - 0.5
  }

  private func way(_ way: SIMD2<Double>, _ image: PicturePixels) -> SIMD2<Double> {
    way / SIMD2(right - left, bottom - top) * SIMD2(Double(image.width), Double(image.height))
  }

  fileprivate func square(_ corners: PanoramaCorners, _ x: Int, _ y: Int, _ side: Int, _ image: PicturePixels) -> PictureSquare {
    PictureSquare(
      x: x, y: y, side: side, upperLeft: pixel(corners.upperLeft, image), upperRight: pixel(corners.upperRight, image),
      lowerLeft: pixel(corners.lowerLeft, image), lowerRight: pixel(corners.lowerRight, image),
      bend: corners.bend.map { bend in
        SquareBend(
          above: way(bend.above, image), below: way(bend.below, image), before: way(bend.before, image),
          after: way(bend.after, image))
      })
  }
}
