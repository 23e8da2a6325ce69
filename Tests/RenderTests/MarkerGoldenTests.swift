import OverlookCamera
import OverlookCanvas
import OverlookGeometry
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct MarkerGoldenTests {
  private func expectPicture(_ name: String, _ scene: OverlayTestScene) throws {
    let mismatch = try GoldenPicture("markers/\(name)").mismatch(with: scene.picture())
    #expect(mismatch == nil)
  }

  /// Upper row: the default pin and tinted ones, the last at half opacity. Lower
  /// row: an icon of its own above its place, on its place, turned by 45 degrees, and flat on a map turned by 30 degrees.
  private func fillKinds(_ scene: OverlayTestScene) {
    scene.addGraticule(step: 10)
    let tints: [Color?] = [nil, .green, .blue, Color(red: 0.98, green: 0.75, blue: 0.1), .black, nil]
    for (i, tint) in tints.enumerated() {
      let marker = scene.marker(10, -25 + Double(i) * 10, color: tint)
      if i == 5 { marker.opacity = 0.5 }
    }
    let icon = OverlayTestScene.arrowIcon(side: 64, scale: 2)
    for i in 0..<5 {
      let marker = scene.marker(-10, -20 + Double(i) * 10)
      marker.icon = icon
      if i > 0 { marker.groundAnchor = .center }
      if i == 2 { marker.rotation = 45 }
      if i >= 3 { marker.isFlat = true }
      if i == 4 { marker.rotation = 45 }
    }
  }

  @Test func everyKindOfMarkerAt1x() throws {
    let camera = CameraPosition(latitude: 5, longitude: 2, zoom: 3.2, bearing: 30)
    let scene = try OverlayTestScene(width: 480, height: 320, camera: camera)
    fillKinds(scene)
    try expectPicture("kinds-1x", scene)
  }

  @Test func everyKindOfMarkerAt2x() throws {
    let camera = CameraPosition(latitude: 5, longitude: 2, zoom: 3.2, bearing: 30)
    let scene = try OverlayTestScene(width: 480, height: 320, scale: 2, camera: camera)
    fillKinds(scene)
    try expectPicture("kinds-2x", scene)
  }

  /// The default look, other colours, a border, no glyph, texts that fit and one that is made smaller, pictures plain and tinted,
  /// and sizes.
  @Test func pinsWithGlyphs() throws {
    let scene = try OverlayTestScene(
      width: 520, height: 200, scale: 2, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 3))
    let card = OverlayTestScene.testCard(width: 64, height: 48, cell: 16, scale: 2)
    let arrow = OverlayTestScene.arrowIcon(side: 32, scale: 2)
    let dark = Color(red: 0.12, green: 0.14, blue: 0.2)
    let looks: [(Color?, Color?, PinOptions.Glyph, Double)] = [
      (nil, nil, .dot(.white), 1), (.blue, nil, .dot(dark), 1), (.white, dark, .none, 1), (.green, nil, .text("7"), 1),
      (.white, dark, .text("Ag", color: dark), 1), (dark, nil, .text("12345"), 1), (.blue, nil, .image(card), 1),
      (.white, dark, .image(arrow, tint: .red), 1), (nil, nil, .text("A"), 0.5), (.green, .black, .text("B2"), 2),
    ]
    for (index, look) in looks.enumerated() {
      var options = PinOptions()
      if let background = look.0 { options.backgroundColor = background }
      (options.borderColor, options.glyph, options.scale) = (look.1, look.2, look.3)
      scene.marker(-5, -38 + Double(index) * 8.3).icon = Marker.pinImage(options)
      #expect(Marker.pinImage(options) === Marker.pinImage(options))
    }
    try expectPicture("pins", scene)
  }

  @Test(arguments: [Double.nan, -1, 1e300]) func aPinOfAnySizeIsDrawn(_ scale: Double) {
    var options = PinOptions()
    options.scale = scale
    options.glyph = .text("")
    // 27 x 43 points, a quarter to eight times as large.
    #expect((6.75...216).contains(Marker.pinImage(options).widthPoints))
  }

  /// Upright icons keep their size to the horizon, flat ones lie on the ground.
  @Test func markersStandInATiltedView() throws {
    let camera = CameraPosition(latitude: 20, longitude: 10, zoom: 3, bearing: 20, viewingAngle: 65)
    let scene = try OverlayTestScene(width: 560, height: 360, camera: camera)
    scene.addGraticule(step: 10)
    let icon = OverlayTestScene.arrowIcon(side: 48, scale: 1)
    for latitude in stride(from: 60.0, through: 0, by: -10) {
      for longitude in stride(from: -30.0, through: 50, by: 20) {
        let flat = scene.marker(latitude, longitude)
        flat.icon = icon
        flat.isFlat = true
        flat.groundAnchor = .center
        scene.marker(latitude, longitude, color: latitude == 20 ? .green : nil)
      }
    }
    try expectPicture("tilted", scene)
  }

  /// Markers beside the antimeridian show at both edges of a view that is one world wide.
  @Test func markersBesideTheAntimeridianShowAtBothEdges() throws {
    // One world is 640 points wide at zoom log2(640 / 256).
    let scene = try OverlayTestScene(
      width: 640, height: 300, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 1.321_928))
    scene.addGraticule(step: 30)
    scene.marker(20, 179.9)
    scene.marker(-20, -179.9, color: .blue)
    scene.marker(0, -179.9, color: .blue).isFlat = true
    scene.marker(0, 0, color: .green)
    try expectPicture("antimeridian", scene)
  }

  @Test func markersRepeatInAViewOfSeveralWorlds() throws {
    let scene = try OverlayTestScene(
      width: 640, height: 200, camera: CameraPosition(latitude: 0, longitude: 180, zoom: 0))
    scene.addGraticule(step: 30)
    scene.marker(0, 179.9)
    scene.marker(0, 0, color: .green)
    try expectPicture("several-worlds", scene)
  }

  /// Places beyond the Mercator limit are shown at the edge of the map.
  @Test func markersNearThePolesStandAtTheEdge() throws {
    let scene = try OverlayTestScene(width: 400, height: 400, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 0.1))
    scene.addGraticule(step: 30)
    for (i, latitude) in [90.0, 85.05, 80, -80, -85.05, -90].enumerated() {
      scene.marker(latitude, -100 + Double(i) * 40, color: i % 2 == 0 ? nil : .blue)
    }
    try expectPicture("poles", scene)
  }
}
