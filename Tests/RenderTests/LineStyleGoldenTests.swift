import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

/// Lines that are more than a colour, seen from above and at a tilt of 60 degrees.
@MainActor @Suite struct LineStyleGoldenTests {
  private static let tilts = [("", 0.0), ("-tilted", 60.0)]

  private func expectPictures(_ name: String, zoom: Double = 14, _ fill: (ShapesScene) -> Void) throws {
    for (suffix, tilt) in Self.tilts {
      let camera = CameraPosition(latitude: 47.37, longitude: 8.54, zoom: zoom, bearing: tilt / 3, viewingAngle: tilt)
      let scene = try ShapesScene(width: 480, height: 320, camera: camera, background: .paper)
      fill(scene)
      let mismatch = try GoldenPicture("shapes/\(name)\(suffix)").mismatch(with: scene.picture())
      #expect(mismatch == nil)
    }
  }

  /// A path through points that lie, seen from above, where they say.
  private func path(_ scene: ShapesScene, _ points: [(Double, Double)]) -> Path {
    let center = scene.view.center
    return Path(
      points.map {
        WorldPoint(
          x: center.x + ($0.0 - 240) / scene.view.pointsPerWorld, y: center.y + ($0.1 - 160) / scene.view.pointsPerWorld
        ).coordinate
      })
  }

  @discardableResult
  private func line(
    _ scene: ShapesScene, _ points: [(Double, Double)], width: Double, _ color: Color, _ change: (inout LineStyle) -> Void
  ) -> Polyline {
    let line = Polyline(path: path(scene, points))
    line.strokeWidth = width
    line.strokeColor = color
    var style = LineStyle()
    change(&style)
    line.lineStyle = style
    return scene.add(line)
  }

  private func bent(_ y: Double) -> [(Double, Double)] {
    [(30, y), (170, y), (190, y + 14), (320, y + 14), (350, y - 8), (450, y - 2)]
  }

  private func curve(_ x: Double, _ y: Double) -> [(Double, Double)] {
    (0...60).map { (step: Int) -> (Double, Double) in
      let along = Double(step)
      return (x + along * 3.4, y + 24 * sin(along * 0.16))
    }
  }

  @Test func dashesKeepTheirLengthAndTurnCorners() throws {
    try expectPictures("dashes") { scene in
      line(scene, bent(30), width: 4, .sea) { $0.dashes = DashPattern([14, 8]) }
      line(scene, bent(62), width: 8, .ink) { $0.dashes = .dots(spacing: 14) }
      line(scene, bent(94), width: 6, .leaf) { $0.dashes = DashPattern([16, 12], cap: .round) }
      line(scene, bent(126), width: 6, .sun) { $0.dashes = DashPattern([16, 12], cap: .square) }
      line(scene, bent(158), width: 3, .ink) { $0.dashes = DashPattern([18, 5, 3, 5]) }
      line(scene, bent(190), width: 14, Color.sea.withAlpha(0.5)) {
        $0.dashes = DashPattern([20, 10], phase: 10)
        $0.join = .miter
      }
      line(scene, bent(214), width: 1, .ink) { $0.dashes = DashPattern([6, 3]) }
      line(scene, curve(30, 270), width: 5, .red) { $0.dashes = .dots(spacing: 9) }
      line(scene, curve(250, 270), width: 6, .sea) { $0.dashes = DashPattern([12, 6]) }
    }
  }

  @Test func casingsLieAroundLinesAndOffsetsBesideThem() throws {
    try expectPictures("casings-and-offsets") { scene in
      let corner: [(Double, Double)] = [(30, 40), (140, 40), (170, 90), (220, 30), (260, 100), (30, 110)]
      line(scene, corner, width: 8, .sea) {
        $0.casingColor = .ink
        $0.casingWidth = 2
        $0.cap = .round
      }
      line(scene, corner.map { ($0.0 + 240, $0.1) }, width: 10, Color.sun.withAlpha(0.5)) {
        $0.casingColor = .ink
        $0.casingWidth = 3
      }
      line(scene, bent(160), width: 7, .white) {
        $0.casingColor = .sea
        $0.casingWidth = 2
        $0.dashes = .dots(spacing: 13)
      }
      line(scene, bent(190), width: 6, .leaf) {
        $0.casingColor = .ink
        $0.casingWidth = 2
        $0.dashes = DashPattern([18, 10])
      }
      for (offset, color) in [(-9.0, Color.red), (-3, .sun), (3, .leaf), (9, .sea)] {
        line(scene, curve(30, 260), width: 4, color) { $0.offset = offset }
        line(scene, [(260, 230), (330, 230), (330, 290), (420, 290), (390, 240), (450, 240)], width: 4, color) {
          $0.offset = offset
        }
      }
    }
  }

  /// A tile of a rope: its length in proportion to the line's width.
  private static let rope = Image(width: 24, height: 16, scale: 1) { column, row in
    let stripe = (column + row) % 24
    let edge = row < 2 || row > 13
    return edge ? SIMD4(90, 60, 20, 255) : stripe < 12 ? SIMD4(230, 200, 140, 255) : SIMD4(190, 140, 70, 255)
  }

