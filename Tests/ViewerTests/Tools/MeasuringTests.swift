import Overlook
import OverlookGeometry
import OverlookInput
import OverlookPlatform
import OverlookSupport
import Testing

@testable import OverlookViewer

/// Clicks and keys through the map of a window.
@MainActor @Suite struct MeasuringTests {
  private let window: ViewerWindow
  private let loop: HeadlessLoop
  private let measure: MeasurePart

  init() throws {
    // North up, at the equator: the projection is plain there.
    window = ViewerWindow(
      map: MapView(
        size: ScreenSize(width: 800, height: 600), camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8), mapType: .none))
    measure = try #require(window.part(MeasurePart.self))
    loop = try HeadlessLoop(content: window.content, size: ScreenSize(width: 800, height: 600))
    loop.renderFrame()
  }

  private func point(_ x: Double, _ y: Double) -> ScreenPoint { ScreenPoint(x: x, y: y) }

  private func click(_ x: Double, _ y: Double, wait: Double = 1) {
    loop.send(.pointerMoved(point(x, y)))
    loop.renderFrame()
    loop.send(.buttonPressed(.left, point(x, y), []))
    loop.send(.buttonReleased(.left, point(x, y), []))
    loop.advance(by: wait, framesPerSecond: 10)
  }

  private func drag(_ x: Double, _ y: Double, to endX: Double, _ endY: Double) {
    loop.send(.buttonPressed(.left, point(x, y), []))
    loop.renderFrame()
    loop.send(.pointerMoved(point(endX, endY)))
    loop.renderFrame()
    loop.send(.buttonReleased(.left, point(endX, endY), []))
    loop.renderFrame()
  }

  private var places: [LocationCoordinate] { measure.editor.sketch.figures.first?.places ?? [] }

  private func press(_ key: Key, _ modifiers: Modifiers = []) {
    loop.send(.keyPressed(key, modifiers))
    loop.send(.keyReleased(key, modifiers))
    loop.renderFrame()
  }

  private func place(_ x: Double, _ y: Double) throws -> LocationCoordinate {
    try #require(window.map.groundCoordinate(at: point(x, y)))
  }

  @Test func twoClicksMeasureWhatLiesBetweenThem() throws {
    defer { loop.close() }
    press(.m, .control)
    click(300, 300)
    click(500, 300)
    let wanted = try #require(Geodesic(from: try place(300, 300), to: try place(500, 300)))
    #expect(abs(measure.measures.length - wanted.meters) < 1)
    #expect(abs(measure.measures.sections[0].bearing - 90) < 1e-6)
    press(.enter)
    #expect(!measure.editor.sketch.isGrowing)
    // The map gets the clicks again once the tool has ended.
    press(.escape)
    #expect(!measure.isActive)
    click(200, 200)
    #expect(measure.editor.sketch.figures.isEmpty)
  }

  @Test func aDoubleClickEndsWithoutZooming() throws {
    defer { loop.close() }
    press(.m, .control)
    click(300, 300)
    let camera = window.map.camera
    click(500, 300, wait: 0.1)
    click(500, 300)
    #expect(measure.editor.sketch.figures.first?.places.count == 2)
    #expect(!measure.editor.sketch.isGrowing)
    #expect(window.map.camera == camera)
  }

  @Test func theFirstPointClosesAnArea() throws {
    defer { loop.close() }
    press(.m, .control)
    for (x, y) in [(300.0, 200.0), (500, 200), (500, 400), (300, 400), (302, 201)] { click(x, y) }
    #expect(measure.editor.sketch.figures.first?.kind == .area)
    let ring = try [place(300, 200), place(500, 200), place(500, 400), place(300, 400)]
    let area = try #require(measure.measures.area)
    #expect(abs(area / Geodesic.area(of: ring) - 1) < 1e-6)
  }

  @Test func pointsAreDraggedInsertedAndRemoved() throws {
    defer { loop.close() }
    press(.m, .control)
    click(300, 300)
    click(500, 300)
    press(.enter)
    let camera = window.map.camera
    drag(500, 300, to: 500, 200)
    #expect(window.map.camera == camera)
    let edited = self.places
    let upper = try place(500, 200)
    #expect(abs(edited[1].latitude - upper.latitude) < 1e-9)
    // Halfway lies a handle that inserts.
    let middle = window.map.projection.point(for: SphericalGeometry.interpolate(from: edited[0], to: edited[1], fraction: 0.5))
    drag(middle.x, middle.y, to: 350, 120)
    #expect(measure.editor.sketch.figures.first?.places.count == 3)
    press(.delete)
    #expect(measure.editor.sketch.figures.first?.places == edited)
    for _ in 0..<3 { press(.z, .control) }
    let start = try place(500, 300)
    #expect(abs(places[1].latitude - start.latitude) < 1e-9)
    press(.z, [.control, .shift])
    #expect(measure.editor.sketch.figures.first?.places == edited)
  }

  @Test func placesSnapToCornersOfWhatLiesThere() throws {
    defer { loop.close() }
    let corner = try place(400, 250)
    let line = Polyline(path: Path([corner, try place(600, 100)]))
    line.strokeWidth = 3
    line.map = window.map
    loop.renderFrame()
    press(.m, .control)
    click(405, 254)
    #expect(measure.editor.sketch.figures.first?.places.first == corner)
    // Too far away it is where the pointer is.
    click(440, 290)
    #expect(measure.editor.sketch.figures.first?.places.last != corner)
  }

  @Test func everythingCanBeDoneByKeys() throws {
    defer { loop.close() }
    press(.m, .control)
    press(.insert)
    window.map.camera = CameraPosition(latitude: 0, longitude: 1, zoom: 8)
    press(.insert)
    press(.enter)
    #expect(abs(measure.measures.length - 111_319.49) < 0.1)
    let before = places[1]
    press(.up, [.control, .shift])
    #expect(places[1].latitude > before.latitude)
    press(.left, .control)
    #expect(measure.editor.sketch.vertex == 0)
  }

  @Test func draggingTheMapStillMovesIt() throws {
    defer { loop.close() }
    press(.m, .control)
    drag(400, 300, to: 300, 300)
    #expect(window.map.camera.target.longitude > 0.01)
    #expect(measure.editor.sketch.figures.first?.places.isEmpty == true)
  }

  @Test func onlyOneToolTakesTheClicks() throws {
    defer { loop.close() }
    press(.m, .control)
    window.perform("draw.line")
    #expect(!measure.isActive)
    let draw = try #require(window.part(DrawPart.self))
    click(500, 300)
    click(600, 400)
    press(.enter)
    #expect(draw.editor.sketch.figures.count == 1)
    window.undo.undo()
    #expect(draw.editor.sketch.figures.first?.places.count ?? 0 < 2)
    window.undo.redo()
    draw.editor.sketch.finish()
    let session = try #require(draw.session)
    let other = DrawPart()
    other.restore(session)
    #expect(other.editor.sketch.figures == draw.editor.sketch.figures)
    other.restore("no JSON")
    #expect(other.editor.sketch.figures.count == 1)
  }
}
