import Foundation
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookStreetScene

@Suite("The shadows of a street") struct SunShadowTests {
  private func scene(_ buildings: [StreetBuilding]) -> StreetScene {
    var scene = StreetScene(frame: StreetFrame(origin: LocationCoordinate(latitude: 60, longitude: 25)), radius: 300)
    scene.buildings = buildings
    return scene
  }

  private func box(_ west: Double, _ south: Double, _ width: Double, _ depth: Double, top: Double) -> StreetBuilding {
    StreetBuilding(
      rings: [
        [SIMD2(west, south), SIMD2(west + width, south), SIMD2(west + width, south + depth), SIMD2(west, south + depth)]
      ], top: top)
  }

  /// Pixels of the raster are 30 cm and more wide.
  private func shadow(_ buildings: [StreetBuilding], _ light: StreetLight) -> SunShadow {
    SunShadow(StreetMesh(scene(buildings)), toSun: light.toSun, reach: 300, side: 2_048)
  }

  private func ground(_ x: Float, _ y: Float, radius: Float = 0) -> SunlitSpot {
    SunlitSpot(place: SIMD3(x, y, 0), normal: SIMD3(0, 0, 1), direction: SIMD3(0, 0, -1), radius: radius)
  }

  @Test(arguments: [(180.0, 45.0), (213, 30), (140, 62)])
  func anEdgeIsAsSoftAsTheDiscOfTheSun(azimuth: Double, altitude: Double) {
    let light = StreetLight(azimuth: azimuth, altitude: altitude)
    let shadow = shadow([box(-60, -48, 120, 40, top: 10)], light)
    // The eaves of the north wall, 10 m high and 8 m south.
    let edge = -8 - 10 * cos(azimuth * .pi / 180) / tan(altitude * .pi / 180)
    let sun = SIMD3<Double>(light.toSun)
    let across = sun.y.magnitude < 1e-9 ? 1 : sun.z / (sun.y * sun.y + sun.z * sun.z).squareRoot()
    let way = 10 / sun.z
    for step in -24...24 {
      let away = Double(step) * 0.012
      // How far the eaves lie from the middle of the disc, of half of its diameter of 0.533 degrees.
      let distance = min(max(away * across / way / tan(0.2665 * .pi / 180), -1), 1)
      let truth = 0.5 + (distance * (1 - distance * distance).squareRoot() + asin(distance)) / .pi
      for x in [-3.1, -0.47, 0, 0.9, 2.33] {
        let light = Double(shadow.light(at: ground(Float(x), Float(edge + away))))
        #expect(abs(light - truth) < 0.015, "\(x) \(away) \(light) \(truth)")
      }
    }
  }

  @Test func anEdgeIsNoNarrowerThanWhatAPixelShows() {
    // A hand above the ground shadows are sharp.
    let shadow = shadow([box(-60, -48, 120, 40, top: 0.1)], StreetLight(azimuth: 180, altitude: 45))
    func light(_ y: Float, _ radius: Float) -> Float { shadow.light(at: ground(0.3, -7.9 + y, radius: radius)) }
    #expect(light(-0.01, 0) < 0.01 && light(0.01, 0) > 0.99)
    var before: Float = -0.01
    for step in -19...19 {
      let light = light(Float(step) * 0.05, 1)
      #expect(light > before, "\(step)")
      before = light
    }
    #expect(abs(light(0, 1) - 0.5) < 0.01)
  }

  @Test func aPixelThatIsSeenFromItsEdgeIsLong() {
    let shadow = shadow([box(-60, -48, 120, 40, top: 0.1)], StreetLight(azimuth: 180, altitude: 45))
    // Across the edge the pixel is five times as long as along it.
    let slope = (1 - 0.04 as Float).squareRoot()
    func light(_ y: Float, toward direction: SIMD3<Float>) -> Float {
      shadow.light(
        at: SunlitSpot(place: SIMD3(0.3, -7.9 + y, 0), normal: SIMD3(0, 0, 1), direction: direction, radius: 0.1))
    }
    let (across, along) = (SIMD3<Float>(0, -slope, -0.2), SIMD3<Float>(slope, 0, -0.2))
    #expect(light(0.3, toward: across) < 0.95 && light(0.3, toward: along) > 0.99)
    #expect(light(-0.3, toward: across) > 0.05 && light(-0.3, toward: along) < 0.01)
  }

  @Test func whatHidesTheSunIsWholeAndHidesNothingElse() {
    let light = StreetLight(azimuth: 213, altitude: 30)
    let shadow = shadow([box(-30, -30, 60, 20, top: 12)], light)
    // A dozen metres of ground behind the house, 24 m and more before it, and its own walls and roof.
    for number in 0..<2_000 {
      let share = Float(number) * 0.618_034
      let (x, y) = ((share - share.rounded(.down)) * 20, Float(number) / 2_000 * 12)
      #expect(shadow.light(at: ground(x, -9.9 + y)) < 0.005)
      #expect(shadow.light(at: ground(x, -54 + y)) > 0.999)
      let toEye = SIMD3<Float>(0, 1, 0)
      let wall = SunlitSpot(place: SIMD3(x, -30.01, y * 0.99), normal: SIMD3(0, -1, 0), direction: toEye, radius: 0.02)
      #expect(shadow.light(at: wall) > 0.999, "\(x) \(y)")
      let roof = SunlitSpot(
        place: SIMD3(x, y - 28, 12.01), normal: SIMD3(0, 0, 1), direction: SIMD3(0, 0, -1), radius: 0.02)
      #expect(shadow.light(at: roof) > 0.999)
    }
  }

