import Overlook

/// A delegate that writes down what it is told.
@MainActor final class DelegateLog: MapViewDelegate {
  var lines: [String] = []
  var handlesMarkerTaps = true

  func mapView(_ mapView: MapView, willMove gesture: Bool) { lines.append(gesture ? "willMove gesture" : "willMove") }
  func mapView(_ mapView: MapView, didChange position: CameraPosition) { lines.append("didChange") }
  func mapView(_ mapView: MapView, idleAt position: CameraPosition) { lines.append("idle") }
  func mapView(_ mapView: MapView, didTapAt coordinate: LocationCoordinate) { lines.append("tap coordinate") }
  func mapView(_ mapView: MapView, didLongPressAt coordinate: LocationCoordinate) { lines.append("long press") }
  func mapView(_ mapView: MapView, didOpenContextMenuAt coordinate: LocationCoordinate) { lines.append("context menu") }
  func mapView(_ mapView: MapView, didTap marker: Marker) -> Bool {
    lines.append("tap marker \(marker.title ?? "")")
    return handlesMarkerTaps
  }
  func mapView(_ mapView: MapView, didTap overlay: Overlay) { lines.append("tap overlay \(overlay.title ?? "")") }
  func mapViewDidStartTileRendering(_ mapView: MapView) { lines.append("tiles started") }
  func mapViewDidFinishTileRendering(_ mapView: MapView) { lines.append("tiles finished") }
  func mapViewSnapshotReady(_ mapView: MapView) { lines.append("snapshot ready") }

  /// The lines, with repetitions in a row told once; and forgets them.
  func take() -> [String] {
    defer { lines = [] }
    return lines.reduce(into: []) { result, line in
      if result.last != line { result.append(line) }
    }
  }
}

/// A map without a window, driven by a clock of the test's own.
@MainActor struct MapFixture {
  let map: MapView
  let log = DelegateLog()
  private(set) var now = 100.0

  init(camera: CameraPosition = CameraPosition(latitude: 0, longitude: 0, zoom: 4)) {
    map = MapView(camera: camera)
    map.mapType = .none
    map.resize(to: ScreenSize(width: 800, height: 600), framebuffer: PixelSize(width: 800, height: 600))
    map.delegate = log
    settle()
    _ = log.take()
  }

  /// Prepares frames at 60 Hz for so many seconds; the renderer is left out.
  mutating func run(seconds: Double) {
    let end = now + seconds
    while now < end {
      now += 1.0 / 60
      _ = map.prepareFrame(now: now)
    }
  }

  private func settle() {
    _ = map.prepareFrame(now: now)
  }

  /// Sends an event at the present time.
  func send(_ kind: InputEvent.Kind) {
    map.handle(InputEvent(timeSeconds: now, kind: kind))
  }

  /// A click of the left button at `point`, and the time after which it can no longer become a double click.
  mutating func click(_ point: ScreenPoint) {
    send(.pointerMoved(point))
    send(.buttonPressed(.left, point, []))
    run(seconds: 0.05)
    send(.buttonReleased(.left, point, []))
    run(seconds: 0.5)
  }
}
