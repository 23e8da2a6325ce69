import CGL
import Overlook
import OverlookCanvas
import OverlookPlatform
import OverlookScene
import OverlookSupport
import Testing

/// Drawing of the user's own among overlays, and overlays that come and go at odd moments.
@MainActor @Suite(.serialized) struct OverlayItemTests {
  private func stage() throws -> (map: MapView, loop: HeadlessLoop) {
    let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
    map.mapType = .none
    map.backgroundColor = .black
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 320, height: 240))
    let isReady = loop.run(timeoutSeconds: 90) { map.isAtRest || map.graphicsError != nil }
    try #require(isReady && map.graphicsError == nil, "\(map.graphicsError ?? "the map did not come to rest")")
    return (map, loop)
  }

  private func color(_ loop: HeadlessLoop, _ x: Int, _ y: Int) throws -> [UInt8] {
    let pixels = try #require(loop.pixels())
    let offset = 4 * (y * 320 + x)
    return Array(pixels[offset..<offset + 3])
  }

  private func disc(_ color: Color, zIndex: Int, radius: Double = 800_000) -> Circle {
    let circle = Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: radius)
    circle.fillColor = color
    circle.strokeWidth = 0
    circle.zIndex = zIndex
    return circle
  }

  /// Says what is asked of it, and fills the lower left quarter of the view by OpenGL.
  private final class Recorder: OverlayItem {
    let name: String
    var zIndex: Int
    /// Set when it is updated, as an item does whose order depends on what it found.
    var zIndexFromUpdate: Int?
    var log: (String) -> Void
    let clearColor: SIMD3<Float>?

    init(_ name: String, zIndex: Int, clearColor: SIMD3<Float>? = nil, log: @escaping (String) -> Void = { _ in }) {
      self.name = name
      self.zIndex = zIndex
      self.clearColor = clearColor
      self.log = log
    }

    func update(with projection: Projection) {
      if let zIndexFromUpdate { zIndex = zIndexFromUpdate }
      log("update \(name)")
    }

    func draw(in canvas: Canvas) { log("draw \(name)") }

    func drawOpenGL() {
      guard let clearColor else { return }
      glEnable(GLenum(GL_SCISSOR_TEST))
      glScissor(0, 0, 160, 120)
      glClearColor(clearColor.x, clearColor.y, clearColor.z, 1)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      // State that nobody else may suffer from.
      glDisable(GLenum(GL_BLEND))
      glDepthMask(0)
      glEnable(GLenum(GL_CULL_FACE))
      glBindVertexArray(0)
      glUseProgram(0)
    }
  }

  @Test func allItemsAreUpdatedThenSortedThenDrawn_OV13_OV14_OV15_OV16() throws {
    let (map, loop) = try stage()
    var log: [String] = []
    let first = Recorder("first", zIndex: 0) { log.append($0) }
    let second = Recorder("second", zIndex: 1) { log.append($0) }
    let third = Recorder("third", zIndex: 0) { log.append($0) }
    for item in [first, second, third] { map.add(item) }
    first.zIndexFromUpdate = 2
    log.removeAll()
    loop.renderFrame()
    #expect(log == ["update first", "update second", "update third", "draw third", "draw second", "draw first"])
    loop.close()
  }

  @Test func ownOpenGLLiesAnywhereInTheOrderAndLeavesNoTrace_OV09_OV12_OV19() throws {
    let (map, loop) = try stage()
    let below = disc(.red, zIndex: 1)
    let above = disc(.green, zIndex: 3, radius: 100_000)
    let line = Polyline(
      path: Path([LocationCoordinate(latitude: -5, longitude: -20), LocationCoordinate(latitude: -5, longitude: 20)]))
    line.strokeWidth = 8
    line.strokeColor = .white
    line.lineStyle.dashes = DashPattern([30, 4])
    line.zIndex = 3
    for overlay in [below, above, line] as [Overlay] { overlay.map = map }
    let item = Recorder("gl", zIndex: 2, clearColor: SIMD3(0, 0, 1))
    map.add(item)
    loop.renderFrame()
    // The item covers what lies below it, and lets what lies above it be: the disc, the line, and a marker above all.
    #expect(try color(loop, 110, 125) == [0, 0, 255])
    #expect(try color(loop, 210, 125) == [255, 0, 0])
    #expect(try color(loop, 158, 122) == [0, 153, 0])
    let place = map.projection.point(for: LocationCoordinate(latitude: -5, longitude: 0))
    let row = try (60..<150).map { try color(loop, $0, Int(place.y)) }
    #expect(row.filter { $0 == [255, 255, 255] }.count > 60)
    item.zIndex = 0
    map.setNeedsDisplay()
    loop.renderFrame()
    #expect(try color(loop, 110, 125) == [255, 0, 0])
    #expect(try color(loop, 10, 130) == [0, 0, 255])
    loop.close()
  }

  @Test func overlaysMayGoWhileOthersAreDrawnOrWalkedThrough() throws {
    let (map, loop) = try stage()
    let discs = (0..<5).map { disc(.red, zIndex: $0) }
    for disc in discs { disc.map = map }
    let item = Recorder("remover", zIndex: 9) { if $0.hasPrefix("draw") { for disc in discs { disc.map = nil } } }
    map.add(item)
    loop.renderFrame()
    #expect(discs.allSatisfy { $0.map == nil })
    loop.renderFrame()
    #expect(try color(loop, 160, 100) == [0, 0, 0])
    loop.close()
  }

  @Test func overlaysOutliveTheirMap_OV04() throws {
    let line = Polyline(
      path: Path([LocationCoordinate(latitude: 0, longitude: 0), LocationCoordinate(latitude: 1, longitude: 1)]))
    line.lineStyle.dashes = .dots(spacing: 8)
    line.lineStyle.stamp = .arrow(color: .red)
    let block = Polygon(
      path: Path([(0.0, 0.0), (0, 1), (1, 1)].map { LocationCoordinate(latitude: $0.0, longitude: $0.1) }))
    block.fillPattern = .hatch(HatchStyle())
    do {
      let (map, loop) = try stage()
      line.map = map
      block.map = map
      loop.renderFrame()
      loop.close()
    }
    #expect(line.map == nil && block.map == nil)
    line.strokeWidth = 5
    block.fillColor = .red
    let (map, loop) = try stage()
    line.map = map
    loop.renderFrame()
    #expect(line.map === map)
    loop.close()
  }
}
