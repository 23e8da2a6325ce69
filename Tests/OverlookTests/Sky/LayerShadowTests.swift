import Foundation
import Overlook
import OverlookFormats
import OverlookPasses
import OverlookPlatform
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import Testing

/// Layers of many elements that stand on the map, in the light of its clock: they throw shadows, and lie in them.
@MainActor @Suite(.serialized) struct LayerShadowTests {
  enum Kind: CaseIterable { case columns, areas }

  private let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 17))
  private let loop: HeadlessLoop
  /// Nine in the morning of local time, the Sun in the east, 44 degrees high.
  private static let morning = Date(timeIntervalSince1970: 1_773_997_200)
  /// Degrees at the equator.
  private static let meter = 1 / 111_319.49

  init() throws {
    map.isStill = true
    map.mapType = .none
    map.backgroundColor = .white
    map.sunLight = .date(Self.morning)
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 240, height: 200))
  }

  private func picture() throws -> Image {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    #expect(map.graphicsError == nil)
    return try #require(loop.image())
  }

  /// Metres east and north of the middle.
  private static func place(_ east: Double, _ north: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: north * meter, longitude: east * meter)
  }

  private static func square(_ east: Double, _ north: Double, side: Double) -> [LocationCoordinate] {
    let half = side / 2
    return [(-half, -half), (half, -half), (half, half), (-half, half)].map { place(east + $0.0, north + $0.1) }
  }

  /// Squares of so many metres.
  private static func layer(_ kind: Kind, at places: [(Double, Double)], side: Double, heights: [Double]) -> DataLayer {
    switch kind {
    case .columns:
      let layer = ColumnLayer(positions: places.map { place($0.0, $0.1) })
      layer.shape = .square
      layer.radius = side / 2.0.squareRoot()
      layer.height = .each { heights[$0] }
      layer.fillColor = .constant(Color(red: 0.8, green: 0.2, blue: 0.1))
      return layer
    case .areas:
      let layer = PolygonLayer(polygons: places.map { [square($0.0, $0.1, side: side)] })
      layer.height = .each { heights[$0] }
      layer.fillColor = .constant(Color(red: 0.8, green: 0.2, blue: 0.1))
      return layer
    }
  }

  /// Green at so many metres east and north of the middle of a view from above, there as high as the ground.
  private func green(_ image: Image, _ east: Double, _ north: Double) -> Int {
    let pixels = 256 * 131_072.0 / 40_075_016.7
    let (x, y) = (120 + Int(east * pixels), 100 - Int(north * pixels))
    return Int(image.pixels[4 * (y * image.width + x) + 1])
  }

  @Test(arguments: Kind.allCases) func whatStandsThrowsAShadow(kind: Kind) throws {
    defer { loop.close() }
    let layer = Self.layer(kind, at: [(0, 0)], side: 30, heights: [20])
    layer.map = map
    let image = try picture()
    // 20 metres high: as long to the west, and 15 from the middle to the wall.
    #expect(green(image, -27, 0) + 40 < green(image, 27, 0))
    #expect(green(image, -45, 0) == green(image, 45, 0), "no longer than that")
    // With the Sun out of the picture nothing of it is left.
    map.sunLight = .off
    let off = try picture()
    #expect(green(off, -27, 0) == green(off, 45, 0))
    map.sunLight = .date(Self.morning)
    #expect(try picture().pixels == image.pixels)
    // Higher: longer.
    if let columns = layer as? ColumnLayer { columns.replaceHeights(from: 0, with: [40]) }
    if let areas = layer as? PolygonLayer { areas.replaceHeights(from: 0, with: [40]) }
    let higher = try picture()
    #expect(green(higher, -45, 0) + 40 < green(higher, 45, 0))
    layer.map = nil
    let without = try picture()
    #expect(green(without, -27, 0) == green(without, 27, 0))
  }

  /// A tower of 60 metres east of a low house of 10: in its shadow from where the ground would be 50 metres west of the tower on.
  @Test(arguments: Kind.allCases) func whatIsLowLiesInTheShadowOfWhatIsHigh(kind: Kind) throws {
    defer { loop.close() }
    let pair = Self.layer(kind, at: [(0, 0), (22, 0)], side: 20, heights: [10, 60])
    pair.map = map
    let shaded = green(try picture(), 0, 0)
    pair.map = nil
    let alone = Self.layer(kind, at: [(0, 0)], side: 20, heights: [10])
    alone.map = map
    #expect(green(try picture(), 0, 0) > shaded + 8)
  }

  /// A sheet that stands from south to north, 20 metres wide and high.
  @Test func modelsThrowShadows() throws {
    defer { loop.close() }
    var material = ModelMaterial()
    (material.color, material.isDoubleSided) = (SIMD4(1, 0, 0, 1), true)
    let corners: [SIMD3<Float>] = [SIMD3(0, 0, -10), SIMD3(0, 0, 10), SIMD3(0, 20, 10), SIMD3(0, 20, -10)]
    let sheet = ModelPrimitive(
      vertices: corners.map { ModelVertex(position: $0) }, indices: [0, 1, 2, 0, 2, 3], material: 0)
    let model = ModelOverlay(
      model: Model(asset: ModelAsset(nodes: [ModelNode(primitives: 0..<1)], primitives: [sheet], materials: [material])),
      position: Self.place(0, 0))
    model.map = map
    let image = try picture()
    // As long as the sheet is high, towards the west, and as wide.
    #expect(green(image, -14, 0) + 40 < green(image, 14, 0))
    #expect(green(image, -30, 0) == green(image, 30, 0) && green(image, -14, 16) == green(image, 14, 16))
    // On what stands there, too.
    let house = Self.layer(.areas, at: [(-10, 0)], side: 12, heights: [6])
    house.map = map
    let shaded = green(try picture(), -10, 0)
    model.map = nil
    #expect(green(try picture(), -10, 0) > shaded + 8)
  }

  @Test func layersLieInTheShadowOfBlocks() throws {
    defer { loop.close() }
    let block = Polygon(path: Path(Self.square(22, 0, side: 20)))
    block.height = 60
    block.map = map
    let low = Self.layer(.columns, at: [(0, 0)], side: 20, heights: [10])
    low.map = map
    let shaded = green(try picture(), 0, 0)
    block.map = nil
    #expect(green(try picture(), 0, 0) > shaded + 8)
  }

  @Test(arguments: Kind.allCases) func whatIsNearlyClearThrowsNone(kind: Kind) throws {
    defer { loop.close() }
    let layer = Self.layer(kind, at: [(0, 0)], side: 30, heights: [20])
    layer.opacity = 0.4
    layer.map = map
    let image = try picture()
    #expect(green(image, -30, 0) == green(image, 30, 0))
    layer.opacity = 0.8
    let dense = try picture()
    #expect(green(dense, -30, 0) + 40 < green(dense, 30, 0))
  }

  /// What is kept of the ground stays with its shadows, whatever colours they are thrown by.
  @Test(arguments: Kind.allCases) func otherColorsThrowTheSameShadow(kind: Kind) throws {
    defer { loop.close() }
    let layer = Self.layer(kind, at: [(0, 0), (50, 0)], side: 20, heights: [20, 20])
    func color(_ color: Color) {
      (layer as? ColumnLayer)?.fillColor = .each { _ in color }
      (layer as? PolygonLayer)?.fillColor = .each { _ in color }
    }
    color(.blue)
    layer.map = map
    let before = try picture()
    let draws = try #require(map.renderer?.shadows.drawCount)
    #expect(draws > 0)
    color(.green)
    let image = try picture()
    #expect(image.pixels != before.pixels && green(image, -22, 0) == green(before, -22, 0))
    // How dense areas are of which each has a colour is not looked at.
    if kind == .columns { layer.opacity = 0.9 }
    _ = try picture()
    #expect(map.renderer?.shadows.drawCount == draws)
    // Half of what is behind an area is seen through it: it is as glass.
    color(Color.green.withAlpha(0.4))
    let clear = try picture()
    guard kind == .areas else { return }
    #expect(map.renderer?.shadows.drawCount != draws)
    #expect(green(clear, -22, 0) == green(clear, -90, 0))
  }

  /// Heights of the API's limit, and numbers that are none.
  @Test(arguments: Kind.allCases) func oddHeightsDrawAFrame(kind: Kind) throws {
    defer { loop.close() }
    let places = [(-30.0, 20.0), (0, 20), (30, 20), (0, -20)]
    let layer = Self.layer(kind, at: places, side: 10, heights: [1e6, .nan, -5, .infinity])
    layer.map = map
    let image = try picture()
    // The shadow of the highest covers all to its west.
    #expect(green(image, -50, 16.5) + 30 < green(image, 50, -30))
  }

  @Test func flatLayersThrowNone() throws {
    defer { loop.close() }
    let layer = PolygonLayer(polygons: [[Self.square(0, 0, side: 30)]])
    layer.map = map
    let image = try picture()
    #expect(green(image, -20, 0) == green(image, 20, 0))
    #expect(map.renderer?.shadows.drawCount == 0)
  }

  /// Columns, areas with courts, and a block, in the afternoon.
  @Test func layersInTheSun() throws {
    defer { loop.close() }
    map.moveCamera(.setCamera(CameraPosition(target: Self.place(0, 10), zoom: 17.4, bearing: 24, viewingAngle: 52)))
    map.sunLight = .date(Self.morning.addingTimeInterval(5.6 * 3600))
    map.backgroundColor = Color(red: 0.93, green: 0.92, blue: 0.88)
    let columns = ColumnLayer(positions: (0..<5).map { Self.place(-45 + 20 * Double($0), -18) })
    columns.radius = 7
    columns.height = .each { 12 + 9 * Double($0) }
    columns.fillColor = .each { Color(red: 0.25 + 0.15 * Float($0), green: 0.45, blue: 0.8 - 0.12 * Float($0)) }
    columns.map = map
    let areas = PolygonLayer(polygons: [
      [Self.square(-25, 30, side: 36), Self.square(-25, 30, side: 16)], [Self.square(28, 26, side: 22)],
    ])
    areas.height = .each { $0 == 0 ? 14 : 34 }
    areas.fillColor = .each { $0 == 0 ? Color(red: 0.9, green: 0.8, blue: 0.66) : Color(red: 0.7, green: 0.75, blue: 0.6) }
    areas.roofColor = Color(red: 0.75, green: 0.42, blue: 0.33)
    areas.map = map
    let block = Polygon(path: Path(Self.square(52, -4, side: 14)))
    block.height = 45
    block.fillColor = Color(red: 0.6, green: 0.65, blue: 0.75)
    block.map = map
    #expect(try GoldenPicture("data-layers/in-the-sun").mismatch(with: picture()) == nil)
  }
}