  @Test func picturesRepeatAlongLines() throws {
    try expectPictures("stamps") { scene in
      line(scene, bent(30), width: 12, .sea) { $0.stamp = .arrow(color: .white, spacing: 20) }
      line(scene, bent(70), width: 3, .ink) { $0.stamp = .arrow(color: .red, spacing: 30, width: 16) }
      line(scene, bent(110), width: 12, .clear) { $0.stamp = StampStyle(image: Self.rope) }
      line(scene, curve(30, 170), width: 10, .clear) { $0.stamp = StampStyle(image: Self.rope) }
      line(scene, curve(250, 170), width: 8, .leaf) {
        $0.stamp = .arrow(color: .white, spacing: 8)
        $0.casingColor = .ink
        $0.casingWidth = 1
      }
      let steps = line(scene, bent(230), width: 10, .ink) { _ in }
      var arrows = StrokeStyle.gradient(from: .sun, to: .red)
      arrows.stampStyle = .arrow(color: .white, spacing: 10)
      steps.spans = [
        StyleSpan(color: .sea), StyleSpan(style: arrows, segments: 2.5),
        StyleSpan(style: .transparentStroke(stamp: StampStyle(image: Self.rope)), segments: 1),
      ]
      let gradient = line(scene, bent(280), width: 8, .ink) { $0.dashes = DashPattern([14, 10], cap: .round) }
      gradient.spans = [StyleSpan(style: .gradient(from: .sea, to: .sun), segments: 5)]
    }
  }

  /// A metre is 0.3 points at zoom 16 and this latitude.
  @Test func metresLieOnTheGround() throws {
    try expectPictures("metres", zoom: 16) { scene in
      line(scene, bent(40), width: 60, Color.ink.withAlpha(0.4)) { $0.unit = .meters }
      line(scene, bent(40), width: 4, .white) {
        $0.unit = .meters
        $0.dashes = DashPattern([30, 20])
      }
      line(scene, curve(30, 130), width: 40, .sun) {
        $0.unit = .meters
        $0.casingColor = .ink
        $0.casingWidth = 6
        $0.cap = .round
      }
      line(scene, curve(250, 130), width: 30, .sea) {
        $0.unit = .meters
        $0.stamp = .arrow(color: .white, spacing: 30)
      }
      line(scene, bent(220), width: 30, .leaf) {
        $0.unit = .meters
        $0.dashes = .dots(spacing: 60)
        $0.offset = 40
      }
      line(scene, bent(220), width: 3, .ink) { $0.unit = .meters }
    }
  }

  @Test func fillsHavePatternsAndAnyOutline() throws {
    try expectPictures("patterns") { scene in
      @MainActor func area(_ x: Double, _ y: Double, _ pattern: FillPattern, _ color: Color?) -> Polygon {
        let area = Polygon(
          path: path(scene, [(x, y), (x + 120, y + 10), (x + 130, y + 110), (x + 60, y + 80), (x - 5, y + 115)]))
        area.fillColor = color
        area.fillPattern = pattern
        return scene.add(area)
      }
      let hatched = area(25, 25, .hatch(HatchStyle(color: .sea)), Color.sea.withAlpha(0.15))
      hatched.strokeColor = .sea
      hatched.strokeWidth = 3
      hatched.lineStyle.dashes = DashPattern([9, 6])
      _ = area(180, 25, .hatch(HatchStyle(color: .red, spacing: 10, width: 2, angle: 0, isCrossed: true)), nil)
      let tiled = area(330, 25, .image(Self.trees), Color.leaf.withAlpha(0.25))
      tiled.strokeColor = .leaf
      tiled.strokeWidth = 5
      tiled.lineStyle.dashes = .dots(spacing: 10)
      for (number, x) in [90.0, 240, 390].enumerated() {
        let circle = Circle(position: path(scene, [(x, 240)]).coordinates[0], radius: 380)
        circle.fillColor = Color.sun.withAlpha(0.2)
        circle.strokeColor = .sun
        circle.strokeWidth = 4
        switch number {
        case 0: circle.lineStyle.dashes = DashPattern([12, 8], cap: .round)
        case 1:
          circle.lineStyle.stamp = .arrow(color: .ink, spacing: 16, width: 14)
          circle.fillPattern = .hatch(HatchStyle(color: Color.ink.withAlpha(0.5), spacing: 5, angle: -30))
        default:
          circle.lineStyle.casingColor = .ink
          circle.lineStyle.casingWidth = 2
        }
        scene.add(circle)
      }
    }
  }

  private static let trees = Image(width: 24, height: 24, scale: 1) { column, row in
    let (x, y) = (Double(column) - 11.5, Double(row) - 9.5)
    let crown = min(max(7 - (x * x + y * y).squareRoot(), 0), 1)
    let isTrunk = abs(x) < 1.5 && row > 14 && row < 22
    if isTrunk { return SIMD4(110, 70, 30, 255) }
    return SIMD4(UInt8(40 * crown), UInt8(130 * crown), UInt8(70 * crown), UInt8(255 * crown))
  }
}
