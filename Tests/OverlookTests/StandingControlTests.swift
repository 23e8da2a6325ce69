import Glibc
import Overlook
import OverlookLayout
import OverlookPlatform
import OverlookRender
import Testing

/// The room that controls in the corners take from labels, on a whole map.
@MainActor @Suite struct StandingControlTests {
  /// A map of 400 x 300 points with a text in each of its lower corners, one in the middle and one near the upper edge.
  private func shownTexts(_ prepare: (MapView) -> Void) throws -> Int {
    let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 1))
    map.isStill = true
    // A degree is 512 / 360 points wide.
    let places = [(-150.0, -135.0), (150, -140), (0, 0), (-60, 121)].map { x, y in
      return "[\(x / 512 * 360), \(atan(sinh(y / 512 * 2 * .pi)) * 180 / .pi)]"
    }
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "geojson", "attribution": "Made for this test, with a long line of credits",
         "data": {"type": "Feature", "properties": {},
         "geometry": {"type": "MultiPoint", "coordinates": [\(places.joined(separator: ", "))]}}}}, "layers": [
         {"id": "p", "type": "symbol", "source": "s", "layout": {"text-field": "x"}}]}
        """)
    prepare(map)
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    defer { loop.close() }
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    return map.lastPlan?.style?.placement?.shownCount ?? -1
  }

  @Test func noTextRunsUnderTheScaleOrTheCredits() throws {
    #expect(try shownTexts { _ in } == 2)
    // A picture of the map alone has neither.
    #expect(try shownTexts { $0.isBare = true } == 4)
  }

  @Test func noTextRunsUnderTheSearchField() throws {
    #expect(try shownTexts { $0.add(SearchBox()) } == 1)
  }
}
