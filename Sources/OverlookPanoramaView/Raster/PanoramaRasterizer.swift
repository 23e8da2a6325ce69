import OverlookGPU
import OverlookGeometry
import OverlookPanorama
import OverlookPasses
import OverlookRaster
import OverlookSupport

/// Draws the picture of a view on all processors, where the driver draws on them too and takes several times as long for it.
///
/// What it refuses is the driver's to draw: pictures of lenses, and what fades.
@MainActor final class PanoramaRasterizer {
  private let tools: RasterTools
  private let picture: CopiedSheet
  private let squares = PanoramaSquares()

  init(_ device: GPUDevice, _ tools: RasterTools) {
    self.tools = tools
    picture = CopiedSheet(device, of: "a panorama")
  }

  /// Whether it may draw pictures of such charts.
  func accepts(_ charts: [PanoramaChart]) -> Bool { tools.isUsed && charts.allSatisfy(\.isPlain) }

  /// Asks for the tiles that a view wants, and fills `target` with them; false, and nothing drawn, where it is the driver's to do so.
  func draw(
    _ tiles: PanoramaTiles, _ charts: [PanoramaChart], _ transform: PanoramaTransform, pixels: PixelSize, pixelsPerPoint: Double,
    background: Color, to target: GPUTarget
  ) throws(GPUError) -> Bool {
    guard accepts(charts), pixels.width > 0, pixels.height > 0, pixels.width == target.width, pixels.height == target.height
    else { return false }
    if squares.charts != charts { squares.charts = charts }
    squares.places.update(
      transform, pixels: pixels, pixelsPerPoint: pixelsPerPoint, chart: charts.count == 1 ? charts[0] : nil, pool: tools.pool)
    defer { squares.tiles.removeAll(keepingCapacity: true) }
    guard gather(tiles, pixels) else { return false }
    squares.background = background.premultipliedBGRA
    let sheet = try picture.sheet(for: target)
    return squares.draw(to: sheet, of: picture, target, pool: tools.pool)
  }

  /// Finds the tiles of all blocks; false where the pixels of one are with the driver alone.
  private func gather(_ tiles: PanoramaTiles, _ pixels: PixelSize) -> Bool {
    squares.tiles.removeAll(keepingCapacity: true)
    squares.blocks.removeAll(keepingCapacity: true)
    if tiles.wraps { return gatherAround(tiles) }
    let block = PanoramaPlaces.block
    for row in stride(from: 0, to: squares.places.rows - 1, by: block) {
      for column in stride(from: 0, to: squares.places.columns - 1, by: block) {
        let first = squares.tiles.count
        for chart in squares.charts.indices {
          guard gather(tiles, chart, column, row, pixels) else { return false }
        }
        squares.blocks.append(PanoramaSquares.Block(column: column, row: row, tiles: first..<squares.tiles.count))
      }
    }
    return true
  }

  /// The same for a picture of which each level is one tile: all blocks may show all of them, those first that are fine enough everywhere.
  private func gatherAround(_ tiles: PanoramaTiles) -> Bool {
    let block = PanoramaPlaces.block
    let (columns, rows) = ((squares.places.columns - 1) / block, (squares.places.rows - 1) / block)
    var finest = 0
    for row in 0..<rows {
      for column in 0..<columns { finest = max(finest, level(tiles, column * block, row * block)) }
    }
    for level in (0...finest).reversed() {
      let id = PanoramaTileID(level: level, face: 0, column: 0, row: 0)
      let tile = level == finest || level == 0 ? tiles.want(id, distance: 0) : tiles.known(id)
      guard let tile, tile.isReady else { continue }
      tiles.willDraw(tile)
      guard let image = tile.image else { return false }
      let bounds = PanoramaBounds(left: 0, top: 0, right: 1 + tile.overlap, bottom: 1)
      squares.tiles.append(PanoramaSquares.Tile(image: image, chart: 0, bounds: bounds, goesAround: true, copies: tile.copies))
    }
    for row in 0..<rows {
      for column in 0..<columns {
        squares.blocks.append(
          PanoramaSquares.Block(column: column * block, row: row * block, tiles: 0..<squares.tiles.count))
      }
    }
    return true
  }

