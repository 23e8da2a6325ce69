import Foundation
import OverlookFormats
import OverlookSupport

/// Paints the world in Web Mercator: land and lakes in the colours of Blue Marble, the sea by its depth, land and sea under one relief
/// light.
struct WorldPainter: EarthPainter {
  /// Pixels of a side of the world at the deepest level.
  static let side = 8192

  private static let seaLevel = WorldSource.seaLevel

  private let land: LandColors
  private let lakes: LandColors
  private let heights: Plane
  private let fineRelief: Relief
  private let broadRelief: Relief
  private let seaRelief: Relief
  private let landCoverage: Coverage
  private let iceCoverage: Coverage
  private let lakeCoverage: Coverage

  init(source: WorldSource, fine: FineOutlines, earth: PaintedEarth) throws {
    let outlines = try fine.outlines("land")
    let lakeOutlines = try fine.outlines("lakes")
    let ice = try source.outlines("antarctic_ice_shelves_polys")
    let colors = try earth.photograph()
    let grid = Coverage.Grid.plateCarree(width: colors[0].width, height: colors[0].height)
    let rows = 0..<colors[0].height
    let water = Coverage(lakeOutlines, on: grid).values(rows: rows)
    let isLand = zip(Coverage(outlines, on: grid).values(rows: rows), water).map { $0 - $1 }
    land = LandColors(colors, of: isLand)
    // Of lakes too small for the photograph the nearest others say how water looks there.
    lakes = LandColors(colors, of: water, skipsBlue: false, reach: 16, fallback: Light.color(0x0A1420))

    let mercator = Coverage.Grid.mercator(side: Self.side)
    landCoverage = Coverage(outlines, on: mercator)
    iceCoverage = Coverage(ice, on: mercator)
    lakeCoverage = Coverage(lakeOutlines, on: mercator)

    // The heights come in 256 steps and with the marks of JPEG: what is smaller than that is no relief.
    var heights = try source.heights()
    // Two surveys of the sea floor meet there: satellite altimetry reaches no farther north.
    heights.stitch(atLatitude: 72, below: Self.seaLevel)
    heights = heights.softened()
    self.heights = heights
    // Land and sea each have their own relief, so that a shore is no cliff.
    let ground = heights.clamped(to: Self.seaLevel...255)
    fineRelief = Relief(ground, steepness: 0.11)
    broadRelief = Relief(ground.blurred(radius: 4), steepness: 0.3)
    seaRelief = Relief(heights.clamped(to: 0...Self.seaLevel).blurred(radius: 2), steepness: 0.2)
  }

  /// Linear light of the pixels of `rows`, `side` a row.
  func pixels(rows: Range<Int>) -> [SIMD3<Float>] {
    let onLand = landCoverage.values(rows: rows)
    let onIce = iceCoverage.values(rows: rows)
    let onLake = lakeCoverage.values(rows: rows)
    var result = [SIMD3<Float>](repeating: .zero, count: rows.count * Self.side)
    for row in rows {
      let y = 0.5 - (Double(row) + 0.5) / Double(Self.side)
      let latitude = atan(sinh(y * 2 * .pi)) * 180 / .pi
      let heightY = Float((90 - latitude) / 180 * Double(heights.height) - 0.5)
      let colorY = Float((90 - latitude) / 180 * Double(land.planes[0].height) - 0.5)
      for column in 0..<Self.side {
        let i = (row - rows.lowerBound) * Self.side + column
        let x = Float((Double(column) + 0.5) / Double(Self.side))
        let heightX = x * Float(heights.width) - 0.5
        let ground = min(max(onLand[i], onIce[i]), 1)
        let dry = max(ground - min(onLake[i], 1), 0)
        var color = SIMD3<Float>.zero
        let colorX = x * Float(land.planes[0].width) - 0.5
        let lake = min(onLake[i] * ground, 1 - dry)
        if lake > 0 { color += lake * lakeColor(colorX, colorY) }
        if dry + lake < 1 { color += (1 - dry - lake) * seaColor(heightX, heightY) }
        if dry > 0 { color += dry * landColor(colorX, colorY, heightX, heightY, ice: onIce[i]) }
        result[i] = color
      }
    }
    return result
  }

  private func landColor(_ x: Float, _ y: Float, _ heightX: Float, _ heightY: Float, ice: Float) -> SIMD3<Float> {
    var color = SIMD3(land.planes[0].cubic(x, y), land.planes[1].cubic(x, y), land.planes[2].cubic(x, y))
    color.clamp(lowerBound: .zero, upperBound: .one)
    if ice > 0 { color += min(ice, 1) * (Light.color(0xF4F7FA) - color) }
    color = Self.lifted(color)
    let shade = 0.7 * fineRelief.shade.cubic(heightX, heightY) + 0.45 * broadRelief.shade.cubic(heightX, heightY)
    color *= 1 + (shade < 0 ? 0.6 : 0.45) * min(max(shade, -1), 1)
    // Snow at full white would swallow the relief.
    return color * SIMD3(0.93, 0.945, 0.96)
  }

  /// Blue Marble is dark for a map with things drawn on it: lifts the middle, leaves black and white, and takes a little saturation, so that
  /// overlays stand out.
  private static func lifted(_ color: SIMD3<Float>) -> SIMD3<Float> {
    let luminance = Color.luminance(color)
    let lifted = powf(max(luminance, 1e-4), 0.77)
    let gray = SIMD3<Float>(repeating: lifted)
    return gray + 0.84 * (color * (lifted / max(luminance, 1e-4)) - gray)
  }

  /// As the photograph has them, some dark and some full of silt, and bluer, so that dark ones are seen as water beside a sea that is
  /// brighter than the photograph's.
  private func lakeColor(_ x: Float, _ y: Float) -> SIMD3<Float> {
    var color = SIMD3(lakes.planes[0].cubic(x, y), lakes.planes[1].cubic(x, y), lakes.planes[2].cubic(x, y))
    color.clamp(lowerBound: .zero, upperBound: .one)
    return 0.6 * Self.lifted(color) + 0.4 * Light.color(0x28527C)
  }

  /// Depths as heights, and their colours.
  private static let depthColors: [(height: Float, color: SIMD3<Float>)] = [
    (20, Light.color(0x17395E)), (36, Light.color(0x1D4A77)), (52, Light.color(0x296191)), (68, Light.color(0x3C7AAC)),
    (82, Light.color(0x5695C4)), (98, Light.color(0x78B3D8)),
  ]

  private func seaColor(_ x: Float, _ y: Float) -> SIMD3<Float> {
    let height = heights.cubic(x, y)
    let colors = Self.depthColors
    var color = colors[0].color
    for (low, high) in zip(colors, colors.dropFirst()) where height > low.height {
      color = low.color + min((height - low.height) / (high.height - low.height), 1) * (high.color - low.color)
    }
    return color * (1 + 0.22 * seaRelief.shade.cubic(x, y))
  }
}
