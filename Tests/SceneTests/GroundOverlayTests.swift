import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct GroundOverlayTests {
  /// The British Isles.
  private let bounds = CoordinateBounds(
    southWest: LocationCoordinate(latitude: 48, longitude: -12), northEast: LocationCoordinate(latitude: 61, longitude: 5))

  private func isClose(_ a: LocationCoordinate, _ b: LocationCoordinate, within degrees: Double = 1e-9) -> Bool {
    abs(a.latitude - b.latitude) <= degrees && abs(a.longitude - b.longitude) <= degrees
  }

  @Test func boundsGiveThePositionInTheMiddleOfTheMercatorBox() {
    // With psi = asinh(tan(latitude)): psi(48) = 0.957 466 9 and psi(61) = 1.352 404 8 have the mean 1.154 935 8, which is
    // psi(55.023 040 1); the middle of the longitudes is -3.5.
    let overlay = GroundOverlay(bounds: bounds, icon: nil)
    let (low, high) = (WorldPoint(bounds.southWest), WorldPoint(bounds.northEast))
    #expect(isClose(overlay.position, WorldPoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2).coordinate))
    #expect(abs(overlay.position.latitude - 55.0230401) < 1e-6)
    #expect(abs(overlay.position.longitude + 3.5) < 1e-9)
  }

  @Test func changingThePositionMovesTheBounds() throws {
    let overlay = GroundOverlay(bounds: bounds, icon: nil)
    let target = LocationCoordinate(latitude: 0, longitude: 100)
    overlay.position = target
    let moved = try #require(overlay.bounds)
    #expect(abs((moved.southWest.longitude + moved.northEast.longitude) / 2 - 100) < 1e-9)
    #expect(abs(moved.longitudeSpan - 17) < 1e-9)
    // About the equator the box is as far north as south.
    #expect(abs(moved.southWest.latitude + moved.northEast.latitude) < 1e-9)
    let height = WorldPoint(moved.southWest).y - WorldPoint(moved.northEast).y
    #expect(abs(height - (WorldPoint(bounds.southWest).y - WorldPoint(bounds.northEast).y)) < 1e-12)
  }

  @Test func changingTheAnchorDerivesThePosition() {
    // The top left corner of the picture is the north-west one of the bounds.
    let overlay = GroundOverlay(bounds: bounds, icon: nil)
    overlay.anchor = UnitPoint(x: 0, y: 0)
    #expect(isClose(overlay.position, LocationCoordinate(latitude: 61, longitude: -12)))
    overlay.anchor = UnitPoint(x: 1, y: 1)
    #expect(isClose(overlay.position, LocationCoordinate(latitude: 48, longitude: 5)))
    #expect(overlay.bounds == bounds)
  }

  @Test func changingTheBoundsAdjustsThePosition() {
    let overlay = GroundOverlay(bounds: bounds, icon: nil)
    overlay.anchor = UnitPoint(x: 1, y: 0)
    overlay.bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: -10, longitude: 20), northEast: LocationCoordinate(latitude: 10, longitude: 40))
    #expect(isClose(overlay.position, LocationCoordinate(latitude: 10, longitude: 40)))
  }

  @Test func aZoomLevelGivesTheImageItsSizeInPointsThere() throws {
    // 64 points wide at zoom 6 is 64 / (256 * 2^6) of the world, 1.406 25 degrees of longitude.
    let pixels = [UInt8](repeating: 255, count: 4 * 128 * 64)
    let image = try #require(Image(width: 128, height: 64, scale: 2, premultipliedRGBA: pixels))
    let place = LocationCoordinate(latitude: 30, longitude: 10)
    let overlay = GroundOverlay(position: place, icon: image, zoomLevel: 6)
    #expect(overlay.position == place)
    let box = try #require(overlay.bounds)
    #expect(abs(box.longitudeSpan - 1.40625) < 1e-9)
    let height = WorldPoint(box.southWest).y - WorldPoint(box.northEast).y
    #expect(abs(height - 32 / (256 * 64)) < 1e-12)
  }

  @Test func boundsMayCrossTheAntimeridianAndCoverTheWorld() {
    let store = OverlayStore()
    let fiji = CoordinateBounds(
      southWest: LocationCoordinate(latitude: -20, longitude: 177), northEast: LocationCoordinate(latitude: -16, longitude: -178))
    let overlay = GroundOverlay(bounds: fiji, icon: Marker.markerImage(color: nil))
    store.add(overlay)
    #expect(abs(overlay.position.longitude - 179.5) < 1e-9)
    var found = ContiguousArray<Int32>()
    let place = WorldPoint(LocationCoordinate(latitude: -18, longitude: -179))
    store.groundOverlays.index.query(WorldRect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y), into: &found)
    #expect(found == [Int32(overlay.slot)])

    let world = GroundOverlay(bounds: .world, icon: Marker.markerImage(color: nil))
    store.add(world)
    let quad = store.groundOverlays.row(world.slot)?.quad
    #expect(abs(quad?.topLeft.x ?? 1) < 1e-12 && abs(quad?.topLeft.y ?? 1) < 1e-9)
    #expect(abs((quad?.bottomRight.x ?? 0) - 1) < 1e-12 && abs((quad?.bottomRight.y ?? 0) - 1) < 1e-9)
  }

  @Test func aBearingTurnsThePictureClockwiseAboutItsAnchor() {
    // At 90 degrees the top edge looks east.
    let rect = WorldRect(minX: 0.4, minY: 0.4, maxX: 0.6, maxY: 0.5)
    let quad = GroundQuad(rect: rect, anchor: .center, bearingDegrees: 90)
    #expect(abs(quad.topLeft.x - 0.55) < 1e-12 && abs(quad.topLeft.y - 0.35) < 1e-12)
    #expect(abs(quad.topRight.x - 0.55) < 1e-12 && abs(quad.topRight.y - 0.55) < 1e-12)
    let corner = GroundQuad(rect: rect, anchor: UnitPoint(x: 0, y: 0), bearingDegrees: 37)
    #expect(corner.topLeft == WorldPoint(x: 0.4, y: 0.4))
    let middle = corner.pictureFraction(
      of: WorldPoint(
        x: (corner.topLeft.x + corner.bottomRight.x) / 2, y: (corner.topLeft.y + corner.bottomRight.y) / 2))
    #expect(abs((middle?.x ?? 0) - 0.5) < 1e-9 && abs((middle?.y ?? 0) - 0.5) < 1e-9)
  }

  @Test func badNumbersLeaveItAttachedAndUndrawn() {
    let store = OverlayStore()
    let overlay = GroundOverlay(bounds: bounds, icon: Marker.markerImage(color: nil))
    store.add(overlay)
    overlay.bearing = .nan
    #expect(store.groundOverlays.index.count == 0)
    overlay.bearing = 0
    overlay.anchor = UnitPoint(x: .infinity, y: 0)
    #expect(store.groundOverlays.index.count == 0)
    overlay.anchor = .center
    #expect(store.groundOverlays.index.count == 1)
    overlay.bounds = .empty
    #expect(store.groundOverlays.index.count == 0)
    overlay.bounds = nil
    overlay.bounds = bounds
    #expect(store.groundOverlays.index.count == 1)
    for zoom in [Double.nan, .infinity, -.infinity, 1e300] {
      store.add(GroundOverlay(position: .invalid, icon: Marker.markerImage(color: nil), zoomLevel: zoom))
    }
    #expect(store.groundOverlays.index.count == 1)
  }
}
