import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct GroundMappingTests {
  private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  private func isClose(_ a: UnitPoint?, _ x: Double, _ y: Double) -> Bool {
    a.map { abs($0.x - x) < 1e-9 && abs($0.y - y) < 1e-9 } ?? false
  }

  /// Corners go to corners, and the crossing of the diagonals to the middle: what defines a projective map of a square.
  @Test func aQuadrilateralTakesCornersToCornersAndDiagonalsToDiagonals() {
    let quad = GroundQuad(
      topLeft: WorldPoint(x: 0.4, y: 0.4), topRight: WorldPoint(x: 0.55, y: 0.38), bottomRight: WorldPoint(x: 0.6, y: 0.6),
      bottomLeft: WorldPoint(x: 0.35, y: 0.52))
    #expect(isClose(quad.pictureFraction(of: quad.topLeft), 0, 0))
    #expect(isClose(quad.pictureFraction(of: quad.topRight), 1, 0))
    #expect(isClose(quad.pictureFraction(of: quad.bottomRight), 1, 1))
    #expect(isClose(quad.pictureFraction(of: quad.bottomLeft), 0, 1))
    // topLeft + t (bottomRight - topLeft) = topRight + s (bottomLeft - topRight), solved for t by Cramer's rule.
    let (ax, ay, bx, by, cx, cy) = (0.2, 0.2, 0.2, -0.14, 0.15, -0.02)
    let t = (cx * by - cy * bx) / (ax * by - ay * bx)
    #expect(isClose(quad.pictureFraction(of: WorldPoint(x: 0.4 + 0.2 * t, y: 0.4 + 0.2 * t)), 0.5, 0.5))
  }

  @Test func quadrilateralsThatAreNotConvexAreNotDrawn() {
    let store = OverlayStore()
    let dart = GroundCorners(
      topLeft: place(10, 0), topRight: place(10, 10), bottomRight: place(8, 4), bottomLeft: place(0, 0))
    let crossed = GroundCorners(
      topLeft: place(10, 0), topRight: place(0, 10), bottomRight: place(10, 10), bottomLeft: place(0, 0))
    let flat = GroundCorners(topLeft: place(0, 0), topRight: place(0, 10), bottomRight: place(0, 20), bottomLeft: place(0, 5))
    var invalid = dart
    invalid.bottomRight = LocationCoordinate(latitude: .nan, longitude: 3)
    for corners in [dart, crossed, flat, invalid] {
      store.add(GroundOverlay(corners: corners, icon: Marker.markerImage(color: nil)))
    }
    #expect(store.count == 4 && store.groundOverlays.index.count == 0)
  }

  /// A mirrored picture is a picture; one over the antimeridian takes the short way.
  @Test func cornersMayBeMirroredAndCrossTheAntimeridian() {
    let store = OverlayStore()
    let corners = GroundCorners(
      topLeft: place(10, -175), topRight: place(12, 175), bottomRight: place(-4, 172), bottomLeft: place(-5, -170))
    let overlay = GroundOverlay(corners: corners, icon: Marker.markerImage(color: nil))
    store.add(overlay)
    let bounds = store.groundOverlays.row(overlay.slot)?.bounds
    #expect(bounds.map { abs(($0.maxX - $0.minX) * 360 - 18) < 1e-9 } ?? false)
    let (west, east) = (overlay.bounds?.southWest.longitude ?? 0, overlay.bounds?.northEast.longitude ?? 0)
    #expect(abs(west - 172) < 1e-9 && abs(east + 170) < 1e-9)
  }

  @Test func boundsAndPositionTakeCornersAway() {
    let corners = GroundCorners(
      topLeft: place(10, 0), topRight: place(11, 10), bottomRight: place(0, 12), bottomLeft: place(1, 1))
    let overlay = GroundOverlay(corners: corners, icon: nil)
    #expect((overlay.copy() as GroundOverlay).corners == corners)
    overlay.position = place(50, 50)
    #expect(overlay.corners == nil)
    overlay.corners = corners
    overlay.bounds = CoordinateBounds(southWest: place(0, 0), northEast: place(1, 1))
    #expect(overlay.corners == nil)
  }

  /// The middle row of a plate carrée from 60 S to 80 N lies at 10 N, wherever that is in Mercator's plane.
  @Test func rowsOfLatitudeLieAtTheirLatitudes() {
    let (top, bottom) = (WorldPoint(place(80, 0)).y, WorldPoint(place(-60, 0)).y)
    let rows = LatitudeRows(north: 80, south: -60, top: top, bottom: bottom)
    for (row, latitude) in [(0.0, 80.0), (0.25, 45), (0.5, 10), (1, -60)] {
      let fraction = (WorldPoint(place(latitude, 0)).y - top) / (bottom - top)
      #expect(abs(rows.row(at: fraction) - row) < 1e-12)
      #expect(abs(rows.fraction(ofRow: row) - fraction) < 1e-12)
    }
  }
}
