import Glibc
import Overlook

/// Pictures that lie on the ground: a storm, half transparent, and an old chart that is stretched between four corners.
@MainActor final class GroundScene: DemoScene {
  let camera = CameraPosition(latitude: 36, longitude: -38, zoom: 3.6)

  func add(to map: MapView) {
    let bounds = CoordinateBounds(
      coordinate: LocationCoordinate(latitude: 21, longitude: -60), coordinate: LocationCoordinate(latitude: 42, longitude: -36))
    let storm = GroundOverlay(bounds: bounds, icon: StormPicture.image(side: 512))
    storm.opacity = 0.7
    storm.map = map

    let corners = GroundCorners(
      topLeft: LocationCoordinate(latitude: 46, longitude: -33), topRight: LocationCoordinate(latitude: 48, longitude: -9),
      bottomRight: LocationCoordinate(latitude: 26, longitude: -6), bottomLeft: LocationCoordinate(latitude: 30, longitude: -35))
    let chart = GroundOverlay(corners: corners, icon: ChartPicture.image(side: 512))
    chart.opacity = 0.9
    chart.map = map
  }
}

/// A sea chart on parchment: rhumb lines from a rose, a frame with degrees.
enum ChartPicture {
  /// `side` in pixels.
  static func image(side: Int) -> Image? {
    guard (16...4096).contains(side) else { return nil }
    var pixels = [UInt8](repeating: 255, count: 4 * side * side)
    for row in 0..<side {
      for column in 0..<side {
        let x = (Double(column) + 0.5) / Double(side)
        let y = (Double(row) + 0.5) / Double(side)
        let ink = ink(x, y, pixel: 1 / Double(side))
        let stain = 0.94 + 0.06 * sin(9 * x + 3 * sin(5 * y)) * sin(7 * y + 2 * sin(6 * x))
        let paper = [0.93 * stain, 0.86 * stain, 0.69 * stain * stain]
        for (channel, tint) in [0.36, 0.22, 0.12].enumerated() {
          let value = paper[channel] * (1 - ink) + tint * ink
          pixels[4 * (row * side + column) + channel] = UInt8(clamping: Int((value * 255).rounded()))
        }
      }
    }
    return Image(width: side, height: side, premultipliedRGBA: pixels)
  }

  /// How much ink lies at a place, 0 ... 1; `pixel` is the side of one.
  private static func ink(_ x: Double, _ y: Double, pixel: Double) -> Double {
    func line(_ distance: Double, width: Double) -> Double { min(max((width / 2 - abs(distance)) / pixel + 0.5, 0), 1) }
    let edge = min(min(x, 1 - x), min(y, 1 - y))
    // Two frames, and between them black and white degrees.
    var ink = max(line(edge - 0.02, width: 0.004), line(edge - 0.045, width: 0.003))
    let along = edge == x || edge == 1 - x ? y : x
    if edge > 0.02, edge < 0.045, Int(along * 32) % 2 == 0 { ink = 1 }
    guard edge > 0.045 else { return ink }
    let (dx, dy) = (x - 0.62, y - 0.42)
    let radius = hypot(dx, dy)
    let step = Double.pi / 16
    let turn = atan2(dy, dx)
    let nearest = (turn / step).rounded() * step
    ink = max(ink, 0.55 * line(radius * sin(turn - nearest), width: 0.0022))
    ink = max(ink, line(radius - 0.11, width: 0.004), line(radius - 0.125, width: 0.002))
    // The rose: eight points, the four main ones longer.
    for index in 0..<8 {
      let angle = turn - Double(index) * .pi / 4
      let (forward, side) = (radius * cos(angle), radius * sin(angle))
      let length = index % 2 == 0 ? 0.105 : 0.07
      if forward > 0, abs(side) < (length - forward) * 0.22, abs(side) < forward * 0.9 { ink = max(ink, side > 0 ? 0.9 : 0.35) }
    }
    return ink
  }
}
