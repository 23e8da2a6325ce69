import OverlookCamera
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

private let size = ScreenSize(width: 1280, height: 800)

private func view(
  _ latitude: Double = 0, _ longitude: Double = 0, zoom: Double = 10, bearing: Double = 0, tilt: Double = 0,
  padding: EdgeInsets = .zero
) -> ViewTransform {
  ViewTransform(
    camera: CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom, bearing: bearing, viewingAngle: tilt),
    size: size, padding: padding)
}

@Suite struct ViewTransformTests {
  @Test func showsTheTargetInTheMiddleOfWhatPaddingLeaves() throws {
    let padded = view(48, 11, bearing: 33, tilt: 20, padding: EdgeInsets(top: 100, left: 20, bottom: 0, right: 60))
    let target = try #require(padded.screenPoint(for: padded.center))
    #expect(target == ScreenPoint(x: (20 + 1220) / 2, y: (100 + 800) / 2))
    #expect(padded.focus == target)
  }

  @Test func measuresTheWorldInPointsOfItsZoom() throws {
    let flat = view(zoom: 3)
    let quarter = try #require(flat.screenPoint(for: WorldPoint(x: 0.75, y: 0.5)))
    #expect(abs(quarter.x - (640 + 256 * 8 / 4)) < 1e-9 && abs(quarter.y - 400) < 1e-9)
  }

  /// Bearing 90: east is up.
  @Test func turnsTheBearingUp() throws {
    let east = view(zoom: 3, bearing: 90)
    let point = try #require(east.screenPoint(for: WorldPoint(x: 0.55, y: 0.5)))
    #expect(abs(point.x - 640) < 1e-9 && point.y < 400)
  }

