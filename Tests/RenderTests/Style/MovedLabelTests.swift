import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookMeasurement
import OverlookPasses
import OverlookStyle
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// Labels stay in the driver's memory while the view moves.
@MainActor @Suite struct MovedLabelTests {
  private static let points = [
    StyleScene.point(-60, -40, #""n": "Aalto""#), StyleScene.point(60, -30, #""n": "Über den Linden""#),
    StyleScene.point(10, 40, #""n": "two\nlines""#),
  ].joined(separator: ",")

  private func scene(_ shapes: String = points, _ layout: String = "", bearing: Double = 0, pitch: Double = 0) throws
    -> StyleScene
  {
    let layer = StyleScene.layer(
      "symbol", paint: ##""text-color": "#203040", "text-halo-color": "#ff8000", "text-halo-width": 1.5"##,
      layout: #""text-field": ["get", "n"], "text-font": ["Inter Medium"], "text-size": 16"# + layout)
    let scene = try StyleScene(
      StyleScene.style(StyleScene.paper + "," + layer, shapes, bearing: bearing, pitch: pitch), width: 300, height: 200,
      glyphs: GlyphLibrary())
    scene.placeLabels()
    return scene
  }

  /// Moves the view over the ground by points of the screen.
  private func pan(_ scene: StyleScene, _ x: Double, _ y: Double) throws {
    let place = ScreenPoint(x: scene.view.focus.x + x, y: scene.view.focus.y + y)
    scene.view = scene.view.centered(at: try #require(scene.view.worldPoint(at: place)))
  }

  /// Turns and tilts it by degrees.
  private func turn(_ scene: StyleScene, _ bearing: Double, _ tilt: Double) {
    let camera = scene.view.camera
    let turned = CameraPosition(
      target: camera.target, zoom: camera.zoom, bearing: camera.bearing + bearing, viewingAngle: camera.viewingAngle + tilt)
    scene.view = ViewTransform(camera: turned, size: scene.view.size)
  }

  enum Kind: CaseIterable {
    case standing, lying, lyingUpright, beside, alongBend, alongBendOnGround

    var layout: String {
      switch self {
      case .standing: ""
      case .lying: #", "text-pitch-alignment": "map", "text-rotation-alignment": "map""#
      case .lyingUpright: #", "text-pitch-alignment": "map", "text-rotation-alignment": "viewport""#
      case .beside: #", "text-rotation-alignment": "map", "text-pitch-alignment": "viewport", "text-variable-anchor": ["left"]"#
      case .alongBend: #", "symbol-placement": "line-center", "text-pitch-alignment": "viewport""#
      case .alongBendOnGround: #", "symbol-placement": "line-center""#
      }
    }

    @MainActor var shapes: String {
      guard self == .alongBend || self == .alongBendOnGround else { return MovedLabelTests.points }
      return StyleScene.line([(-110, 40), (-10, 10), (20, -5), (110, -30)], #""n": "A road with a bend""#)
    }
  }

  /// What was made for one view, and is seen in another, is where it is when it is made for that.
  @Test(arguments: [(0.0, 0.0), (35, 0), (0, 50), (20, 60)], Kind.allCases)
  func theyLieWhereTheyLieWhenPlacedAnew(view: (bearing: Double, pitch: Double), kind: Kind) throws {
    let scenes = try (0..<2).map { _ in try scene(kind.shapes, kind.layout, bearing: view.bearing, pitch: view.pitch) }
    let (moved, fresh) = (scenes[0], scenes[1])
    let before = try moved.picture()
    for scene in scenes {
      try pan(scene, 31, -17)
      turn(scene, 4, view.pitch == 0 ? 0 : -2)
    }
    let bytes = try #require(GraphicsCallCounter.count { try moved.draw() }).uploadedBytes
    #expect(bytes == 0, "\(bytes)")
    let (shifted, placed) = try (moved.picture(), fresh.picture())
    let difference = try #require(PictureComparison(shifted, placed)).share
    #expect(difference < (kind == .alongBend || kind == .alongBendOnGround ? 0.01 : 0.0005), "\(difference)")
    #expect(try #require(PictureComparison(before, placed)).share > 0.01)
  }

  @Test func onlyWhatChangesIsUploaded() throws {
    let scene = try scene(Self.points + "," + StyleScene.point(-60, 60, #""n": "another""#))
    func uploadedBytes() throws -> Int { try #require(GraphicsCallCounter.count { try scene.draw() }).uploadedBytes }
    #expect(try uploadedBytes() > 1000)
    #expect(try uploadedBytes() == 0)
    try pan(scene, 20, 0)
    #expect(try uploadedBytes() == 0)
    // The same ones, placed anew.
    scene.placeLabels()
    #expect(try uploadedBytes() == 0)
    // Two of them have left the view and what lies beside it.
    try pan(scene, 220, 0)
    scene.placeLabels()
    #expect(try uploadedBytes() > 100)
    scene.view = ViewTransform(
      camera: CameraPosition(target: scene.view.camera.target, zoom: scene.view.camera.zoom + 0.5), size: scene.view.size)
    #expect(try uploadedBytes() > 1000)
  }

  /// Labels over labels, which come into view and go out as it moves, lie over one another as they do when all are new.
  @Test func labelsThatComeAndGoKeepTheirOrder() throws {
    let names = (0..<60).map { number in
      StyleScene.point(16 * Double(number) - 480, Double(number * 37 % 120) - 60, #""n": "Name \#(number)""#)
    }.joined(separator: ",")
    let scenes = try (0..<2).map { _ in try scene(names, #", "text-ignore-placement": true"#) }
    let (moved, fresh) = (scenes[0], scenes[1])
    let before = try moved.picture()
    for way in [45.0, 45, 45, -45, 45, 45, 45] {
      try pan(moved, way, 0)
      moved.placeLabels()
      let report = try #require(GraphicsCallCounter.count { try moved.draw() })
      // A tenth of them came.
      #expect(report.uploadedBytes > 0 && report.uploadedBytes < 20_000, "\(report.uploadedBytes)")
    }
    try pan(fresh, 225, 0)
    fresh.placeLabels()
    let whole = try #require(GraphicsCallCounter.count { try fresh.draw() }).uploadedBytes
    #expect(whole > 30_000, "\(whole)")
    let (shifted, placed) = try (moved.picture(), fresh.picture())
    let difference = try #require(PictureComparison(shifted, placed)).share
    #expect(difference < 0.0005, "\(difference)")
    #expect(try #require(PictureComparison(before, placed)).share > 0.01)
  }

  @Test func paintThatChangesOverTimeIsDrawnAnewUntilItHasChanged() throws {
    let scene = try scene()
    let last = scene.frame.layers.count - 1
    let plain = scene.frame.layers[last].properties
    // Of another colour than before.
    let other = try StyleScene(
      StyleScene.style(
        StyleScene.layer(
          "symbol", paint: ##""text-color": "#ff0000""##, layout: #""text-field": "x", "text-font": ["Inter Medium"]"#),
        StyleScene.point(0, 0)), width: 8, height: 8, glyphs: GlyphLibrary())
    let old = try #require(other.frame.layers.last).properties
    var tenSeconds = try StyleDocument(Array(StyleScene.style(StyleScene.paper).utf8)).transition
    tenSeconds.durationSeconds = 10
    var moving = plain
    moving.moveOver(from: old, at: 0, general: tenSeconds)
    scene.frame.layers[last].properties = moving
    func uploadedBytes() throws -> Int { try #require(GraphicsCallCounter.count { try scene.draw() }).uploadedBytes }
    #expect(try uploadedBytes() > 1000)
    #expect(try uploadedBytes() > 1000)
    scene.frame.timeSeconds = 11
    #expect(try uploadedBytes() > 1000)
    #expect(try uploadedBytes() == 0)
  }
}
