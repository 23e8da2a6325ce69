import Overlook
import OverlookPlatform
import Testing

/// Frames in which only what lies above the base plane changed.
@MainActor @Suite struct BasePlaneTests {
  @Test func framesWithACopiedBasePlaneLookLikeTheFirst() throws {
    let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 3))
    map.mapType = .none
    // Seen through, so that whatever was not wiped before the next frame adds up.
    let circle = Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: 500_000)
    circle.fillColor = Color(red: 1, green: 0, blue: 0, alpha: 0.3)
    circle.map = map
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 96, height: 64))
    defer { loop.close() }
    loop.renderFrame()
    let first = try #require(loop.pixels())
    for number in 1...4 {
      map.requestFrame([.overlays])
      #expect(loop.renderFrame())
      #expect(loop.pixels() == first, "copy \(number)")
    }
    #expect(map.graphicsError == nil)
  }
}
