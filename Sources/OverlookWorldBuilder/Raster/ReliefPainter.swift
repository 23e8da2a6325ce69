import Foundation

/// Paints the land for a map that is drawn above it: land cover and relief in light colours, carried on over all water, so that a shore
/// can be drawn anywhere.
struct ReliefPainter: EarthPainter {
  private let land: LandColors

  init(fine: FineOutlines, earth: PaintedEarth) throws {
    let colors = try earth.relief()
    let grid = Coverage.Grid.plateCarree(width: colors[0].width, height: colors[0].height)
    let rows = 0..<colors[0].height
    let water = Coverage(try fine.outlines("lakes"), on: grid).values(rows: rows)
    let isLand = zip(Coverage(try fine.outlines("land"), on: grid).values(rows: rows), water).map { $0 - $1 }
    land = LandColors(colors, of: isLand, reach: 16, fallback: SIMD3(0.62, 0.7, 0.6))
  }

  func pixels(rows: Range<Int>) -> [SIMD3<Float>] {
    let side = WorldPainter.side
    var result: [SIMD3<Float>] = []
    result.reserveCapacity(rows.count * side)
    let scale = Float(land.planes[0].width) / Float(side)
    for row in rows {
      let mercator = 0.5 - (Double(row) + 0.5) / Double(side)
      let latitude = atan(sinh(mercator * 2 * .pi)) * 180 / .pi
      let y = Float((90 - latitude) / 180 * Double(land.planes[0].height) - 0.5)
      for column in 0..<side {
        let x = (Float(column) + 0.5) * scale - 0.5
        let color = SIMD3(land.planes[0].cubic(x, y), land.planes[1].cubic(x, y), land.planes[2].cubic(x, y))
        let light = Self.light(color)
        result.append(SIMD3(Light.linear(light.x), Light.linear(light.y), Light.linear(light.z)))
      }
    }
    return result
  }

  /// The tones of a map by day; sRGB as 0 ... 1.
  private static func light(_ color: SIMD3<Float>) -> SIMD3<Float> {
    let luminance = 0.3 * color.x + 0.59 * color.y + 0.11 * color.z
    // The greens of the source are those of copper: a map's are those of grass.
    let green = min(max(color.y - color.x, 0), 1)
    let warmth = min(max(color.x - color.y, 0), 1)
    let chroma = color - luminance + SIMD3(0.3, 0.1, -0.6) * green + SIMD3(0, 0.2, -0.4) * warmth
    let light = 0.965 - 0.4 * (1 - luminance) + 0.035 * luminance
    return (light + 0.62 * chroma).clamped(lowerBound: .zero, upperBound: .one)
  }
}
