import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct MarkerRasterizerPixelTests {
  /// What is drawn in two ways.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var scale = 1.0
    var camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4)
    /// Degrees to either side of the camera's target.
    var extent = 9.0
    var count = 200
    let setUp: @MainActor @Sendable (Marker, Int) -> Void

    var testDescription: String { name }
  }

  private nonisolated static let tilted = CameraPosition(latitude: 20, longitude: 10, zoom: 4, bearing: 40, viewingAngle: 50)

  nonisolated static let cases = [
    Case(name: "pins") { _, _ in },
    Case(name: "several images") { marker, index in marker.icon = images[index % images.count] },
    Case(name: "two pixels a point", scale: 2) { marker, index in marker.icon = images[index % images.count] },
    Case(name: "one and a half pixels a point", scale: 1.5) { marker, index in marker.icon = images[index % images.count] },
    Case(name: "faint ones") { marker, index in marker.opacity = Double(index % 5) / 4 },
    Case(name: "anchored elsewhere") { marker, index in marker.groundAnchor = UnitPoint(x: Double(index % 7) / 6, y: 0.25) },
    Case(name: "turned") { marker, index in
      marker.icon = images[index % images.count]
      marker.rotation = Double(index * 13)
    },
    Case(name: "flat", camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4, bearing: 30)) { marker, index in
      marker.icon = images[index % images.count]
      marker.isFlat = true
      marker.rotation = Double(index * 13)
    },
    Case(name: "flat in a tilted view", camera: tilted, extent: 15) { marker, index in
      marker.icon = images[index % images.count]
      marker.isFlat = index % 2 == 0
      marker.rotation = Double(index % 3 * 40)
    },
    Case(name: "larger than a block is wide") { marker, index in
      if index % 40 == 0 { marker.icon = OverlayTestScene.testCard(width: 90, height: 70, cell: 10) }
    },
    Case(name: "far larger than a page of icons", count: 20) { marker, index in
      if index == 3 { marker.icon = OverlayTestScene.testCard(width: 700, height: 30, cell: 10) }
    },
    Case(name: "across the antimeridian", camera: CameraPosition(latitude: 0, longitude: 179, zoom: 4)) { _, _ in },
    Case(name: "hidden many times", count: 5_000) { marker, index in
      marker.icon = images[index % images.count]
      if index % 100 == 0 { marker.zIndex = 3 }
    },
  ]

  private static let images = [
    OverlayTestScene.testCard(width: 24, height: 24, cell: 6), OverlayTestScene.arrowIcon(side: 32, scale: 2),
    OverlayTestScene.arrowIcon(side: 21, scale: 1),
  ]

  private func scene(_ drawing: Case, _ renderer: RendererChoice) throws -> OverlayTestScene {
    let scene = try OverlayTestScene(
      width: 204, height: 150, scale: drawing.scale, camera: drawing.camera, renderer: renderer)
    var generator = SeededGenerator(seed: 5)
    func unit() -> Double { Double(generator.next() >> 11) * 0x1p-52 - 1 }
    for index in 0..<drawing.count {
      let latitude = min(max(drawing.camera.target.latitude + drawing.extent * unit(), -80), 80)
      let marker = Marker(
        position: LocationCoordinate(latitude: latitude, longitude: drawing.camera.target.longitude + drawing.extent * unit()))
      drawing.setUp(marker, index)
      scene.add(marker)
    }
    return scene
  }

  /// A place whose pixel is all but a half may be rounded to either side: a few icons then lie a pixel apart.
  @Test(arguments: cases) func theProcessorDrawsWhatTheDriverDraws(_ drawing: Case) throws {
    let (ours, theirs) = (try scene(drawing, .software).picture().pixels, try scene(drawing, .driver).picture().pixels)
    try #require(ours.count == theirs.count)
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 8 } <= differences.count / 100, "\(differences.count { $0 > 8 }) of \(differences.count)")
    let reds = Set(stride(from: 0, to: ours.count, by: 4).map { ours[$0] })
    #expect(reds.count > 3)
  }

  @Test func aStillFrameUploadsNothing() throws {
    let scene = try scene(Self.cases[0], .software)
    for _ in 0..<2 { try scene.draw() }
    let still = scene.statistics
    try scene.draw()
    #expect(scene.statistics.uploadedBytes == still.uploadedBytes)
  }

  @Test func aMarkerThatChangesIsSeenInTheNextFrame() throws {
    let scene = try OverlayTestScene(
      width: 100, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), renderer: .software)
    let marker = scene.marker(0, 0)
    marker.icon = Image(width: 20, height: 20, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) }
    marker.groundAnchor = UnitPoint(x: 0.5, y: 0.5)
    func middle() throws -> [UInt8] { Array(try scene.picture().pixels[4 * (50 * 100 + 50)..<4 * (50 * 100 + 50) + 3]) }
    #expect(try middle() == [255, 0, 0])
    marker.icon = Image(width: 20, height: 20, scale: 1) { _, _ in SIMD4(0, 255, 0, 255) }
    #expect(try middle() == [0, 255, 0])
    marker.opacity = 0
    #expect(try middle()[0] > 200)
    marker.opacity = 1
    marker.position = LocationCoordinate(latitude: 0, longitude: 3)
    #expect(try middle()[0] > 200)
  }

  /// In the views of identities and of overdraw it is the driver that draws.
  @Test func theDriverTakesOverWithAllThatChangedMeanwhile() throws {
    let scene = try scene(Self.cases[0], .software)
    let marker = scene.marker(0, 0)
    marker.icon = Image(width: 20, height: 20, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) }
    marker.zIndex = 9
    try scene.draw()
    marker.icon = Image(width: 20, height: 20, scale: 1) { _, _ in SIMD4(0, 0, 255, 255) }
    let ours = try scene.picture().pixels
    scene.renderer = .driver
    let theirs = try scene.picture().pixels
    #expect(zip(ours, theirs).count { abs(Int($0) - Int($1)) > 8 } <= ours.count / 100)
  }
}
