import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookMeasurement
import OverlookOverlayPasses
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct LineStylePixelTests {
  private func scene(zoom: Double = 4, latitude: Double = 0, scale: Double = 1, viewingAngle: Double = 0) throws -> ShapesScene {
    try ShapesScene(
      width: 200, height: 150, scale: scale,
      camera: CameraPosition(latitude: latitude, longitude: 0, zoom: zoom, viewingAngle: viewingAngle))
  }

  /// How dark each pixel of a row or column is, 0 ... 1.
  private func darkness(_ image: Image, row: Int? = nil, column: Int? = nil) -> [Double] {
    let count = row == nil ? image.height : image.width
    return (0..<count).map { i in
      let (x, y) = (column ?? i, row ?? i)
      return Double(255 - image.pixels[4 * (y * image.width + x)]) / 255
    }
  }

  private func ink(_ image: Image) -> Double {
    stride(from: 0, to: image.pixels.count, by: 4).reduce(0) { $0 + Double(255 - image.pixels[$1]) / 255 }
  }

  /// Ink of each dash but the first and the last, which the ends of the line may cut, and the distances between their middles.
  private func dashes(_ darkness: [Double]) -> (lengths: [Double], pitches: [Double]) {
    var runs: [(ink: Double, moment: Double)] = []
    var isInside = false
    for (i, value) in darkness.enumerated() {
      if value > 0.02 {
        if !isInside { runs.append((0, 0)) }
        runs[runs.count - 1].ink += value
        runs[runs.count - 1].moment += value * Double(i)
      }
      isInside = value > 0.02
    }
    let inner = runs.dropFirst().dropLast()
    let middles = inner.map { $0.moment / $0.ink }
    return (inner.map(\.ink), zip(middles.dropFirst(), middles).map { $0 - $1 })
  }

  /// Dashes and gaps have the lengths that they are given, in points of the screen, at any zoom, tilt and density.
  @Test func dashesAreAsLongOnTheScreenInEveryView() throws {
    for (zoom, tilt, scale) in [(4.0, 0.0, 1.0), (4.5, 0, 1), (9.3, 0, 2), (15.8, 0, 1), (12, 30, 1), (14.6, 60, 1), (16, 60, 2)]
    {
      let scene = try scene(zoom: zoom, scale: scale, viewingAngle: tilt)
      for points in [[(10.0, 110.0), (190.0, 110.0)], [(100, 145), (100, 5)]] {
        let line = scene.add(scene.line(points, width: 6, color: .black))
        line.lineStyle.dashes = DashPattern([12, 8])
        let image = try scene.picture()
        let isRow = points[0].1 == points[1].1
        let found = dashes(
          isRow ? darkness(image, row: Int(110 * scale)) : darkness(image, column: Int(100 * scale)))
        #expect(found.lengths.count >= 4)
        for length in found.lengths { #expect(abs(length - 12 * scale) < 0.35, "zoom \(zoom), tilt \(tilt): \(length)") }
        for pitch in found.pitches { #expect(abs(pitch - 20 * scale) < 0.35, "zoom \(zoom), tilt \(tilt): \(pitch)") }
        scene.store.remove(line)
      }
    }
  }

  /// The pattern goes on around corners: a line of many short pieces has the dashes of a straight one.
  @Test func cornersDoNotDisturbDashes() throws {
    let scene = try scene()
    let points = (0...90).map { (10.0 + 2 * Double($0), 75.0) }
    let line = scene.add(scene.line(points, width: 6, color: .black))
    line.lineStyle.dashes = DashPattern([12, 8])
    let found = dashes(darkness(try scene.picture(), row: 75))
    #expect(found.lengths.count >= 6)
    for length in found.lengths { #expect(abs(length - 12) < 0.2) }
    for pitch in found.pitches { #expect(abs(pitch - 20) < 0.2) }
  }

  /// A line whose start is half a world away, at zoom 20: the distances are still exact.
  @Test func dashesAreExactFarFromTheStart() throws {
    let scene = try scene(zoom: 20)
    let path = Path([
      LocationCoordinate(latitude: 0, longitude: -170), LocationCoordinate(latitude: 0, longitude: -20),
      LocationCoordinate(latitude: 0, longitude: 20),
    ])
    let line = scene.add(Polyline(path: path))
    line.strokeWidth = 6
    line.strokeColor = .black
    line.lineStyle.dashes = DashPattern([12, 8])
    let found = dashes(darkness(try scene.picture(), row: 75))
    #expect(found.lengths.count >= 6)
    for length in found.lengths { #expect(abs(length - 12) < 0.2) }
  }

  /// Round dashes of length 0 are discs.
  @Test func dotsAreDiscs() throws {
    let scene = try scene()
    let line = scene.add(scene.line([(20, 75), (180, 75)], width: 10, color: .black))
    line.strokeCap = .round
    line.lineStyle.dashes = .dots(spacing: 20)
    // Nine of them, the first and the last around the ends of the line.
    let expected = 9 * Double.pi * 25
    #expect(abs(ink(try scene.picture()) - expected) < expected * 0.02)
  }

  /// Lengths that cannot be a pattern leave the line unbroken; a pattern too fine to be seen is its mean.
  @Test func patternsThatCannotBeSeenAreBounded() throws {
    for (lengths, share) in [
      ([], 1.0), ([0, 0], 1), ([-1, 4], 1), ([.nan, 4], 1), ([.infinity], 1), ([1e-9, 3e-9], 0.25), ([0.05, 0.05], 0.5),
      ([1e300, 1e300], 1), (Array(repeating: 1e-12, count: 1000), 0.5), ([1e-300, 0], 1),
    ] as [([Double], Double)] {
      let scene = try scene()
      let line = scene.add(scene.line([(20, 75), (180, 75)], width: 4, color: .black))
      line.lineStyle.dashes = DashPattern(lengths, phase: .nan)
      let expected = 160 * 4 * share
      #expect(abs(ink(try scene.picture()) - expected) < expected * 0.03, "\(lengths.prefix(4))")
    }
  }

  /// What is not a number, or negative, counts as not given.
  @Test func badLengthsOfALineAreLeftOut() throws {
    let scene = try scene()
    let line = scene.add(scene.line([(20, 75), (180, 75)], width: 4, color: .black))
    for bad in [Double.nan, .infinity, -.infinity] {
      line.lineStyle.offset = bad
      line.lineStyle.casingColor = .black
      line.lineStyle.casingWidth = bad
      line.lineStyle.stamp = StampStyle(image: Image(), spacing: bad, width: bad)
      #expect(abs(ink(try scene.picture()) - 640) < 12)
    }
    line.lineStyle.casingWidth = -5
    #expect(abs(ink(try scene.picture()) - 640) < 12)
    line.strokeWidth = .nan
    #expect(ink(try scene.picture()) == 0)
  }

  /// An opaque line with a casing is drawn as two that are only a colour, where they look the same.
  @Test func anOpaqueLineWithACasingIsTwoPlainOnes() throws {
    for (join, cap) in [(StrokeJoin.round, StrokeCap.round), (.miter, .square), (.bevel, .round), (.round, .butt)] {
      for alpha: Float in [1, 0.997] {
        let scene = try scene(zoom: 12, viewingAngle: 40)
        let line = scene.add(
          scene.line(
            [(20, 20), (120, 30), (60, 120), (190, 100)], width: 8, color: Color(red: 0, green: 0.4, blue: 1, alpha: alpha)))
        (line.lineStyle.casingColor, line.lineStyle.casingWidth) = (.black, 2)
        (line.lineStyle.join, line.lineStyle.cap) = (join, cap)
        _ = try scene.picture()
        let parts = try #require(scene.pass.batch.elements.first?.parts)
        #expect(parts.contains(.painted) == (alpha < 1 || join == .bevel || cap == .butt))
      }
    }
  }

  /// A casing adds its width on both sides and at both ends.
  @Test func aCasingReachesBeyondTheLine() throws {
    let scene = try scene()
    let line = scene.add(scene.line([(40, 75), (160, 75)], width: 8, color: .black))
    line.lineStyle.casingColor = .black
    line.lineStyle.casingWidth = 3
    let expected = 126.0 * 14
    #expect(abs(ink(try scene.picture()) - expected) < expected * 0.02)
    // Around a line that lets things through it is a frame.
    line.strokeColor = Color.white.withAlpha(0.5)
    let frame = 126.0 * 14 - 120 * 8
    #expect(abs(ink(try scene.picture()) - frame) < frame * 0.03)
  }

  /// Positive is to the right of the way that the path runs.
  @Test func anOffsetMovesTheLineToTheRight() throws {
    let scene = try scene()
    let line = scene.add(scene.line([(20, 75), (100, 75), (180, 75)], width: 4, color: .black))
    line.lineStyle.offset = 20
    #expect(darkness(try scene.picture(), column: 60)[95] > 0.9)
    line.lineStyle.offset = -20
    #expect(darkness(try scene.picture(), column: 60)[55] > 0.9)
    #expect(abs(ink(try scene.picture()) - 640) < 12)
  }

  /// 2 pi 6,378,137 m around the equator and 256 * 2^zoom points; shorter by the cosine of the latitude elsewhere.
  @Test func metresFollowTheScaleOfTheMap() throws {
    for (zoom, latitude, scale) in [(10.0, 0.0, 1.0), (10.5, 60, 1), (14, -45, 2), (16.2, 75, 1)] {
      let scene = try scene(zoom: zoom, latitude: latitude, scale: scale)
      let metersPerPoint = Mercator.metersPerWorldUnit(atLatitude: latitude) / scene.view.pointsPerWorld
      let line = scene.add(scene.line([(20, 75), (180, 75)], width: 9 * metersPerPoint, color: .black))
      line.lineStyle.unit = .meters
      let width = darkness(try scene.picture(), column: Int(100 * scale)).reduce(0, +)
      #expect(abs(width - 9 * scale) < 0.15)
      line.lineStyle.dashes = DashPattern([12 * metersPerPoint, 8 * metersPerPoint])
      for length in dashes(darkness(try scene.picture(), row: Int(75 * scale))).lengths {
        #expect(abs(length - 12 * scale) < 0.3)
      }
    }
  }

  /// Far away a line of metres is thinner than a pixel, and pale.
  @Test func aRoadThatIsTooThinToBeSeenFades() throws {
    let scene = try scene(zoom: 6)
    let metersPerPoint = Mercator.metersPerWorldUnit(atLatitude: 0) / scene.view.pointsPerWorld
    scene.add(scene.line([(20, 75), (180, 75)], width: 0.25 * metersPerPoint, color: .black)).lineStyle.unit = .meters
    #expect(abs(darkness(try scene.picture(), column: 100).reduce(0, +) - 0.25) < 0.03)
  }

  /// A gradient runs evenly over its span, whatever the pieces, and in a tilted view along the ground.
  @Test func aGradientIsEven() throws {
    let scene = try scene()
    let line = scene.add(scene.line([(20, 75), (60, 75), (180, 75)], width: 8, color: .black))
    line.spans = [StyleSpan(style: .gradient(from: .black, to: .white), segments: 1), StyleSpan(color: .white)]
    let values = darkness(try scene.picture(), row: 75)
    for x in 21..<59 { #expect(abs(values[x] - (1 - (Double(x) + 0.5 - 20) / 40)) < 0.02) }
    let tilted = try self.scene(zoom: 12, viewingAngle: 60)
    let away = tilted.add(tilted.line([(100, 140), (100, 20)], width: 8, color: .black))
    away.spans = [StyleSpan(style: .gradient(from: .black, to: .white), segments: 1)]
    let (start, end) = (WorldPoint(tilted.place(100, 140)), WorldPoint(tilted.place(100, 20)))
    let middle = WorldPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    let row = Int(tilted.view.screenPointClamped(for: middle).y)
    #expect(abs(darkness(try tilted.picture(), column: 100)[row] - 0.5) < 0.02)
  }

  /// A hatch covers width / spacing of the fill, whatever its angle; one that is too fine to be seen is its mean.
  @Test func aHatchCoversItsShare() throws {
    for (spacing, width, angle) in [(10.0, 2.0, 0.0), (10, 2, 30), (8, 1, 45), (1, 0.4, 70), (1e-9, 5e-10, 10)] {
      let scene = try scene()
      let polygon = Polygon(path: scene.path([(20, 20), (180, 20), (180, 130), (20, 130)]))
      polygon.fillColor = nil
      polygon.fillPattern = .hatch(HatchStyle(color: .black, spacing: spacing, width: width, angle: angle))
      scene.add(polygon)
      // Half a pixel of margin all around belongs to the fill.
      let expected = (160 * 110 + 270) * width / spacing
      #expect(abs(ink(try scene.picture()) - expected) < expected * 0.04, "\(spacing) \(width) \(angle)")
    }
  }

  @Test func hatchesThatCannotBeDrawnAreNot() throws {
    for bad in [Double.nan, .infinity, 0, -3] {
      let scene = try scene()
      let polygon = Polygon(path: scene.path([(20, 20), (180, 20), (180, 130), (20, 130)]))
      polygon.fillColor = nil
      polygon.fillPattern = .hatch(HatchStyle(spacing: bad))
      scene.add(polygon)
      polygon.fillPattern = .hatch(HatchStyle(width: bad))
      #expect(ink(try scene.picture()) == 0)
    }
  }

  /// The pattern lies on the ground: a view half a point to the side shows it moved by as much.
  @Test func patternsMoveWithTheGround() throws {
    let scene = try scene(zoom: 8)
    let polygon = Polygon(path: scene.path([(-500, -500), (700, -500), (700, 700), (-500, 700)]))
    polygon.fillColor = .white
    polygon.fillPattern = .hatch(HatchStyle(color: .black, spacing: 16, width: 3, angle: 0))
    scene.add(polygon)
    let before = darkness(try scene.picture(), row: 75)
    scene.look(from: CameraPosition(target: scene.place(105, 75), zoom: 8))
    let after = darkness(try scene.picture(), row: 75)
    for x in 20..<150 { #expect(abs(after[x] - before[x + 5]) < 0.05) }
  }

  /// A circle is round at any latitude and zoom, its radius that of the ground at its place.
  @Test func aCircleIsRoundAtAnyLatitude() throws {
    for (latitude, zoom) in [(0.0, 10.0), (50, 12.5), (-70, 14), (84, 16)] {
      let scene = try scene(zoom: zoom, latitude: latitude)
      let metersPerPoint = Mercator.metersPerWorldUnit(atLatitude: latitude) / scene.view.pointsPerWorld
      let radius = 60 * metersPerPoint
      let circle = scene.add(Circle(position: LocationCoordinate(latitude: latitude, longitude: 0), radius: radius))
      circle.strokeWidth = 0
      circle.fillColor = .black
      let image = try scene.picture()
      for values in [darkness(image, row: 75), darkness(image, column: 100)] {
        // The margin that antialiases the edge is half a pixel on each side.
        let sum = values.reduce(0, +)
        #expect(abs(sum - 121) < 0.6, "\(latitude)")
      }
    }
  }

  // MARK: Cost

  /// A running pattern changes numbers of its own line alone.
  @Test func aPhaseIsOneRangeOfStyles() throws {
    let scene = try scene()
    let lines = (0..<20).map { i in
      let line = scene.line(
        [(10, 10 + Double(i) * 6), (100, 12 + Double(i) * 6), (190, 10 + Double(i) * 6)], width: 4, color: .red)
      line.lineStyle.dashes = DashPattern([8, 5])
      return scene.add(line)
    }
    try scene.draw()
    lines[7].lineStyle.dashes?.phase = 4
    try scene.draw()
    #expect(!scene.pass.batch.changes.isEverything)
    #expect(scene.pass.batch.changes.positions.isEmpty)
    #expect(scene.surface.device.statistics.drawCalls == 1)
  }

  /// Seen from above, a pan moves no pattern; a zoom changes only how far along the line each piece starts.
  @Test func viewsFromAboveMeasureOnlyWhenTheyZoom() throws {
    let scene = try scene(zoom: 8)
    for i in 0..<10 {
      scene.add(scene.line([(10, 10 + Double(i) * 12), (190, 20 + Double(i) * 12)], width: 4, color: .red)).lineStyle.dashes =
        DashPattern([8, 5])
    }
    try scene.draw()
    scene.look(from: CameraPosition(target: scene.place(110, 80), zoom: 8))
    try scene.draw()
    #expect(scene.pass.batch.changes == ShapeBatch.Changes())
    scene.look(from: CameraPosition(target: scene.place(100, 75), zoom: 8.2))
    try scene.draw()
    #expect(!scene.pass.batch.changes.isEverything && scene.pass.batch.changes.positions.isEmpty)
    #expect(!scene.pass.batch.changes.styles.isEmpty)
  }

  @Test func aSteadyFrameOfEverythingAllocatesNothing() throws {
    let scene = try scene(zoom: 10, viewingAngle: 40)
    for i in 0..<30 {
      let y = 20 + Double(i) * 4
      let line = scene.add(scene.line([(10, y), (90, y + 5), (190, y)], width: 5, color: .red))
      line.lineStyle.dashes = DashPattern([9, 4])
      line.lineStyle.casingColor = .black
      line.lineStyle.casingWidth = 1
      line.lineStyle.stamp = .arrow(color: .white)
      let circle = scene.add(Circle(position: scene.place(100, y), radius: 2000))
      circle.fillPattern = .hatch(HatchStyle())
    }
    for _ in 0..<3 { try scene.draw() }
    guard AllocationCounter.isAvailable else { return }
    let report = try AllocationCounter.count { for _ in 0..<10 { try scene.draw() } }
    #expect(report.blocks == 0, "\(report)")
  }
}
