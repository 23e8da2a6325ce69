import Glibc
import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookSupport

/// How steep the ground of a tile of heights is, as `style_slopes.frag` has it.
struct HillSlopes {
  private let columns: Int
  private let rows: Int
  /// East and south, with a pixel of the neighbours around the tile.
  private var slopes: [SIMD2<Float>]
  private let part: (left: Double, top: Double, share: Double)

  init(_ draw: StyleDEMDraw) {
    let image = draw.raster.image
    (columns, rows) = (image.width, image.height)
    let heights = TileHeights(draw)
    // Small zooms show flat countries: hills are raised there. The rest is the width of eight pixels in metres.
    let zoom = Double(draw.source.z)
    let raise = zoom < 2 ? 0.4 : zoom < 4.5 ? 0.35 : 0.3
    let raised = zoom < 15 ? (zoom - 15) * raise : 0
    let scale = Float(Double(columns) / exp2(raised + 28.2562 - zoom))
    let rect = draw.source.worldRect
    slopes = []
    slopes.reserveCapacity(columns * rows)
    for row in 0..<rows {
      let y = rect.minY + (rect.maxY - rect.minY) * (Double(row) + 0.5) / Double(rows)
      let latitude = WorldPoint(x: 0, y: y).coordinate.latitude
      let factor = scale / Float(cos(latitude * Angle.radiansPerDegree))
      for column in 0..<columns {
        func at(_ x: Int, _ y: Int) -> Float { heights[column + x, row + y] }
        let east = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
        let south = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
        slopes.append(SIMD2(east, south) * factor)
      }
    }
    let tile = draw.tile.worldRect
    let side = rect.maxX - rect.minX
    part = ((tile.minX - rect.minX) / side, (tile.minY - rect.minY) / side, (tile.maxX - tile.minX) / side)
  }

  /// At a share of the drawn square.
  func slope(_ x: Double, _ y: Double) -> SIMD2<Float> {
    let column = (part.left + x * part.share) * Double(columns) - 0.5
    let row = (part.top + y * part.share) * Double(rows) - 0.5
    let (c, r) = (column.rounded(.down), row.rounded(.down))
    guard let firstColumn = Int(exactly: c), let firstRow = Int(exactly: r) else { return .zero }
    let (u, v) = (Float(column - c), Float(row - r))
    func at(_ column: Int, _ row: Int) -> SIMD2<Float> {
      slopes[min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)]
    }
    let upper = at(firstColumn, firstRow) * (1 - u) + at(firstColumn + 1, firstRow) * u
    let lower = at(firstColumn, firstRow + 1) * (1 - u) + at(firstColumn + 1, firstRow + 1) * u
    return upper * (1 - v) + lower * v
  }
}

/// The heights of a tile, and of a pixel around it where the neighbours are there.
private struct TileHeights {
  private let columns: Int
  private let rows: Int
  private var heights: [Float]

  init(_ draw: StyleDEMDraw) {
    let image = draw.raster.image
    (columns, rows) = (image.width, image.height)
    let encoding = draw.encoding
    func height(_ image: Image, _ column: Int, _ row: Int) -> Float {
      let place = 4 * (row * image.width + column)
      return Float(
        encoding.red * Double(image.pixels[place]) + encoding.green * Double(image.pixels[place + 1]) + encoding.blue
          * Double(image.pixels[place + 2]) - encoding.base)
    }
    heights = []
    heights.reserveCapacity((columns + 2) * (rows + 2))
    for row in -1...rows {
      for column in -1...columns {
        let side = (column < 0 ? 0 : column < columns ? 1 : 2) + 3 * (row < 0 ? 0 : row < rows ? 1 : 2)
        let inside = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
        // North-west, north, north-east, west, east, south-west, south, south-east.
        let number = side < 4 ? side : side - 1
        guard side != 4, draw.neighbours.indices.contains(number), let other = draw.neighbours[number]?.image,
          other.width == columns, other.height == rows
        else {
          heights.append(height(image, inside.0, inside.1))
          continue
        }
        heights.append(height(other, (column + columns) % columns, (row + rows) % rows))
      }
    }
  }

  subscript(column: Int, row: Int) -> Float { heights[(row + 1) * (columns + 2) + column + 1] }
}

/// The light of a hillshade layer by the standard method of `style_hillshade.frag`.
struct HillLight {
  let isStandard: Bool
  private let azimuth: Float
  private let shadow: SIMD4<Float>
  private let highlight: SIMD4<Float>
  private let accent: SIMD4<Float>
  private let exaggeration: Float

  init(_ properties: LayerProperties, zoom: Double, bearing: Double) {
    let method = properties.choice(.hillshadeMethod, zoom: zoom)
    isStandard = method.isEmpty || method == "standard"
    let isOfView = properties.choice(.hillshadeIlluminationAnchor, zoom: zoom) == "viewport"
    let direction: Double =
      switch properties.value(.hillshadeIlluminationDirection, zoom: zoom) {
      case .number(let number): number
      case .numberArray(let numbers): numbers.first ?? 335
      default: 335
      }
    azimuth = Float((direction + (isOfView ? bearing : 0)) * Angle.radiansPerDegree)
    func color(_ name: StylePropertyName) -> SIMD4<Float> {
      switch properties.value(name, zoom: zoom) {
      case .color(let color): color.premultiplied
      case .colorArray(let colors): colors.first?.premultiplied ?? .zero
      default: .zero
      }
    }
    (shadow, highlight, accent) = (color(.hillshadeShadowColor), color(.hillshadeHighlightColor), color(.hillshadeAccentColor))
    exaggeration = Float(properties.number(.hillshadeExaggeration, zoom: zoom))
  }

  /// Premultiplied, 0 ... 255.
  func shade(_ slope: SIMD2<Float>) -> SIMD4<Float> {
    let length = (slope.x * slope.x + slope.y * slope.y).squareRoot()
    var steepness = atan(0.625 * length)
    let base = 1.875 - exaggeration * 1.75
    let most = 0.5 * Float.pi
    if exaggeration != 0.5 { steepness = (pow(base, steepness) - 1) / (pow(base, most) - 1) * most }
    let strength = min(max(exaggeration * 2, 0), 1)
    let tint = accent * ((1 - cos(steepness)) * strength)
    let aspect = slope.x != 0 ? atan2(slope.y, -slope.x) : (slope.y > 0 ? most : -most)
    let turn = ((aspect + azimuth + .pi) / .pi + 0.5)
    let light = abs(turn - 2 * (turn / 2).rounded(.down) - 1)
    let shade = (shadow + (highlight - shadow) * light) * (sin(steepness) * strength)
    return (tint * (1 - shade.w) + shade) * 255
  }
}