  /// The coarsest level that is fine enough for a block.
  private func level(_ tiles: PanoramaTiles, _ column: Int, _ row: Int) -> Int {
    let (places, block) = (squares.places, PanoramaPlaces.block)
    let (upperLeft, upperRight) = (places.direction(column, row), places.direction(column + block, row))
    let (lowerLeft, lowerRight) = (places.direction(column, row + block), places.direction(column + block, row + block))
    return tiles.level(
      pixels: Double(block * PanoramaPlaces.step), across: upperLeft.chord(to: upperRight) ?? lowerLeft.chord(to: lowerRight),
      down: upperLeft.chord(to: lowerLeft) ?? upperRight.chord(to: lowerRight), middlePixelsPerRadian: places.pixelsPerRadian)
  }

  private func gather(_ tiles: PanoramaTiles, _ chart: Int, _ column: Int, _ row: Int, _ pixels: PixelSize) -> Bool {
    guard let bounds = bounds(squares.charts[chart], column, row) else { return true }
    let x = (Double(column) + 0.5 * Double(PanoramaPlaces.block)) * Double(PanoramaPlaces.step) - Double(pixels.width) / 2
    let y = (Double(row) + 0.5 * Double(PanoramaPlaces.block)) * Double(PanoramaPlaces.step) - Double(pixels.height) / 2
    var level: Int? = self.level(tiles, column, row)
    var (isWanted, isKept) = (true, true)
    while let current = level {
      var isWhole = true
      forEachTurn(bounds, squares.charts[chart].period) { part in
        tiles.forEach(in: part, level: current, face: squares.charts[chart].face) { id, bounds in
          let tile = isWanted || current == 0 ? tiles.want(id, distance: x * x + y * y) : tiles.known(id)
          guard let tile, tile.isReady else { return isWhole = false }
          tiles.willDraw(tile)
          guard let image = tile.image else { return isKept = false }
          squares.tiles.append(
            PanoramaSquares.Tile(image: image, chart: chart, bounds: bounds, goesAround: tiles.wraps, copies: tile.copies))
        }
      }
      level = isWhole || current == 0 ? nil : current - 1
      isWanted = false
    }
    return isKept
  }

  /// The parts of a chart that adjoin where it begins anew.
  private func forEachTurn(_ bounds: PanoramaBounds, _ period: Double?, _ body: (PanoramaBounds) -> Void) {
    guard let period else { return body(bounds.intersection(.whole)) }
    for turn in -2...2 { body(bounds.shifted(by: -Double(turn) * period).intersection(.whole)) }
  }

  /// What a block may show of a chart; nil for nothing.
  private func bounds(_ chart: PanoramaChart, _ column: Int, _ row: Int) -> PanoramaBounds? {
    var bounds = PanoramaBounds(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
    var first: Double?
    var isKnown = true
    for row in row...(row + PanoramaPlaces.block) {
      for column in column...(column + PanoramaPlaces.block) {
        var place = squares.places.place(column, row) ?? chart.place(squares.places.direction(column, row))
        guard place.x.isFinite, place.y.isFinite else {
          isKnown = false
          continue
        }
        if let period = chart.period { place.x += (((first ?? place.x) - place.x) / period).rounded() * period }
        first = first ?? place.x
        bounds.extend(to: place)
      }
    }
    guard bounds.left <= bounds.right else { return nil }
    // Around a pole all is seen, and where something is not known, more may be.
    if let period = chart.period, !isKnown || bounds.right - bounds.left > period / 4 {
      return PanoramaBounds(
        left: 0, top: !isKnown || bounds.top < 0.5 ? 0 : bounds.top, right: 1,
        bottom: !isKnown || bounds.bottom > 0.5 ? 1 : bounds.bottom)
    }
    // Between two crossings a side may be bent outwards.
    let (across, down) = ((bounds.right - bounds.left) / 8, (bounds.bottom - bounds.top) / 8)
    bounds = PanoramaBounds(
      left: bounds.left - across, top: bounds.top - down, right: bounds.right + across, bottom: bounds.bottom + down)
    return bounds.top < 1 && bounds.bottom > 0 && bounds.isInTurn(chart.period) ? bounds : nil
  }
}

extension Color {
  /// As the bytes of a pixel, blue first.
  fileprivate var premultipliedBGRA: UInt32 {
    let pixel = pixel
    return UInt32(pixel.z) | UInt32(pixel.y) << 8 | UInt32(pixel.x) << 16 | UInt32(pixel.w) << 24
  }
}
