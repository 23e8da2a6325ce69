import Foundation
import OverlookCamera
import OverlookCanvas
import OverlookGPU
import OverlookGeometry
import OverlookInput
import OverlookMeasurement
import OverlookPanorama
import OverlookPasses
import OverlookPlatform
import OverlookSupport
import Testing

@testable import OverlookPanoramaView

@Suite @MainActor struct PanoramaViewTests {
  @Test func nothingIsDrawnWhileNothingChanges() throws {
    let fixture = try PanoramaFixture()
    fixture.show(PanoramaPicture(equirectangular: TestPicture.checkered(width: 512)))
    let before = fixture.loop.statistics.framesDrawn
    fixture.loop.advance(by: 3)
    #expect(fixture.loop.statistics.framesDrawn == before)
    #expect(fixture.loop.content.nextDeadline(now: fixture.loop.now) == nil)
    fixture.view.setNeedsDisplay()
    fixture.loop.advance(by: 0.1)
    #expect(fixture.loop.statistics.framesDrawn == before + 1)
  }

  @Test func directionsAndPointsInvertEachOther() throws {
    let fixture = try PanoramaFixture()
    fixture.view.camera = PanoramaCamera(heading: 250, pitch: 20, zoom: 1.5)
    for (x, y) in [(160.0, 120.0), (3, 7), (300, 200)] {
      let point = fixture.view.point(for: fixture.view.orientation(for: ScreenPoint(x: x, y: y)))
      #expect(abs(point.x - x) < 1e-6 && abs(point.y - y) < 1e-6)
    }
    let middle = fixture.view.orientation(for: ScreenPoint(x: 160, y: 120))
    #expect(abs(middle.heading - 250) < 1e-9 && abs(middle.pitch - 20) < 1e-9)
    #expect(fixture.view.point(for: Orientation(heading: 70, pitch: 0)).x.isNaN)
  }

  @Test func anAnimationGoesTheShortWayAndTellsWhereItEnds() throws {
    let fixture = try PanoramaFixture()
    fixture.view.camera = PanoramaCamera(heading: 350, pitch: 0)
    fixture.view.animate(to: PanoramaCamera(heading: 20, pitch: 10, zoom: 2), duration: 1)
    fixture.loop.advance(by: 0.5)
    let between = fixture.view.camera.orientation.heading
    #expect(between > 350 || between < 20)
    fixture.loop.advance(by: 1)
    #expect(fixture.view.camera == PanoramaCamera(heading: 20, pitch: 10, zoom: 2))
    #expect(fixture.cameras.last == fixture.view.camera)
    fixture.view.updateCamera(.setPitch(-5), duration: 1)
    fixture.view.updateCamera(.rotate(by: 10), duration: 1)
    fixture.loop.advance(by: 2)
    #expect(fixture.view.camera.orientation == Orientation(heading: 30, pitch: -5))
  }

