import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

/// The defaults are those of the rows named, which cite the reference of the Google Maps SDK for iOS.
@MainActor @Suite struct OverlayDefaultsTests {
  private let place = LocationCoordinate(latitude: 47.4, longitude: 8.5)

  @Test func aMarkerIsAnOpaqueTappableUprightPin() {
    let marker = Marker(position: place)
    #expect(marker.position == place)
    #expect(marker.icon == nil)
    #expect(marker.groundAnchor == UnitPoint(x: 0.5, y: 1))
    #expect(marker.infoWindowAnchor == UnitPoint(x: 0.5, y: 0))
    #expect(!marker.isDraggable)
    #expect(marker.tracksViewChanges)
    #expect(!marker.tracksInfoWindowChanges)
    #expect(marker.appearAnimation == .none)
    #expect(!marker.isFlat)
    #expect(marker.rotation == 0)
    #expect(marker.opacity == 1)
    #expect(marker.isTappable)
    #expect(marker.zIndex == 0)
    #expect(marker.title == nil)
    #expect(marker.snippet == nil)
    #expect(marker.userData == nil)
  }

  @Test func aPolylineIsThinAndBlue() {
    let line = Polyline(path: Path([place]))
    #expect(line.path?.coordinates == [place])
    #expect(line.strokeWidth == 1)
    #expect(line.strokeColor == .blue)
    #expect(!line.geodesic)
    #expect(line.spans.isEmpty)
    #expect(!line.isTappable)
  }

  @Test func aPolygonIsBlueWithoutOutline() {
    let polygon = Polygon(path: Path([place]))
    #expect(polygon.strokeWidth == 1)
    #expect(polygon.strokeColor == nil)
    #expect(polygon.fillColor == .blue)
    #expect(polygon.holes.isEmpty)
    #expect(!polygon.geodesic)
    #expect(!polygon.isTappable)
  }

  @Test func aCircleHasABlackOutlineAndNoFill() {
    let circle = Circle(position: place, radius: 100)
    #expect(circle.position == place)
    #expect(circle.radius == 100)
    #expect(circle.strokeWidth == 1)
    #expect(circle.strokeColor == .black)
    #expect(circle.fillColor == nil)
    #expect(!circle.isTappable)
  }

  @Test func aGroundOverlayIsOpaqueAndAnchoredInTheMiddle() {
    let bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: 48, longitude: -12), northEast: LocationCoordinate(latitude: 61, longitude: 5))
    let overlay = GroundOverlay(bounds: bounds, icon: nil)
    #expect(overlay.anchor == UnitPoint(x: 0.5, y: 0.5))
    #expect(overlay.opacity == 1)
    #expect(overlay.bearing == 0)
    #expect(overlay.bounds == bounds)
    #expect(!overlay.isTappable)
  }

  @Test func spansAreOneSegmentLongUnlessTold() {
    let gradient = StrokeStyle.gradient(from: .red, to: .blue)
    #expect(StyleSpan(color: .red).segments == 1)
    #expect(StyleSpan(color: .red).style == .solidColor(.red))
    #expect(StyleSpan(color: .red, segments: 2.5).segments == 2.5)
    #expect(StyleSpan(style: gradient).segments == 1)
    #expect(StyleSpan(style: gradient, segments: 3).style == gradient)
    #expect(StrokeStyle.solidColor(.red) == .gradient(from: .red, to: .red))
  }

  @Test func opacityIsKeptBetweenZeroAndOne() {
    let marker = Marker(position: place)
    for (given, kept) in [(2.0, 1.0), (-1, 0), (.nan, 0), (0.25, 0.25), (.infinity, 1)] {
      marker.opacity = given
      #expect(marker.opacity == kept)
    }
  }

  @Test func markerImagesOfOneColourAreShared() {
    let red = Marker.markerImage(color: .red)
    #expect(red === Marker.markerImage(color: .red))
    #expect(red !== Marker.markerImage(color: .green))
    #expect(Marker.markerImage(color: nil) === Marker(position: place).shownIcon)
    #expect(red.widthPoints == 27)
    #expect(red.heightPoints == 43)
  }

  @Test func thePinEndsInItsTipAtTheMiddleOfTheBottomEdge() {
    let image = Marker.markerImage(color: nil)
    func alpha(_ x: Int, _ y: Int) -> UInt8 { image.pixels[4 * (y * image.width + x) + 3] }
    #expect(alpha(image.width / 2, image.height - 4) > 200)
    #expect(alpha(image.width / 2 - 6, image.height - 4) == 0)
    #expect(alpha(0, 0) == 0)
    // The dot is white and as opaque as the body.
    let dot = 4 * (27 * image.width + 27)
    #expect(image.pixels[dot..<(dot + 4)].elementsEqual([255, 255, 255, 255]))
  }

  @Test func copiesHaveTheSameValuesAndNoMap() {
    let store = OverlayStore()
    let marker = Marker(position: place)
    marker.title = "Zürich"
    marker.snippet = "Switzerland"
    marker.userData = 42
    marker.zIndex = 3
    marker.isTappable = false
    marker.groundAnchor = .center
    marker.isFlat = true
    marker.rotation = 30
    marker.opacity = 0.5
    marker.isDraggable = true
    marker.icon = Marker.markerImage(color: .green)
    store.add(marker)
    let copy = marker.copy()
    #expect(copy.store == nil)
    #expect(copy.title == "Zürich" && copy.snippet == "Switzerland" && copy.userData as? Int == 42)
    #expect(copy.zIndex == 3 && !copy.isTappable && copy.groundAnchor == .center)
    #expect(copy.isFlat && copy.rotation == 30 && copy.opacity == 0.5 && copy.isDraggable && copy.icon === marker.icon)

    let base: Overlay = Circle(position: place, radius: 5)
    #expect((base.copy() as? Circle)?.radius == 5)

    let line = Polyline(path: Path([place]))
    line.spans = [StyleSpan(color: .red)]
    line.strokeWidth = 4
    line.geodesic = true
    #expect(line.copy().spans == line.spans && line.copy().strokeWidth == 4 && line.copy().geodesic)

    let polygon = Polygon(path: Path([place]))
    polygon.holes = [Path([place])]
    polygon.fillColor = nil
    polygon.strokeColor = .red
    #expect(polygon.copy().holes == polygon.holes && polygon.copy().fillColor == nil && polygon.copy().strokeColor == .red)

    let ground = GroundOverlay(position: place, icon: marker.icon, zoomLevel: 10)
    ground.anchor = UnitPoint(x: 0, y: 0)
    ground.bearing = 20
    let groundCopy = ground.copy()
    #expect(groundCopy.position == ground.position && groundCopy.bounds == ground.bounds && groundCopy.anchor == ground.anchor)
    #expect(groundCopy.bearing == 20 && groundCopy.icon === marker.icon)
  }
}
