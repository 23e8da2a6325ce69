import Overlook
import OverlookGeometry
import OverlookPlatform
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

/// Polygons that stand on the map.
@MainActor @Suite(.serialized) struct BlockTests {
  private static let size = ScreenSize(width: 480, height: 320)
  private static let place = LocationCoordinate(latitude: 47.37, longitude: 8.54)

  private func stage(tilt: Double, bearing: Double = 0) throws -> (map: MapView, loop: HeadlessLoop) {
    let map = MapView(camera: CameraPosition(target: Self.place, zoom: 16, bearing: bearing, viewingAngle: tilt))
    map.mapType = .none
    map.backgroundColor = Color(red: 0.94, green: 0.93, blue: 0.9)
    let loop = try HeadlessLoop(content: map, size: Self.size)
    let isReady = loop.run(timeoutSeconds: 90) { map.isAtRest || map.graphicsError != nil }
    try #require(isReady && map.graphicsError == nil, "\(map.graphicsError ?? "the map did not come to rest")")
    return (map, loop)
  }

  /// Metres east and north of the middle.
  private func path(_ points: [(Double, Double)]) -> Path {
    let center = WorldPoint(Self.place)
    let scale = 1 / Mercator.metersPerWorldUnit(atLatitude: Self.place.latitude)
    return Path(points.map { WorldPoint(x: center.x + $0.0 * scale, y: center.y - $0.1 * scale).coordinate })
  }

