import Overlook
import OverlookPlatform
import Testing

/// A map of 400 x 300 points without a window and without a base map, whose delegate writes down what it hears of markers.
@MainActor struct MarkerStage {
  let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
  let log = MarkerLog()
  let loop: HeadlessLoop

  init(scale: Double = 1) throws {
    map.mapType = .none
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300), scale: scale)
    map.delegate = log
    loop.advance(by: 0.1)
  }

  /// A marker with the default pin, whose tip is at `point` of the view.
  @discardableResult
  func marker(_ title: String?, at point: ScreenPoint) -> Marker {
    let marker = Marker(position: map.projection.coordinate(for: point))
    marker.title = title
    marker.map = map
    return marker
  }

  func click(_ point: ScreenPoint) { loop.click(point) }

  func drag(from start: ScreenPoint, to end: ScreenPoint, holdSeconds: Double = 0.05) {
    loop.send(.buttonPressed(.left, start, []))
    loop.advance(by: holdSeconds)
    loop.send(.pointerMoved(ScreenPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)))
    loop.send(.pointerMoved(end))
    // A pointer that rests before the release leaves no inertia.
    loop.advance(by: 0.5)
    loop.send(.buttonReleased(.left, end, []))
    loop.advance(by: 0.5)
  }

  /// A click on the icon of a marker, wherever it is.
  func tapMarker(_ marker: Marker) {
    let foot = map.projection.point(for: marker.position)
    click(ScreenPoint(x: foot.x, y: foot.y - 10))
  }

  func expectPictureUnchanged(_ change: () -> Void, _ location: SourceLocation = #_sourceLocation) throws {
    loop.renderFrame(force: true)
    let before = try #require(loop.pixels())
    change()
    loop.renderFrame(force: true)
    #expect(try #require(loop.pixels()) == before, sourceLocation: location)
  }
}

/// Writes down what a delegate hears of markers; a tap selects unless it is told otherwise.
@MainActor final class MarkerLog: MapViewDelegate {
  var lines: [String] = []
  var handlesMarkerTaps = false
  var window: (any CanvasView)?
  var contents: (any CanvasView)?
  /// What to do when a line was written.
  var onLine: (String) -> Void = { _ in }

  private func write(_ line: String) {
    lines.append(line)
    onLine(line)
  }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  func mapView(_ mapView: MapView, didTapAt coordinate: LocationCoordinate) { write("tap coordinate") }
  func mapView(_ mapView: MapView, didLongPressAt coordinate: LocationCoordinate) { write("long press") }
  func mapView(_ mapView: MapView, didTap overlay: Overlay) { write("tap overlay") }
  func mapView(_ mapView: MapView, didTap marker: Marker) -> Bool {
    write("tap marker \(marker.title ?? "")")
    return handlesMarkerTaps
  }
  func mapView(_ mapView: MapView, markerInfoWindow marker: Marker) -> (any CanvasView)? {
    write("window? \(marker.title ?? "")")
    return window
  }
  func mapView(_ mapView: MapView, markerInfoContents marker: Marker) -> (any CanvasView)? {
    write("contents? \(marker.title ?? "")")
    return contents
  }
  func mapView(_ mapView: MapView, didTapInfoWindowOf marker: Marker) { write("tap window \(marker.title ?? "")") }
  func mapView(_ mapView: MapView, didLongPressInfoWindowOf marker: Marker) { write("long press window \(marker.title ?? "")") }
  func mapView(_ mapView: MapView, didCloseInfoWindowOf marker: Marker) { write("closed \(marker.title ?? "")") }
  func mapView(_ mapView: MapView, didBeginDragging marker: Marker) { write("begin \(marker.title ?? "")") }
  func mapView(_ mapView: MapView, didDrag marker: Marker) { write("drag \(marker.title ?? "")") }
  func mapView(_ mapView: MapView, didEndDragging marker: Marker) { write("end \(marker.title ?? "")") }
}

/// A view of one colour that counts how often it is drawn.
@MainActor final class CountedView: CanvasView {
  var size: ScreenSize
  var color = Color(red: 0, green: 0, blue: 1)
  var drawCount = 0
  var onDraw: () -> Void = {}

  init(width: Double, height: Double) {
    size = ScreenSize(width: width, height: height)
  }

  func draw(in canvas: Canvas) {
    drawCount += 1
    // Larger than the view: cut off at its bounds.
    canvas.fillRect(ScreenRect(x: -50, y: -50, width: size.width + 100, height: size.height + 100), color: color)
    onDraw()
  }
}
