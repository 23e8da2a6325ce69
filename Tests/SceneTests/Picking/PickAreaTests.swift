import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct PickAreaTests {
  private let store = OverlayStore()
  private let view = ViewTransform(
    camera: CameraPosition(latitude: 47, longitude: 8, zoom: 10), size: ScreenSize(width: 800, height: 600))

  /// The place seen at a point of the view.
  private func place(_ x: Double, _ y: Double) throws -> LocationCoordinate {
    try #require(view.worldPoint(at: ScreenPoint(x: x, y: y))).coordinate
  }

  private func points(_ numbers: [Double]) -> [ScreenPoint] {
    stride(from: 0, to: numbers.count - 1, by: 2).map { ScreenPoint(x: numbers[$0], y: numbers[$0 + 1]) }
  }

  private func titles(_ area: PickArea?, in view: ViewTransform? = nil) throws -> [String] {
    store.overlays(in: try #require(area), view: view ?? self.view).map { $0.overlay.title ?? "" }
  }

  private func add(_ overlay: Overlay, _ title: String) {
    overlay.title = title
    store.add(overlay)
  }

  @Test func aRectangleMayBeDrawnInAnyDirection() throws {
    let area = try #require(PickArea(ScreenRect(x: 200, y: 150, width: -100, height: -50)))
    #expect(area.bounds == ScreenRect(x: 100, y: 100, width: 100, height: 50))
    #expect(area.contains(ScreenPoint(x: 150, y: 125)) && area.contains(ScreenPoint(x: 100, y: 100)))
    #expect(!area.contains(ScreenPoint(x: 99, y: 125)) && !area.contains(ScreenPoint(x: 150, y: 151)))
  }

  @Test func whatIsNotFiniteMakesNoArea() {
    #expect(PickArea(ScreenRect(x: .nan, y: 0, width: 10, height: 10)) == nil)
    #expect(PickArea(ScreenRect(x: 0, y: 0, width: .infinity, height: 10)) == nil)
    #expect(PickArea(lasso: points([0, 0, .nan, 1, 5, 5])) == nil)
    #expect(PickArea(lasso: []) == nil)
    let rest = PickArea(lasso: points([0, 0, 10, 0, .infinity, 3, 10, 10, 0, 10]))
    #expect(rest?.contains(ScreenPoint(x: 5, y: 5)) == true)
  }

  /// A figure of eight goes around its two loops in different directions, a double ring around its middle twice.
  @Test func aRingThatCrossesItselfHoldsAllThatItGoesAround() throws {
    let eight = try #require(PickArea(lasso: points([0, 0, 100, 100, 100, 0, 0, 100])))
    #expect(eight.contains(ScreenPoint(x: 10, y: 50)) && eight.contains(ScreenPoint(x: 90, y: 50)))
    #expect(!eight.contains(ScreenPoint(x: 50, y: 10)) && !eight.contains(ScreenPoint(x: 50, y: 90)))
    let twice = try #require(PickArea(lasso: points([0, 0, 90, 0, 90, 90, 0, 90, 0, 0, 60, 0, 60, 60, 0, 60])))
    #expect(twice.contains(ScreenPoint(x: 30, y: 30)) && twice.contains(ScreenPoint(x: 80, y: 80)))
  }

  @Test func aLassoInTheFormOfAnLLeavesItsCornerOut() throws {
    let area = PickArea(lasso: points([100, 100, 200, 100, 200, 400, 500, 400, 500, 500, 100, 500]))
    add(Marker(position: try place(150, 200)), "in")
    add(Marker(position: try place(400, 200)), "corner")
    add(Marker(position: try place(400, 450)), "foot")
    #expect(try Set(titles(area)) == ["in", "foot"])
  }

  @Test func everyKindIsFoundByWhatOfItIsInside() throws {
    add(Polyline(path: Path([try place(-500, 305), try place(1300, 295)])), "line")
    add(Polyline(path: Path([try place(0, 500), try place(800, 500)])), "line below")
    add(
      Polygon(path: Path([try place(-900, -900), try place(1700, -900), try place(1700, 1500), try place(-900, 1500)])), "around")
    let holed = Polygon(path: Path([try place(200, 100), try place(600, 100), try place(600, 500), try place(200, 500)]))
    holed.holes = [Path([try place(300, 200), try place(500, 200), try place(500, 400), try place(300, 400)])]
    add(holed, "holed")
    let meters = SphericalGeometry.distance(from: try place(400, 300), to: try place(500, 300))
    add(Circle(position: try place(420, 300), radius: meters / 2), "circle")
    add(Circle(position: try place(400, 100), radius: meters / 2), "circle above")
    add(
      GroundOverlay(
        bounds: CoordinateBounds(coordinate: try place(430, 320), coordinate: try place(700, 600)),
        icon: Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])), "picture")
    let dots = PointLayer(positions: [try place(390, 290), try place(100, 100), try place(440, 330), try place(450.5, 300)])
    dots.filterValue = .column([1, 1, 1, 1])
    add(dots, "dots")
    let hits = store.overlays(in: try #require(PickArea(ScreenRect(x: 350, y: 250, width: 100, height: 100))), view: view)
    #expect(hits.map { $0.overlay.title } == ["dots", "picture", "circle", "around", "line"])
    #expect(hits.first?.rows == [0, 2])
    dots.shownValues = 2...3
    #expect(try titles(PickArea(ScreenRect(x: 350, y: 250, width: 100, height: 100))).contains("dots") == false)
  }

  @Test func modelsAreFoundByWhereTheyStand() throws {
    let inside = try place(400, 300)
    let layer = ModelLayer(model: ModelOverlayTests.tower, positions: [try place(100, 100), inside, .invalid])
    add(layer, "towers")
    add(ModelOverlay(model: ModelOverlayTests.tower, position: inside), "tower")
    add(ModelOverlay(model: ModelOverlayTests.tower, position: try place(380, 500)), "below")
    let hidden = ModelOverlay(model: ModelOverlayTests.tower, position: inside)
    hidden.opacity = 0
    add(hidden, "hidden")
    let hits = store.overlays(in: try #require(PickArea(ScreenRect(x: 350, y: 250, width: 100, height: 100))), view: view)
    #expect(hits.map { $0.overlay.title } == ["tower", "towers"])
    #expect(hits.map(\.rows) == [[], [1]])
  }

  @Test func whatLiesBeyondTheAntimeridianIsFoundThere() throws {
    let view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 179.9, zoom: 8), size: ScreenSize(width: 800, height: 600))
    add(Marker(position: LocationCoordinate(latitude: 0, longitude: -179.9)), "east")
    add(PointLayer(positions: [LocationCoordinate(latitude: 0.1, longitude: -179.95)]), "dots")
    #expect(try Set(titles(PickArea(ScreenRect(x: 0, y: 0, width: 800, height: 600)), in: view)) == ["east", "dots"])
  }

  @Test func anAreaBesideTheViewHoldsNothing() throws {
    add(Marker(position: try place(900, 300)), "outside")
    #expect(try titles(PickArea(ScreenRect(x: 850, y: 250, width: 100, height: 100))) == [])
    #expect(try titles(PickArea(ScreenRect(x: -1e300, y: -1e300, width: 2e300, height: 2e300))) == [])
  }
}