  /// The eye stands 1.5 view heights from the target: at the angle t, ground f points ahead is seen
  /// d cos(t) f / (d + f sin(t)) above the middle.
  @Test func seesTiltedGroundInPerspective() throws {
    let tilted = view(zoom: 3, tilt: 60)
    let ahead = try #require(tilted.screenPoint(for: WorldPoint(x: 0.5, y: 0.5 - 200 / 2048.0)))
    let expected = 1200 * 0.5 * 200 / (1200 + 200 * 0.866_025_403_784_438_6)
    #expect(abs(400 - ahead.y - expected) < 1e-9)
    #expect(
      abs(tilted.scale(at: WorldPoint(x: 0.5, y: 0.5 - 200 / 2048.0)) - 1200 / (1200 + 200 * 0.866_025_403_784_438_6)) < 1e-12)
    #expect(tilted.scale(at: tilted.center) == 1)
  }

  @Test func agreesWithItsMatrix() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let view = randomView(&generator)
      let world = view.worldPointClamped(at: randomPoint(&generator))
      let (x, y) = view.centeredPoints(for: world)
      let clip = view.clip(x: x, y: y)
      let point = try #require(view.screenPoint(for: world))
      #expect(abs((clip.x / clip.w + 1) / 2 * size.width - point.x) < 1e-6)
      #expect(abs((1 - clip.y / clip.w) / 2 * size.height - point.y) < 1e-6)
      #expect(abs(clip.w - view.depthPoints(at: world)) < 1e-6 * clip.w)
    }
  }

  @Test func placesTilesWhereTheirCornersAre() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<1_000 {
      let view = randomView(&generator)
      let zoom = min(max(view.camera.zoom.rounded(), 0), 22)
      let z = try #require(Int(exactly: zoom))
      let side = Double(1 << z)
      let x = try #require(Int(exactly: (view.center.x * side).rounded(.down)))
      let y = try #require(Int(exactly: min((view.center.y * side).rounded(.down), side - 1)))
      let tile = TileID(z: z, x: x, y: y)
      for copy in [-1, 0, 1] {
        let matrix = view.clipFromTile(tile, worldCopy: copy)
        for (u, v) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
          let corner = WorldPoint(
            x: tile.worldRect.minX + u / side + Double(copy), y: tile.worldRect.minY + v / side)
          let (px, py) = view.centeredPoints(for: corner)
          let expected = view.clip(x: px, y: py)
          let clip = matrix * SIMD4(u, v, 0, 1)
          let largest = max(abs(expected.x), abs(expected.y), abs(expected.w), 1)
          #expect(abs(clip.x - expected.x) < 1e-9 * largest && abs(clip.y - expected.y) < 1e-9 * largest)
        }
      }
    }
  }

  @Test func hasNoGroundAboveTheHorizon() throws {
    let high = view(zoom: 16, tilt: 80)
    let horizon = try #require(high.horizonY)
    // The horizon of a plane lies d / tan(t) above the middle.
    #expect(abs(400 - horizon - 1200 / 5.671_281_819_617_709) < 1e-9)
    #expect(high.worldPoint(at: ScreenPoint(x: 300, y: horizon)) == nil)
    #expect(high.worldPoint(at: ScreenPoint(x: 300, y: 0)) == nil)
    #expect(high.worldPoint(at: ScreenPoint(x: 300, y: horizon + 1)) != nil)
    #expect(view().horizonY == nil)
  }

  @Test func lowersWhatLiesAboveTheHorizon() throws {
    let high = view(zoom: 16, tilt: 80)
    let sky = high.worldPointClamped(at: ScreenPoint(x: 640, y: -5_000))
    #expect(abs(high.depthPoints(at: sky) / high.eyeDistancePoints - ViewTransform.horizonDepth) < 1e-6)
    let horizon = try #require(high.horizonY)
    let seen = try #require(high.screenPoint(for: sky))
    #expect(abs(seen.x - 640) < 1e-6 && seen.y > horizon && seen.y < horizon + 10)
  }

  @Test func hidesWhatLiesBehindTheEye() {
    let high = view(zoom: 16, tilt: 80)
    let behind = WorldPoint(x: high.center.x, y: high.center.y + 2 * high.eyeDistancePoints / high.pointsPerWorld)
    #expect(high.screenPoint(for: behind) == nil)
    #expect(high.scale(at: behind) == 0)
    let clamped = high.screenPointClamped(for: behind)
    #expect(clamped.x.isFinite && clamped.y.isFinite && clamped.y > size.height)
  }

  @Test func countsTheCopiesOfTheWorldInView() {
    #expect(view(zoom: 5).worldCopies == 0...0)
    // 1280 points show five worlds of 256: two and a half to each side of the middle of copy 0.
    #expect(view(zoom: 0).worldCopies == -2...2)
    #expect(view(0, 179, zoom: 5).worldCopies == 0...1)
    #expect(view(0, -179, zoom: 5).worldCopies == -1...0)
    #expect(view(zoom: 0, bearing: 90, tilt: 85).worldCopies.count <= 33)
  }

  @Test func seesATrapezoidWhenTilted() {
    let quad = view(zoom: 16, tilt: 50).visibleQuad
    #expect(quad.farRight.x - quad.farLeft.x > quad.nearRight.x - quad.nearLeft.x)
    #expect(quad.farLeft.y < quad.nearLeft.y)
    let rect = view(zoom: 3).visibleRect
    #expect(abs(rect.minX - (0.5 - 640 / 2048.0)) < 1e-12 && abs(rect.maxY - (0.5 + 400 / 2048.0)) < 1e-12)
  }

  @Test func survivesEverySizeAndPadding() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<50_000 {
      let camera = CameraPosition(
        latitude: generator.wildDouble(), longitude: generator.wildDouble(), zoom: generator.wildDouble(),
        bearing: generator.wildDouble(), viewingAngle: generator.wildDouble())
      let view = ViewTransform(
        camera: camera, size: ScreenSize(width: generator.wildDouble(), height: generator.wildDouble()),
        padding: EdgeInsets(
          top: generator.wildDouble(), left: generator.wildDouble(), bottom: generator.wildDouble(),
          right: generator.wildDouble()))
      let rect = view.visibleRect
      #expect(rect.minX.isFinite && rect.maxX.isFinite && rect.minY.isFinite && rect.maxY.isFinite)
      #expect(rect.minX <= rect.maxX && rect.minY <= rect.maxY)
      #expect(view.worldCopies.contains(0))
      let matrix = view.clipFromCenteredPoints.columns
      #expect((matrix.0 + matrix.1 + matrix.2 + matrix.3).sum().isFinite)
      let world = view.worldPointClamped(at: ScreenPoint(x: generator.wildDouble(), y: generator.wildDouble()))
      #expect(!world.x.isNaN && !world.y.isNaN)
    }
  }
}

