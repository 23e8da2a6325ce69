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

/// On a graphics card labels stay in its memory while the view moves.
@MainActor @Suite struct MovedLabelTests {
  private func scene(bearing: Double = 0) throws -> StyleScene {
    let shapes = [
      StyleScene.point(-60, -40, #""n": "Aalto""#), StyleScene.point(60, -30, #""n": "Über den Linden""#),
      StyleScene.point(10, 40, #""n": "two\nlines""#),
    ].joined(separator: ",")
    let layer = StyleScene.layer(
      "symbol", paint: ##""text-color": "#203040", "text-halo-color": "#ff8000", "text-halo-width": 1.5"##,
      layout: #""text-field": ["get", "n"], "text-font": ["Inter Medium"], "text-size": 16"#)
    let scene = try StyleScene(
      StyleScene.style(StyleScene.paper + "," + layer, shapes, bearing: bearing), width: 300, height: 200, glyphs: GlyphLibrary())
    scene.renderer.tools.choice = .driver
    scene.placeLabels()
    return scene
  }

  /// Moves the view over the ground by points of the screen.
  private func pan(_ scene: StyleScene, _ x: Double, _ y: Double) throws {
    let place = ScreenPoint(x: scene.view.focus.x + x, y: scene.view.focus.y + y)
    scene.view = scene.view.centered(at: try #require(scene.view.worldPoint(at: place)))
  }

  @Test(arguments: [0.0, 35]) func theyLieWhereTheyLieWhenPlacedAnew(bearing: Double) throws {
    let (moved, fresh) = try (scene(bearing: bearing), scene(bearing: bearing))
    let before = try moved.picture()
    try pan(moved, 31, -17)
    try pan(fresh, 31, -17)
    let (shifted, placed) = try (moved.picture(), fresh.picture())
    #expect(try #require(PictureComparison(shifted, placed)).share < 0.0005)
    #expect(try #require(PictureComparison(before, placed)).share > 0.01)
  }

  @Test func onlyWhatChangesIsUploaded() throws {
    let scene = try scene()
    func uploadedBytes() throws -> Int { try #require(GraphicsCallCounter.count { try scene.draw() }).uploadedBytes }
    #expect(try uploadedBytes() > 1000)
    #expect(try uploadedBytes() == 0)
    try pan(scene, 20, 0)
    #expect(try uploadedBytes() == 0)
    // Others come near.
    try pan(scene, 60, 0)
    #expect(try uploadedBytes() > 1000)
    scene.placeLabels()
    #expect(try uploadedBytes() > 1000)
    scene.renderer.tools.choice = .software
    #expect(try uploadedBytes() > 1000)
    #expect(try uploadedBytes() > 1000)
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
