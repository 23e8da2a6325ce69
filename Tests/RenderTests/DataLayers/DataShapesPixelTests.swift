import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

/// Layers of polygons, columns, arcs and journeys. A degree is 11.378 points at zoom 4.
@MainActor @Suite struct DataShapesPixelTests {
  private static let degree = 11.378

  private func scene(
    composes: Bool = true, zoom: Double = 4, tilt: Double = 0, width: Int = 120, height: Int = 100
  ) throws -> OverlayTestScene {
    try OverlayTestScene(
      width: width, height: height,
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: zoom, bearing: 0, viewingAngle: tilt),
      renderer: composes ? .software : .driver)
  }

  /// So many points east and south of the middle of the view.
  private func place(_ x: Double, _ y: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: -y / Self.degree, longitude: x / Self.degree)
  }

  /// The share of the ground's light that is missing, summed over all pixels.
  private func darkness(_ picture: Image, against empty: Image) -> Double {
    stride(from: 0, to: picture.pixels.count, by: 4).reduce(0.0) { sum, offset in
      sum + Double(Int(empty.pixels[offset]) - Int(picture.pixels[offset])) / Double(empty.pixels[offset])
    }
  }

  private func square(_ side: Double, x: Double = 0, y: Double = 0) -> [LocationCoordinate] {
    [
      place(x - side / 2, y - side / 2), place(x + side / 2, y - side / 2), place(x + side / 2, y + side / 2),
      place(x - side / 2, y + side / 2),
    ]
  }

  @Test(arguments: [true, false]) func aPolygonHasItsAreaWithoutItsHoles(_ composes: Bool) throws {
    let scene = try scene(composes: composes)
    let empty = try scene.picture()
    let layer = PolygonLayer(polygons: [[square(40.5, x: 3.3, y: 1.2), square(10.5, x: 3.3, y: 1.2)]])
    layer.fillColor = .constant(.black)
    scene.add(layer)
    // The driver counts the pixels whose middle lies inside.
    let expected = 40.5 * 40.5 - 10.5 * 10.5
    #expect(abs(darkness(try scene.picture(), against: empty) - expected) < (composes ? 3 : 90))
  }

  @Test func theProcessorFillsWhatTheDriverFills() throws {
    for (zoom, tilt) in [(4.0, 0.0), (4, 60), (5.4, 35)] {
      var pictures: [[UInt8]] = []
      for composes in [true, false] {
        let scene = try scene(composes: composes, zoom: zoom, tilt: tilt)
        var generator = SeededGenerator(seed: 9)
        func unit() -> Double { Double(generator.next() >> 11) * 0x1p-52 - 1 }
        let layer = PolygonLayer(
          polygons: (0..<60).map { _ in
            let (x, y) = (90 * unit(), 70 * unit())
            return [
              (0..<24).map { corner in
                let (angle, radius) = (Double(corner) / 24 * 2 * .pi, 10 + 4 * unit())
                return place(x + radius * cos(angle), y + radius * sin(angle))
              }
            ]
          })
        layer.fillColor = .each { Color(red: Float($0 % 5) / 4, green: Float($0 / 5 % 5) / 4, blue: 0.2).withAlpha(0.6) }
        scene.add(layer)
        pictures.append(try scene.picture().pixels)
      }
      // Only the pixels that an edge goes through may differ: less than half of these shapes' pixels.
      let differences = zip(pictures[0], pictures[1]).map { abs(Int($0) - Int($1)) }
      #expect(differences.count { $0 > 4 } < differences.count / 3, "zoom \(zoom), tilt \(tilt)")
      let mean = Double(differences.reduce(0, +)) / Double(differences.count)
      #expect(mean < 6, "zoom \(zoom), tilt \(tilt): \(mean)")
    }
  }

  /// A figure of eight has an inside; what is no polygon has none; neighbours stay.
  @Test func badPolygonsLeaveTheirNeighbours() throws {
    for composes in [true, false] {
      let scene = try scene(composes: composes)
      let empty = try scene.picture()
      let bow = [place(-50, -20), place(-30, 20), place(-30, -20), place(-50, 20)]
      let broken = [
        LocationCoordinate(latitude: .nan, longitude: 0), place(0, 0), LocationCoordinate(latitude: 0, longitude: .infinity),
      ]
      let layer = PolygonLayer(polygons: [[bow], [], [[]], [broken], [[place(1, 1), place(2, 2)]], [square(20, x: 40)]])
      layer.fillColor = .constant(.black)
      scene.add(layer)
      #expect(layer.count == 6)
      #expect(abs(darkness(try scene.picture(), against: empty) - (400 + 400)) < 60, "\(composes)")
    }
  }

  @Test func aTapFindsThePolygonUnderIt() throws {
    let scene = try scene()
    let layer = PolygonLayer(polygons: [[square(40)], [square(20), square(6)]])
    scene.add(layer)
    func element(_ x: Double, _ y: Double) -> Int? {
      scene.store.element(of: layer, at: ScreenPoint(x: 60 + x, y: 50 + y), view: scene.view)
    }
    #expect(element(0, 0) == 0)
    #expect(element(8, 0) == 1)
    #expect(element(15, -15) == 0)
    #expect(element(25, 0) == nil)
  }

  /// 100 km are 11.378 * 100 / 111.32 points of height; the eye sees the south wall of what stands north of it.
  @Test func wallsStandOnTheGroundAndAreLitBySide() throws {
    let scene = try scene(tilt: 60)
    let empty = try scene.picture()
    let layer = PolygonLayer(polygons: [[square(30)]])
    layer.fillColor = .constant(Color(red: 0.5, green: 0.5, blue: 0.5))
    scene.add(layer)
    let flat = darkness(try scene.picture(), against: empty)
    layer.height = .constant(200_000)
    let picture = try scene.picture()
    #expect(darkness(picture, against: empty) > 1.3 * flat)
    // Below the roof's lower edge lies the wall, of another brightness.
    let column = (20..<80).map { (row: Int) -> UInt8 in picture.pixels[4 * (120 * row + 60)] }
    let shades = Set(column).subtracting([empty.pixels[0]])
    #expect(shades.count >= 2)
    layer.opacity = 0
    #expect(try scene.picture().pixels == empty.pixels)
  }

  @Test func columnsHaveTheirGroundPlan() throws {
    let scene = try scene()
    let empty = try scene.picture()
    let layer = ColumnLayer(positions: [place(0, 0), LocationCoordinate(latitude: .nan, longitude: 0)])
    layer.radius = 20 / Self.degree * 111_319.49
    layer.height = .constant(0)
    layer.fillColor = .constant(.black)
    layer.shape = .square
    scene.add(layer)
    func area() throws -> Double {
      let picture = try scene.picture()
      return Double(stride(from: 0, to: picture.pixels.count, by: 4).count { picture.pixels[$0] != empty.pixels[$0] })
    }
    #expect(abs(try area() - 800) < 40)
    layer.shape = .hexagon
    #expect(abs(try area() - 3 * 3.0.squareRoot() / 2 * 400) < 40)
    layer.height = .each { $0 == 0 ? .nan : 1 }
    #expect(abs(try area() - 3 * 3.0.squareRoot() / 2 * 400) < 40)
    #expect(scene.store.element(of: layer, at: ScreenPoint(x: 60, y: 50), view: scene.view) == 0)
  }

  /// The middle of the great circle between 40 N 60 W and 40 N 60 E lies at atan(tan 40 / cos 60) = 59.2 N.
  @Test func arcsFollowGreatCircles() throws {
    let scene = try OverlayTestScene(
      width: 300, height: 300, camera: CameraPosition(latitude: 40, longitude: 0, zoom: 1.5))
    let empty = try scene.picture()
    let layer = ArcLayer(
      from: [LocationCoordinate(latitude: 40, longitude: -60), LocationCoordinate(latitude: .nan, longitude: 0)],
      to: [LocationCoordinate(latitude: 40, longitude: 60), LocationCoordinate(latitude: 0, longitude: 0)])
    layer.sourceColor = .constant(.black)
    layer.targetColor = .constant(.black)
    layer.strokeWidth = .constant(3)
    scene.add(layer)
    let picture = try scene.picture()
    let radians = Double.pi / 180
    let top: Double = atan(tan(40 * radians) / cos(60 * radians)) / radians
    let expected = try #require(scene.view.screenPoint(for: WorldPoint(LocationCoordinate(latitude: top, longitude: 0))))
    let dark = (0..<300).filter { picture.pixels[4 * (300 * $0 + 150)] < empty.pixels[0] / 2 }
    #expect(dark.count >= 2 && dark.count <= 4)
    let middle = Double(dark.reduce(0, +)) / Double(max(dark.count, 1)) + 0.5
    #expect(abs(middle - expected.y) < 1)
  }

  /// From west to east in 100 seconds, of which the last 20 are shown.
  @Test(arguments: [true, false]) func timeMovesJourneysWithoutAnUpload(_ composes: Bool) throws {
    let scene = try scene(composes: composes)
    let empty = try scene.picture()
    let layer = TripsLayer(
      longitudesAndLatitudes: [-50.0, 0, 10, 50].flatMap { [$0 / Self.degree, 0.0] } + [.nan, 0],
      times: [1000, 1050, 1060, 1100, 1200], starts: [0])
    layer.trailLength = 20
    layer.fadesTrail = false
    layer.strokeWidth = .constant(4)
    layer.strokeColor = .constant(.black)
    layer.currentTime = 1040
    scene.add(layer)
    func columns() throws -> [Int] {
      let picture = try scene.picture()
      return (0..<120).filter { picture.pixels[4 * (120 * 50 + $0)] < empty.pixels[0] / 2 }
    }
    // At x = -10 now, with round ends.
    let early = try columns()
    #expect(abs((early.first ?? 0) - 28) <= 1 && abs((early.last ?? 0) - 51) <= 1, "\(early)")
    let still = scene.statistics
    layer.currentTime = 1080
    let late = try columns()
    #expect(abs((late.first ?? 0) - 68) <= 1 && abs((late.last ?? 0) - 91) <= 1, "\(late)")
    if !composes { #expect(scene.statistics.uploads - still.uploads <= 1) }
    layer.currentTime = 900
    #expect(try columns().isEmpty)
    #expect(layer.times == 1000...1100)
  }
}
