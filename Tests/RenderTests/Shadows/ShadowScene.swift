import Foundation
import OverlookAstronomy
import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookStylePasses
import OverlookSupport
import Testing

/// Boxes on white ground somewhere on the Earth, in the light of an hour. Metres are counted east and north of the middle.
@MainActor struct ShadowScene {
  struct Box {
    var west, south, width, depth, height: Double
    var base = 0.0
  }

  let scene: StyleScene
  let latitude: Double
  let boxes: [Box]
  static let zoom = 17.0

  init(_ boxes: [Box], latitude: Double, bearing: Double = 0, pitch: Double = 0, zoom: Double = ShadowScene.zoom, side: Int = 400)
    throws
  {
    self.latitude = latitude
    self.boxes = boxes
    let features = boxes.map { Self.feature($0, latitude) }.joined(separator: ",")
    let paint =
      ##""fill-extrusion-color": "#c81e1e", "fill-extrusion-height": ["get", "h"], "fill-extrusion-base": ["get", "b"]"##
    let style = """
      {"version": 8, "center": [24, \(latitude)], "zoom": \(zoom), "bearing": \(bearing), "pitch": \(pitch),
       "sources": {"shapes": {"type": "geojson", "tolerance": 0, "data": {"type": "FeatureCollection", "features": [\(features)]}}},
       "layers": [{"id": "paper", "type": "background", "paint": {"background-color": "#ffffff"}},
        {"id": "boxes", "type": "fill-extrusion", "source": "shapes", "paint": {\(paint)}}]}
      """
    scene = try StyleScene(style, width: side, height: side)
    // Which would smooth those of shadows on the ground as well, by less than half a pixel.
    scene.renderer.smoothsEdges = false
  }

  /// Widths of the world to a metre, by the circumference of the parallel.
  static func worldPerMeter(_ latitude: Double) -> Double { 1 / (2 * .pi * 6_378_137 * cos(latitude * .pi / 180)) }

  static func world(_ east: Double, _ north: Double, _ latitude: Double) -> WorldPoint {
    let middle = WorldPoint(LocationCoordinate(latitude: latitude, longitude: 24))
    let meter = worldPerMeter(latitude)
    return WorldPoint(x: middle.x + east * meter, y: middle.y - north * meter)
  }

  private static func feature(_ box: Box, _ latitude: Double) -> String {
    let (east, north) = (box.west + box.width, box.south + box.depth)
    let ring = [(box.west, box.south), (east, box.south), (east, north), (box.west, north), (box.west, box.south)]
    let places = ring.map { corner in
      let place = world(corner.0, corner.1, latitude).coordinate
      return "[\(place.longitude), \(place.latitude)]"
    }
    return """
      {"type": "Feature", "properties": {"h": \(box.height), "b": \(box.base)},
       "geometry": {"type": "Polygon", "coordinates": [[\(places.joined(separator: ","))]]}}
      """
  }

  /// Where the Sun stands over the middle.
  func sun(_ date: Date) throws -> SkyPosition {
    try Ephemeris.position(
      of: .sun, at: date, observer: SkyObserver(LocationCoordinate(latitude: latitude, longitude: 24)))
  }

  /// The picture in the light of the Sun.
  func picture(azimuth: Double, altitude: Double) throws -> Image {
    scene.frame.daylight = Daylight(azimuth: azimuth, altitude: altitude)
    return try scene.picture()
  }

  /// Where something `height` metres above a place is seen, in pixels from the upper left corner.
  func pixel(_ east: Double, _ north: Double, height: Double = 0) -> SIMD2<Double> {
    let place = Self.world(east, north, latitude)
    let (x, y) = scene.view.centeredPoints(for: place)
    let z = height * Self.worldPerMeter(latitude) * scene.view.pointsPerWorld
    let clip = scene.view.clip(x: x, y: y, z: z)
    return SIMD2((1 + clip.x / clip.w) / 2 * scene.view.size.width, (1 - clip.y / clip.w) / 2 * scene.view.size.height)
  }
}

