import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookTiles

@Suite struct TileCoverTests {
  static func view(
    _ latitude: Double = 0, _ longitude: Double = 0, zoom: Double, bearing: Double = 0, tilt: Double = 0,
    size: ScreenSize = ScreenSize(width: 800, height: 600)
  ) -> ViewTransform {
    ViewTransform(
      camera: CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom, bearing: bearing, viewingAngle: tilt),
      size: size)
  }

  static func cover(_ view: ViewTransform, _ parameters: TileParameters = TileParameters()) -> TileCover {
    var cover = TileCover()
    cover.fill(view: view, parameters: parameters)
    return cover
  }

  @Test func oneTileIsTheWholeWorldAtZoomZero() {
    // 256 points.
    let cover = Self.cover(Self.view(zoom: 0, size: ScreenSize(width: 200, height: 200)))
    #expect(cover.squares.map(\.quad) == [TileID(z: 0, x: 0, y: 0)])
  }

  @Test(arguments: [(1, 4), (2, 16)])
  func eachLevelHasFourTimesTheTiles(zoom: Int, count: Int) {
    // A view a little smaller than the world, so that no second copy of it shows.
    let side = Double(256 << zoom) - 2
    let cover = Self.cover(Self.view(zoom: Double(zoom), size: ScreenSize(width: side, height: side)))
    #expect(cover.squares.count == count)
    #expect(cover.squares.allSatisfy { $0.quad.z == zoom && $0.quad.isValid })
  }

  @Test(arguments: [(0.0, 0), (3.4, 3), (3.6, 4), (12.0, 12), (22.0, 22)])
  func theLevelIsTheWholeZoomNearest(zoom: Double, level: Int) {
    let squares = Self.cover(Self.view(47, 8, zoom: zoom)).squares
    #expect(!squares.isEmpty)
    #expect(squares.allSatisfy { $0.quad.z == level })
  }

  @Test(arguments: [(512, 1.0, 9), (256, 2.0, 11), (512, 2.0, 10), (128, 1.0, 11), (1024, 1.0, 8)])
  func tileSizeAndDisplayShiftTheLevel(size: Int, scale: Double, level: Int) {
    // The zoom is shifted by log2(tileSize / (256 * scale)).
    let squares = Self.cover(Self.view(47, 8, zoom: 10), TileParameters(tileSizePixels: size, pixelsPerPoint: scale)).squares
    #expect(squares.allSatisfy { $0.quad.z == level })
  }

  @Test(arguments: [(400.0, 12), (240, 0)])
  func theMarginIsHalfATileRoundAbout(side: Double, count: Int) {
    // Around the middle of level 2 the next tiles begin 256 points from the middle: half a tile from the edge of a view of 256.
    let cover = Self.cover(Self.view(zoom: 2, size: ScreenSize(width: side, height: side)))
    #expect(cover.squares.count == 4 && cover.margin.count == count)
    #expect(cover.margin.map(\.distance) == cover.margin.map(\.distance).sorted())
  }

  @Test func aViewThatMovesLooksAheadAndNotBack() {
    var cover = TileCover()
    let view = Self.view(zoom: 2, size: ScreenSize(width: 240, height: 240))
    cover.fill(view: view, parameters: TileParameters(), motion: ViewMotion(heading: SIMD2(1, 0)))
    #expect(Set(cover.margin.map(\.quad)) == [TileID(z: 2, x: 3, y: 1), TileID(z: 2, x: 3, y: 2)])
    cover.fill(view: view, parameters: TileParameters(), motion: ViewMotion(heading: SIMD2(0, -1)))
    #expect(Set(cover.margin.map(\.quad)) == [TileID(z: 2, x: 1, y: 0), TileID(z: 2, x: 2, y: 0)])
  }

  /// A tilted view that turns by 3 degrees a frame has nothing to ask for in the next frames but what it knows already.
  @Test(arguments: [3.0, -3])
  func aViewThatTurnsLooksWhereItWillLook(step: Double) throws {
    let bearings = (0...10).map { 40 + step * Double($0) }
    let views = bearings.map { Self.view(47, 8, zoom: 13.3, bearing: $0, tilt: 60) }
    let motion = ViewMotion(from: views[0], to: views[1], seconds: 1 / 20)
    // Half a second is ten frames.
    #expect(
      abs(Angle.shortestTurn(fromDegrees: bearings[1], toDegrees: try #require(motion.turned).end.camera.bearing) - 10 * step)
        < 1e-9)
    let parameters = TileParameters(tilePoints: 256, levels: .below)
    var (cover, standing) = (TileCover(), TileCover())
    cover.fill(view: views[1], parameters: parameters, motion: motion)
    standing.fill(view: views[1], parameters: parameters)
    #expect(cover.squares == standing.squares)
    #expect(Set(cover.squares + cover.margin).count == cover.squares.count + cover.margin.count)
    let (known, knownStanding) = (
      Set((cover.squares + cover.margin).map(\.quad)), Set((standing.squares + standing.margin).map(\.quad))
    )
    var missed = (turning: 0, standing: 0)
    for view in views[2...] {
      var next = TileCover()
      next.fill(view: view, parameters: parameters)
      missed.turning += next.squares.count { !known.contains($0.quad) }
      missed.standing += next.squares.count { !knownStanding.contains($0.quad) }
    }
    #expect(missed.turning == 0 && missed.standing > 10, "\(missed)")
  }

  @Test func onlyViewsThatGoOnHaveAMotion() {
    let (view, turned) = (Self.view(zoom: 12), Self.view(zoom: 12, bearing: 6))
    #expect(!ViewMotion(from: nil, to: view, seconds: 0.1).isMoving)
    #expect(!ViewMotion(from: view, to: view, seconds: 0.1).isMoving)
    // A view that stood for long, one that leaps, and clocks that tell nothing.
    for seconds in [10, 0, -1, Double.infinity, .nan] {
      #expect(ViewMotion(from: view, to: turned, seconds: seconds).turned == nil)
    }
    #expect(ViewMotion(from: view, to: Self.view(zoom: 12, bearing: 170), seconds: 0.1).turned == nil)
    // 60 degrees a second, and with slow frames four of them; never more than 60 degrees.
    #expect(abs((ViewMotion(from: view, to: turned, seconds: 0.1).turned?.end.camera.bearing ?? 0) - 36) < 1e-9)
    #expect(abs((ViewMotion(from: view, to: turned, seconds: 0.4).turned?.end.camera.bearing ?? 0) - 30) < 1e-9)
    #expect(abs((ViewMotion(from: view, to: turned, seconds: 0.001).turned?.end.camera.bearing ?? 0) - 66) < 1e-9)
  }

  @Test func theMarginHoldsAllThatHalfATileBringsIntoView() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let place = WorldPoint(x: .random(in: 0.3...0.7, using: &generator), y: .random(in: 0.3...0.7, using: &generator))
      let bearing = Double.random(in: 0...360, using: &generator)
      let cover = Self.cover(Self.view(place.coordinate.latitude, place.coordinate.longitude, zoom: 11, bearing: bearing))
      let known = Set((cover.squares + cover.margin).map(\.quad))
      // 127 points of 256 * 2^11.
      for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
        let step = 127 / (256 * exp2(11.0))
        let moved = WorldPoint(x: place.x + x * step, y: place.y + y * step).coordinate
        let next = Self.cover(Self.view(moved.latitude, moved.longitude, zoom: 11, bearing: bearing))
        #expect(next.squares.allSatisfy { known.contains($0.quad) })
      }
    }
  }

  @Test func squaresComeNearestTheCentreFirst() {
    let distances = Self.cover(Self.view(47, 8, zoom: 12.3, bearing: 30, tilt: 40)).squares.map(\.distance)
    #expect(distances == distances.sorted())
    #expect(distances.count > 4)
  }

  @Test func theWorldGoesOnBeyondTheAntimeridian() {
    let squares = Self.cover(Self.view(0, 179.9, zoom: 5)).squares
    #expect(squares.allSatisfy { $0.quad.isValid })
    #expect(squares.contains { $0.worldCopy == 0 && $0.quad.x == 31 })
    #expect(squares.contains { $0.worldCopy == 1 && $0.quad.x == 0 })
  }

  @Test func nothingLiesBeyondThePoles() {
    let squares = Self.cover(Self.view(85, 0, zoom: 4)).squares
    #expect(squares.allSatisfy { $0.quad.isValid })
    #expect(squares.contains { $0.quad.y == 0 })
  }

  @Test(arguments: [0.0, 30, 65, 80, 85])
  func aViewToTheHorizonNeedsABoundedNumberOfTiles(tilt: Double) {
    for size in [ScreenSize(width: 1920, height: 1080), ScreenSize(width: 3840, height: 2160), ScreenSize(width: 1, height: 1)] {
      let count = Self.cover(Self.view(47, 8, zoom: 16.4, bearing: 77, tilt: tilt, size: size)).squares.count
      #expect(count >= 1 && count <= TileCover.maximumCount)
    }
  }

  @Test func aTiltedViewNeedsLittleMoreThanAFlatOne() {
    let size = ScreenSize(width: 1920, height: 1080)
    let flat = Self.cover(Self.view(47, 8, zoom: 16, size: size)).squares.count
    let tilted = Self.cover(Self.view(47, 8, zoom: 16, tilt: 65, size: size)).squares.count
    #expect(tilted < 3 * flat)
  }

  @Test func tilesGetCoarserTowardsTheHorizon() {
    let squares = Self.cover(Self.view(47, 8, zoom: 16, tilt: 65)).squares
    let levels = squares.map(\.quad.z)
    #expect((levels.min() ?? 0) <= 14 && (levels.max() ?? 0) >= 16)
  }

  /// Every point of the ground in view lies in exactly one square, whatever the camera.
  @Test func coversTheViewWithoutHolesOrOverlaps() {
    var generator = SeededGenerator(seed: 7)
    var points = 0
    for _ in 0..<200 {
      let view = Self.view(
        .random(in: -85...85, using: &generator), .random(in: -180...180, using: &generator),
        zoom: .random(in: 0...22, using: &generator), bearing: .random(in: 0...360, using: &generator),
        tilt: .random(in: 0...70, using: &generator))
      let squares = Self.cover(view).squares
      for _ in 0..<20 {
        let screen = ScreenPoint(x: .random(in: 0...800, using: &generator), y: .random(in: 0...600, using: &generator))
        guard let point = view.worldPoint(at: screen), (0..<1).contains(point.y) else { continue }
        // Ground beyond this depth counts as lost in the horizon, and so do copies of the world beyond 16.
        guard view.depthPoints(at: point) < 31 * view.eyeDistancePoints, abs(point.x) < 16 else { continue }
        points += 1
        let holders = squares.filter { square in
          let rect = square.quad.worldRect
          let x = point.x - Double(square.worldCopy)
          return x >= rect.minX && x < rect.maxX && point.y >= rect.minY && point.y < rect.maxY
        }
        #expect(holders.count == 1, "\(view.camera) \(screen)")
      }
    }
    #expect(points > 2000)
  }

  @Test func aLayerIsHiddenMoreThanTwoLevelsBelowItsFirst() {
    let parameters = TileParameters(minimumZoom: 8)
    #expect(Self.cover(Self.view(47, 8, zoom: 5.2), parameters).squares.isEmpty)
    let squares = Self.cover(Self.view(47, 8, zoom: 6, size: ScreenSize(width: 300, height: 300)), parameters).squares
    #expect(!squares.isEmpty && squares.allSatisfy { $0.quad.z == 8 })
  }

  @Test func paddingMovesTheCentreButNotTheEdgeOfTheCover() {
    let camera = CameraPosition(latitude: 0, longitude: 0, zoom: 10)
    let view = ViewTransform(
      camera: camera, size: ScreenSize(width: 800, height: 600), padding: EdgeInsets(left: 600))
    let squares = Self.cover(view).squares
    // The target is seen at x = 700, so about 700 points of the world lie west of it and 100 east.
    let xs = squares.map(\.quad.x)
    #expect(xs.min() == 512 - 3 && xs.max() == 512)
  }
}
