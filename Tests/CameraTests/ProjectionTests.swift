import OverlookCamera
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

private func projection(
  _ latitude: Double = 0, _ longitude: Double = 0, zoom: Double, bearing: Double = 0, tilt: Double = 0,
  padding: EdgeInsets = .zero, size: ScreenSize = ScreenSize(width: 1024, height: 512)
) -> Projection {
  Projection(
    ViewTransform(
      camera: CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom, bearing: bearing, viewingAngle: tilt),
      size: size, padding: padding))
}

private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
  LocationCoordinate(latitude: latitude, longitude: longitude)
}

@Suite struct ProjectionTests {
  @Test("the copy of the world nearest to the target is seen")
  func showsTheNearestCopy() {
    let pacific = projection(0, 179, zoom: 2)
    // 1024 points for 360 degrees.
    #expect(abs(pacific.point(for: place(0, -179)).x - (512 + 2 * 1024 / 360.0)) < 1e-9)
    #expect(abs(pacific.point(for: place(0, 177)).x - (512 - 2 * 1024 / 360.0)) < 1e-9)
  }

  @Test("longitudes are wrapped, latitudes stop at the Mercator limit")
  func staysOnEarth() {
    let world = projection(0, 179, zoom: 1)
    let east = world.coordinate(for: ScreenPoint(x: 612, y: 256))
    #expect(abs(east.longitude - (179 + 100 * 360 / 512.0 - 360)) < 1e-9)
    #expect(abs(projection(zoom: 0).coordinate(for: ScreenPoint(x: 512, y: 0)).latitude - Mercator.maximumLatitude) < 1e-9)
  }

  @Test("above the horizon lies the ground just below it")
  func clampsAtTheHorizon() {
    let tilted = projection(50, 10, zoom: 17, tilt: 85)
    let sky = tilted.coordinate(for: ScreenPoint(x: 512, y: 0))
    #expect(sky.isValid && sky.latitude > 50 && abs(sky.longitude - 10) < 1e-9)
    #expect(sky == tilted.coordinate(for: ScreenPoint(x: 512, y: -1e6)))
  }

  /// 40030230.1 m of equator over 256 * 2^z points; at 60 degrees a metre has twice the points.
  @Test("metres become points")
  func measuresMeters() {
    let pointsPerMeter = 256 * 65_536 / (2 * Double.pi * 6_371_009)
    #expect(abs(projection(zoom: 16).points(forMeters: 100, at: place(0, 0)) - 100 * pointsPerMeter) < 1e-9)
    #expect(abs(projection(60, 0, zoom: 16).points(forMeters: 100, at: place(60, 0)) - 200 * pointsPerMeter) < 1e-9)
    #expect(projection(zoom: 16).points(forMeters: .nan, at: place(0, 0)) == 0)
    #expect(projection(zoom: 16).points(forMeters: 5, at: .invalid) == 0)
  }

  @Test("what is farther is smaller")
  func shrinksWithDistance() {
    let tilted = projection(50, 10, zoom: 16, tilt: 60)
    let near = tilted.points(forMeters: 100, at: tilted.coordinate(for: ScreenPoint(x: 512, y: 500)))
    let far = tilted.points(forMeters: 100, at: tilted.coordinate(for: ScreenPoint(x: 512, y: 10)))
    #expect(near > 2 * far && far > 0)
  }

  @Test("only what is seen is contained, in any copy")
  func containsWhatIsSeen() {
    let small = projection(0, 179.9, zoom: 10)
    #expect(small.contains(place(0, 179.9)) && small.contains(place(0, -179.9)))
    #expect(!small.contains(place(0, 170)) && !small.contains(place(1, 179.9)) && !small.contains(.invalid))
    #expect(projection(zoom: 0).contains(place(85, -180)) && !projection(zoom: 0).contains(place(86, 0)))
    let tilted = projection(50, 10, zoom: 16, tilt: 65)
    #expect(!tilted.contains(place(49, 10)), "it lies behind the eye")
  }

