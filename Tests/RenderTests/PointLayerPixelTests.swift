import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct PointLayerPixelTests {
  /// What is drawn in two ways.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var scale = 1.0
    var camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4)
    /// Degrees to either side of the camera's target.
    var extent = 9.0
    var count = 1500
    let setUp: @MainActor @Sendable (PointLayer) -> Void

    var testDescription: String { name }
  }

  nonisolated static let cases = [
    Case(name: "opaque dots of many colours") { $0.fillColor = .each(color) },
    Case(name: "one colour, one radius") { $0.radius = .constant(3.3) },
    Case(name: "dots of many radii") { layer in
      layer.fillColor = .each(color)
      layer.radius = .each { 0.4 + Double($0 % 40) / 3 }
    },
    Case(name: "translucent dots") { layer in
      layer.fillColor = .each { color($0).withAlpha(0.3 + 0.2 * Float($0 % 4)) }
      layer.radius = .constant(6)
    },
    Case(name: "outlines") { layer in
      layer.fillColor = .each(color)
      layer.radius = .constant(8)
      layer.strokeWidth = 3
      layer.strokeColor = .black
    },
    Case(name: "a faint layer") { layer in
      layer.fillColor = .each(color)
      layer.strokeWidth = 2
      layer.opacity = 0.4
    },
    Case(name: "two pixels a point", scale: 2) { $0.fillColor = .each(color) },
    Case(
      name: "turned and tilted", camera: CameraPosition(latitude: 20, longitude: 10, zoom: 4, bearing: 40, viewingAngle: 50),
      extent: 15
    ) { $0.fillColor = .each(color) },
    Case(name: "across the antimeridian", camera: CameraPosition(latitude: 0, longitude: 179, zoom: 4)) { layer in
      layer.fillColor = .each(color)
    },
    Case(name: "several copies of the world", camera: CameraPosition(latitude: 0, longitude: 100, zoom: 0), extent: 170) {
      layer in
      layer.fillColor = .each(color)
      layer.radius = .constant(2)
    },
    Case(name: "a filter") { layer in
      layer.fillColor = .each(color)
      layer.filterValue = .each { Double($0 % 10) }
      layer.shownValues = 3...5
    },
    Case(name: "hidden a hundred times", count: 60_000) { $0.fillColor = .each(color) },
  ]

  nonisolated private static func color(_ index: Int) -> Color {
    Color(red: Float(index % 5) / 4, green: Float(index / 5 % 5) / 4, blue: Float(index / 25 % 5) / 4)
  }

  private func picture(_ drawing: Case, composes: Bool) throws -> Image {
    let scene = try OverlayTestScene(
      width: 203, height: 150, scale: drawing.scale, camera: drawing.camera, renderer: composes ? .software : .driver)
    var generator = SeededGenerator(seed: 3)
    func unit() -> Double { Double(generator.next() >> 11) * 0x1p-52 - 1 }
    let layer = PointLayer(
      positions: (0..<drawing.count).map { _ in
        LocationCoordinate(
          latitude: min(max(drawing.camera.target.latitude + drawing.extent * unit(), -80), 80),
          longitude: drawing.camera.target.longitude + drawing.extent * unit())
      })
    drawing.setUp(layer)
    scene.add(layer)
    return try scene.picture()
  }

  /// The two have nothing in common but the rule of what covers a pixel: points from the top down on the processor, sprites
  /// upwards in the driver. A soft edge may differ in its last bits, more of them where many lie over each other.
  @Test(arguments: cases) func theProcessorDrawsWhatTheDriverDraws(_ drawing: Case) throws {
    let (ours, theirs) = (try picture(drawing, composes: true).pixels, try picture(drawing, composes: false).pixels)
    try #require(ours.count == theirs.count)
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    // A card may place its samples elsewhere in a pixel.
    #expect((differences.max() ?? 0) <= (TestDriver.isCard ? 12 : 6))
    #expect(differences.count { $0 > 2 } <= differences.count / (TestDriver.isCard ? 50 : 200))
    // Something is there.
    let reds = Set(stride(from: 0, to: ours.count, by: 4).map { ours[$0] })
    #expect(reds.count > 3)
  }

  /// The darkness of a dot that falls from 1 to 0 over a pixel about r is pi (r^2 + 1/12), wherever in a pixel its middle lies.
  @Test(arguments: [true, false], [0.6, 1.5, 4, 11.7])
  func aDotHasTheAreaOfItsRadius(_ composes: Bool, _ radius: Double) throws {
    for shift in [0.0, 0.013, 0.031] {
      let scene = try OverlayTestScene(
        width: 60, height: 60, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4),
        renderer: composes ? .software : .driver)
      let empty = try scene.picture().pixels
      let layer = PointLayer(positions: [LocationCoordinate(latitude: shift / 2, longitude: shift)])
      layer.radius = .constant(radius)
      layer.fillColor = .constant(.black)
      scene.add(layer)
      let pixels = try scene.picture().pixels
      var area = 0.0
      for offset in stride(from: 0, to: pixels.count, by: 4) {
        area += Double(Int(empty[offset]) - Int(pixels[offset])) / Double(empty[offset])
      }
      let expected = .pi * (radius * radius + 1.0 / 12)
      #expect(abs(area - expected) < 0.02 * expected + 0.2, "\(area)")
    }
  }

  /// A degree is 11.38 points at zoom 4, and 111.19 km on the sphere that map scale is counted by.
  @Test func aRadiusInMetersIsThatOfTheGround() throws {
    for (latitude, widening) in [(0.0, 1.0), (60, 2)] {
      let scene = try OverlayTestScene(
        width: 200, height: 200, camera: CameraPosition(latitude: latitude, longitude: 0, zoom: 4))
      let empty = try scene.picture().pixels
      let layer = PointLayer(positions: [LocationCoordinate(latitude: latitude, longitude: 0)])
      layer.radius = .constant(300_000)
      layer.radiusUnit = .meters
      layer.fillColor = .constant(.black)
      scene.add(layer)
      let pixels = try scene.picture().pixels
      let row = 4 * 200 * 100
      let dark = stride(from: row, to: row + 800, by: 4).count { pixels[$0] < empty[$0] / 2 }
      let expected = 2 * 300_000 / (2 * Double.pi * 6_371_009) * 256 * 16 * widening
      #expect(abs(Double(dark) - expected) <= 1)
    }
  }

  @Test func aDotWhoseMiddleIsOutsideStillReachesIn() throws {
    for composes in [true, false] {
      let scene = try OverlayTestScene(
        width: 100, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4),
        renderer: composes ? .software : .driver)
      let empty = try scene.picture().pixels
      // 52 points west of the middle: two outside the view.
      let layer = PointLayer(positions: [LocationCoordinate(latitude: 0, longitude: -52 / 11.378)])
      layer.radius = .constant(10)
      layer.fillColor = .constant(.black)
      scene.add(layer)
      let pixels = try scene.picture().pixels
      let left = 4 * (50 * 100 + 4)
      #expect(pixels[left] == 0 && empty[left] > 200, "\(composes)")
    }
  }

  @Test func aDotTooLargeForASpriteIsDrawn() throws {
    let scene = try OverlayTestScene(
      width: 300, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
    let layer = PointLayer(positions: [LocationCoordinate(latitude: 0, longitude: -400 / 11.378)])
    layer.radius = .constant(500)
    layer.fillColor = .constant(.black)
    scene.add(layer)
    let pixels = try scene.picture().pixels
    // Its edge lies 100 points east of the middle of the view.
    #expect(pixels[4 * (50 * 300 + 245)] == 0)
    #expect(pixels[4 * (50 * 300 + 255)] > 200)
  }

  /// The middle lies 1000 points west of that of the view.
  @Test(arguments: [[], [5000.0]]) func aRadiusEndsAtTheLargest(_ column: [Double]) throws {
    let scene = try OverlayTestScene(
      width: 300, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
    let layer = PointLayer(positions: [LocationCoordinate(latitude: 0, longitude: -1000 / 11.378)])
    layer.radius = column.isEmpty ? .constant(5000) : .column(column)
    layer.fillColor = .constant(.black)
    scene.add(layer)
    let pixels = try scene.picture().pixels
    #expect(pixels[4 * (50 * 300 + 170)] == 0)
    #expect(pixels[4 * (50 * 300 + 178)] > 200)
  }

  @Test func layersLieInTheOrderOfOverlays() throws {
    let scene = try OverlayTestScene(width: 40, height: 40, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
    let (red, black) = (
      PointLayer(positions: [LocationCoordinate(latitude: 0, longitude: 0)]),
      PointLayer(positions: [LocationCoordinate(latitude: 0, longitude: 0)])
    )
    red.fillColor = .constant(.red)
    black.fillColor = .constant(.black)
    scene.add(red)
    scene.add(black)
    let middle = 4 * (20 * 40 + 20)
    #expect(try scene.picture().pixels[middle] == 0)
    red.zIndex = 1
    #expect(try scene.picture().pixels[middle] == 255)
    scene.store.remove(red)
    #expect(try scene.picture().pixels[middle] == 0)
  }

  @Test func onePointThatMovesIsOneUpload() throws {
    let scene = try OverlayTestScene(
      width: 100, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), renderer: .driver)
    let layer = PointLayer(positions: (0..<10_000).map { LocationCoordinate(latitude: 0, longitude: Double($0) / 1000) })
    scene.add(layer)
    for _ in 0..<2 { try scene.draw() }
    let still = scene.statistics
    layer.replacePositions(from: 5000, with: [LocationCoordinate(latitude: 3, longitude: 3)])
    try scene.draw()
    #expect(scene.statistics.uploads - still.uploads == 1)
    #expect(scene.statistics.uploadedBytes - still.uploadedBytes == 8)
  }
}
