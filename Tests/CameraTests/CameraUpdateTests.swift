import OverlookCamera
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

private let size = ScreenSize(width: 1000, height: 600)

private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
  LocationCoordinate(latitude: latitude, longitude: longitude)
}

@Suite struct CameraUpdateTests {
  private let camera = CameraPosition(latitude: 40, longitude: 20, zoom: 12, bearing: 30, viewingAngle: 25)

  private func applying(
    _ update: CameraUpdate, to camera: CameraPosition? = nil, padding: EdgeInsets = .zero, limits: CameraLimits = CameraLimits()
  ) -> CameraPosition {
    update.camera(from: ViewTransform(camera: camera ?? self.camera, size: size, padding: padding), limits: limits)
  }

  private func expectEqual(_ a: CameraPosition, _ b: CameraPosition, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(CameraPosition.areEqualForRendering(a, b), "\(a) \(b)", sourceLocation: sourceLocation)
  }

  @Test("zooming")
  func zooms() {
    expectEqual(applying(.zoomIn), camera.changing(zoom: 13))
    expectEqual(applying(.zoomOut), camera.changing(zoom: 11))
    expectEqual(applying(.zoom(by: 0.5)), camera.changing(zoom: 12.5))
    expectEqual(applying(.zoom(to: 15)), camera.changing(zoom: 15))
    #expect(applying(.zoom(to: 99)).zoom == 22)
    #expect(applying(.zoom(to: 0)).viewingAngle == 25)
    #expect(applying(.zoom(to: 5), to: CameraPosition(latitude: 0, longitude: 0, zoom: 16, viewingAngle: 65)).viewingAngle == 30)
  }

  @Test("targets and cameras")
  func setsTargets() {
    #expect(applying(.setTarget(place(1, 2))) == camera.changing(target: place(1, 2)))
    #expect(applying(.setTarget(place(1, 2), zoom: 3)) == camera.changing(target: place(1, 2), zoom: 3))
    let other = CameraPosition(latitude: -1, longitude: -2, zoom: 3)
    #expect(applying(.setCamera(other)) == other)
  }

  @Test("the view scrolls right and down by points")
  func scrolls() {
    let view = ViewTransform(camera: camera, size: size)
    let ahead = Projection(view).coordinate(for: ScreenPoint(x: 600, y: 250))
    expectEqual(applying(.scrollBy(x: 100, y: -50)), camera.changing(target: ahead))
    let flat = CameraPosition(latitude: 0, longitude: 0, zoom: 0)
    #expect(abs(applying(.scrollBy(x: 64, y: 0), to: flat).target.longitude - 90) < 1e-9)
    #expect(applying(.scrollBy(x: 0, y: 64), to: flat).target.latitude < 0)
  }

  @Test("the ground at a point stays there")
  func zoomsAboutAPoint() {
    let point = ScreenPoint(x: 123, y: 456)
    let ground = Projection(ViewTransform(camera: camera, size: size)).coordinate(for: point)
    for levels in [1.0, -1, 3.3, -7] {
      let zoomed = applying(.zoom(by: levels, at: point))
      let after = Projection(ViewTransform(camera: zoomed, size: size)).point(for: ground)
      #expect(abs(after.x - point.x) < 1e-5 && abs(after.y - point.y) < 1e-5)
      #expect(abs(zoomed.zoom - 12 - levels) < 1e-12)
    }
  }

  @Test("bounds are centred at the greatest zoom, 64 points from the edges, north up")
  func fitsBounds() {
    // 90 degrees of longitude are a quarter of the world; 872 points are left for them.
    let wide = applying(.fit(CoordinateBounds(southWest: place(-1, 0), northEast: place(1, 90))))
    #expect(abs(wide.zoom - 3.768_184_324_776_926) < 1e-12)  // log2(872 / 64)
    #expect(abs(wide.target.latitude) < 1e-9 && abs(wide.target.longitude - 45) < 1e-9)
    #expect(wide.bearing == 0 && wide.viewingAngle == 0)
  }

