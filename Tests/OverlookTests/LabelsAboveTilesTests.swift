import OverlookPlatform
import OverlookRender
import OverlookTestSupport
import Testing

@testable import Overlook

/// A name in the middle of the view, and a layer of white tiles over the map.
@MainActor @Suite struct LabelsAboveTilesTests {
  private final class WhiteTiles: SyncTileLayer {
    override nonisolated func tile(x: Int, y: Int, zoom: Int) -> Image? {
      Image(width: 256, height: 256, premultipliedRGBA: [UInt8](repeating: 255, count: 256 * 256 * 4))
    }
  }

  private func loop(_ change: (MapView) -> Void, tilt: Double = 0) throws -> (MapView, HeadlessLoop) {
    let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 6, viewingAngle: tilt))
    map.isStill = true
    // So small a view has no room for a name beside the scale.
    map.isBare = true
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}}},
         "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#000"}},
           {"id": "names", "type": "symbol", "source": "p", "layout": {"text-field": "MMM", "text-size": 40,
             "text-font": ["Inter Bold"]}, "paint": {"text-color": "#000"}}]}
        """)
    change(map)
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 200, height: 100))
    return (map, loop)
  }

  private func darkPixels(_ change: (MapView) -> Void = { _ in }, tilt: Double = 0) throws -> Int {
    let (map, loop) = try loop(change, tilt: tilt)
    defer { loop.close() }
    return try darkPixels(map, loop)
  }

  private func darkPixels(_ map: MapView, _ loop: HeadlessLoop) throws -> Int {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    let pixels = try #require(loop.pixels())
    return stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] < 60 && pixels[$0 + 1] < 60 }
  }

  @Test(arguments: [0.0, 50])
  func aLayerBelowTheLabelsLeavesThemReadable(tilt: Double) throws {
    let layer = WhiteTiles()
    layer.fadeIn = false
    // The credits are dark, too.
    let hidden = try darkPixels({ layer.map = $0 }, tilt: tilt)
    let below = WhiteTiles()
    below.fadeIn = false
    below.isBelowLabels = true
    let readable = try darkPixels({ below.map = $0 }, tilt: tilt)
    #expect(!layer.isBelowLabels)
    #expect(readable > hidden + 300 && readable < 200 * 100 / 2, "\(readable) \(hidden)")
  }

  private func whiteLine() -> Polyline {
    let line = Polyline(path: Path([-3.0, 3].map { LocationCoordinate(latitude: 0, longitude: $0) }))
    (line.strokeWidth, line.strokeColor) = (90, .white)
    return line
  }

  @Test(arguments: [0.0, 50])
  func aLineBelowTheLabelsLeavesThemReadable(tilt: Double) throws {
    let (above, below) = (whiteLine(), whiteLine())
    below.isBelowLabels = true
    let hidden = try darkPixels({ above.map = $0 }, tilt: tilt)
    let readable = try darkPixels({ below.map = $0 }, tilt: tilt)
    #expect(readable > hidden + 300, "\(readable) \(hidden)")
    // Whatever its zIndex, it lies below those that do not.
    let cover = whiteLine()
    (below.zIndex, cover.zIndex) = (1000, -1000)
    #expect(
      try darkPixels(
        {
          cover.map = $0
          below.map = $0
        }, tilt: tilt) == hidden)
    let layer = WhiteTiles()
    layer.fadeIn = false
    // Over tiles with names of their own it is the lowest overlay.
    below.strokeColor = .black
    #expect(
      try darkPixels(
        {
          layer.map = $0
          below.map = $0
        }, tilt: tilt) > 200 * 100 / 3)
  }

  private func whitePicture() throws -> GroundOverlay {
    let white = try #require(Image(width: 4, height: 4, premultipliedRGBA: [UInt8](repeating: 255, count: 64)))
    return GroundOverlay(
      bounds: CoordinateBounds(
        southWest: LocationCoordinate(latitude: -2, longitude: -3), northEast: LocationCoordinate(latitude: 2, longitude: 3)),
      icon: white)
  }

  @Test(arguments: [0.0, 50])
  func aPictureBelowTheLabelsLeavesThemReadable(tilt: Double) throws {
    let (above, below) = (try whitePicture(), try whitePicture())
    below.isBelowLabels = true
    let hidden = try darkPixels({ above.map = $0 }, tilt: tilt)
    let readable = try darkPixels({ below.map = $0 }, tilt: tilt)
    #expect(readable > hidden + 300, "\(readable) \(hidden)")
    #expect(below.copy().isBelowLabels && !above.copy().isBelowLabels)
    // Above it lies what does not, whatever its zIndex, and a line below the labels lies above it by the order of both.
    let cover = whiteLine()
    (below.zIndex, cover.zIndex) = (1000, -1000)
    let covered = try darkPixels(
      {
        cover.map = $0
        below.map = $0
      }, tilt: tilt)
    #expect(covered == hidden)
  }

  /// Its changes are seen, though it is kept with the map while other overlays change.
  @Test func aPictureBelowTheLabelsIsKeptWithTheMap() throws {
    let picture = try whitePicture()
    picture.isBelowLabels = true
    let (map, loop) = try loop({ picture.map = $0 })
    defer { loop.close() }
    let readable = try darkPixels(map, loop)
    let marker = Marker(position: LocationCoordinate(latitude: 40, longitude: 0))
    marker.map = map
    #expect(try darkPixels(map, loop) == readable)
    let drawn = try #require(map.renderer?.baseDrawCount)
    for step in 1...3 {
      marker.position.latitude += Double(step)
      #expect(try darkPixels(map, loop) == readable)
    }
    #expect(map.renderer?.baseDrawCount == drawn, "nothing of it changed")
    let white = picture.icon
    picture.icon = Image(
      width: 4, height: 4, premultipliedRGBA: (0..<64).map { $0 % 4 == 3 ? 255 : 0 })
    #expect(try darkPixels(map, loop) > readable + 2000)
    picture.icon = white
    #expect(try darkPixels(map, loop) == readable)
    picture.isBelowLabels = false
    #expect(try darkPixels(map, loop) < readable - 300)
    picture.map = nil
    #expect(try darkPixels(map, loop) > readable + 2000)
  }

  /// Its changes are seen, though it is kept with the map while other overlays change.
  @Test func aLineBelowTheLabelsIsKeptWithTheMap() throws {
    let line = whiteLine()
    line.isBelowLabels = true
    let (map, loop) = try loop({ line.map = $0 })
    defer { loop.close() }
    let readable = try darkPixels(map, loop)
    let marker = Marker(position: LocationCoordinate(latitude: 40, longitude: 0))
    marker.map = map
    #expect(try darkPixels(map, loop) == readable)
    let drawn = try #require(map.renderer?.baseDrawCount)
    for step in 1...3 {
      marker.position.latitude += Double(step)
      #expect(try darkPixels(map, loop) == readable)
    }
    #expect(map.renderer?.baseDrawCount == drawn, "nothing of it changed")
    line.strokeColor = .black
    #expect(try darkPixels(map, loop) > readable + 2000)
    line.strokeColor = .white
    #expect(try darkPixels(map, loop) == readable)
    line.isBelowLabels = false
    #expect(try darkPixels(map, loop) < readable - 300)
    line.map = nil
    #expect(try darkPixels(map, loop) > readable + 2000)
    // Where it is tapped says nothing of labels.
    line.isBelowLabels = true
    line.map = map
    #expect(try darkPixels(map, loop) == readable)
    #expect(map.pick(at: ScreenPoint(x: 100, y: 50), includesUntappable: true)?.overlay === line)
  }

  /// What has names of its own lies above all that follows it.
  @Test func aLayerAboveOneWithNamesOfItsOwnLiesAboveTheLabels() throws {
    let (basemap, weather) = (WhiteTiles(), WhiteTiles())
    weather.isBelowLabels = true
    weather.zIndex = 1
    for layer in [basemap, weather] { layer.fadeIn = false }
    let alone = WhiteTiles()
    alone.fadeIn = false
    let hidden = try darkPixels { alone.map = $0 }
    #expect(
      try darkPixels {
        basemap.map = $0
        weather.map = $0
      } == hidden)
  }
}
