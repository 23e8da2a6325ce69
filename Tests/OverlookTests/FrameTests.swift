import Overlook
import OverlookCanvas
import OverlookMeasurement
import OverlookPlatform
import OverlookRender
import OverlookScene
import OverlookSupport
import Testing

/// Whole frames of a map, drawn headless.
@MainActor @Suite(.serialized) struct FrameTests {
  private static let size = ScreenSize(width: 320, height: 240)

  /// A map on a plain background in memory, at rest.
  private func stage(mapType: MapType = .none, zoom: Double = 4) throws -> (map: MapView, loop: HeadlessLoop) {
    let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: zoom))
    map.mapType = mapType
    map.backgroundColor = .black
    let loop = try HeadlessLoop(content: map, size: Self.size)
    let isReady = loop.run(timeoutSeconds: 90) { map.isAtRest || map.graphicsError != nil }
    try #require(isReady && map.graphicsError == nil, "\(map.graphicsError ?? "the map did not come to rest")")
    return (map, loop)
  }

  /// Red, green and blue of the pixel at a point of the view.
  private func color(_ loop: HeadlessLoop, _ x: Int, _ y: Int) throws -> [UInt8] {
    let pixels = try #require(loop.pixels())
    let offset = 4 * (y * 320 + x)
    return Array(pixels[offset..<offset + 3])
  }

  @Test func restingMapDrawsNoFrame_FL03() throws {
    let (map, loop) = try stage()
    let drawn = loop.statistics.framesDrawn
    loop.advance(by: 1)
    #expect(loop.statistics.framesDrawn == drawn)
    map.setNeedsDisplay()
    loop.advance(by: 1)
    #expect(loop.statistics.framesDrawn == drawn + 1)
    loop.close()
  }

  @Test func propertyChangeIsSeenInTheNextFrame() throws {
    let (map, loop) = try stage()
    let circle = Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: 500_000)
    circle.fillColor = .red
    circle.strokeWidth = 0
    circle.map = map
    loop.renderFrame()
    #expect(try color(loop, 160, 120) == [255, 0, 0])
    circle.fillColor = .blue
    loop.renderFrame()
    #expect(try color(loop, 160, 120) == [0, 0, 255])
    circle.map = nil
    loop.renderFrame()
    #expect(try color(loop, 160, 120) == [0, 0, 0])
    loop.close()
  }

  @Test func overlayOnlyFramesCopyTheBasePlaneAndLookTheSame() throws {
    let (map, loop) = try stage(mapType: .satellite)
    let marker = Marker(position: LocationCoordinate(latitude: 10, longitude: 10))
    marker.map = map
    loop.renderFrame()
    let renderer = try #require(map.renderer)
    let (draws, copies) = (renderer.baseDrawCount, renderer.baseCopyCount)
    for step in 1...5 {
      marker.rotation = Double(step) * 10
      loop.renderFrame()
    }
    #expect(renderer.baseCopyCount == copies + 5)
    #expect(renderer.baseDrawCount == draws, "the plane kept by the first overlay frame serves the others")
    let copied = try #require(loop.pixels())
    map.requestFrame(.forced)
    loop.renderFrame()
    #expect(renderer.baseDrawCount == draws + 1)
    #expect(try #require(loop.pixels()) == copied)
    loop.close()
  }

  @Test func zIndexOrdersTileLayersOverlaysAndItems_OV06_OV12_TL17() throws {
    let (map, loop) = try stage()
    let layer = PlainTiles(color: [0, 255, 0, 255])
    layer.fadeIn = false
    layer.zIndex = 5
    layer.map = map
    let below = Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: 800_000)
    below.fillColor = .red
    below.zIndex = 4
    below.map = map
    _ = loop.run(timeoutSeconds: 90) { map.isAtRest }
    #expect(try color(loop, 160, 120) == [0, 255, 0], "a tile layer covers overlays of a lower zIndex")
    below.zIndex = 5
    loop.renderFrame()
    #expect(try color(loop, 160, 120) == [255, 0, 0], "of one zIndex the overlay lies above")
    let item = PlainItem()
    item.zIndex = 5
    map.add(item)
    loop.renderFrame()
    #expect(try color(loop, 160, 120) == [0, 0, 255], "and the item above it")
    item.zIndex = 3
    map.setNeedsDisplay()
    loop.renderFrame()
    #expect(try color(loop, 160, 120) == [255, 0, 0])
    loop.close()
  }

  @Test func theDumpOfAPlanNamesWhatIsDrawnInOrder() throws {
    let (map, loop) = try stage()
    let circle = Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: 1000)
    circle.zIndex = 1
    circle.map = map
    Polyline(path: Path([LocationCoordinate(latitude: 0, longitude: 0), LocationCoordinate(latitude: 1, longitude: 1)])).map = map
    Marker(position: LocationCoordinate(latitude: 0, longitude: 0)).map = map
    map.add(PlainItem())
    loop.renderFrame()
    let expected = """
      camera 0.0,0.0 zoom 4.0 bearing 0.0 tilt 0.0
      size 320.0 x 240.0 points, 320 x 240 pixels
      reasons overlays
      draw shapes 0..<1
      draw item 0
      draw shapes 1..<2
      draw markers 1

      """
    #expect(map.lastPlan?.dump == expected)
    loop.close()
  }

  @Test func picturesTooLargeForOneFrameComeInTheNextOnes() throws {
    let (map, loop) = try stage()
    // 16 MiB each, of which two fit into the budget of a frame.
    for column in 0..<4 {
      let west = Double(column) * 4 - 8
      let bounds = CoordinateBounds(
        southWest: LocationCoordinate(latitude: -3, longitude: west),
        northEast: LocationCoordinate(latitude: 3, longitude: west + 4))
      let picture = Image(width: 2048, height: 2048, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) }
      GroundOverlay(bounds: bounds, icon: picture).map = map
    }
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    for column in 0..<4 { #expect(try color(loop, 91 + 46 * column, 120) == [255, 0, 0], "picture \(column)") }
    loop.close()
  }

  @Test func steadyFrameAllocatesNothing() throws {
    try #require(AllocationCounter.isAvailable)
    let (map, loop) = try stage(mapType: .satellite)
    for step in 0..<50 {
      let place = LocationCoordinate(latitude: Double(step % 10), longitude: Double(step / 10))
      Marker(position: place).map = map
      let line = Polyline(path: Path([place, LocationCoordinate(latitude: 5, longitude: 5)]))
      line.map = map
    }
    for _ in 0..<5 { redraw(map, loop) }
    let report = AllocationCounter.steadiestCount {
      for _ in 0..<20 { redraw(map, loop) }
    }
    #expect(report.blocks == 0, "\(report)")
    loop.close()
  }

  @Test(arguments: [0.0, 3]) func steadyFrameOfAStyleWithLabelsAllocatesNothing(scroll: Double) throws {
    try #require(AllocationCounter.isAvailable)
    let (map, loop) = try stage(mapType: .normal)
    map.camera = CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 15)
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    func frame(_ number: Int) {
      if scroll != 0 { map.moveCamera(.scrollBy(x: number % 2 == 0 ? scroll : -scroll, y: 0)) }
      redraw(map, loop)
    }
    for number in 0..<10 { frame(number) }
    let report = AllocationCounter.steadiestCount {
      for number in 0..<20 { frame(number) }
    }
    #expect(report.blocks == 0, "\(report)")
    loop.close()
  }

  private func redraw(_ map: MapView, _ loop: HeadlessLoop) {
    map.requestFrame(.forced)
    loop.renderFrame()
  }

  /// A point beyond the antimeridian belongs to the next copy of the world, and must not lose digits on the way there.
  @Test func shapesBesideTheAntimeridianLieWhereTheyBelongAtZoom21() throws {
    let (map, loop) = try stage()
    map.camera = CameraPosition(latitude: 0, longitude: 179.99999, zoom: 21)
    let circle = Circle(position: LocationCoordinate(latitude: 0, longitude: -179.99999), radius: 4)
    circle.fillColor = .red
    circle.strokeWidth = 0
    circle.map = map
    loop.renderFrame()
    let center = map.projection.point(for: LocationCoordinate(latitude: 0, longitude: -179.99999))
    let radius = map.projection.points(forMeters: 4, at: circle.position)
    // 2e-5 degrees of 256 * 2^21 points a world.
    #expect(abs(center.x - 160 - 2e-5 / 360 * 256 * 2_097_152) < 0.01)
    #expect(try color(loop, Int(center.x - radius) + 3, 120) == [255, 0, 0])
    #expect(try color(loop, Int(center.x - radius) - 3, 120) == [0, 0, 0])
    #expect(try color(loop, Int(center.x + radius) - 3, 120) == [255, 0, 0])
    #expect(try color(loop, Int(center.x + radius) + 3, 120) == [0, 0, 0])
    loop.close()
  }

  @Test func stopRenderingDrawsNothingAndStartRenderingShowsTheSamePicture_MV04_MV05() throws {
    let (map, loop) = try stage(mapType: .satellite)
    let before = try #require(loop.pixels())
    map.stopRendering()
    loop.renderFrame()
    #expect(map.renderer == nil, "GPU resources are given back")
    map.camera = CameraPosition(latitude: 10, longitude: 10, zoom: 5)
    let drawn = loop.statistics.framesDrawn
    loop.advance(by: 0.5)
    #expect(loop.statistics.framesDrawn == drawn)
    map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4)
    map.startRendering()
    _ = loop.run(timeoutSeconds: 90) { map.isAtRest }
    #expect(try #require(loop.pixels()) == before)
    loop.close()
  }

  @Test func twoMapsInOneProcessDoNotDisturbEachOther() throws {
    let first = try stage()
    let second = try stage()
    let circle = Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: 500_000)
    circle.fillColor = .red
    circle.map = first.map
    first.loop.renderFrame()
    second.loop.renderFrame(force: true)
    #expect(try color(first.loop, 160, 120) == [255, 0, 0])
    #expect(try color(second.loop, 160, 120) == [0, 0, 0])
    first.loop.close()
    second.loop.renderFrame(force: true)
    #expect(try color(second.loop, 160, 120) == [0, 0, 0])
    second.loop.close()
  }
}

/// Tiles of one colour.
private final class PlainTiles: SyncTileLayer, @unchecked Sendable {
  private nonisolated let image: Image?

  init(color: [UInt8]) {
    image = Image(width: 1, height: 1, premultipliedRGBA: color)
    super.init()
  }

  nonisolated override func tile(x: Int, y: Int, zoom: Int) -> Image? { image }
}

/// Fills the view with blue.
@MainActor private final class PlainItem: OverlayItem {
  var zIndex = 0

  func update(with projection: Projection) {}

  func draw(in canvas: Canvas) {
    canvas.fillRect(ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: canvas.size), color: .blue)
  }
}