extension ShadowScene {
  /// Whether a box, or what is within five metres of it, stands between the eye and a place on the ground.
  func isHidden(_ east: Double, _ north: Double, by box: Box) -> Bool {
    let points = Self.worldPerMeter(latitude) * scene.view.pointsPerWorld
    let eye = SIMD3(scene.view.eye.x, -scene.view.eye.y, scene.view.eye.z) / points
    let place = SIMD3(east, north, 0)
    let (low, high) = (
      SIMD3(box.west - 5, box.south - 5, 0.01), SIMD3(box.west + box.width + 5, box.south + box.depth + 5, box.height + 5)
    )
    var (near, far) = (0.0, 1.0)
    for axis in 0..<3 {
      let way = eye[axis] - place[axis]
      guard abs(way) > 1e-9 else {
        if place[axis] < low[axis] || place[axis] > high[axis] { return false }
        continue
      }
      let (a, b) = ((low[axis] - place[axis]) / way, (high[axis] - place[axis]) / way)
      near = max(near, min(a, b))
      far = min(far, max(a, b))
    }
    return near < far
  }
}

/// How dark the ground of a picture is, 0 where the Sun shines and 1 in the shadow.
struct ShadeReader {
  let image: Image
  let lit: Double
  let shaded: Double

  /// By the green of the pixels, of which the boxes have hardly any.
  init(_ image: Image, lit: SIMD2<Double>, shaded: SIMD2<Double>) {
    self.image = image
    self.lit = Self.green(image, Int(lit.x), Int(lit.y))
    self.shaded = Self.green(image, Int(shaded.x), Int(shaded.y))
  }

  static func green(_ image: Image, _ x: Int, _ y: Int) -> Double {
    guard (0..<image.width).contains(x), (0..<image.height).contains(y) else { return .nan }
    return Double(image.pixels[4 * (y * image.width + x) + 1])
  }

  /// Between the middles of pixels.
  func shade(at point: SIMD2<Double>) -> Double {
    let (x, y) = (point.x - 0.5, point.y - 0.5)
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (fx, fy) = (x - Double(left), y - Double(top))
    func value(_ dx: Int, _ dy: Int) -> Double { (lit - Self.green(image, left + dx, top + dy)) / (lit - shaded) }
    return (value(0, 0) * (1 - fx) + value(1, 0) * fx) * (1 - fy) + (value(0, 1) * (1 - fx) + value(1, 1) * fx) * fy
  }

  /// How far from `point`, along `outward`, the shade ends: where a sharp edge has as much of it as the soft one, which the steps of its
  /// taps leave as it is. Nil when it does not end within `reach` pixels.
  func end(at point: SIMD2<Double>, outward: SIMD2<Double>, reach: Double) -> Double? {
    let step = 0.0625
    let shades = stride(from: -reach, through: reach, by: step).map { shade(at: point + outward * $0) }
    guard shades.allSatisfy(\.isFinite), let first = shades.first, let last = shades.last, first > 0.9, last < 0.1 else {
      return nil
    }
    return (shades.reduce(0, +) - (first + last) / 2) * step - reach
  }

  /// How far from `point`, along `outward`, the shade is a half: the middle of where it is, on a soft edge. Nil when it is not within
  /// `reach` pixels.
  func edge(at point: SIMD2<Double>, outward: SIMD2<Double>, reach: Double) -> Double? {
    let steps = stride(from: -reach, through: reach, by: 0.0625).map { ($0, shade(at: point + outward * $0)) }
    guard steps.allSatisfy({ $0.1.isFinite }), let first = steps.first, let end = steps.last, first.1 > 0.5, end.1 < 0.5,
      let bright = steps.first(where: { $0.1 <= 0.5 }), let dark = steps.last(where: { $0.1 >= 0.5 })
    else { return nil }
    return (bright.0 + dark.0) / 2
  }
}
