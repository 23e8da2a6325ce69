import Overlook
import OverlookPlatform
import OverlookTestSupport
import Testing

/// A name in the middle of the view, and a layer of white tiles over the map.
@MainActor @Suite struct LabelsAboveTilesTests {
  private final class WhiteTiles: SyncTileLayer {
    override nonisolated func tile(x: Int, y: Int, zoom: Int) -> Image? {
      Image(width: 256, height: 256, premultipliedRGBA: [UInt8](repeating: 255, count: 256 * 256 * 4))
    }
  }

  private func darkPixels(_ change: (MapView) -> Void = { _ in }, tilt: Double = 0) throws -> Int {
    let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 6, viewingAngle: tilt))
    map.isStill = true
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}}},
         "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#000"}},
           {"id": "names", "type": "symbol", "source": "p", "layout": {"text-field": "MMM", "text-size": 40,
             "text-font": ["Inter Bold"]}, "paint": {"text-color": "#000"}}]}
        """)
    change(map)
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 200, height: 100))
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
