import Overlook
import OverlookCamera
import OverlookGeometry
import OverlookPasses
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import Testing

/// A plane that rises to the east and to the south.
private struct SlopedGround: GroundShape {
  /// Points of height a point of way.
  let east: Double
  let south: Double

  var spaceFromGround: Matrix4 { Self.shear(east, south) }
  var groundFromSpace: Matrix4 { Self.shear(-east, -south) }

  private static func shear(_ east: Double, _ south: Double) -> Matrix4 {
    Matrix4(columns: (SIMD4(1, 0, east, 0), SIMD4(0, 1, south, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1)))
  }
}

/// Everything on a map follows the shape of its ground, which one type says.
@MainActor @Suite(.serialized) struct GroundShapeTests {
  private static let ground = SlopedGround(east: 0.25, south: -0.35)

  private func scene(_ choice: RendererChoice = .automatic) throws -> WholeMapScene {
    let before = MapServices.renderer
    defer { MapServices.renderer = before }
    MapServices.renderer = choice
    let scene = try WholeMapScene(tilt: 40, bearing: 10)
    scene.map.cameraController.ground = Self.ground
    return scene
  }

  @Test func tilesStylesOverlaysAndTheInterfaceFollow() throws {
    let picture = try scene().picture()
    #expect(try GoldenPicture("whole/sloped").mismatch(with: picture) == nil)
  }

  /// Rasterizers know level ground alone: on any other one the driver draws, whatever was chosen.
  @Test func rasterizersRefuseIt() throws {
    let (driver, software) = (try scene(.driver), try scene(.software))
    let share = try #require(PictureComparison(try driver.picture(), try software.picture())).share
    #expect(share < GoldenPicture.tolerance)
    #expect(software.map.renderer?.raster.frame(software.map.cameraController.view, pixelsPerPoint: 1) == nil)
  }

  /// Seen from the closed form: the eye, the plane's height, and perspective.
  @Test func placesAreSeenWhereTheyLieInSpace() throws {
    let view = ViewTransform(
      camera: CameraPosition(latitude: 10, longitude: 20, zoom: 5, bearing: 0, viewingAngle: 0),
      size: ScreenSize(width: 400, height: 300), ground: Self.ground)
    let center = view.center
    for (x, y) in [(60.0, 20.0), (-100, 80), (30, -140), (0, 0)] {
      let place = WorldPoint(x: center.x + x / view.pointsPerWorld, y: center.y + y / view.pointsPerWorld)
      // Looking straight down from 450 points: what is higher is nearer.
      let scale = 450 / (450 - (0.25 * x - 0.35 * y))
      let point = try #require(view.screenPoint(for: place))
      #expect(abs(point.x - (200 + scale * x)) < 1e-6 && abs(point.y - (150 + scale * y)) < 1e-6)
      let back = try #require(view.worldPoint(at: point))
      #expect(abs(back.x - place.x) * view.pointsPerWorld < 1e-6 && abs(back.y - place.y) * view.pointsPerWorld < 1e-6)
    }
  }

  @Test func theHorizonIsWhereNoGroundIsSeenAnyMore() throws {
    let view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 5, bearing: 0, viewingAngle: 60),
      size: ScreenSize(width: 400, height: 300), ground: SlopedGround(east: 0, south: 0.2))
    let y = try #require(view.horizonY)
    #expect(view.worldPoint(at: ScreenPoint(x: 200, y: y - 0.5)) == nil)
    #expect(view.worldPoint(at: ScreenPoint(x: 200, y: y + 0.5)) != nil)
    // Ground that falls away to the north ends lower in the view than level ground.
    let level = ViewTransform(camera: view.camera, size: view.size)
    #expect(y > (level.horizonY ?? 0) + 1)
  }

  /// Each kind that rows know is found where it is drawn.
  @Test func picksFollow() throws {
    let scene = try scene()
    _ = try scene.picture()
    for (north, east) in [(3.0, 6.0), (-4, -6), (-0.5, 4.7), (-2.6, -1), (3.6, -3.8)] {
      let point = scene.map.projection.point(for: WholeMapScene.place(north, east))
      #expect(scene.map.pick(at: point) != nil, "nothing is found at \(north), \(east)")
    }
  }

  /// The corners of the view lie in tiles of the cover: nothing of the paper below is left out.
  @Test func coversFollow() throws {
    let scene = try scene()
    _ = try scene.picture()
    let view = scene.map.cameraController.view
    let draws = try #require(scene.map.tileLayers.first).draws
    for point in [(1.0, 1.0), (479, 1), (1, 359), (479, 359), (240, 180)] {
      let place = try #require(view.worldPoint(at: ScreenPoint(x: point.0, y: point.1)))
      let isCovered = draws.contains { draw in
        let rect = draw.quad.worldRect
        let x = place.x - Double(draw.worldCopy)
        return rect.minX <= x && x <= rect.maxX && rect.minY <= place.y && place.y <= rect.maxY
      }
      #expect(isCovered, "\(point)")
    }
  }
}