  @Test func manyCornersHideWhatRaysMeet() {
    let light = StreetLight(azimuth: 213, altitude: 35)
    var town = [box(-9, -30, 9, 12, top: 9), box(2, -22, 7, 7, top: 5), box(0, -40, 14, 9, top: 21)]
    town[0].roof = RoofForm(shape: .gabled)
    let mesh = StreetMesh(scene(town))
    let shadow = SunShadow(mesh, toSun: light.toSun, reach: 64, side: 2_048)
    let rays = Self.rays(light)
    let bodies = Array(mesh.triangles.dropFirst(mesh.groundCount))
    var (count, sum, far) = (0, 0.0, [String]())
    for number in 0..<60_000 where count < 150 {
      let share = Float(number) * 0.618_034
      let (x, y) = ((share - share.rounded(.down)) * 40 - 10, Float(number % 997) / 997 * 34 - 14)
      let light = shadow.light(at: ground(x, y))
      guard light > 0.03, light < 0.97 else { continue }
      count += 1
      let seen = rays.filter { ray in !bodies.contains { Self.meets($0, SIMD3(x, y, 0), ray) } }.count
      let fault = abs(Double(light) - Double(seen) / 96)
      sum += fault
      if fault > 0.12 { far.append("\(x) \(y): \(light), \(seen) rays") }
    }
    #expect(count == 150)
    #expect(far.isEmpty, "\(far)")
    #expect(sum / Double(max(count, 1)) < 0.02, "\(sum / Double(max(count, 1)))")
  }

  /// From everywhere on the sun's disc.
  private static func rays(_ light: StreetLight) -> [SIMD3<Float>] {
    let right = SIMD3<Float>(-light.toSun.y, light.toSun.x, 0).normalized
    let up = light.toSun.cross(right)
    return (0..<96).map { number in
      // A golden spiral covers the disc evenly.
      let (radius, angle) = (((Double(number) + 0.5) / 96).squareRoot() * 0.004_65, Double(number) * 2.399_963)
      return light.toSun + right * Float(radius * cos(angle)) + up * Float(radius * sin(angle))
    }
  }

  /// A house of a few centimetres beside another of the same height, as outlines that do not quite meet make them: its roof shows in no pixel of
  /// the raster, and has an edge in common with the other's roof and the walls of both.
  @Test(arguments: [0.013, 0.03, 0.045]) func aThinRoofBesideAnotherIsCounted(width: Double) {
    let light = StreetLight(azimuth: 213, altitude: 35)
    let rays = Self.rays(light)
    var (count, far) = (0, [String]())
    for place in 0..<8 {
      let west = Double(place) * 0.0177
      let mesh = StreetMesh(scene([box(west - 9, -20, 9, 8, top: 10), box(west, -20, width, 8, top: 10)]))
      let shadow = SunShadow(mesh, toSun: light.toSun, reach: 64, side: 2_048)
      let bodies = Array(mesh.triangles.dropFirst(mesh.groundCount))
      // Where the edge between both roofs is thrown to.
      let way = SIMD2(-Double(light.toSun.x), -Double(light.toSun.y)) * (10 / Double(light.toSun.z))
      for step in -12...12 {
        let spot = SIMD3(Float(west + way.x + Double(step) * 0.01), Float(-16 + way.y), 0)
        let seen = rays.filter { ray in !bodies.contains { Self.meets($0, spot, ray) } }.count
        let found = shadow.light(at: ground(spot.x, spot.y))
        guard seen > 0, seen < 96 else { continue }
        count += 1
        if abs(Double(found) - Double(seen) / 96) > 0.06 { far.append("\(west) \(step): \(found), \(seen) rays") }
      }
    }
    #expect(count > 40)
    #expect(far.isEmpty, "\(far)")
  }

  private static func meets(_ triangle: StreetMesh.Triangle, _ place: SIMD3<Float>, _ ray: SIMD3<Float>) -> Bool {
    let (first, second) = (triangle.b - triangle.a, triangle.c - triangle.a)
    let side = ray.cross(second)
    let size = first.dot(side)
    guard abs(size) > 1e-9 else { return false }
    let away = place - triangle.a
    let u = away.dot(side) / size
    let turned = away.cross(first)
    let v = ray.dot(turned) / size
    return u >= 0 && v >= 0 && u + v <= 1 && second.dot(turned) / size > 0
  }

  @Test func theEdgeRunsStraightThroughThePicture() throws {
    let light = StreetLight(azimuth: 213, altitude: 45)
    let scene = scene([box(-60, -48, 120, 40, top: 10)])
    let picture = try #require(StreetPicture(scene, light: light, width: 2_048))
    let edge = -8 - 10 * cos(213 * Double.pi / 180)
    func brightness(_ x: Double, _ y: Double) -> Double {
      let heading = atan2(x, y) / .pi + 1
      let pitch = 0.5 + atan2(1.7, (x * x + y * y).squareRoot()) / .pi
      let (column, row) = (Int(heading / 2 * 2_048), Int(pitch * 1_024))
      let start = 4 * (row * 2_048 + column)
      return picture.image.pixels[start..<start + 3].reduce(0.0) { $0 + Double($1) }
    }
    for step in -20...20 {
      let x = Double(step) * 0.1 + 0.03
      let middle = (brightness(x, edge - 0.4) + brightness(x, edge + 0.4)) / 2
      let crossing = stride(from: -0.4, to: 0.4, by: 0.01).first { brightness(x, edge + $0) > middle } ?? 1
      #expect(abs(crossing) < 0.09, "\(x): \(crossing)")
    }
  }
}