  @Test("nothing of the bounds lies outside the insets, and two edges touch them")
  func fitsWithinInsets() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let south = Double.random(in: -80...70, using: &generator)
      let west = Double.random(in: -180..<180, using: &generator)
      let bounds = CoordinateBounds(
        southWest: place(south, west),
        northEast: place(
          south + .random(in: 0.01...10, using: &generator), west + .random(in: 0.01...170, using: &generator)))
      let insets = EdgeInsets(
        top: .random(in: 0...150, using: &generator), left: .random(in: 0...200, using: &generator),
        bottom: .random(in: 0...150, using: &generator), right: .random(in: 0...200, using: &generator))
      let padding = EdgeInsets(top: 20, left: 30, bottom: 40, right: 50)
      let fitted = applying(.fit(bounds, edgeInsets: insets), padding: padding)
      let projection = Projection(ViewTransform(camera: fitted, size: size, padding: padding))
      let (low, high) = (projection.point(for: bounds.southWest), projection.point(for: bounds.northEast))
      let gaps = [
        low.x - insets.left - 30, high.y - insets.top - 20, size.width - 50 - insets.right - high.x,
        size.height - 40 - insets.bottom - low.y,
      ]
      #expect(gaps.allSatisfy { $0 > -1e-4 })
      #expect(gaps.filter { $0 < 1e-4 }.count >= 2)
    }
  }

  @Test func fitsAcrossTheAntimeridian() {
    let fitted = applying(.fit(CoordinateBounds(southWest: place(-20, 170), northEast: place(-10, -170))))
    #expect(abs(abs(fitted.target.longitude) - 180) < 1e-9)
    #expect(fitted.zoom > 4)
  }

  @Test("padding that leaves no room zooms out as far as the map goes")
  func zoomsOutWhenThereIsNoRoom() throws {
    var limits = CameraLimits()
    try limits.setZoomRange(minimum: 3, maximum: 9)
    let bounds = CoordinateBounds(southWest: place(10, 10), northEast: place(20, 30))
    let fitted = applying(.fit(bounds, padding: 1_000), limits: limits)
    #expect(fitted.zoom == 3 && abs(fitted.target.longitude - 20) < 1e-9)
    let point = CoordinateBounds(coordinate: place(5, 6), coordinate: place(5, 6))
    #expect(applying(.fit(point), limits: limits).zoom == 9)
  }

  @Test("bounds that are not valid change nothing")
  func ignoresInvalidBounds() {
    #expect(applying(.fit(.empty)) == camera)
    let view = ViewTransform(camera: camera, size: size)
    #expect(view.camera(fitting: .empty, insets: .zero, limits: CameraLimits()) == nil)
  }

  /// 14.0625 degrees are 10 points at zoom 0; 1000 points show them at log2(100).
  @Test("a centre and a span of degrees")
  func setsARegion() {
    let set = applying(
      .setRegion(center: place(37.712_615, -122.472_839), latitudeDelta: 0, longitudeDelta: 14.0625))
    #expect(abs(set.zoom - 6.643_856_189_774_724) < 1e-9)
    #expect(set.target == place(37.712_615, -122.472_839) && set.bearing == 0 && set.viewingAngle == 0)

    let tall = applying(.setRegion(center: place(60, 0), latitudeDelta: 10, longitudeDelta: 1))
    let projection = Projection(ViewTransform(camera: tall, size: size))
    // Degrees grow northwards on the map: the northern half just fits.
    #expect(abs(projection.point(for: place(65, 0)).y) < 1e-6)
    #expect(projection.point(for: place(55, 0)).y < 600)
    #expect(applying(.setRegion(center: .invalid, latitudeDelta: 1, longitudeDelta: 1)) == camera)
    #expect(applying(.setRegion(center: place(0, 0), latitudeDelta: -1, longitudeDelta: 1)) == camera)
  }

  @Test func changesNothingForNumbersThatAreNone() {
    for update in [
      CameraUpdate.zoom(by: .nan), .zoom(to: .infinity), .setTarget(.invalid), .setTarget(place(0, 0), zoom: .nan),
      .scrollBy(x: .nan, y: 0), .zoom(by: .nan, at: ScreenPoint(x: 0, y: 0)),
    ] {
      #expect(applying(update) == camera)
    }
  }

  @Test func staysInRangeForEveryInput() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<50_000 {
      let point = ScreenPoint(x: generator.wildDouble(), y: generator.wildDouble())
      let (a, b) = (
        place(generator.wildDouble(), generator.wildDouble()), place(generator.wildDouble(), generator.wildDouble())
      )
      let insets = EdgeInsets(
        top: generator.wildDouble(), left: generator.wildDouble(), bottom: generator.wildDouble(),
        right: generator.wildDouble())
      let x = generator.wildDouble()
      let updates: [CameraUpdate] = [
        .zoom(by: x), .zoom(by: x, at: point), .zoom(to: x), .setTarget(a, zoom: x),
        .fit(CoordinateBounds(coordinate: a, coordinate: b), edgeInsets: insets), .fit(.world, padding: x),
        .setRegion(center: a, latitudeDelta: x, longitudeDelta: generator.wildDouble()),
        .scrollBy(x: x, y: generator.wildDouble()),
      ]
      guard let update = updates.randomElement(using: &generator) else { continue }
      expectInRange(applying(update, padding: insets))
    }
  }
}

extension CameraPosition {
  func changing(target: LocationCoordinate? = nil, zoom: Double? = nil) -> CameraPosition {
    CameraPosition(target: target ?? self.target, zoom: zoom ?? self.zoom, bearing: bearing, viewingAngle: viewingAngle)
  }
}