  private func block(
    _ x: Double, _ y: Double, _ width: Double, _ depth: Double, height: Double, _ color: Color
  ) -> Polygon {
    let block = Polygon(path: path([(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]))
    block.fillColor = color
    block.height = height
    return block
  }

  private func picture(_ loop: HeadlessLoop) throws -> Image {
    let pixels = try #require(loop.pixels())
    return try #require(Image(width: 480, height: 320, premultipliedRGBA: Array(pixels)))
  }

  private func color(_ loop: HeadlessLoop, _ x: Int, _ y: Int) throws -> [UInt8] {
    let pixels = try #require(loop.pixels())
    let offset = 4 * (y * 480 + x)
    return Array(pixels[offset..<offset + 3])
  }

  /// Walls by their side to the light, roofs, a court, a base above the ground, translucency, and a line below them.
  @Test(arguments: [("blocks", 0.0), ("blocks-tilted", 60.0)]) func blocksStandAndHideEachOther(name: String, tilt: Double) throws
  {
    let (map, loop) = try stage(tilt: tilt, bearing: tilt / 3)
    let sea = Color(red: 0.45, green: 0.62, blue: 0.86)
    let court = block(-180, -60, 130, 120, height: 60, Color(red: 0.93, green: 0.87, blue: 0.78))
    court.holes = [path([(-150, -30), (-80, -30), (-80, 30), (-150, 30)])]
    court.roofColor = Color(red: 0.8, green: 0.45, blue: 0.35)
    let tower = block(-20, -30, 50, 50, height: 220, sea)
    let hall = block(60, -90, 110, 60, height: 40, Color(red: 0.6, green: 0.75, blue: 0.5))
    hall.hasVerticalGradient = false
    let bridge = block(60, 10, 150, 22, height: 75, Color(red: 0.85, green: 0.7, blue: 0.4))
    bridge.base = 55
    let glass = block(80, 60, 70, 60, height: 120, Color(red: 0.2, green: 0.6, blue: 0.8, alpha: 0.5))
    glass.roofColor = Color(red: 0.9, green: 0.95, blue: 1, alpha: 0.5)
    let road = Polyline(path: path([(-240, 20), (240, 40)]))
    road.strokeWidth = 8
    road.strokeColor = Color(red: 0.85, green: 0.3, blue: 0.2)
    road.zIndex = -1
    for overlay in [court, tower, hall, bridge, glass, road] as [Overlay] { overlay.map = map }
    loop.renderFrame()
    #expect(try GoldenPicture("shapes/\(name)").mismatch(with: picture(loop)) == nil)
    // The overlay plane alone, over a kept base plane, looks the same.
    let before = try #require(loop.pixels())
    tower.height = 221
    loop.renderFrame()
    tower.height = 220
    loop.renderFrame()
    #expect(try #require(loop.pixels()) == before)
    loop.close()
  }

  /// Thin and wide, in metres, around a court, translucent, and of a translucent block.
  @Test func outlinesRunAroundRoofs() throws {
    let (map, loop) = try stage(tilt: 55, bearing: 20)
    let court = block(-180, -60, 130, 120, height: 60, Color(red: 0.93, green: 0.87, blue: 0.78))
    court.holes = [path([(-150, -30), (-80, -30), (-80, 30), (-150, 30)])]
    court.strokeWidth = 2
    let tower = block(-20, -30, 50, 50, height: 160, Color(red: 0.45, green: 0.62, blue: 0.86))
    tower.strokeWidth = 5
    let hall = block(60, -90, 110, 60, height: 40, Color(red: 0.6, green: 0.75, blue: 0.5))
    hall.lineStyle.unit = .meters
    hall.strokeWidth = 6
    let glass = block(80, 20, 70, 60, height: 110, Color(red: 0.2, green: 0.6, blue: 0.8, alpha: 0.5))
    for overlay in [court, tower, hall, glass] {
      overlay.strokeColor = Color(red: 0.2, green: 0.25, blue: 0.35)
      overlay.map = map
    }
    loop.renderFrame()
    #expect(try GoldenPicture("shapes/blocks-outlined").mismatch(with: picture(loop)) == nil)
    loop.close()
  }

  /// Dashes around a court and its hole, dots, a casing on mitred corners, arrows, and dashes in metres.
  @Test func outlinesOfRoofsHaveAnyLineStyle() throws {
    let (map, loop) = try stage(tilt: 55, bearing: 20)
    let ink = Color(red: 0.2, green: 0.25, blue: 0.35)
    let court = block(-180, -60, 130, 120, height: 60, Color(red: 0.93, green: 0.87, blue: 0.78))
    court.holes = [path([(-150, -30), (-80, -30), (-80, 30), (-150, 30)])]
    (court.strokeWidth, court.lineStyle) = (3, LineStyle(dashes: DashPattern([12, 6])))
    let tower = block(-20, -30, 50, 50, height: 160, Color(red: 0.45, green: 0.62, blue: 0.86))
    (tower.strokeWidth, tower.lineStyle) = (6, LineStyle(dashes: .dots(spacing: 10)))
    let hall = block(60, -90, 110, 60, height: 40, Color(red: 0.6, green: 0.75, blue: 0.5))
    hall.strokeWidth = 6
    (hall.lineStyle.casingColor, hall.lineStyle.casingWidth, hall.lineStyle.join) = (.white, 2, .miter)
    let glass = block(80, 20, 70, 60, height: 110, Color(red: 0.2, green: 0.6, blue: 0.8, alpha: 0.5))
    (glass.strokeWidth, glass.lineStyle) = (6, LineStyle(dashes: DashPattern([16, 9], cap: .round), unit: .meters))
    for overlay in [court, tower, hall, glass] {
      overlay.strokeColor = ink
      overlay.map = map
    }
    loop.renderFrame()
    #expect(try GoldenPicture("shapes/blocks-outlined-styles").mismatch(with: picture(loop)) == nil)
    loop.close()
  }

  /// Layers and single polygons draw the same lines around the same roofs.
  @Test(arguments: [nil, DashPattern([10, 6]), .dots(spacing: 9)], [true, false])
  func roofsOfLayersHaveTheSameOutlines(_ dashes: DashPattern?, isOpaque: Bool) throws {
    let paths = [path([(-120, -60), (-20, -60), (-40, 50), (-120, 40)]), path([(10, -50), (90, -70), (110, 30)])]
    let fill = Color(red: 0.93, green: 0.87, blue: 0.78, alpha: isOpaque ? 1 : 0.5)
    func drawn(_ overlays: [Overlay]) throws -> [UInt8] {
      let (map, loop) = try stage(tilt: 55, bearing: 20)
      for overlay in overlays { overlay.map = map }
      loop.renderFrame()
      let pixels = try picture(loop).pixels
      for overlay in overlays { overlay.map = nil }
      loop.close()
      return pixels
    }
    let blocks = paths.enumerated().map { index, path in
      let block = Polygon(path: path)
      (block.fillColor, block.height) = (fill, 60 + 60 * Double(index))
      (block.strokeColor, block.strokeWidth) = (.red, 4)
      (block.lineStyle.dashes, block.lineStyle.casingColor, block.lineStyle.casingWidth) = (dashes, .white, 1.5)
      return block
    }
    let layer = PolygonLayer(polygons: paths.map { [$0.coordinates] })
    (layer.fillColor, layer.height) = (.constant(fill), .column([60, 120]))
    (layer.strokeColor, layer.strokeWidth, layer.strokeDashes) = (.red, 4, dashes)
    (layer.casingColor, layer.casingWidth) = (.white, 1.5)
    let (ours, theirs) = (try drawn([layer]), try drawn(blocks))
    let differing = zip(ours, theirs).count { abs(Int($0) - Int($1)) > 24 }
    // Rings of a layer close with round caps, and its corners lie on a grid of 19 mm.
    #expect(differing < ours.count / 300, "\(differing)")
    layer.strokeColor = nil
    #expect(try zip(ours, drawn([layer])).count { abs(Int($0) - Int($1)) > 24 } > ours.count / 400, "the lines are seen")
  }

  @Test func aBlockComesAndGoesWithItsHeight() throws {
    let (map, loop) = try stage(tilt: 60)
    let tower = block(-40, -40, 80, 80, height: 0, .red)
    tower.map = map
    loop.renderFrame()
    let flat = try picture(loop)
    #expect(map.lastPlan?.dump.contains("draw shapes 0..<1") == true)
    tower.height = 150
    loop.renderFrame()
    #expect(map.lastPlan?.dump.contains("draw blocks 0..<1") == true)
    // Its roof is seen above its foot, darker or lighter but red.
    let seen = try color(loop, 240, 90)
    #expect(seen[0] > 120 && seen[1] < 60)
    for bad in [Double.nan, .infinity, -20, 0] {
      tower.height = bad
      loop.renderFrame()
      #expect(try picture(loop).pixels == flat.pixels, "\(bad)")
    }
    tower.height = 50
    tower.base = 50
    loop.renderFrame()
    #expect(try picture(loop).pixels == flat.pixels)
    loop.close()
  }

  /// Of layers, too: for all elements or for each.
  @Test func negativeHeightsOfLayersAreNone() throws {
    let walls = PolygonLayer(polygons: [[path([(-40, -40), (40, -40), (40, 40), (-40, 40)]).coordinates]])
    walls.fillColor = .constant(.red)
    let columns = ColumnLayer(positions: [Self.place])
    columns.radius = 40
    columns.fillColor = .constant(.blue)
    let (map, loop) = try stage(tilt: 60)
    defer { loop.close() }
    func shown(_ layer: Overlay, height: LayerValue<Double>, base: Double = 0) throws -> [UInt8] {
      if let layer = layer as? PolygonLayer { (layer.height, layer.base) = (height, .constant(base)) }
      if let layer = layer as? ColumnLayer { layer.height = height }
      loop.renderFrame()
      return try picture(loop).pixels
    }
    for layer in [walls, columns] as [Overlay] {
      layer.map = map
      let flat = try shown(layer, height: .constant(0))
      #expect(try shown(layer, height: .constant(50)) != flat)
      #expect(try shown(layer, height: .constant(-50)) == flat)
      #expect(try shown(layer, height: .each { _ in -50 }) == flat)
      #expect(try shown(layer, height: .constant(-50), base: -80) == flat)
      layer.map = nil
    }
  }

  /// Of neighbours in the order the one behind is hidden, whatever their zIndex.
  @Test func depthDecidesAndNotTheOrder() throws {
    let (map, loop) = try stage(tilt: 60)
    let front = block(-40, -100, 80, 20, height: 120, .red)
    let behind = block(-40, 0, 80, 20, height: 60, .green)
    behind.zIndex = 5
    front.map = map
    behind.map = map
    loop.renderFrame()
    let place = map.projection.point(for: path([(0, -20)]).coordinates[0])
    #expect(try color(loop, Int(place.x), Int(place.y))[0] > 100)
    #expect(try color(loop, Int(place.x), Int(place.y))[1] < 60)
    loop.close()
  }

  /// The line runs where the roof's edges are seen, whether they are turned to the eye or away, and not where a nearer block
  /// hides them.
  @Test func anOutlineRunsAroundTheRoof() throws {
    let (map, loop) = try stage(tilt: 60)
    let tower = block(-40, -40, 80, 80, height: 100, .blue)
    (tower.strokeColor, tower.strokeWidth) = (.red, 4)
    tower.map = map
    loop.renderFrame()
    let view = try #require(map.lastPlan?.view)
    func seen(_ east: Double, _ north: Double) throws -> [UInt8] {
      let (x, y) = view.centeredPoints(for: WorldPoint(path([(east, north)]).coordinates[0]))
      let up = 100 * view.pointsPerWorld / Mercator.metersPerWorldUnit(atLatitude: Self.place.latitude)
      let clip = view.clip(x: x, y: y, z: up)
      return try color(loop, Int((clip.x / clip.w + 1) / 2 * 480), Int((1 - clip.y / clip.w) / 2 * 320))
    }
    let edges = [(0.0, -40.0), (0, 40), (-40, 0), (40, 0)]
    for (east, north) in edges {
      #expect(try seen(east, north) == [255, 0, 0], "\(east), \(north)")
      // Within the roof it is blue.
      #expect(try seen(east * 0.6, north * 0.6)[2] > 100)
    }
    let wall = block(-60, -90, 120, 10, height: 180, .green)
    wall.map = map
    loop.renderFrame()
    for (east, north) in edges { #expect(try seen(east, north)[0] < 60) }
    wall.map = nil
    // What is translucent shows the outline once where two edges meet, and what is behind it.
    tower.strokeColor = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    loop.renderFrame()
    let corner = try seen(-40, -40)
    #expect(try zip(corner, seen(0, -40)).allSatisfy { abs(Int($0) - Int($1)) < 30 })
    tower.strokeWidth = 0
    loop.renderFrame()
    #expect(try seen(0, -40)[2] > 100)
    loop.close()
  }

  /// A tap on the wall of a block is one on the block.
  @Test func wallsAndRoofsAreTapped() throws {
    let (map, loop) = try stage(tilt: 60)
    let tower = block(-40, -40, 80, 80, height: 150, .red)
    tower.isTappable = true
    tower.map = map
    loop.renderFrame()
    let store = try #require(tower.store)
    let view = try #require(map.lastPlan?.view)
    #expect(store.hit(at: ScreenPoint(x: 240, y: 90), view: view) === tower)
    #expect(store.hit(at: ScreenPoint(x: 20, y: 300), view: view) == nil)
    tower.height = 0
    #expect(store.hit(at: ScreenPoint(x: 240, y: 90), view: view) == nil)
    loop.close()
  }
}