  @Test func theViewOpensAsALittlePlanetAndComesDown() throws {
    let fixture = try PanoramaFixture()
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(9, 9, 9)))
    let goal = PanoramaCamera(heading: 40, pitch: 5)
    fixture.view.camera = goal
    fixture.view.flyIn(duration: 1)
    fixture.loop.renderFrame()
    #expect(fixture.view.camera.orientation.pitch == -90)
    // All of the horizon is around the middle, a circle of three quarters of the smaller side.
    for heading in stride(from: 0.0, to: 360, by: 30) {
      let horizon = fixture.view.point(for: Orientation(heading: heading, pitch: 0))
      #expect(abs(hypot(horizon.x - 160, horizon.y - 120) - 90) < 1e-6, "\(heading): \(horizon)")
    }
    // It comes nearer without a jump, up to the last frame.
    var width = fixture.view.shownDegrees
    for _ in 0..<99 {
      fixture.loop.advance(by: 0.01)
      let next = fixture.view.shownDegrees
      #expect(next <= width + 1e-9 && width - next < 12, "\(width), \(next)")
      width = next
    }
    fixture.loop.advance(by: 0.2)
    #expect(fixture.view.camera == goal)
    #expect(abs(fixture.view.shownDegrees - width) < 1)
    #expect(fixture.view.point(for: Orientation(heading: 220, pitch: 0)).x.isNaN)
  }

  @Test func aViewThatIsRolledTurnsAboutItsMiddle() throws {
    let fixture = try PanoramaFixture()
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(9, 9, 9)))
    fixture.view.camera = PanoramaCamera(heading: 40, pitch: 0)
    fixture.view.roll = 90
    fixture.loop.renderFrame()
    // What was above lies to the left when the head is turned to the right.
    let above = fixture.view.point(for: Orientation(heading: 40, pitch: 10))
    #expect(abs(above.y - 120) < 1e-9 && above.x < 150, "\(above)")
    fixture.view.roll = .nan
    #expect(abs(fixture.view.point(for: Orientation(heading: 40, pitch: 10)).x - 160) < 1e-9)
  }

  @Test func theLayerAnimatesEachPartInItsOwnTime() throws {
    let fixture = try PanoramaFixture()
    var outcome: MotionOutcome?
    LayerTransaction.animate(seconds: 1, easing: .linear, completion: { outcome = $0 }) {
      fixture.view.layer.cameraHeading = 300
      fixture.view.layer.cameraPitch = 200
    }
    LayerTransaction.withoutAnimation { fixture.view.layer.cameraFOV = 500 }
    #expect(fixture.view.camera.fov == 160)
    fixture.loop.renderFrame()
    fixture.loop.advance(by: 0.5)
    #expect(abs(fixture.view.camera.orientation.heading - 330) < 1)
    #expect(abs(fixture.view.camera.orientation.pitch - 45) < 1)
    fixture.loop.advance(by: 1)
    #expect(outcome == .finished)
    #expect(fixture.view.camera.orientation == Orientation(heading: 300, pitch: 90))
    fixture.view.layer.cameraZoom = 3
    fixture.loop.advance(by: 0.1)
    fixture.view.camera = PanoramaCamera(heading: 0, pitch: 0)
    fixture.loop.advance(by: 1)
    #expect(fixture.view.camera.zoom == 1)
  }

  private final class Item: PanoramaItem {
    var order: Int
    var log: (String) -> Void
    init(_ order: Int, _ log: @escaping (String) -> Void) { (self.order, self.log) = (order, log) }
    var zIndex: Int { order }
    func update(with view: PanoramaSight) { log("update \(order)") }
    func draw(in canvas: Canvas) { log("draw \(order)") }
  }

  @Test func itemsAreAllUpdatedThenDrawnInTheirOrder() throws {
    let fixture = try PanoramaFixture()
    var log: [String] = []
    let (high, low) = (Item(5) { log.append($0) }, Item(-1) { log.append($0) })
    fixture.view.add(high)
    fixture.view.add(low)
    fixture.loop.renderFrame()
    #expect(log == ["update 5", "update -1", "draw -1", "draw 5"])
    log = []
    fixture.view.remove(high)
    fixture.loop.renderFrame()
    #expect(log == ["update -1", "draw -1"])
  }

  @Test func aPathIsPartedBehindTheCameraAndStaysOnTheScene() throws {
    let fixture = try PanoramaFixture()
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(0, 0, 0)))
    // All around the horizon: half of it is behind.
    fixture.view.add(PanoramaPath((0...360).map { Orientation(heading: Double($0), pitch: 0) }, width: 5, color: .white))
    for pitch in [0.0, 20] {
      fixture.view.camera = PanoramaCamera(heading: 77, pitch: pitch)
      fixture.loop.renderFrame()
      let image = try #require(fixture.loop.image())
      let row = Int(fixture.view.point(for: Orientation(heading: 77, pitch: 0)).y)
      #expect(image.pixels[4 * (row * 320 + 160)] > 200)
      let lit = (0..<240).filter { image.pixels[4 * ($0 * 320 + 160)] > 60 }
      #expect(lit.allSatisfy { abs($0 - row) <= 4 }, "nothing of what is behind crosses the view")
    }
  }

  @Test func aLineBetweenTwoPlacesFarBeyondTheEdgesCrossesTheView() throws {
    let fixture = try PanoramaFixture()
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(0, 0, 0)))
    // Ends that are in front of the camera, and many views away from it at this zoom.
    let ends = [Orientation(heading: 20, pitch: 0), Orientation(heading: 140, pitch: 0)]
    fixture.view.add(PanoramaPath(ends, width: 5, color: .white))
    fixture.view.camera = PanoramaCamera(heading: 80, pitch: 0, zoom: 5)
    fixture.loop.renderFrame()
    let image = try #require(fixture.loop.image())
    for column in [1, 160, 318] { #expect(image.pixels[4 * (120 * 320 + column)] > 200, "column \(column)") }
  }

  @Test(arguments: PanoramaDrawer.allCases) func aFrameOfATurningViewAllocatesNothing(_ drawer: PanoramaDrawer) throws {
    try #require(AllocationCounter.isAvailable)
    let fixture = try PanoramaFixture()
    drawer.draw(fixture.view)
    fixture.show(PanoramaPicture(equirectangular: TestPicture.checkered(width: 512)))
    func turn() {
      for step in 0..<20 {
        fixture.view.camera.orientation.heading = Double(step) * 0.7
        fixture.loop.renderFrame()
      }
    }
    // Until all arrays are as large as any of these frames needs them.
    for _ in 0..<3 { turn() }
    let report = AllocationCounter.count { turn() }
    #expect(report.blocks == 0, "\(report)")
  }

  /// The letter is red; nothing else of the view is.
  @Test(arguments: [true, false]) func theCompassNamesNorthWhereThatIsKnown(isKnown: Bool) throws {
    let fixture = try PanoramaFixture()
    fixture.view.compassHidden = false
    var panorama = Panorama(panoramaID: "test")
    panorama.isNorthKnown = isKnown
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(0, 0, 0)), panorama)
    let pixels = try #require(fixture.loop.image()).pixels
    let red = stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] > 120 && Int(pixels[$0]) > 2 * Int(pixels[$0 + 1]) }
    #expect(isKnown ? red > 8 : red == 0, "\(red) pixels")
  }

  @Test func picturesStayWithinTheirBudget() throws {
    let fixture = try PanoramaFixture()
    fixture.show(PanoramaPicture(equirectangular: TestPicture.checkered(width: 512)))
    #expect(fixture.view.pictureByteCount < 2 << 20)
    #expect(fixture.view.pictureByteCount >= 512 * 256 * 4)
  }

  @Test func aSecondViewFindsWhatTheDriverCompiledForTheFirst() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("programs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func cache() throws -> GPUProgramCache? {
      let fixture = try PanoramaFixture()
      fixture.view.programFolder = folder.path
      fixture.view.renderer = .driver
      fixture.show(PanoramaPicture(equirectangular: Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(9, 9, 9, 255) }))
      let cache = fixture.view.graphics?.device.programCache
      cache?.finish()
      return cache
    }
    // A driver that hands out no programs has nothing to keep.
    guard let first = try cache() else { return }
    #expect(first.hits == 0 && first.misses > 1)
    let second = try #require(try cache())
    #expect(second.misses == 0 && second.hits == first.misses)
  }

  @Test func theSpotsOfATourAreMarkedWhereTheyAreSeen() throws {
    let fixture = try PanoramaFixture()
    let gray = Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(120, 120, 120, 255) }
    let spots = [
      PanoramaSpot(orientation: Orientation(heading: 20, pitch: 5), text: "A clock"),
      PanoramaSpot(orientation: Orientation(heading: 200, pitch: 0), text: "Behind"),
      PanoramaSpot(orientation: Orientation(heading: .nan, pitch: 0), text: "Nowhere"),
    ]
    fixture.show(PanoramaPicture(equirectangular: gray), Panorama(panoramaID: "square", spots: spots))
    let image = try #require(fixture.loop.image())
    let blue = (0..<image.width * image.height).filter { Int(image.pixels[4 * $0 + 2]) - Int(image.pixels[4 * $0]) > 60 }
    #expect((30...150).contains(blue.count), "one dot of ten points")
    let point = fixture.view.point(for: spots[0].orientation)
    let (x, y) = (blue.map { Double($0 % image.width) }, blue.map { Double($0 / image.width) })
    #expect(abs(x.reduce(0, +) / Double(x.count) + 0.5 - point.x) < 1)
    #expect(abs(y.reduce(0, +) / Double(y.count) + 0.5 - point.y) < 1)
  }
}
