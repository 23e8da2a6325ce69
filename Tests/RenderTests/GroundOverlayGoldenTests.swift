import OverlookCamera
import OverlookGeometry
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct GroundOverlayGoldenTests {
  /// The British Isles.
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

  /// The corners of the picture lie on the corners of the bounds.
  @Test func aPictureFillsItsBounds() throws {
    let scene = try OverlayTestScene(width: 480, height: 400, camera: camera)
    scene.addGraticule(step: 10)
    scene.add(GroundOverlay(bounds: isles, icon: OverlayTestScene.testCard(width: 112, height: 128)))
    addCorners(scene)
    try expectPicture("isles", scene)
  }

  /// Turned by 30 degrees clockwise about its middle, half transparent.
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

  /// Turned about its lower left corner; shapes lie between pictures by zIndex.
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

  /// A picture lies on the ground of a tilted view, across the antimeridian.
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

  /// An old map on a modern one: between four corners, straight lines stay straight.
  @Test func aPictureIsStretchedBetweenFourCorners() throws {
    let scene = try OverlayTestScene(width: 480, height: 400, camera: camera)
    scene.addGraticule(step: 10)
    let places = [(60.0, -9.0), (58, 6), (47.5, 2), (50, -14)].map { LocationCoordinate(latitude: $0.0, longitude: $0.1) }
    scene.add(
      GroundOverlay(
        corners: GroundCorners(topLeft: places[0], topRight: places[1], bottomRight: places[2], bottomLeft: places[3]),
        icon: OverlayTestScene.testCard(width: 128, height: 128)))
    for place in places { scene.marker(place.latitude, place.longitude, color: .green) }
    try expectPicture("four-corners", scene)
  }

  /// A picture with a line on each tenth degree of latitude: the lines lie on the parallels of the map, in a tilted view too.
  @Test func rowsOfAPlateCarreeLieOnTheirParallels() throws {
    for (name, tilt) in [("plate-carree", 0.0), ("plate-carree-tilted", 55)] {
      let scene = try OverlayTestScene(
        width: 480, height: 400, camera: CameraPosition(latitude: 40, longitude: 0, zoom: 1.6, bearing: 0, viewingAngle: tilt))
      let stripes = Image(width: 64, height: 680, scale: 1) { _, row in
        // Four rows a degree, from 85 north to 85 south; three rows of each tenth degree are red.
        let quarter = abs(340 - row)
        return quarter % 40 < 2 || quarter % 40 > 38 ? SIMD4(220, 30, 30, 255) : SIMD4(200, 210, 225, 255)
      }
      let overlay = GroundOverlay(
        bounds: CoordinateBounds(
          southWest: LocationCoordinate(latitude: -85, longitude: -60), northEast: LocationCoordinate(latitude: 85, longitude: 60)
        ),
        icon: stripes)
      overlay.rows = .latitude
      scene.add(overlay)
      for latitude in stride(from: -80.0, through: 80, by: 10) {
        scene.addLine([(latitude, -100), (latitude, -60)])
        scene.addLine([(latitude, 60), (latitude, 100)])
      }
      try expectPicture(name, scene)
    }
  }

  private static let large = Image(width: 1500, height: 1585, scale: 1) { column, row in
    let isDark = (column / 20 + row / 20) % 2 == 0
    return SIMD4(UInt8(column * 255 / 1500), UInt8(row * 255 / 1585), isDark ? 60 : 200, 255)
  }

  /// An image that is too large for a texture looks as one that is not, whatever the pieces; what is not in view takes no memory.
  @Test(arguments: [(0.0, 0.0, 8.5), (25, 0, 8.5), (0, 60, 9), (0, 0, 6)])
  func piecesOfALargeImageShowNoSeams(bearing: Double, tilt: Double, zoom: Double) throws {
    let box = CoordinateBounds(
      southWest: LocationCoordinate(latitude: 50, longitude: 0), northEast: LocationCoordinate(latitude: 52, longitude: 3))
    let large = Self.large
    func picture(maximumSide: Int?) throws -> (Image, Int) {
      let scene = try OverlayTestScene(
        width: 320, height: 240,
        camera: CameraPosition(latitude: 51, longitude: 1.5, zoom: zoom, bearing: bearing, viewingAngle: tilt),
        maximumTextureSide: maximumSide)
      scene.add(GroundOverlay(bounds: box, icon: large))
      repeat { try scene.draw() } while scene.waitsForPictures
      return (try scene.picture(), scene.pictureBytes)
    }
    let (whole, pieces) = (try picture(maximumSide: nil), try picture(maximumSide: 384))
    let difference = zip(whole.0.pixels, pieces.0.pixels).map { abs(Int($0) - Int($1)) }
    #expect(difference.count { $0 > 40 } < difference.count / 200, "\(difference.count { $0 > 40 })")
    // A tilted view sees nearly all of it, and pieces have borders.
    #expect(pieces.1 < whole.1 || tilt > 0)
  }

  /// Pictures that are to come lie in the driver's memory before they are shown.
  @Test func picturesToComeAreUploadedBeforeTheirTurn() throws {
    let scene = try OverlayTestScene(width: 200, height: 200, camera: camera)
    let pictures = (0..<3).map { step in
      Image(width: 64, height: 64, scale: 1) { _, _ in SIMD4(UInt8(80 * step), 0, 0, 255) }
    }
    let overlay = scene.add(GroundOverlay(bounds: isles, icon: nil))
    overlay.upcomingIcons = pictures
    try scene.draw()
    let bytes = scene.pictureBytes
    #expect(bytes >= 3 * 64 * 64 * 4)
    for (step, picture) in pictures.enumerated() {
      overlay.icon = picture
      let shown = try scene.picture()
      #expect(scene.pictureBytes == bytes && shown.pixels[4 * (100 * 200 + 100)] == UInt8(80 * step))
    }
  }
}
