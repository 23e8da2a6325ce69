import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct HitTests {
  private let store = OverlayStore()
  private let size = ScreenSize(width: 800, height: 600)
  private let center = LocationCoordinate(latitude: 47, longitude: 8)

  private func view(zoom: Double = 10, bearing: Double = 0, tilt: Double = 0, at target: LocationCoordinate? = nil)
    -> ViewTransform
  {
    ViewTransform(
      camera: CameraPosition(target: target ?? center, zoom: zoom, bearing: bearing, viewingAngle: tilt), size: size)
  }

  /// The place `x` points right and `y` points below the middle of an untilted view with north up.
  private func place(_ x: Double, _ y: Double) -> LocationCoordinate {
    let view = view()
    return WorldPoint(x: view.center.x + x / view.pointsPerWorld, y: view.center.y + y / view.pointsPerWorld).coordinate
  }

  private func hit(_ x: Double, _ y: Double, _ view: ViewTransform? = nil) -> Overlay? {
    store.hit(at: ScreenPoint(x: x, y: y), view: view ?? self.view())
  }

  private func tappable<Kind: Overlay>(_ overlay: Kind, zIndex: Int = 0) -> Kind {
    overlay.isTappable = true
    overlay.zIndex = zIndex
    store.add(overlay)
    return overlay
  }

  private func marker(at coordinate: LocationCoordinate? = nil) -> Marker {
    tappable(Marker(position: coordinate ?? center))
  }

  private func square(_ half: Double, at x: Double = 0, _ y: Double = 0) -> Path {
    Path([place(x - half, y - half), place(x + half, y - half), place(x + half, y + half), place(x - half, y + half)])
  }

  // MARK: Markers

  @Test func alignmentInsetsShrinkWhereAMarkerIsHit_MK06() {
    let marker = marker()
    let icon = Image(width: 80, height: 80, scale: 2) { _, _ in SIMD4(0, 0, 0, 255) }
    #expect(icon.alignmentInsets == .zero)
    marker.icon = icon.withAlignmentInsets(EdgeInsets(top: 10, left: 5, bottom: 8, right: .nan))
    // 40 x 40 points on its position, (400, 300), less the insets.
    for (x, y) in [(386.0, 271.0), (419, 271), (386, 291), (400, 280)] { #expect(hit(x, y) === marker) }
    for (x, y) in [(384.0, 280.0), (400, 269), (400, 293), (421, 280)] { #expect(hit(x, y) == nil) }
  }

  @Test func aMarkerIsHitInTheRectangleOfItsIcon() {
    // The default pin is 27 x 43 points and stands on its position, (400, 300).
    let marker = marker()
    for (x, y) in [(400.0, 299.0), (387, 258), (413, 258), (400, 257.5)] { #expect(hit(x, y) === marker) }
    for (x, y) in [(400.0, 301.0), (386, 280), (414, 280), (400, 256.5)] { #expect(hit(x, y) == nil) }
  }

  @Test func theAnchorMovesTheRectangle() {
    let marker = marker()
    marker.groundAnchor = UnitPoint(x: 0, y: 0)
    #expect(hit(401, 301) === marker)
    #expect(hit(426, 342) === marker)
    #expect(hit(399, 299) == nil)
  }

  @Test func rotationTurnsTheRectangleClockwise() {
    let marker = marker()
    marker.rotation = 90
    // Screen up became screen right.
    #expect(hit(440, 300) === marker)
    #expect(hit(400, 270) == nil)
    // The bearing of the map does not turn an upright marker.
    #expect(hit(440, 300, view(bearing: 90)) === marker)
  }

  @Test func aFlatMarkerTurnsWithTheMap() {
    let marker = marker()
    marker.isFlat = true
    #expect(hit(400, 270) === marker)
    // With east up, north is to the left.
    #expect(hit(370, 300, view(bearing: 90)) === marker)
    #expect(hit(400, 270, view(bearing: 90)) == nil)
    // Tilted by 60 degrees its height of 43 points is seen at about half of that.
    #expect(hit(400, 285, view(tilt: 60)) === marker)
    #expect(hit(400, 270, view(tilt: 60)) == nil)
  }

  @Test func anUprightMarkerKeepsItsSizeInATiltedView() {
    let far = marker(at: place(0, -150))
    let tilted = view(tilt: 60)
    let foot = tilted.screenPoint(for: WorldPoint(far.position))
    let y = foot?.y ?? 0
    #expect(y < 300)
    #expect(hit(400, y - 42, tilted) === far)
    #expect(hit(400, y - 44, tilted) == nil)
  }

  @Test func theTopmostMarkerIsHit() {
    let low = marker()
    let high = marker()
    #expect(hit(400, 280) === high)
    low.zIndex = 1
    #expect(hit(400, 280) === low)
    store.remove(low)
    #expect(hit(400, 280) === high)
  }

  @Test func markersAreHitBeforeOtherOverlays() {
    let marker = marker()
    let circle = tappable(Circle(position: center, radius: 100_000), zIndex: 1000)
    #expect(hit(400, 290) === marker)
    #expect(hit(400, 320) === circle)
  }

  @Test func whatIsNotTappableLetsTheTapThrough() {
    let circle = tappable(Circle(position: center, radius: 100_000))
    let marker = marker()
    marker.isTappable = false
    #expect(hit(400, 290) === circle)
    circle.isTappable = false
    #expect(hit(400, 290) == nil)
    marker.isTappable = true
    marker.opacity = 0
    #expect(hit(400, 290) == nil)
  }

  @Test func markersBesideTheAntimeridianAreHitOnEitherSide() {
    let marker = marker(at: LocationCoordinate(latitude: 0, longitude: 179.9999))
    for longitude in [-179.9999, 179.9998] {
      let view = view(at: LocationCoordinate(latitude: 0, longitude: longitude))
      #expect(hit(400, 299, view) === marker)
    }
    // The whole world several times over.
    let wide = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 0), size: ScreenSize(width: 1000, height: 600))
    for x in [372.0, 628.0, 884.0] { #expect(hit(x, 295, wide) === marker) }
  }

  // MARK: Lines

  @Test func aLineIsHitWithinItsStrokeOrAFingertip() {
    let line = tappable(Polyline(path: Path([place(-100, 0), place(100, 0)])))
    #expect(hit(400, 307) === line)
    #expect(hit(400, 309) == nil)
    #expect(hit(507, 300) === line)
    #expect(hit(509, 300) == nil)
    line.strokeWidth = 40
    #expect(hit(400, 319) === line)
    #expect(hit(400, 321) == nil)
  }

  @Test func aLineAcrossTheAntimeridianTakesTheShortWay() {
    let line = tappable(
      Polyline(path: Path([LocationCoordinate(latitude: 0, longitude: 179), LocationCoordinate(latitude: 0, longitude: -179)])))
    for longitude in [179.5, -179.5, 180.0] as [Double] {
      let there = view(at: LocationCoordinate(latitude: 0, longitude: longitude))
      #expect(hit(400, 300, there) === line)
    }
    #expect(hit(400, 300, view(at: LocationCoordinate(latitude: 0, longitude: 0))) == nil)
  }

  @Test func aGeodesicLineIsHitWhereItIsDrawn() {
    // From 40 N 0 E to 40 N 90 E: the great circle's middle lies at tan(latitude) = tan(40) / cos(45), 49.879 N.
    let path = Path([LocationCoordinate(latitude: 40, longitude: 0), LocationCoordinate(latitude: 40, longitude: 90)])
    let line = tappable(Polyline(path: path))
    line.geodesic = true
    let latitude = atan(tan(40 * Double.pi / 180) / cos(45 * Double.pi / 180)) * 180 / .pi
    let onCircle = view(zoom: 14, at: LocationCoordinate(latitude: latitude, longitude: 45))
    let onChord = view(zoom: 14, at: LocationCoordinate(latitude: 40, longitude: 45))
    #expect(hit(400, 300, onCircle) === line)
    #expect(hit(400, 300, onChord) == nil)
    line.geodesic = false
    #expect(hit(400, 300, onCircle) == nil)
    #expect(hit(400, 300, onChord) === line)
  }

  @Test func aLongLineIsHitFromCloseBy() {
    let line = tappable(
      Polyline(path: Path([LocationCoordinate(latitude: 47, longitude: -60), LocationCoordinate(latitude: 47, longitude: 60)])))
    #expect(hit(400, 304, view(zoom: 20, bearing: 33, tilt: 45)) === line)
  }

  // MARK: Areas

  @Test func aPolygonIsHitInItsInteriorButNotInItsHoles() {
    let polygon = tappable(Polygon(path: square(100)))
    polygon.holes = [square(30)]
    #expect(hit(350, 250) === polygon)
    #expect(hit(400, 300) == nil)
    #expect(hit(501, 300) == nil)
    let under = tappable(Circle(position: center, radius: 1_000_000), zIndex: -1)
    #expect(hit(400, 300) === under)
    polygon.strokeColor = .red
    polygon.strokeWidth = 10
    #expect(hit(504, 300) === polygon)
    #expect(hit(427, 300) === polygon)
    #expect(hit(506, 300) === under)
  }

  @Test func aPolygonAcrossTheAntimeridianIsHitOnBothSides() {
    let path = Path([
      LocationCoordinate(latitude: -5, longitude: 175), LocationCoordinate(latitude: -5, longitude: -175),
      LocationCoordinate(latitude: 5, longitude: -175), LocationCoordinate(latitude: 5, longitude: 175),
    ])
    let polygon = tappable(Polygon(path: path))
    for longitude in [176.0, 180.0, -176.0] {
      #expect(hit(400, 300, view(at: LocationCoordinate(latitude: 0, longitude: longitude))) === polygon)
    }
    for longitude in [174.0, 0, -174] {
      #expect(hit(400, 300, view(at: LocationCoordinate(latitude: 0, longitude: longitude))) == nil)
    }
  }

  @Test func aPolygonAroundThePoleHoldsThePole() {
    let path = Path((0..<8).map { LocationCoordinate(latitude: -70, longitude: Double($0) * 45 - 180) })
    let polygon = tappable(Polygon(path: path))
    #expect(hit(400, 300, view(zoom: 6, at: LocationCoordinate(latitude: -80, longitude: 12))) === polygon)
    #expect(hit(400, 300, view(zoom: 6, at: LocationCoordinate(latitude: -60, longitude: 12))) == nil)
  }

  @Test func aCircleIsHitWithinItsRadiusOnTheSphere() {
    // At 60 degrees north a circle is seen twice as large as at the equator.
    let north = LocationCoordinate(latitude: 60, longitude: 8)
    let circle = tappable(Circle(position: north, radius: 10_000))
    let view = view(at: north)
    let pointsPerMeter = view.pointsPerWorld / (2 * .pi * 6_371_009 * cos(60 * Double.pi / 180))
    let radius = 10_000 * pointsPerMeter
    #expect(hit(400 + radius - 1, 300, view) === circle)
    #expect(hit(400 + radius + 1.5, 300, view) == nil)
    circle.strokeWidth = 20
    #expect(hit(400 + radius + 9, 300, view) === circle)
  }

  @Test func aGroundOverlayIsHitInItsTurnedPicture() {
    let image = Image(width: 100, height: 20, scale: 1, pixel: { _, _ in SIMD4(255, 0, 0, 255) })
    let overlay = tappable(GroundOverlay(position: center, icon: image, zoomLevel: 10))
    #expect(hit(449, 300) === overlay)
    #expect(hit(400, 312) == nil)
    overlay.bearing = 90
    #expect(hit(449, 300) == nil)
    #expect(hit(400, 349) === overlay)
    overlay.opacity = 0
    #expect(hit(400, 349) == nil)
  }

  @Test func theHighestOfAllKindsIsHit() {
    let polygon = tappable(Polygon(path: square(100)), zIndex: 2)
    let line = tappable(Polyline(path: Path([place(-100, 0), place(100, 0)])), zIndex: 1)
    #expect(hit(400, 300) === polygon)
    line.zIndex = 2
    #expect(hit(400, 300) === line)
  }

  // MARK: Where there is no ground

  @Test func aboveTheHorizonAndOutsideTheNumbersNothingIsHit() {
    let circle = tappable(Circle(position: center, radius: 20_000_000))
    let tilted = view(zoom: 16, tilt: 80)
    #expect(hit(400, 590, tilted) === circle)
    #expect(hit(400, 1, tilted) == nil)
    #expect(hit(.nan, 300) == nil)
    #expect(hit(.infinity, 300) == nil)
  }
}