@Suite struct RoundTripTests {
  /// `coordinate(for: point(for: c)) == c` within 1e-9 degrees for what is in view, at every zoom, tilt and bearing.
  @Test(arguments: Array(stride(from: 0.0, through: 24, by: 1)))
  func comesBackToTheSameCoordinate(zoom: Double) {
    var generator = SeededGenerator(seed: UInt64(zoom.bitPattern))
    for step in 0..<4_000 {
      let limit = CameraLimits.standardMaximumViewingAngle(atZoom: zoom)
      let edge = Bool.random(using: &generator) ? 0 : limit
      let view = view(
        .random(in: -85...85, using: &generator), .random(in: -180...180, using: &generator), zoom: zoom,
        bearing: .random(in: 0..<360, using: &generator),
        tilt: step.isMultiple(of: 3) ? edge : .random(in: 0...limit, using: &generator),
        padding: step.isMultiple(of: 5) ? EdgeInsets(top: 300, left: 0, bottom: 10, right: 500) : .zero)
      let projection = Projection(view)
      let coordinate = projection.coordinate(for: randomPoint(&generator))
      guard abs(coordinate.latitude) < 85.05 else { continue }
      let again = projection.coordinate(for: projection.point(for: coordinate))
      #expect(abs(again.latitude - coordinate.latitude) < 1e-9)
      #expect(abs(Angle.shortestTurn(fromDegrees: again.longitude, toDegrees: coordinate.longitude)) < 1e-9)
    }
  }

  /// A camera that a map lets tilt to 85 degrees sees ground up to the horizon.
  @Test func comesBackFromCloseToTheHorizon() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<10_000 {
      let view = view(
        .random(in: -60...60, using: &generator), .random(in: -180...180, using: &generator),
        zoom: .random(in: 12...24, using: &generator), bearing: .random(in: 0..<360, using: &generator),
        tilt: .random(in: 66...85, using: &generator))
      let point = randomPoint(&generator)
      let horizon = try #require(view.horizonY)
      guard point.y > horizon + 5 else { continue }
      let projection = Projection(view)
      let coordinate = projection.coordinate(for: point)
      let again = projection.coordinate(for: projection.point(for: coordinate))
      #expect(abs(again.latitude - coordinate.latitude) < 1e-9)
      #expect(abs(Angle.shortestTurn(fromDegrees: again.longitude, toDegrees: coordinate.longitude)) < 1e-9)
    }
  }

  /// At zoom 22 a point of the screen is 0.037 m wide: one step of 1e-9 degrees (0.11 mm) moves a place by 0.003 points.
  @Test func resolvesMuchLessThanAPointAtZoom22() {
    let projection = Projection(view(52.5, 13.4, zoom: 22))
    let start = projection.point(for: LocationCoordinate(latitude: 52.5, longitude: 13.4))
    let step = projection.point(for: LocationCoordinate(latitude: 52.5, longitude: 13.400_000_001))
    #expect(abs(step.x - start.x - 256 * 4_194_304 * 1e-9 / 360) < 1e-5)
    #expect(step.y == start.y)
  }
}

private func randomView(_ generator: inout SeededGenerator) -> ViewTransform {
  view(
    .random(in: -80...80, using: &generator), .random(in: -180...180, using: &generator),
    zoom: .random(in: 0...24, using: &generator), bearing: .random(in: 0..<360, using: &generator),
    tilt: .random(in: 0...85, using: &generator),
    padding: EdgeInsets(top: .random(in: 0...200, using: &generator), left: .random(in: 0...200, using: &generator)))
}

private func randomPoint(_ generator: inout SeededGenerator) -> ScreenPoint {
  ScreenPoint(x: .random(in: 0...size.width, using: &generator), y: .random(in: 0...size.height, using: &generator))
}
