import Overlook
import OverlookPlatform
import OverlookRender
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite(.serialized) struct DebugViewTests {
  private let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
  private let loop: HeadlessLoop

  init() throws {
    map.mapType = .none
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 320, height: 240))
    map.isBare = true
    loop.advance(by: 0.1)
  }

  private func color(_ x: Int, _ y: Int) throws -> SIMD3<Int> {
    let pixels = try #require(loop.pixels())
    let offset = 4 * (y * 320 + x)
    return SIMD3(Int(pixels[offset]), Int(pixels[offset + 1]), Int(pixels[offset + 2]))
  }

  private func addPicture(_ x: Double, _ width: Double) {
    let picture = GroundOverlay(
      bounds: CoordinateBounds(
        coordinate: map.projection.coordinate(for: ScreenPoint(x: x, y: 20)),
        coordinate: map.projection.coordinate(for: ScreenPoint(x: x + width, y: 220))),
      icon: Image(width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255]))
    picture.map = map
  }

  private func isNear(_ a: SIMD3<Int>, _ b: SIMD3<Double>) -> Bool {
    (0..<3).allSatisfy { abs(Double(a[$0]) - b[$0] * 255) <= 2 }
  }

  @Test func costsAreShownWhileTheMapRests() {
    #expect(map.isAtRest)
    map.isHUDVisible = true
    map.hudPage = .costs
    _ = loop.run(timeoutSeconds: 90) { map.isAtRest }
    #expect(!map.isCostTableEmpty)
  }

  /// The colours of overdraw_view.frag for 0, 1, 2 and 3 times.
  @Test func overdrawIsTheNumberOfTimesThatAPixelWasDrawn() throws {
    addPicture(20, 200)
    addPicture(100, 200)
    addPicture(150, 20)
    loop.advance(by: 0.2)
    let picture = try #require(loop.pixels())
    map.debugView = .overdraw
    loop.advance(by: 0.1)
    let colors = [SIMD3(0.03, 0.03, 0.05), SIMD3(0.10, 0.20, 0.55), SIMD3(0.10, 0.60, 0.55), SIMD3(0.95, 0.85, 0.25)]
    #expect(isNear(try color(5, 120), colors[0]))
    #expect(isNear(try color(50, 120), colors[1]))
    #expect(isNear(try color(130, 120), colors[2]))
    // Halfway from 2 to 4 times, by doublings.
    let (three, t) = (try color(160, 120), 0.58496)
    #expect(isNear(three, colors[2] + (colors[3] - colors[2]) * t))
    map.debugView = .none
    loop.advance(by: 0.1)
    #expect(try #require(loop.pixels()) == picture)
    loop.close()
  }

  @Test func thePickingViewGivesEachThingAColorOfItsOwn() throws {
    addPicture(20, 60)
    addPicture(120, 60)
    let marker = Marker(position: map.projection.coordinate(for: ScreenPoint(x: 250, y: 150)))
    marker.map = map
    map.debugView = .picking
    loop.advance(by: 0.2)
    let colors = try [color(5, 5), color(50, 120), color(150, 120), color(250, 140)]
    #expect(Set(colors).count == 4, "\(colors)")
    #expect(try color(60, 100) == colors[1])
    loop.close()
  }

  /// Four tiles of zoom 1 meet in the middle; the colour is that of warnings in the panel.
  @Test func bordersOfTilesAreDrawnOverThePictureAndGoAgain() throws {
    map.mapType = .normal
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "Point", "coordinates": [1, 1]}}},
         "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#00f"}},
           {"id": "c", "type": "circle", "source": "s", "paint": {"circle-opacity": 0}}]}
        """)
    func settle() { #expect(loop.run(timeoutSeconds: 90) { map.isAtRest }) }
    settle()
    #expect(try color(160, 60) == SIMD3(0, 0, 255))
    map.debugView = .tiles
    settle()
    let border = try color(160, 60)
    #expect(border.x > 100 && border.y > 80 && border.z < 200, "\(border)")
    #expect(try color(160, 60) != color(166, 60) && color(40, 20) == SIMD3(0, 0, 255))
    map.debugView = .none
    settle()
    #expect(try color(160, 60) == SIMD3(0, 0, 255))
    loop.close()
  }

  @Test(arguments: [DebugView.overdraw, .picking, .tiles]) func wholeMapsOfAStyleAreDrawnSo(view: DebugView) throws {
    map.mapType = .normal
    map.moveCamera(.setCamera(CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 15, bearing: 20, viewingAngle: 40)))
    map.debugView = view
    _ = loop.run(timeoutSeconds: 90) { map.isAtRest || map.graphicsError != nil }
    #expect(map.graphicsError == nil)
    map.debugView = .none
    loop.advance(by: 0.2)
    #expect(map.graphicsError == nil)
    loop.close()
  }
}
