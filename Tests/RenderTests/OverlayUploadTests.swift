import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookMeasurement
import OverlookOverlayPasses
import OverlookPasses
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

/// What reaches the GPU when something changes, and what a frame costs when nothing does.
@MainActor @Suite struct OverlayUploadTests {
  /// The driver draws them.
  private func scene(markers count: Int) throws -> (OverlayTestScene, [Marker]) {
    let scene = try OverlayTestScene(
      width: 200, height: 150, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2), renderer: .driver)
    let markers = (0..<count).map { (number: Int) -> Marker in
      let (row, column) = (Double(number % 300), Double(number / 300))
      return Marker(position: LocationCoordinate(latitude: row / 10 - 15, longitude: column / 10 - 16))
    }
    for marker in markers { scene.store.add(marker) }
    return (scene, markers)
  }

  @Test func oneMarkerOfManyIsOnePartialUploadOfOneRow() throws {
    let (scene, markers) = try scene(markers: 100_000)
    try scene.prepare()
    markers[54_321].position = LocationCoordinate(latitude: 1, longitude: 1)
    try scene.prepare()
    #expect(scene.statistics.uploads == 1)
    #expect(scene.statistics.uploadedBytes == 36)
  }

  @Test(arguments: [RendererChoice.driver, .software]) func nothingIsUploadedWhileAFrameIsDrawn(renderer: RendererChoice) throws {
    let scene = try OverlayTestScene(
      width: 200, height: 150, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 3), renderer: renderer)
    let places = (0..<20).map { LocationCoordinate(latitude: Double($0) / 4, longitude: Double($0) / 2) }
    let square = [(0.0, 0.0), (0, 8), (8, 8)].map { LocationCoordinate(latitude: $0.0, longitude: $0.1) }
    let dashed = PathLayer(paths: [places])
    dashed.strokeDashes = DashPattern([4, 2])
    let raised = PolygonLayer(polygons: [[square]])
    raised.height = .constant(10_000)
    for layer in [
      PointLayer(positions: places), HeatmapLayer(positions: places), ColumnLayer(positions: places),
      IconLayer(images: [OverlayTestScene.testCard(width: 16, height: 16)], positions: places), PathLayer(paths: [places]),
      dashed, PolygonLayer(polygons: [[square]]), raised, ArcLayer(from: places, to: places.reversed()),
    ] as [Overlay] {
      scene.add(layer)
    }
    scene.add(GroundOverlay(position: places[0], icon: OverlayTestScene.testCard(width: 16, height: 16), zoomLevel: 3))
    scene.marker(1, 1)
    for zoom in [3.0, 6] {
      scene.look(from: CameraPosition(latitude: 0, longitude: 0, zoom: zoom))
      try scene.prepare()
      let before = scene.statistics
      #expect(before.uploads > 0)
      try scene.drawPrepared()
      #expect(scene.statistics.uploads == before.uploads)
      #expect(scene.statistics.drawCalls > before.drawCalls + 8)
    }
  }

  @Test func neighboursThatChangedGoTogetherWithWhatLiesBetween() throws {
    let (scene, markers) = try scene(markers: 1000)
    try scene.prepare()
    for number in [10, 11, 12, 100] { markers[number].rotation = 45 }
    try scene.prepare()
    #expect(scene.statistics.uploads == 1)
    #expect(scene.statistics.uploadedBytes == 36 * 91)
  }

  @Test func scatteredChangesAreOneUploadAndShowLikeMarkersThatNeverChanged() throws {
    let numbers = stride(from: 5, to: 3000, by: 307)
    func change(_ markers: [Marker]) {
      for number in numbers {
        markers[number].rotation = Double(number)
        markers[number].opacity = 0.5
        markers[number].position = LocationCoordinate(latitude: Double(number) / 100, longitude: -Double(number) / 60)
      }
    }
    let (scene, markers) = try scene(markers: 3000)
    try scene.prepare()
    change(markers)
    try scene.prepare()
    // A card's buffers are not written in place: each place is an upload.
    #expect(scene.statistics.uploads == (scene.surface.device.capabilities.isSoftware ? 1 : 10))
    #expect(scene.statistics.uploadedBytes == 36 * 10)
    let picture = try scene.picture()
    let (fresh, others) = try self.scene(markers: 3000)
    change(others)
    #expect(try fresh.picture().pixels == picture.pixels)
  }

  @Test func aPanUploadsNothing() throws {
    let (scene, _) = try scene(markers: 1000)
    try scene.draw()
    scene.look(from: CameraPosition(latitude: 1, longitude: 2, zoom: 2.1))
    try scene.prepare()
    #expect(scene.statistics.uploads == 0)
  }

  @Test func allMarkersAreOneDraw() throws {
    let (scene, _) = try scene(markers: 1000)
    try scene.draw()
    let draws = scene.statistics
    #expect(draws.drawCalls == 1)
    #expect(draws.instances == 1000)
  }

  @Test func aSteadyFrameTakesNothingFromTheHeap() throws {
    guard AllocationCounter.isAvailable else { return }
    let (scene, markers) = try scene(markers: 500)
    for number in 0..<20 {
      scene.add(
        GroundOverlay(
          position: LocationCoordinate(latitude: Double(number), longitude: 0),
          icon: OverlayTestScene.testCard(width: 32, height: 32),
          zoomLevel: 2))
    }
    for _ in 0..<3 { try scene.draw() }
    var longitude = 0.0
    func frame() throws {
      longitude += 0.1
      scene.look(from: CameraPosition(latitude: 0, longitude: longitude, zoom: 2, bearing: longitude))
      markers[100].position = LocationCoordinate(latitude: longitude, longitude: 0)
      markers[100].rotation += 1
      try scene.draw()
    }
    for _ in 0..<3 { try frame() }
    var failure: (any Error)?
    let report = AllocationCounter.count {
      do { for _ in 0..<10 { try frame() } } catch { failure = error }
    }
    #expect(failure == nil)
    #expect(report.blocks == 0, "\(report)")
  }

  @Test func picturesAreTakenOverWithinTheBudgetOfAFrame() throws {
    let scene = try OverlayTestScene(width: 200, height: 150, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2))
    // 16 MB each; 32 MB a frame.
    let pixels = [UInt8](repeating: 99, count: 4 * 2048 * 2048)
    let overlays = (0..<3).map { _ in
      scene.add(
        GroundOverlay(
          position: LocationCoordinate(latitude: 0, longitude: 0),
          icon: Image(width: 2048, height: 2048, scale: 16, premultipliedRGBA: pixels), zoomLevel: 2))
    }
    try scene.prepare()
    #expect(scene.waitsForPictures)
    try scene.prepare()
    #expect(!scene.waitsForPictures)
    #expect(scene.failedPictures == 0)
    for overlay in overlays { scene.store.remove(overlay) }
    try scene.prepare()
    #expect(!scene.waitsForPictures)
    #expect(scene.pictureBytes <= GroundOverlayPass.budgetBytes)
  }

  @Test func aPictureOnTheGroundIsOneDrawAndOneForItsEdge() throws {
    let scene = try OverlayTestScene(width: 200, height: 150, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2))
    scene.add(
      GroundOverlay(
        position: LocationCoordinate(latitude: 0, longitude: 0), icon: OverlayTestScene.testCard(width: 64, height: 64),
        zoomLevel: 2))
    try scene.draw()
    let before = scene.statistics.drawCalls
    try scene.drawPrepared()
    #expect(scene.statistics.drawCalls - before == 2)
  }

  @Test func onlyAPictureThatIsShownSmallerThanItIsGetsSmallerLevels() throws {
    let card = OverlayTestScene.testCard(width: 64, height: 64)
    let scene = try OverlayTestScene(width: 200, height: 150, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 3))
    scene.add(GroundOverlay(position: LocationCoordinate(latitude: 0, longitude: 0), icon: card, zoomLevel: 2))
    try scene.draw()
    #expect(scene.pictureBytes == 64 * 64 * 4)
    scene.look(from: CameraPosition(latitude: 0, longitude: 0, zoom: 1))
    try scene.draw()
    #expect(scene.pictureBytes == 64 * 64 * 4 * 4 / 3)
  }

  @Test func onePictureOfManyOverlaysIsOneTexture() throws {
    let scene = try OverlayTestScene(width: 200, height: 150, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2))
    let card = OverlayTestScene.testCard(width: 64, height: 64)
    for number in 0..<10 {
      scene.add(GroundOverlay(position: LocationCoordinate(latitude: 0, longitude: Double(number)), icon: card, zoomLevel: 2))
    }
    try scene.draw()
    // They are shown in their size, which needs no smaller levels.
    #expect(scene.pictureBytes == 64 * 64 * 4)
  }

  @Test func aPictureFarLargerThanTheViewIsDrawnWhereItLies() throws {
    // Zoom 20 in a picture of 17 degrees: its corners lie 10 million points away. The boundary of two squares of the test card
    // crosses the middle of the view.
    let place = LocationCoordinate(latitude: 30, longitude: 20)
    let scene = try OverlayTestScene(width: 200, height: 150, camera: CameraPosition(target: place, zoom: 20))
    let image = Image(
      width: 2, height: 2, scale: 1, pixel: { column, _ in column == 0 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 255, 255) })
    let overlay = GroundOverlay(
      bounds: CoordinateBounds(
        southWest: LocationCoordinate(latitude: 20, longitude: 20), northEast: LocationCoordinate(latitude: 40, longitude: 40)),
      icon: image)
    scene.add(overlay)
    let pixels = try scene.picture().pixels
    func red(_ x: Int) -> UInt8 { pixels[4 * (75 * 200 + x)] }
    func blue(_ x: Int) -> UInt8 { pixels[4 * (75 * 200 + x) + 2] }
    // West of its edge at 20 degrees lies the ground, east of it the picture's red column.
    #expect(blue(97) > 200 && red(97) > 200)
    #expect(blue(102) == 0 && red(102) == 255)
  }

  @Test func nonsenseInAViewDrawsNothingAndHarmsNothing() throws {
    let scene = try OverlayTestScene(width: 100, height: 80, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2))
    let marker = scene.marker(0, 0)
    let ground = scene.add(GroundOverlay(bounds: .world, icon: OverlayTestScene.testCard(width: 16, height: 16)))
    for value in [Double.nan, .infinity, -.infinity, 1e308] {
      marker.rotation = value
      marker.groundAnchor = UnitPoint(x: value, y: value)
      ground.bearing = value
      ground.anchor = UnitPoint(x: value, y: 0.5)
      ground.position = LocationCoordinate(latitude: 0, longitude: value)
      try scene.draw()
    }
    #expect(scene.statistics.drawCalls == 0)
  }
}
