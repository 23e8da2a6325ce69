import Overlook
import OverlookPlatform
import Testing

/// Taps on places of the embedded city.
@MainActor @Suite struct PlaceTapTests {
  private let map = MapView(camera: CameraPosition(latitude: 60.17135, longitude: 24.9414, zoom: 18))
  private let log = PlaceLog()
  private let loop: HeadlessLoop

  init() throws {
    map.isStill = true
    map.delegate = log
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
  }

  @Test func aTapOnAPlaceTellsItsNameAndLocation_MD10() throws {
    let view = ScreenRect(x: 0, y: 0, width: 400, height: 300)
    let places = map.features(in: view, layers: ["poi"]).filter { $0.name != nil }
    #expect(places.count > 3)
    // One whose point lies well inside the view, under its own icon.
    let place = try #require(
      places.first { place in
        let point = map.projection.point(for: place.location)
        return view.contains(point) && map.features(at: point).first?.name == place.name
      })
    loop.click(map.projection.point(for: place.location))
    #expect(log.lines == ["place \(place.name ?? "")"])
    let told = try #require(log.location)
    #expect(SphericalGeometry.distance(from: told, to: place.location) < 0.01)
    #expect(log.placeID?.isEmpty == false)
  }

  @Test func aMarkerOverAPlaceIsWhatIsTapped_MD06() throws {
    let place = try #require(map.features(in: ScreenRect(x: 100, y: 75, width: 200, height: 150), layers: ["poi"]).first)
    let marker = Marker(position: place.location)
    marker.groundAnchor = .center
    marker.map = map
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    loop.click(map.projection.point(for: place.location))
    #expect(log.lines == ["marker"])
  }

  @Test func besidePlacesACoordinateIsTapped_MD04() throws {
    let points = (0..<400).map { ScreenPoint(x: Double($0), y: 150) }
    let empty = try #require(points.first { point in map.features(at: point).allSatisfy { $0.geometry != .point } })
    loop.click(empty)
    #expect(log.lines == ["coordinate"])
  }
}

@MainActor private final class PlaceLog: MapViewDelegate {
  var lines: [String] = []
  var placeID: String?
  var location: LocationCoordinate?

  func mapView(_ mapView: MapView, didTapPOI placeID: String, name: String, location: LocationCoordinate) {
    lines.append("place \(name)")
    (self.placeID, self.location) = (placeID, location)
  }
  func mapView(_ mapView: MapView, didTapAt coordinate: LocationCoordinate) { lines.append("coordinate") }
  func mapView(_ mapView: MapView, didTap marker: Marker) -> Bool {
    lines.append("marker")
    return true
  }
}