  @Test("an untilted region is a rectangle")
  func seesARectangle() {
    let region = projection(0, 10, zoom: 2).visibleRegion()
    // 1024 x 512 points at zoom 2: the whole turn of longitudes, around the target.
    #expect(abs(region.nearLeft.longitude + 170) < 1e-9 && abs(region.farRight.longitude - 190) < 1e-9)
    #expect(region.nearLeft.longitude == region.farLeft.longitude && region.nearLeft.latitude == region.nearRight.latitude)
    #expect(region.farLeft.latitude > region.nearLeft.latitude)
    #expect(abs(region.farLeft.latitude + region.nearLeft.latitude) < 1e-9)
  }

  @Test("padding does not count as visible")
  func leavesOutPadding() {
    let padding = EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
    let padded = projection(40, 10, zoom: 12, bearing: 30, tilt: 20, padding: padding)
    let region = padded.visibleRegion()
    for (corner, x, y) in [
      (region.farLeft, 20.0, 10.0), (region.farRight, 984, 10), (region.nearLeft, 20, 482), (region.nearRight, 984, 482),
    ] {
      let point = padded.point(for: corner)
      #expect(abs(point.x - x) < 1e-6 && abs(point.y - y) < 1e-6)
    }
  }

  @Test("a tilted region is a trapezoid that ends at the horizon")
  func seesATrapezoidUpToTheHorizon() {
    let region = projection(50, 10, zoom: 17, tilt: 85).visibleRegion()
    let near = SphericalGeometry.distance(from: region.nearLeft, to: region.nearRight)
    let far = SphericalGeometry.distance(from: region.farLeft, to: region.farRight)
    #expect(near < far && far.isFinite)
    #expect([region.farLeft, region.farRight].allSatisfy { $0.isValid && $0.latitude > 50 })
  }

  @Test("the bounds of a region hold it, across the antimeridian and around the world")
  func boundsHoldTheRegion() {
    let pacific = CoordinateBounds(region: projection(0, 179, zoom: 6).visibleRegion())
    #expect(pacific.contains(place(0, -178)) && pacific.contains(place(0, 178)) && !pacific.contains(place(0, 0)))
    #expect(pacific.longitudeSpan < 30)
    let world = CoordinateBounds(region: projection(0, 179, zoom: 0).visibleRegion())
    #expect(world.longitudeSpan == 360 && world.contains(place(0, 0)))
    let broken = VisibleRegion(
      nearLeft: .invalid, nearRight: place(0, 0), farLeft: place(0, 0), farRight: place(0, 0))
    #expect(!CoordinateBounds(region: broken).isValid)
  }

  @Test("a point keeps its place in the window")
  func convertsBetweenStackedViews() {
    let map = ScreenRect(x: 10, y: 20, width: 500, height: 400)
    let overlay = ScreenRect(x: -5, y: 50, width: 300, height: 300)
    let point = ScreenPoint(x: 100, y: 100)
    #expect(point.converted(from: map, to: overlay) == ScreenPoint(x: 115, y: 70))
    #expect(point.converted(from: map, to: overlay).converted(from: overlay, to: map) == point)
  }

  @Test func isFiniteForEveryInput() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<100_000 {
      let any = projection(
        generator.wildDouble(), generator.wildDouble(), zoom: generator.wildDouble(), bearing: generator.wildDouble(),
        tilt: generator.wildDouble(),
        padding: EdgeInsets(top: generator.wildDouble(), left: generator.wildDouble(), bottom: 0, right: generator.wildDouble()),
        size: ScreenSize(width: generator.wildDouble(), height: generator.wildDouble()))
      let coordinate = any.coordinate(for: ScreenPoint(x: generator.wildDouble(), y: generator.wildDouble()))
      #expect(coordinate.isValid && abs(coordinate.latitude) <= Mercator.maximumLatitude + 1e-9)
      let somewhere = place(generator.wildDouble(), generator.wildDouble())
      let point = any.point(for: somewhere)
      #expect(point.x.isFinite && point.y.isFinite)
      #expect(!any.points(forMeters: generator.wildDouble(), at: somewhere).isNaN)
      _ = any.contains(somewhere)
      #expect(CoordinateBounds(region: any.visibleRegion()).isValid)
    }
  }
}
