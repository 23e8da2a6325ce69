import Overlook
import OverlookPlatform
import OverlookRender
import Testing

/// Moving markers on a whole map.
@MainActor @Suite(.serialized) struct MarkerMotionTests {
  private let stage: MarkerStage

  init() throws {
    stage = try MarkerStage()
  }

  @Test func anAnimationRepaintsOnlyTheOverlayPlaneAndThenRests_MK04() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    stage.loop.advance(by: 0.2)
    let renderer = try #require(stage.map.renderer)
    Marker.animate(seconds: 1) { marker.position = stage.map.projection.coordinate(for: ScreenPoint(x: 300, y: 100)) }
    stage.loop.renderFrame()
    let (draws, copies) = (renderer.baseDrawCount, renderer.baseCopyCount)
    stage.loop.advance(by: 0.5)
    #expect(renderer.baseDrawCount == draws && renderer.baseCopyCount > copies + 10)
    #expect(!stage.map.isAtRest)
    stage.loop.advance(by: 1)
    let frames = stage.loop.statistics.framesDrawn
    stage.loop.advance(by: 1)
    #expect(stage.loop.statistics.framesDrawn == frames && stage.map.isAtRest)
    let seen = stage.map.projection.point(for: marker.position)
    #expect(abs(seen.x - 300) < 1e-6)
  }

  @Test func anAnimatedIconIsDrawnWhenItsFramesChangeAndUploadsNothing_MK06() throws {
    let frames = (0..<4).map { frame in Image(width: 8, height: 8, scale: 1) { _, _ in SIMD4(UInt8(60 * frame), 0, 0, 255) } }
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let icon = try #require(Image(frames: frames, seconds: 1))
    marker.icon = icon
    stage.loop.advance(by: 0.5)
    let drawn = stage.loop.statistics.framesDrawn
    stage.loop.advance(by: 2)
    // Four frames a second.
    #expect((7...9).contains(stage.loop.statistics.framesDrawn - drawn))
    stage.map.moveCamera(.scrollBy(x: 5000, y: 0))
    stage.loop.advance(by: 0.5)
    let away = stage.loop.statistics.framesDrawn
    stage.loop.advance(by: 2)
    #expect(stage.loop.statistics.framesDrawn == away, "out of sight nothing is drawn")
  }

  @Test func aPictureShowsMarkersWhereTheyGo_MK12() throws {
    stage.map.isStill = true
    let marker = Marker(position: stage.map.projection.coordinate(for: ScreenPoint(x: 200, y: 200)))
    marker.appearAnimation = .pop
    marker.map = stage.map
    Marker.animate(seconds: 60) { marker.rotation = 90 }
    // One that never ends.
    let tram = stage.marker("tram", at: ScreenPoint(x: 100, y: 100))
    func drive() {
      tram.layer.animate(along: Path([tram.position, marker.position]), seconds: 1) { if $0 == .finished { drive() } }
    }
    drive()
    stage.loop.renderFrame()
    #expect(marker.layer.rotation == 90 && !marker.layer.isAnimating)
    stage.loop.renderFrame()
    #expect(stage.map.isAtRest)
  }

  @Test func aMarkerThatIsTakenHoldOfStopsMoving_MK13() {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    marker.isDraggable = true
    Marker.animate(seconds: 30) { marker.position = stage.map.projection.coordinate(for: ScreenPoint(x: 210, y: 200)) }
    stage.loop.send(.buttonPressed(.left, ScreenPoint(x: 200, y: 180), []))
    stage.loop.advance(by: 0.6)
    #expect(!marker.layer.isAnimating)
    stage.loop.send(.pointerMoved(ScreenPoint(x: 260, y: 180)))
    stage.loop.advance(by: 0.1)
    #expect(abs(stage.map.projection.point(for: marker.position).x - 260) < 1)
    stage.loop.send(.buttonReleased(.left, ScreenPoint(x: 260, y: 180), []))
    stage.loop.advance(by: 0.1)
  }
}
