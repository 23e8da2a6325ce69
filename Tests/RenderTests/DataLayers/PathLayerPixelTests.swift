import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookMeasurement
import OverlookPasses
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct PathLayerPixelTests {
  /// What is drawn in two ways.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var scale = 1.0
    var camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4)
    /// Degrees to either side of the camera's target.
    var extent = 9.0
    var count = 60
    /// Degrees from point to point.
    var step = 0.4
    let setUp: @MainActor @Sendable (PathLayer) -> Void

    var testDescription: String { name }
  }

  nonisolated static let cases = [
    Case(name: "opaque lines of many colours") { $0.strokeColor = .each(color) },
    Case(name: "thin lines") { $0.strokeWidth = .constant(0.6) },
    Case(name: "wide lines with round ends", step: 2) { layer in
      layer.strokeColor = .each(color)
      layer.strokeWidth = .each { 1 + Double($0 % 16) }
      layer.strokeCap = .round
    },
    Case(name: "square ends", step: 2) { layer in
      layer.strokeColor = .each(color)
      layer.strokeWidth = .constant(9)
      layer.strokeCap = .square
    },
    Case(name: "a faint layer", count: 12, step: 1) { layer in
      layer.strokeColor = .each(color)
      layer.strokeWidth = .constant(5)
      layer.opacity = 0.4
    },
    Case(name: "two pixels a point", scale: 2) { $0.strokeColor = .each(color) },
    Case(
      name: "turned and tilted", camera: CameraPosition(latitude: 20, longitude: 10, zoom: 4, bearing: 40, viewingAngle: 50),
      extent: 15
    ) { $0.strokeColor = .each(color) },
    Case(
      name: "tilted to the horizon", camera: CameraPosition(latitude: 20, longitude: 10, zoom: 4, bearing: 40, viewingAngle: 80),
      extent: 30, step: 6
    ) { $0.strokeColor = .each(color) },
    Case(name: "across the antimeridian", camera: CameraPosition(latitude: 0, longitude: 179, zoom: 4)) { layer in
      layer.strokeColor = .each(color)
    },
    Case(name: "long segments", camera: CameraPosition(latitude: 0, longitude: 100, zoom: 6), extent: 20, count: 1000, step: 40) {
      layer in
      layer.strokeColor = .each(color)
      layer.strokeWidth = .constant(3)
    },
    Case(name: "a filter") { layer in
      layer.strokeColor = .each(color)
      layer.filterValue = .each { Double($0 % 10) }
      layer.shownValues = 3...5
    },
    Case(name: "hidden many times", count: 3000) { $0.strokeColor = .each(color) },
    Case(name: "shorter than a pixel", camera: CameraPosition(latitude: 0, longitude: 0, zoom: 3), count: 30, step: 0.1) {
      layer in
      layer.strokeColor = .each(color)
    },
  ]

  nonisolated private static func color(_ index: Int) -> Color {
    Color(red: Float(index % 5) / 4, green: Float(index / 5 % 5) / 4, blue: Float(index / 25 % 5) / 4)
  }

  private func picture(_ drawing: Case, composes: Bool) throws -> Image {
    let scene = try OverlayTestScene(
      width: 203, height: 150, scale: drawing.scale, camera: drawing.camera, renderer: composes ? .software : .driver)
    var generator = SeededGenerator(seed: 3)
    func unit() -> Double { Double(generator.next() >> 11) * 0x1p-52 - 1 }
    let layer = PathLayer(
      paths: (0..<drawing.count).map { _ in
        var (latitude, longitude) = (
          drawing.camera.target.latitude + drawing.extent * unit(), drawing.camera.target.longitude + drawing.extent * unit()
        )
        var heading = .pi * unit()
        return (0..<20).map { _ in
          // Gentle turns: where a line crosses itself the driver covers a pixel twice.
          heading += 0.3 * unit()
          latitude += drawing.step * sin(heading)
          longitude += drawing.step * cos(heading)
          return LocationCoordinate(latitude: min(max(latitude, -80), 80), longitude: longitude)
        }
      })
    layer.strokeWidth = .constant(2)
    drawing.setUp(layer)
    scene.add(layer)
    return try scene.picture()
  }

  /// The two have nothing in common but the rule of what covers a pixel: whole paths from the top down on the processor, pieces
  /// of them upwards in the driver. A soft edge may differ in its last bits, more of them where many lie over each other or a
  /// bend is sharp.
  @Test(arguments: cases) func theProcessorDrawsWhatTheDriverDraws(_ drawing: Case) throws {
    let (ours, theirs) = (try picture(drawing, composes: true).pixels, try picture(drawing, composes: false).pixels)
    try #require(ours.count == theirs.count)
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 24 } <= differences.count / 1000, "largest \(differences.max() ?? 0)")
    #expect(differences.count { $0 > 6 } <= differences.count / 50, "\(differences.count { $0 > 6 })")
    // Something is there.
    let reds = Set(stride(from: 0, to: ours.count, by: 4).map { ours[$0] })
    #expect(reds.count > 3)
  }

  /// The darkness of a line is its length times its width: from 1 to 0 over a pixel about either edge.
  @Test(arguments: [true, false], [1.0, 2, 6.5]) func aLineHasTheAreaOfItsWidth(_ composes: Bool, _ width: Double) throws {
    let scene = try OverlayTestScene(
      width: 120, height: 60, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), renderer: composes ? .software : .driver
    )
    let empty = try scene.picture().pixels
    // 80 points east of west, with corners of no angle on the way; 11.378 points a degree.
    let layer = PathLayer(paths: [[-40.0, -10, 25, 40].map { LocationCoordinate(latitude: 0.013, longitude: $0 / 11.378) }])
    layer.strokeWidth = .constant(width)
    layer.strokeColor = .constant(.black)
    scene.add(layer)
    let pixels = try scene.picture().pixels
    var area = 0.0
    for offset in stride(from: 0, to: pixels.count, by: 4) {
      area += Double(Int(empty[offset]) - Int(pixels[offset])) / Double(empty[offset])
    }
    #expect(abs(area - 80 * width) < 0.02 * 80 * width, "\(area)")
  }

  /// A degree is 11.38 points at zoom 4, and 111.19 km on the sphere that map scale is counted by.
  @Test func aWidthInMetersIsThatOfTheGround() throws {
    for (latitude, widening) in [(0.0, 1.0), (60, 2)] {
      let scene = try OverlayTestScene(
        width: 100, height: 200, camera: CameraPosition(latitude: latitude, longitude: 0, zoom: 4))
      let empty = try scene.picture().pixels
      let layer = PathLayer(paths: [[-20.0, 20].map { LocationCoordinate(latitude: latitude, longitude: $0) }])
      layer.strokeWidth = .constant(600_000)
      layer.strokeWidthUnit = .meters
      layer.strokeColor = .constant(.black)
      scene.add(layer)
      let pixels = try scene.picture().pixels
      let dark = (0..<200).count { pixels[4 * (100 * $0 + 50)] < empty[4 * (100 * $0 + 50)] / 2 }
      let expected = 600_000 / (2 * Double.pi * 6_371_009) * 256 * 16 * widening
      #expect(abs(Double(dark) - expected) <= 1)
    }
  }

  @Test func onePathThatMovesIsOneUpload() throws {
    let scene = try OverlayTestScene(
      width: 100, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), renderer: .driver)
    let layer = PathLayer(
      paths: (0..<1000).map { number in
        (0..<10).map { LocationCoordinate(latitude: Double($0), longitude: Double(number) / 100) }
      })
    scene.add(layer)
    for _ in 0..<2 { try scene.draw() }
    let still = scene.statistics
    layer.replacePath(500, with: (0..<10).map { LocationCoordinate(latitude: Double($0), longitude: 3) })
    try scene.draw()
    #expect(scene.statistics.uploads - still.uploads == 1)
    #expect(scene.statistics.uploadedBytes - still.uploadedBytes == 160)
  }

  @Test func whatIsOutOfViewIsNotDrawn() throws {
    let scene = try OverlayTestScene(
      width: 100, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8), renderer: .driver)
    // A path every degree east: those in the view are neighbours.
    let layer = PathLayer(
      paths: (-170..<170).map { number in
        (0..<100).map { LocationCoordinate(latitude: Double($0) / 100, longitude: Double(number) + Double($0) / 1000) }
      })
    scene.add(layer)
    try scene.draw()
    let before = scene.statistics
    try scene.draw()
    #expect(scene.statistics.vertices - before.vertices < 6 * 100 * 3 * 4)
  }

  /// A kind of dashed line in a view.
  struct Dashed: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var camera = CameraPosition(latitude: 10, longitude: 20, zoom: 5)
    var dashes = DashPattern([14, 8])
    var join = StrokeJoin.round
    var cap = StrokeCap.butt
    var unit = LengthUnit.points
    var width = 5.0
  }

  nonisolated static let dashed = [
    Dashed(testDescription: "from above"),
    Dashed(testDescription: "round", dashes: DashPattern([12, 12], phase: 5, cap: .round), cap: .round, width: 8),
    Dashed(testDescription: "dots", dashes: .dots(spacing: 9)),
    Dashed(testDescription: "square and mitred", dashes: DashPattern([10, 14, 3, 9], cap: .square), join: .miter, cap: .square),
    Dashed(testDescription: "bevelled", dashes: DashPattern([30, 6]), join: .bevel, width: 12),
    Dashed(testDescription: "turned", camera: CameraPosition(latitude: 10, longitude: 20, zoom: 4.3, bearing: 70)),
    Dashed(
      testDescription: "tilted", camera: CameraPosition(latitude: 12, longitude: 21, zoom: 5, bearing: 30, viewingAngle: 55)),
    Dashed(
      testDescription: "across the antimeridian, tilted",
      camera: CameraPosition(
        latitude: 10, longitude: -179, zoom: 5, bearing: 30, viewingAngle: 40)),
    Dashed(
      testDescription: "on the ground",
      camera: CameraPosition(latitude: 12, longitude: 21, zoom: 5, bearing: 30, viewingAngle: 55),
      dashes: DashPattern([50_000, 30_000]), unit: .meters, width: 20_000),
  ]

  /// A polyline is made of other numbers, but by the same rules: soft edges may differ in their last bits.
  @Test(arguments: dashed, [true, false]) func dashesAreThoseOfPolylines(_ drawing: Dashed, _ composes: Bool) throws {
    let target = drawing.camera.target
    func point(_ number: Int, _ step: Int) -> LocationCoordinate {
      let wave = 0.6 * sin(Double(step * (number + 1)))
      let latitude = target.latitude - 4.5 + 2.5 * Double(number) + wave
      return LocationCoordinate(latitude: latitude, longitude: target.longitude - 9 + 1.5 * Double(step))
    }
    let paths: [[LocationCoordinate]] = (0..<4).map { number in (0..<12).map { point(number, $0) } }
    func color(_ index: Int) -> Color { Self.color(3 * index + 1).withAlpha(index == 2 ? 0.5 : 1) }
    /// After a move, so that what it leaves as it was shows.
    func picture(_ overlays: [Overlay]) throws -> [UInt8] {
      let scene = try OverlayTestScene(width: 300, height: 200, camera: drawing.camera, renderer: composes ? .software : .driver)
      for overlay in overlays { scene.add(overlay) }
      try scene.draw()
      scene.look(
        from: CameraPosition(
          target: LocationCoordinate(latitude: target.latitude + 0.3, longitude: target.longitude + 0.4),
          zoom: drawing.camera.zoom + 0.1, bearing: drawing.camera.bearing, viewingAngle: drawing.camera.viewingAngle))
      defer { for overlay in overlays { scene.store.remove(overlay) } }
      return try scene.picture().pixels
    }
    let layer = PathLayer(paths: paths)
    layer.strokeWidth = .each { drawing.width * (1 + 0.3 * Double($0)) }
    layer.strokeWidthUnit = drawing.unit
    layer.strokeColor = .each { color($0) }
    (layer.strokeJoin, layer.strokeCap, layer.strokeDashes) = (drawing.join, drawing.cap, drawing.dashes)
    let lines = paths.enumerated().map { index, path in
      let line = Polyline(path: Path(path))
      line.strokeWidth = drawing.width * (1 + 0.3 * Double(index))
      line.strokeColor = color(index)
      line.lineStyle = LineStyle(dashes: drawing.dashes, unit: drawing.unit)
      (line.lineStyle.join, line.lineStyle.cap) = (drawing.join, drawing.cap)
      return line
    }
    let (ours, theirs) = (try picture([layer]), try picture(lines))
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 12 } <= differences.count / 1000, "largest \(differences.max() ?? 0)")
    layer.strokeDashes = nil
    #expect(try picture([layer]) != ours, "the dashes are seen")
  }

  @Test func dashesCostNothingWhileNothingMoves() throws {
    let scene = try OverlayTestScene(
      width: 100, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4, viewingAngle: 40))
    let layer = PathLayer(paths: [[-5.0, 0, 5].map { LocationCoordinate(latitude: $0, longitude: $0) }])
    layer.strokeDashes = DashPattern([6, 4])
    (layer.casingColor, layer.casingWidth) = (.white, 1)
    scene.add(layer)
    for _ in 0..<2 { try scene.draw() }
    let still = scene.statistics
    try scene.draw()
    // Of the last frame; the block of the view is the only upload of such a frame.
    #expect(scene.statistics.uploads <= 1 && still.uploads <= 1)
    guard AllocationCounter.isAvailable else { return }
    let report = try AllocationCounter.count { for _ in 0..<3 { try scene.draw() } }
    #expect(report.blocks == 0, "\(report)")
  }

  @Test(arguments: [DashPattern([]), DashPattern([.nan, 3]), DashPattern([-1, 2]), DashPattern([0, 0])])
  func dashesThatCannotBeDrawnAreNone(_ dashes: DashPattern) throws {
    func picture(_ dashes: DashPattern?) throws -> Image {
      let scene = try OverlayTestScene(width: 100, height: 100, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
      let layer = PathLayer(paths: [[-3.0, 3].map { LocationCoordinate(latitude: $0, longitude: 2 * $0) }])
      layer.strokeDashes = dashes
      scene.add(layer)
      return try scene.picture()
    }
    #expect(try picture(dashes).pixels == picture(nil).pixels)
  }
}
