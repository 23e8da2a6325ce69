import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct ShapesGoldenTests {
  private func expectPicture(_ name: String, _ scene: ShapesScene) throws {
    let mismatch = try GoldenPicture("shapes/\(name)").mismatch(with: scene.picture())
    #expect(mismatch == nil)
  }

  private static let paris = LocationCoordinate(latitude: 48.857, longitude: 2.352)
  private static let newYork = LocationCoordinate(latitude: 40.713, longitude: -74.006)
  private static let tokyo = LocationCoordinate(latitude: 35.677, longitude: 139.65)

  /// Sharp, blunt and crowded corners; a translucent line is no darker where its pieces meet.
  @Test func linesTurnCornersEvenlyAndOnce() throws {
    let scene = try ShapesScene(
      width: 480, height: 300, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), background: .paper)
    let zigzag: [(Double, Double)] = [(30, 50), (110, 110), (130, 40), (150, 110), (160, 40), (220, 75), (225, 70), (260, 70)]
    scene.add(scene.line(zigzag, width: 18, color: Color.sea.withAlpha(0.5)))
    scene.add(scene.line(zigzag, width: 1, color: .ink))
    let hairpin: [(Double, Double)] = [(300, 40), (440, 46), (300, 52), (440, 110), (330, 110), (330, 80)]
    scene.add(scene.line(hairpin, width: 14, color: Color.sun.withAlpha(0.5)))
    let spiral = (0...400).map { i -> (Double, Double) in
      let t = Double(i) / 400
      return (110 + 80 * t * cos(t * 20), 210 + 70 * t * sin(t * 20))
    }
    scene.add(scene.line(spiral, width: 7, color: Color.leaf.withAlpha(0.6)))
    for (i, width) in [0.25, 0.5, 1, 1.5, 2, 3, 5, 8].enumerated() {
      let x = 230 + Double(i) * 26
      scene.add(scene.line([(x, 150), (x + 30, 270), (x + 12, 280)], width: width, color: .ink))
    }
    try expectPicture("joins-and-widths", scene)
  }

  @Test func joinsAndCapsAreAsAskedFor() throws {
    let scene = try ShapesScene(
      width: 480, height: 330, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), background: .paper)
    for (row, join) in [StrokeJoin.round, .miter, .bevel].enumerated() {
      for (column, cap) in [StrokeCap.butt, .round, .square].enumerated() {
        let (x, y) = (30 + Double(column) * 155, 30 + Double(row) * 105)
        let points = [(x, y + 60), (x + 25, y), (x + 50, y + 60), (x + 85, y + 60), (x + 85, y + 5), (x + 120, y + 15)]
        let line = scene.add(scene.line(points, width: 16, color: Color.sea.withAlpha(0.5)))
        line.strokeJoin = join
        line.strokeCap = cap
        scene.add(scene.line(points, width: 1, color: .ink))
      }
    }
    try expectPicture("joins-and-caps", scene)
  }

  /// Holes, outlines, edges without an outline, and who lies over whom.
  @Test func polygonsKeepTheirHolesAndTheirOrder() throws {
    let scene = try ShapesScene(
      width: 480, height: 300, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4, bearing: 20), background: .paper)
    let block = Polygon(path: scene.path([(40, 60), (210, 30), (230, 200), (150, 250), (60, 210)]))
    block.holes = [
      scene.path([(80, 90), (130, 80), (125, 140), (90, 130)]), scene.path([(150, 110), (195, 100), (190, 190), (165, 150)]),
    ]
    block.fillColor = Color.sea.withAlpha(0.4)
    block.strokeColor = .sea
    block.strokeWidth = 4
    scene.add(block)
    let star = Polygon(
      path: scene.path(
        (0..<10).map { i -> (Double, Double) in
          let angle = Double(i) * Double.pi / 5
          let radius = i % 2 == 0 ? 85.0 : 34.0
          return (330 + radius * sin(angle), 110 - radius * cos(angle))
        }))
    star.fillColor = .sun
    scene.add(star)
    // A pentagram crosses itself: its middle is outside by the even-odd rule.
    let tips = (0..<5).map { i -> (Double, Double) in
      let angle = Double(i) * 0.8 * Double.pi
      return (390 + 70 * sin(angle), 220 - 70 * cos(angle))
    }
    let pentagram = Polygon(path: scene.path(tips))
    pentagram.fillColor = Color.leaf.withAlpha(0.6)
    pentagram.strokeColor = .leaf
    scene.add(pentagram)
    let under = Polygon(path: scene.path([(180, 160), (320, 170), (300, 280), (200, 270)]))
    under.fillColor = Color.ink.withAlpha(0.8)
    under.zIndex = -1
    scene.add(under)
    try expectPicture("polygons", scene)
  }

  @Test func spansColourALinePieceByPiece() throws {
    let scene = try ShapesScene(
      width: 480, height: 220, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), background: .paper)
    func steps(_ y: Double) -> [(Double, Double)] {
      (0...6).map { (step: Int) -> (Double, Double) in (40 + Double(step) * 66, step % 2 == 0 ? y : y + 28) }
    }
    let solid = scene.line(steps(24), width: 12, color: .ink)
    solid.spans = [
      StyleSpan(color: .sea), StyleSpan(color: .sun, segments: 1.5), StyleSpan(color: .leaf, segments: 0.25),
      StyleSpan(color: .red),
    ]
    scene.add(solid)
    let gradient = scene.line(steps(84), width: 12, color: .ink)
    gradient.spans = [
      StyleSpan(style: .gradient(from: .sun, to: .sea), segments: 3), StyleSpan(style: .solidColor(.leaf), segments: 1),
      StyleSpan(style: .gradient(from: .leaf, to: Color.red.withAlpha(0)), segments: 2),
    ]
    scene.add(gradient)
    let short = scene.line(steps(144), width: 12, color: .ink)
    short.spans = [StyleSpan(style: .gradient(from: .sea, to: .red), segments: 2)]
    scene.add(short)
    try expectPicture("spans", scene)
  }

  /// Great circles, and straight lines of the map, each the short way around.
  @Test func linesTakeTheShortWayAroundTheWorld() throws {
    let scene = try ShapesScene(
      width: 640, height: 400, camera: CameraPosition(latitude: 35, longitude: -160, zoom: 0.9), background: .paper)
    let box = [-170.0, 170].flatMap { x in
      [LocationCoordinate(latitude: -20, longitude: x), LocationCoordinate(latitude: -40, longitude: x)]
    }
    let pacific = Polygon(path: Path([box[0], box[1], box[3], box[2]]))
    pacific.fillColor = Color.leaf.withAlpha(0.5)
    scene.add(pacific)
    for geodesic in [false, true] {
      let line = Polyline(path: Path([Self.paris, Self.newYork, Self.tokyo, Self.paris]))
      line.geodesic = geodesic
      line.strokeWidth = 4
      line.strokeColor = geodesic ? Color.sun : Color.sea.withAlpha(0.6)
      scene.add(line)
    }
    try expectPicture("across-the-antimeridian", scene)
  }

  /// Caps of a sphere at several latitudes, one over the antimeridian, one around a pole, one over both poles.
  @Test func circlesAreCapsOfTheSphere() throws {
    let scene = try ShapesScene(
      width: 640, height: 560, camera: CameraPosition(latitude: 0, longitude: 90, zoom: 1), background: .paper)
    for (latitude, longitude, kilometres, color) in [
      (0.0, 90.0, 1500.0, Color.sea), (45, 90, 1500, .sea), (65, 90, 1500, .sea), (-30, 180, 2500, .sun), (80, 0, 1800, .leaf),
      (-88, 30, 1500, .ink),
    ] {
      let circle = Circle(position: LocationCoordinate(latitude: latitude, longitude: longitude), radius: kilometres * 1000)
      circle.fillColor = color.withAlpha(0.4)
      circle.strokeColor = color
      circle.strokeWidth = 2
      scene.add(circle)
    }
    let most = Circle(position: LocationCoordinate(latitude: 10, longitude: -60), radius: 17_500_000)
    most.fillColor = Color.ink.withAlpha(0.15)
    most.strokeColor = .ink
    scene.add(most)
    try expectPicture("circles", scene)
  }

  /// Widths do not change with tilt, and what runs behind the eye is cut where it passes it.
  @Test func tiltedViewsKeepWidthsAndCutLinesBehindTheEye() throws {
    let camera = CameraPosition(latitude: 47.37, longitude: 8.54, zoom: 15, bearing: 30, viewingAngle: 60)
    let scene = try ShapesScene(width: 640, height: 400, camera: camera, background: .paper)
    let center = scene.view.center
    func coordinate(_ x: Double, _ y: Double) -> LocationCoordinate {
      WorldPoint(x: center.x + x / scene.view.pointsPerWorld, y: center.y + y / scene.view.pointsPerWorld).coordinate
    }
    for i in -12...12 {
      let offset = Double(i) * 150
      for ends in [[(offset, -4000.0), (offset, 4000.0)], [(-4000.0, offset), (4000.0, offset)]] {
        let line = Polyline(path: Path(ends.map { coordinate($0.0, $0.1) }))
        line.strokeWidth = i == 0 ? 8 : 2
        line.strokeColor = i == 0 ? .sun : Color.sea.withAlpha(0.5)
        scene.add(line)
      }
    }
    let plaza = Polygon(path: Path([(-200.0, -150.0), (100, -200), (300, 6000), (-260, 6000)].map { coordinate($0.0, $0.1) }))
    plaza.fillColor = Color.leaf.withAlpha(0.5)
    plaza.strokeColor = .leaf
    plaza.strokeWidth = 3
    scene.add(plaza)
    let circle = Circle(position: coordinate(150, -260), radius: 300)
    circle.fillColor = Color.ink.withAlpha(0.25)
    scene.add(circle)
    try expectPicture("tilted", scene)
  }
}
