import Overlook
import OverlookPlatform
import Testing

/// What lies on the ground behind a building of a style, on a whole map seen from the south.
@MainActor @Suite struct BuildingOcclusionMapTests {
  private let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 18))
  private let loop: HeadlessLoop

  init() throws {
    map.isStill = true
    map.maximumViewingAngle = { _ in 60 }
    map.camera = CameraPosition(
      target: LocationCoordinate(latitude: 0, longitude: 0), zoom: 18, bearing: 0, viewingAngle: 60)
    // 110 m wide, 55 m deep and 60 m high.
    let ring = "[[-0.0005, -0.00025], [0.0005, -0.00025], [0.0005, 0.00025], [-0.0005, 0.00025], [-0.0005, -0.00025]]"
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "Feature", "properties": {},
         "geometry": {"type": "Polygon", "coordinates": [\(ring)]}}}}, "layers": [
         {"id": "back", "type": "background", "paint": {"background-color": "#fff"}},
         {"id": "house", "type": "fill-extrusion", "source": "s",
          "paint": {"fill-extrusion-color": "#888", "fill-extrusion-height": 60}}]}
        """)
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 200, height: 200))
  }

  /// Pixels that are red.
  private func redCount() -> Int {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    #expect(map.graphicsError == nil)
    guard let pixels = loop.pixels() else { return -1 }
    return stride(from: 0, to: pixels.count, by: 4).count { (at: Int) -> Bool in
      pixels[at] > 200 && pixels[at + 1] < 60 && pixels[at + 2] < 60
    }
  }

  private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  /// An overlay of each kind that lies on the ground, from the west to the east at a latitude.
  private func overlays(_ latitude: Double) throws -> [Overlay] {
    let red = Color(red: 1, green: 0, blue: 0)
    let line = Polyline(path: Path([place(latitude, -0.0003), place(latitude, 0.0003)]))
    line.strokeColor = red
    line.strokeWidth = 6
    let wide = Polyline(path: Path([place(latitude, -0.0003), place(latitude, 0.0003)]))
    wide.strokeColor = red
    wide.strokeWidth = 12
    wide.strokeCap = .round
    let circle = Circle(position: place(latitude, 0), radius: 8)
    circle.fillColor = red
    circle.strokeColor = nil
    let picture = GroundOverlay(
      bounds: CoordinateBounds(
        southWest: place(latitude - 0.00005, -0.0002), northEast: place(latitude + 0.00005, 0.0002)),
      icon: Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255]))
    return [line, wide, circle, picture]
  }

  @Test func overlaysAreHiddenBehindABuildingAndSeenBeforeIt() throws {
    for (latitude, isHidden) in [(0.0004, true), (-0.0004, false)] {
      for overlay in try overlays(latitude) {
        overlay.map = map
        #expect((redCount() == 0) == isHidden, "\(overlay) at \(latitude)")
        overlay.map = nil
      }
    }
    loop.close()
  }

  @Test func overlaysAreSeenAgainWithoutOcclusionOrWithoutBuildings_MV28() throws {
    let line = try overlays(0.0004)[0]
    line.map = map
    #expect(redCount() == 0)
    map.isBuildingOcclusionEnabled = false
    #expect(redCount() > 100)
    map.isBuildingOcclusionEnabled = true
    #expect(redCount() == 0)
    map.isBuildingsEnabled = false
    #expect(redCount() > 100)
    loop.close()
  }

  @Test func framesThatCopyTheBasePlaneHideTheSame() throws {
    let line = try #require(try overlays(0.0004)[0] as? Polyline)
    line.map = map
    #expect(redCount() == 0)
    let first = loop.pixels()
    for _ in 0..<3 {
      line.strokeWidth += 1
      #expect(redCount() == 0)
    }
    #expect(loop.pixels() == first)
    loop.close()
  }

  /// What is drawn between buildings and labels leaves the depths of the buildings.
  @Test func overlaysAreHiddenAlsoWhereALineLiesBelowTheLabels() throws {
    let lower = Polyline(path: Path([place(-0.0004, -0.0003), place(-0.0004, 0.0003)]))
    lower.strokeColor = .black
    lower.isBelowLabels = true
    lower.map = map
    for overlay in try overlays(0.0004) {
      overlay.map = map
      #expect(redCount() == 0, "\(overlay)")
      overlay.map = nil
    }
    loop.close()
  }

  @Test func markersStayAboveBuildings() throws {
    let marker = Marker(position: place(0.0004, 0))
    marker.icon = Marker.markerImage(color: Color(red: 1, green: 0, blue: 0))
    marker.map = map
    #expect(redCount() > 50)
    loop.close()
  }
}
