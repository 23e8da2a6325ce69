import Foundation
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookPanorama

@Suite struct PanoramaTransformTests {
  static let projections: [PanoramaProjection] = [
    .rectilinear, .stereographic, .equidistant, .between(stereographic: 0.25), .between(stereographic: 0.8),
  ]

  private static func camera(_ random: inout SeededGenerator) -> PanoramaCamera {
    PanoramaCamera(
      heading: .random(in: -720...720, using: &random), pitch: .random(in: -90...90, using: &random),
      zoom: .random(in: 1...5, using: &random), fov: .random(in: 1...160, using: &random))
  }

  private static func transform(_ projection: PanoramaProjection, _ random: inout SeededGenerator) -> PanoramaTransform {
    PanoramaTransform(
      camera: camera(&random),
      size: ScreenSize(width: .random(in: 50...4000, using: &random), height: .random(in: 50...4000, using: &random)),
      projection: projection, roll: .random(in: -180...180, using: &random))
  }

  /// Degrees on the sky; headings at the poles are all the same.
  private static func angle(_ a: Orientation, _ b: Orientation) -> Double {
    let (u, v) = (a.direction, b.direction)
    let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    return atan2((cross * cross).sum().squareRoot(), (u * v).sum()) * 180 / .pi
  }

  @Test(arguments: projections + [.littlePlanet]) func pointsAndOrientationsInvertEachOther(projection: PanoramaProjection) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let transform = Self.transform(projection, &random)
      for _ in 0..<20 {
        let point = ScreenPoint(
          x: .random(in: 0...transform.size.width, using: &random), y: .random(in: 0...transform.size.height, using: &random))
        let orientation = transform.orientation(for: point)
        guard orientation.heading.isFinite else { continue }
        let back = transform.point(for: orientation)
        #expect(Self.angle(transform.orientation(for: back), orientation) < 1e-9)
        let sought = Orientation(
          heading: .random(in: 0..<360, using: &random), pitch: .random(in: -90...90, using: &random))
        let place = transform.point(for: sought)
        guard place.x.isFinite else { continue }
        #expect(Self.angle(transform.orientation(for: place), sought) < 1e-9, "\(transform) \(sought)")
      }
    }
  }

  /// The formula as it is usually written, without roll, against the vectors.
  @Test func rectilinearPointsFollowTheTextbook() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let camera = Self.camera(&random)
      let transform = PanoramaTransform(camera: camera, size: ScreenSize(width: 1280, height: 720))
      let orientation = Orientation(heading: .random(in: 0..<360, using: &random), pitch: .random(in: -90...90, using: &random))
      let (lambda, phi) = ((orientation.heading - camera.orientation.heading) * .pi / 180, orientation.pitch * .pi / 180)
      let theta = camera.orientation.pitch * .pi / 180
      let depth = sin(phi) * sin(theta) + cos(phi) * cos(lambda) * cos(theta)
      let f = 640 * camera.zoom / tan(camera.fov * .pi / 360)
      let point = transform.point(for: orientation)
      guard depth > 1e-6 else {
        if depth < -1e-6 { #expect(point.x.isNaN && point.y.isNaN) }
        continue
      }
      let (x, y) = (f * sin(lambda) * cos(phi) / depth, f * (sin(phi) * cos(theta) - cos(phi) * cos(lambda) * sin(theta)) / depth)
      #expect(abs(point.x - 640 - x) <= 1e-9 * max(1, abs(x)) && abs(360 - point.y - y) <= 1e-9 * max(1, abs(y)))
    }
  }

  @Test(arguments: projections) func theLargerSideShowsTheFieldOfView(projection: PanoramaProjection) {
    for (width, height) in [(1280.0, 720.0), (600, 1000)] {
      for fov in [1.0, 60, 90, 130, 160] {
        let transform = PanoramaTransform(
          camera: PanoramaCamera(heading: 0, pitch: 0, fov: fov), size: ScreenSize(width: width, height: height),
          projection: projection)
        let edge = transform.orientation(
          for: width > height ? ScreenPoint(x: width, y: height / 2) : ScreenPoint(x: width / 2, y: 0))
        #expect(abs((width > height ? edge.heading : edge.pitch) - fov / 2) < 1e-9)
      }
    }
  }

  @Test func zoomShowsTheMiddleLarger() {
    let size = ScreenSize(width: 1000, height: 500)
    let near = PanoramaTransform(camera: PanoramaCamera(heading: 30, pitch: 10, zoom: 4), size: size)
    let far = PanoramaTransform(camera: PanoramaCamera(heading: 30, pitch: 10), size: size)
    let (a, b) = (near.orientation(for: ScreenPoint(x: 0, y: 0)), far.orientation(for: ScreenPoint(x: 375, y: 187.5)))
    #expect(Self.angle(a, b) < 1e-9)
  }

  @Test(arguments: projections) func theMiddleShowsWhereTheCameraLooks(projection: PanoramaProjection) {
    for pitch in [-90.0, -45, 0, 30, 90] {
      for heading in [0.0, 90, 180, 359.5] {
        let camera = PanoramaCamera(heading: heading, pitch: pitch)
        let transform = PanoramaTransform(
          camera: camera, size: ScreenSize(width: 640, height: 480), projection: projection, roll: 20)
        let middle = transform.orientation(for: ScreenPoint(x: 320, y: 240))
        #expect(abs(middle.pitch - pitch) < 1e-9 && abs(Angle.wrappedDegrees(middle.heading - heading)) < 1e-9)
        let point = transform.point(for: camera.orientation)
        #expect(abs(point.x - 320) < 1e-9 && abs(point.y - 240) < 1e-9)
      }
    }
  }

  @Test func whatLiesBehindHasNoPoint() {
    let size = ScreenSize(width: 640, height: 480)
    let camera = PanoramaCamera(heading: 10, pitch: 0)
    for (projection, farthest) in [
      (PanoramaProjection.rectilinear, 89.9), (.stereographic, 179.9), (.equidistant, 179.9),
      (.between(stereographic: 0.5), 119.9),
    ] {
      let transform = PanoramaTransform(camera: camera, size: size, projection: projection)
      #expect(transform.point(for: Orientation(heading: 10 + farthest, pitch: 0)).x.isFinite)
      let opposite = transform.point(for: Orientation(heading: 190, pitch: 0))
      #expect(opposite.x.isNaN && opposite.y.isNaN)
      if farthest < 170 { #expect(transform.point(for: Orientation(heading: 10.2 + farthest, pitch: 0)).x.isNaN) }
    }
    // Outside of the view, but in front.
    let wide = PanoramaTransform(camera: PanoramaCamera(heading: 0, pitch: 0, fov: 30), size: size)
    #expect(wide.point(for: Orientation(heading: 60, pitch: 0)).x > 640)
    #expect(wide.point(for: Orientation(heading: .nan, pitch: 0)).x.isNaN)
  }

  @Test func headingsAreTheSameAcrossTheSeam() {
    let transform = PanoramaTransform(camera: PanoramaCamera(heading: 180, pitch: 5), size: ScreenSize(width: 800, height: 600))
    let (a, b) = (
      transform.point(for: Orientation(heading: -180, pitch: 3)), transform.point(for: Orientation(heading: 180, pitch: 3))
    )
    #expect(abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9)
    let left = transform.point(for: Orientation(heading: 179.999, pitch: 3))
    #expect(abs(a.x - left.x) < 0.02)
  }

  /// A camera that is rolled clockwise sees the horizon turned counterclockwise: what lies to the right is farther up.
  @Test func rollTurnsTheHorizonCounterclockwise() {
    let transform = PanoramaTransform(
      camera: PanoramaCamera(heading: 0, pitch: 0), size: ScreenSize(width: 800, height: 600), roll: 10)
    let right = transform.point(for: Orientation(heading: 20, pitch: 0))
    #expect(right.x > 400 && right.y < 300)
    #expect(abs(atan2(300 - right.y, right.x - 400) * 180 / .pi - 10) < 1e-9)
  }

  /// Levelling: a picture that was taken with a turned camera, looked at upright, shows the world where it is.
  @Test func thePoseOfThePictureIsUndone() {
    let pose = PanoramaPose(heading: 70, pitch: 12, roll: -8)
    let transform = PanoramaTransform(
      camera: PanoramaCamera(heading: 200, pitch: -30), size: ScreenSize(width: 800, height: 600), pose: pose)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let point = ScreenPoint(x: .random(in: 0...800, using: &random), y: .random(in: 0...600, using: &random))
      guard let view = transform.viewDirection(at: point) else { continue }
      let world = pose.rotation * (transform.pictureFromView * view)
      #expect(Self.angle(Orientation(direction: world), transform.orientation(for: point)) < 1e-9)
    }
    // The middle of the picture is seen where the pose says.
    let middle = Orientation(direction: pose.rotation * SIMD3(0, 0, 1))
    #expect(abs(middle.heading - 70) < 1e-9 && abs(middle.pitch - 12) < 1e-9)
  }

  @Test func camerasAreBroughtIntoRange() {
    let camera = PanoramaCamera(heading: -90, pitch: 100, zoom: 9, fov: 200)
    #expect(camera == PanoramaCamera(orientation: Orientation(heading: 270, pitch: 90), zoom: 5, fov: 160))
    let odd = PanoramaCamera(heading: .infinity, pitch: .nan, zoom: .nan, fov: .nan)
    #expect(odd == PanoramaCamera(heading: 0, pitch: 0, zoom: 1, fov: 90))
    var moved = camera
    moved.orientation.heading += 360
    moved.zoom = -3
    moved.fov = 0
    #expect(moved.orientation.heading == 270 && moved.zoom == 1 && moved.fov == 1)
    #expect(PanoramaCamera(heading: 1e300, pitch: 0).orientation.heading < 360)
  }

  @Test func updatesChangeOneThing() {
    let camera = PanoramaCamera(heading: 350, pitch: 10, zoom: 2, fov: 60)
    #expect(PanoramaCameraUpdate.rotate(by: 20).applied(to: camera).orientation.heading == 10)
    #expect(PanoramaCameraUpdate.setHeading(-10).applied(to: camera).orientation == Orientation(heading: 350, pitch: 10))
    #expect(PanoramaCameraUpdate.setPitch(-95).applied(to: camera).orientation.pitch == -90)
    #expect(PanoramaCameraUpdate.setZoom(7).applied(to: camera).zoom == 5)
    #expect(PanoramaCameraUpdate.setFOV(100).applied(to: camera).fov == 100)
    for update in [
      PanoramaCameraUpdate.rotate(by: .nan), .setHeading(.infinity), .setPitch(.nan), .setZoom(.nan), .setFOV(.infinity),
    ] {
      #expect(update.applied(to: camera) == camera)
    }
  }
}
