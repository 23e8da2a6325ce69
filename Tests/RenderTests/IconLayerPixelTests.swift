import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct IconLayerPixelTests {
  /// What is drawn in two ways.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var scale = 1.0
    var camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4)
    /// Degrees to either side of the camera's target.
    var extent = 9.0
    var count = 300
    let setUp: @MainActor @Sendable (IconLayer) -> Void

    var testDescription: String { name }
  }

  nonisolated static let cases = [
    Case(name: "icons as they are") { _ in },
    Case(name: "several images") { $0.icon = .each { $0 % 3 } },
    Case(name: "tints and translucency") { layer in
      layer.tint = .each { Color(red: Float($0 % 3) / 2, green: 1, blue: Float($0 % 5) / 4, alpha: $0 % 4 == 0 ? 0.5 : 1) }
    },
    Case(name: "a faint layer") { $0.opacity = 0.4 },
    Case(name: "two pixels a point", scale: 2) { $0.icon = .each { $0 % 3 } },
    Case(name: "larger than the images") { $0.scale = .constant(1.6) },
    Case(name: "smaller than the images") { $0.scale = .constant(0.7) },
    Case(name: "anchored at their foot") { $0.anchor = .bottom },
    Case(
      name: "turned and tilted view", camera: CameraPosition(latitude: 20, longitude: 10, zoom: 4, bearing: 40, viewingAngle: 50),
      extent: 15
    ) { $0.icon = .each { $0 % 3 } },
    Case(name: "across the antimeridian", camera: CameraPosition(latitude: 0, longitude: 179, zoom: 4)) { _ in },
    Case(name: "a filter") { layer in
      layer.filterValue = .each { Double($0 % 10) }
      layer.shownValues = 3...5
    },
    Case(name: "hidden many times", count: 20_000) { $0.icon = .each { $0 % 3 } },
  ]

  private static let images = [
    OverlayTestScene.testCard(width: 24, height: 24, cell: 6), OverlayTestScene.arrowIcon(side: 32, scale: 2),
    OverlayTestScene.arrowIcon(side: 21, scale: 1),
  ]

  private func layer(_ drawing: Case) -> IconLayer {
    var generator = SeededGenerator(seed: 3)
    func unit() -> Double { Double(generator.next() >> 11) * 0x1p-52 - 1 }
    let layer = IconLayer(
      images: Self.images,
      positions: (0..<drawing.count).map { _ in
        LocationCoordinate(
          latitude: min(max(drawing.camera.target.latitude + drawing.extent * unit(), -80), 80),
          longitude: drawing.camera.target.longitude + drawing.extent * unit())
      })
    drawing.setUp(layer)
    return layer
  }

  private func picture(_ drawing: Case, composes: Bool) throws -> Image {
    let scene = try OverlayTestScene(
      width: 203, height: 150, scale: drawing.scale, camera: drawing.camera, renderer: composes ? .software : .driver)
    scene.add(layer(drawing))
    return try scene.picture()
  }

  /// A place whose pixel is all but a half may be rounded to either side: a few icons then lie a pixel apart.
  @Test(arguments: cases) func theProcessorDrawsWhatTheDriverDraws(_ drawing: Case) throws {
    let (ours, theirs) = (try picture(drawing, composes: true).pixels, try picture(drawing, composes: false).pixels)
    try #require(ours.count == theirs.count)
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 4 } <= differences.count / 100, "\(differences.count { $0 > 4 }) of \(differences.count)")
    let reds = Set(stride(from: 0, to: ours.count, by: 4).map { ours[$0] })
    #expect(reds.count > 3)
  }

  @Test(arguments: [true, false]) func anIconIsItsImagePixelByPixel(_ composes: Bool) throws {
    let scene = try OverlayTestScene(
      width: 60, height: 60, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), renderer: composes ? .software : .driver)
    scene.add(IconLayer(images: [Self.images[0]], positions: [LocationCoordinate(latitude: 0, longitude: 0)]))
    let pixels = try scene.picture().pixels
    for row in 0..<24 {
      for column in 0..<24 {
        let (ours, image) = (4 * ((row + 18) * 60 + column + 18), 4 * (row * 24 + column))
        for channel in 0..<3 { #expect(pixels[ours + channel] == Self.images[0].pixels[image + channel]) }
      }
    }
  }

  /// A square half red, half green, turned by a right angle clockwise: what was left is above.
  @Test(arguments: [false, true]) func turnsClockwise(_ isFlat: Bool) throws {
    let scene = try OverlayTestScene(width: 60, height: 60, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
    let card = Image(width: 20, height: 20, scale: 1) { column, _ in column < 10 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 255, 0, 255) }
    let layer = IconLayer(images: [card], positions: [LocationCoordinate(latitude: 0, longitude: 0)])
    layer.rotation = .constant(90)
    layer.isFlat = isFlat
    scene.add(layer)
    let pixels = try scene.picture().pixels
    #expect(pixels[4 * (25 * 60 + 30)] == 255 && pixels[4 * (25 * 60 + 30) + 1] == 0)
    #expect(pixels[4 * (35 * 60 + 30)] == 0 && pixels[4 * (35 * 60 + 30) + 1] == 255)
  }

  @Test func oneIconThatMovesIsOneUpload() throws {
    let scene = try OverlayTestScene(
      width: 100, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), renderer: .driver)
    let layer = IconLayer(
      images: Self.images, positions: (0..<10_000).map { LocationCoordinate(latitude: 0, longitude: Double($0) / 1000) })
    layer.icon = .each { $0 % 3 }
    scene.add(layer)
    for _ in 0..<2 { try scene.draw() }
    let still = scene.statistics
    layer.replacePositions(from: 5000, with: [LocationCoordinate(latitude: 3, longitude: 3)])
    try scene.draw()
    #expect(scene.statistics.uploads - still.uploads == 1)
    #expect(scene.statistics.uploadedBytes - still.uploadedBytes == 8)
  }

  @Test func imagesThatAreTooLargeAreLeftOutAndTheOthersDrawn() throws {
    for composes in [true, false] {
      let scene = try OverlayTestScene(
        width: 60, height: 60, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4),
        renderer: composes ? .software : .driver)
      let huge = Image(width: 600, height: 4, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) }
      let layer = IconLayer(
        images: [huge, Self.images[0]],
        positions: [-1.5, 1.5].map { LocationCoordinate(latitude: 0, longitude: $0) })
      layer.icon = .column([0, 1])
      scene.add(layer)
      let pixels = try scene.picture().pixels
      #expect(pixels[4 * (30 * 60 + 5) + 1] > 200)
      #expect(pixels[4 * (30 * 60 + 47 - 12) + 1] < 200)
    }
  }
}
