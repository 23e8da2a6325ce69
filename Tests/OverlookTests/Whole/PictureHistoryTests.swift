import Overlook
import OverlookPlatform
import OverlookSupport
import Testing

/// A picture is that of the map and its camera, and not of what was drawn before, nor of the order in which tiles came.
@MainActor @Suite(.serialized) struct PictureHistoryTests {
  private static let goal = CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 14)

  /// The picture at the goal, after the map was at rest elsewhere.
  private func picture(after steps: [(x: Double, y: Double)]) throws -> Image {
    let map = MapView(camera: Self.goal)
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    defer { loop.close() }
    for step in steps {
      map.camera = Self.goal
      map.moveCamera(.scrollBy(x: step.x, y: step.y))
      _ = loop.run(timeoutSeconds: 90) { map.isAtRest }
    }
    map.camera = Self.goal
    return try #require(loop.picture(of: map))
  }

  /// What was kept of the frame before is moved by whole pixels, and strips and tiles that are new are drawn alone.
  @Test func aPictureIsTheSameWhateverWasDrawnBefore() throws {
    let fresh = try picture(after: [])
    #expect(try picture(after: []).pixels == fresh.pixels)
    #expect(try picture(after: [(60.3, -20.7)]).pixels == fresh.pixels)
    #expect(try picture(after: [(-390, 290), (150.5, 0)]).pixels == fresh.pixels)
  }
}
