import OverlookCamera
import OverlookGeometry
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct GroundOverlayGoldenTests {
  /// The British Isles of row GO-11.
  private let isles = CoordinateBounds(
    southWest: LocationCoordinate(latitude: 48, longitude: -12), northEast: LocationCoordinate(latitude: 61, longitude: 5))
  private let camera = CameraPosition(latitude: 55, longitude: -3.5, zoom: 3.6)

  private func expectPicture(_ name: String, _ scene: OverlayTestScene) throws {
    let mismatch = try GoldenPicture("ground/\(name)").mismatch(with: scene.picture())
    #expect(mismatch == nil)
  }

  private func addCorners(_ scene: OverlayTestScene) {
    for latitude in [48.0, 61] {
      for longitude in [-12.0, 5] { scene.marker(latitude, longitude, color: .green) }
    }
  }

  /// GO-02, GO-11: the corners of the picture lie on the corners of the bounds.
  @Test func aPictureFillsItsBounds() throws {
    let scene = try OverlayTestScene(width: 480, height: 400, camera: camera)
    scene.addGraticule(step: 10)
    scene.add(GroundOverlay(bounds: isles, icon: OverlayTestScene.testCard(width: 112, height: 128)))
    addCorners(scene)
    try expectPicture("isles", scene)
  }

  /// GO-07, GO-08: turned by 30 degrees clockwise about its middle, half transparent.
  @Test func aPictureTurnsAndFades() throws {
    let scene = try OverlayTestScene(width: 480, height: 400, camera: camera)
    scene.addGraticule(step: 10)
    let overlay = GroundOverlay(bounds: isles, icon: OverlayTestScene.testCard(width: 112, height: 128))
    overlay.bearing = 30
    overlay.opacity = 0.5
    scene.add(overlay)
    addCorners(scene)
    try expectPicture("isles-bearing-30-opacity-50", scene)
  }

  /// GO-05: turned about its lower left corner; OV-06: shapes lie between pictures by zIndex.
  @Test func picturesLieAmongShapesByZIndex() throws {
    let scene = try OverlayTestScene(width: 480, height: 400, camera: camera)
    scene.addGraticule(step: 10)
    let below = scene.add(GroundOverlay(bounds: isles, icon: OverlayTestScene.testCard(width: 112, height: 128)))
    below.zIndex = 1
    let circle = scene.add(Circle(position: LocationCoordinate(latitude: 54, longitude: -3.5), radius: 450_000))
    circle.fillColor = Color(red: 0.9, green: 0.2, blue: 0.5).withAlpha(0.8)
    circle.zIndex = 2
    let above = scene.add(
      GroundOverlay(
        position: LocationCoordinate(latitude: 54, longitude: -3.5), icon: OverlayTestScene.testCard(width: 96, height: 64),
        zoomLevel: 3.6))
    above.anchor = UnitPoint(x: 0, y: 1)
    above.position = LocationCoordinate(latitude: 54, longitude: -3.5)
    above.bearing = -20
    above.zIndex = 3
    scene.marker(54, -3.5)
    try expectPicture("among-shapes", scene)
  }

  /// GO-01: a picture lies on the ground of a tilted view, across the antimeridian.
  @Test func aPictureLiesOnTheGroundAcrossTheAntimeridian() throws {
    let scene = try OverlayTestScene(
      width: 480, height: 320, camera: CameraPosition(latitude: -15, longitude: -178, zoom: 3.5, bearing: -25, viewingAngle: 60))
    scene.addGraticule(step: 10)
    let box = CoordinateBounds(
      southWest: LocationCoordinate(latitude: -25, longitude: 165), northEast: LocationCoordinate(latitude: 0, longitude: -160))
    scene.add(GroundOverlay(bounds: box, icon: OverlayTestScene.testCard(width: 128, height: 96)))
    scene.marker(-25, 165, color: .green)
    scene.marker(0, -160, color: .blue)
    try expectPicture("tilted-antimeridian", scene)
  }

  /// Pictures that meet leave no seam, turned or not.
  @Test func picturesThatMeetLeaveNoSeam() throws {
    let scene = try OverlayTestScene(
      width: 240, height: 200, camera: CameraPosition(latitude: 0, longitude: 0.05, zoom: 3.3, bearing: 17))
    let plain = Image(width: 8, height: 8, scale: 1, pixel: { _, _ in SIMD4(70, 130, 220, 255) })
    for column in -3..<3 {
      for row in -3..<3 {
        let (west, south) = (Double(column) * 20, Double(row) * 20)
        let box = CoordinateBounds(
          southWest: LocationCoordinate(latitude: south, longitude: west),
          northEast: LocationCoordinate(latitude: south + 20, longitude: west + 20))
        scene.add(GroundOverlay(bounds: box, icon: plain))
      }
    }
    let pixels = try scene.picture().pixels
    let seams = (0..<(240 * 200)).count { abs(Int(pixels[4 * $0]) - 70) > 1 || abs(Int(pixels[4 * $0 + 2]) - 220) > 1 }
    #expect(seams == 0)
  }
}
