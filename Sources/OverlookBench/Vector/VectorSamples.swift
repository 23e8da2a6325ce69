import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Vector tiles, the same in every run.
struct VectorSamples {
  var polygonCount: Int
  var ringPoints: Int
  /// Of polygons, in units of the tile.
  var radius: Range<Double>
  var lineCount: Int
  var linePoints: Int

  /// Like those of a dense city: 1,500 polygons and 800 lines of 54,000 vertices in all.
  static let dense = VectorSamples(polygonCount: 1500, ringPoints: 24, radius: 15..<60, lineCount: 800, linePoints: 22)
  /// As many vertices in long coasts and contours.
  static let long = VectorSamples(polygonCount: 100, ringPoints: 300, radius: 300..<900, lineCount: 60, linePoints: 400)

  /// The bytes of one tile.
  func tile(seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var writer = VectorTileWriter()
    for number in 0..<polygonCount {
      let middle = SIMD2<Double>(Double.random(in: 0..<4096, using: &generator), Double.random(in: 0..<4096, using: &generator))
      let radius = Double.random(in: radius, using: &generator)
      let ring = (0..<ringPoints).map { index -> SIMD2<Int32> in
        let angle = 2 * Double.pi * Double(index) / Double(ringPoints)
        let reach = radius * Double.random(in: 0.7..<1.3, using: &generator)
        return SIMD2(Self.clamping(middle.x + reach * cos(angle)), Self.clamping(middle.y + reach * sin(angle)))
      }
      writer.add(
        layer: "areas", id: UInt64(number), .polygons, [ring],
        tags: [("class", .string(["house", "park", "water", "wood"][number % 4])), ("height", .int(Int64(number % 40)))])
    }
    for number in 0..<lineCount {
      var place = SIMD2<Double>(Double.random(in: 0..<4096, using: &generator), Double.random(in: 0..<4096, using: &generator))
      var direction = Double.random(in: 0..<(2 * .pi), using: &generator)
      let line = (0..<linePoints).map { _ -> SIMD2<Int32> in
        direction += Double.random(in: -0.5..<0.5, using: &generator)
        place += SIMD2(cos(direction), sin(direction)) * 40
        return SIMD2(Self.clamping(place.x), Self.clamping(place.y))
      }
      writer.add(
        layer: "ways", id: UInt64(number), .lines, [line],
        tags: [("class", .string(["major", "minor", "path"][number % 3])), ("name", .string("Way \(number % 97)"))])
    }
    return writer.bytes()
  }

  private static func clamping(_ value: Double) -> Int32 { Int32(min(max(value, -256), 4352)) }

  /// Draws everything that the tiles hold: three fills, an outline, two lines.
  static func style(archive path: String) -> String {
    """
    {"version": 8, "sources": {"tiles": {"type": "vector", "url": "pmtiles://\(path)"}}, "layers": [
      {"id": "ground", "type": "background", "paint": {"background-color": "#f2efe9"}},
      {"id": "areas", "type": "fill", "source": "tiles", "source-layer": "areas", "filter": ["!=", ["get", "class"], "house"],
       "paint": {"fill-color": ["match", ["get", "class"], "park", "#cdeab0", "water", "#a8d0f0", "#b8d8a0"]}},
      {"id": "ways-casing", "type": "line", "source": "tiles", "source-layer": "ways", "filter": ["==", ["get", "class"], "major"],
       "layout": {"line-cap": "round", "line-join": "round"},
       "paint": {"line-color": "#c08040", "line-width": ["interpolate", ["exponential", 1.5], ["zoom"], 8, 1, 16, 12]}},
      {"id": "ways", "type": "line", "source": "tiles", "source-layer": "ways",
       "paint": {"line-color": ["match", ["get", "class"], "major", "#ffd080", "#ffffff"],
                 "line-width": ["interpolate", ["exponential", 1.5], ["zoom"], 8, 0.5, 16, 8]}},
      {"id": "houses", "type": "fill", "source": "tiles", "source-layer": "areas", "filter": ["==", ["get", "class"], "house"],
       "paint": {"fill-color": ["interpolate", ["linear"], ["get", "height"], 0, "#e8e0d8", 40, "#b0a090"], "fill-outline-color": "#908070"}}
    ]}
    """
  }
}

/// An archive of such tiles around one place, for as long as the value lives.
final class VectorBenchArchive {
  let path: String
  private let folder: URL

  static let middle = LocationCoordinate(latitude: 46.8, longitude: 8.2)
  static let zoom = 12
  private static let reach = 12
  private static let sampleCount = 8

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("tiles.pmtiles").path
    let header = TileArchiveHeader(tileFormat: .mvt, minimumZoom: Self.zoom, maximumZoom: Self.zoom)
    let writer = try PMTilesStreamWriter(path: path, header: header)
    let samples = (0..<Self.sampleCount).map { VectorSamples.dense.tile(seed: UInt64($0)) }
    let world = WorldPoint(Self.middle)
    let count = Double(1 << Self.zoom)
    let (x, y) = (Int(world.x * count), Int(world.y * count))
    for row in (y - Self.reach)...(y + Self.reach) {
      for column in (x - Self.reach)...(x + Self.reach) {
        try writer.append(TileID(z: Self.zoom, x: column, y: row), samples[(column &* 31 &+ row &* 17) % Self.sampleCount])
      }
    }
    try writer.finish()
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }
}
