import Observation
import Overlook
import OverlookMeasurement
import OverlookPlatform
import Synchronization
import Testing

/// Selection of markers and their info windows.
@MainActor @Suite(.serialized) struct SelectionTests {
  private let stage: MarkerStage

  init() throws {
    stage = try MarkerStage()
  }

  @Test func aTapSelectsTheMarkerAndMovesItToTheMiddle_MD06_MK25() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    stage.click(ScreenPoint(x: 200, y: 190))
    #expect(stage.map.selectedMarker === marker)
    #expect(stage.log.take().first == "tap marker A")
    let seen = stage.map.projection.point(for: marker.position)
    #expect(abs(seen.x - 200) < 0.01 && abs(seen.y - 150) < 0.01)
  }

  @Test func aHandledTapSelectsNothing_MD06() throws {
    stage.log.handlesMarkerTaps = true
    stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let camera = stage.map.camera
    stage.click(ScreenPoint(x: 200, y: 190))
    #expect(stage.map.selectedMarker == nil && stage.map.camera == camera)
  }

  @Test func oneWindowIsOpenAtATimeAndATapBesideClosesIt_MK25_MD04_MD13() {
    let first = stage.marker("A", at: ScreenPoint(x: 100, y: 200))
    let second = stage.marker("B", at: ScreenPoint(x: 300, y: 200))
    stage.map.selectedMarker = first
    stage.map.selectedMarker = second
    #expect(stage.log.take() == ["window? A", "contents? A", "closed A", "window? B", "contents? B"])
    stage.click(ScreenPoint(x: 20, y: 20))
    // The tap is told before the window closes.
    #expect(stage.log.take() == ["tap coordinate", "closed B"])
    #expect(stage.map.selectedMarker == nil)
  }

  @Test func setByTheProgramTheSelectionMovesNoCamera_MV22() {
    let marker = stage.marker("A", at: ScreenPoint(x: 100, y: 200))
    let camera = stage.map.camera
    stage.map.selectedMarker = marker
    stage.loop.advance(by: 1)
    #expect(stage.map.camera == camera)
    stage.map.selectedMarker = nil
    #expect(stage.log.take().last == "closed A")
  }

  @Test func escapeClosesTheWindow_MK25() {
    stage.map.selectedMarker = stage.marker("A", at: ScreenPoint(x: 100, y: 200))
    stage.loop.send(.keyPressed(.escape, []))
    stage.loop.advance(by: 0.1)
    #expect(stage.map.selectedMarker == nil && stage.log.take().last == "closed A")
  }

  @Test func aFrameWithAWindowAndMovingMarkersAllocatesNothing_MK25_MK04() throws {
    try #require(AllocationCounter.isAvailable)
    let marker = stage.marker("A", at: ScreenPoint(x: 100, y: 200))
    marker.snippet = "two\nlines"
    stage.map.selectedMarker = marker
    Marker.animate(seconds: 1000) { marker.position = stage.map.projection.coordinate(for: ScreenPoint(x: 300, y: 200)) }
    for _ in 0..<5 { stage.loop.renderFrame() }
    let report = AllocationCounter.count {
      for _ in 0..<20 { stage.loop.renderFrame() }
    }
    #expect(report.blocks == 0, "\(report)")
  }

  @Test func theSelectionCanBeObserved_MV22() {
    let marker = stage.marker("A", at: ScreenPoint(x: 100, y: 200))
    let changes = Mutex(0)
    withObservationTracking {
      _ = stage.map.selectedMarker
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    stage.map.selectedMarker = marker
    #expect(changes.withLock { $0 } == 1)
  }

  @Test func aMarkerOfAnotherMapIsNotSelected_MV22() {
    let stranger = Marker()
    stage.map.selectedMarker = stranger
    #expect(stage.map.selectedMarker == nil)
    let other = MapView()
    stranger.map = other
    stage.map.selectedMarker = stranger
    #expect(stage.map.selectedMarker == nil && other.selectedMarker == nil)
  }

  @Test func removingTheMarkerOrClearingTheMapClosesItsWindow_MD13_MV06() {
    let first = stage.marker("A", at: ScreenPoint(x: 100, y: 200))
    let second = stage.marker("B", at: ScreenPoint(x: 100, y: 200))
    stage.map.selectedMarker = first
    first.map = nil
    #expect(stage.map.selectedMarker == nil && stage.log.take().last == "closed A")
    stage.map.selectedMarker = second
    stage.map.clear()
    #expect(stage.map.selectedMarker == nil && stage.log.take().last == "closed B")
    #expect(stage.map.overlayCount == 0)
  }

  @Test func withoutTitleAndSnippetThereIsNoWindow_MK05() throws {
    let marker = stage.marker(nil, at: ScreenPoint(x: 200, y: 200))
    try stage.expectPictureUnchanged { stage.map.selectedMarker = marker }
    stage.map.selectedMarker = nil
    #expect(!stage.log.take().contains { $0.hasPrefix("closed") })
    stage.map.selectedMarker = marker
    marker.snippet = "below"
    stage.loop.renderFrame()
    #expect(stage.map.infoWindowRect != nil)
  }

  @Test func theWindowSitsAboveTheAnchorOfTheIcon_MK11() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 250))
    marker.icon = Self.square(40)
    stage.map.selectedMarker = marker
    stage.loop.renderFrame()
    let top = try #require(stage.map.infoWindowRect)
    // The tail of 9 points has its tip at the middle of the icon's upper edge.
    #expect(abs(top.origin.y + top.size.height + 9 - 210) <= 1)
    #expect(abs(top.origin.x + top.size.width / 2 - 200) <= 1)
    marker.infoWindowAnchor = UnitPoint(x: 1, y: 0.5)
    stage.loop.renderFrame()
    let side = try #require(stage.map.infoWindowRect)
    #expect(side.origin.x - top.origin.x == 20 && side.origin.y - top.origin.y == 20)
    // A quarter turn to the right about the ground anchor brings the right edge of the icon down.
    marker.rotation = 90
    stage.loop.renderFrame()
    let turned = try #require(stage.map.infoWindowRect)
    #expect(abs(turned.origin.x + turned.size.width / 2 - 220) <= 1)
    #expect(abs(turned.origin.y + turned.size.height + 9 - 270) <= 1)
  }

  @Test func tapsAndLongPressesOfTheWindowReachTheDelegateAlone_MD07_MD08() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 250))
    stage.map.selectedMarker = marker
    stage.loop.renderFrame()
    let rect = try #require(stage.map.infoWindowRect)
    let middle = ScreenPoint(x: rect.origin.x + rect.size.width / 2, y: rect.origin.y + rect.size.height / 2)
    _ = stage.log.take()
    stage.click(middle)
    #expect(stage.log.take() == ["tap window A"])
    stage.loop.click(middle, holdSeconds: 0.7)
    #expect(stage.log.take() == ["long press window A"])
    #expect(stage.map.selectedMarker === marker)
  }

  @Test func aPressThatLeavesTheWindowIsNoTapAndMovesNoMap_MD07() throws {
    stage.map.selectedMarker = stage.marker("A", at: ScreenPoint(x: 200, y: 250))
    stage.loop.renderFrame()
    let rect = try #require(stage.map.infoWindowRect)
    let start = ScreenPoint(x: rect.origin.x + 5, y: rect.origin.y + 5)
    let camera = stage.map.camera
    _ = stage.log.take()
    stage.drag(from: start, to: ScreenPoint(x: start.x - 80, y: start.y))
    #expect(stage.log.take().isEmpty && stage.map.camera == camera)
  }

  @Test func theTapMovesTheMarkerDownWhereItsWindowHasNoRoomAbove() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 100, y: 250))
    let view = CountedView(width: 100, height: 150)
    stage.log.window = view
    stage.map.selectedMarker = marker
    stage.loop.renderFrame()
    stage.map.selectedMarker = nil
    stage.click(ScreenPoint(x: 100, y: 240))
    // The first tap knows no size yet, so that of the second counts.
    stage.click(ScreenPoint(x: 20, y: 290))
    stage.map.selectedMarker = marker
    stage.loop.renderFrame()
    stage.tapMarker(marker)
    let rect = try #require(stage.map.infoWindowRect)
    #expect(rect.origin.y >= 0)
    let foot = stage.map.projection.point(for: marker.position)
    #expect(foot.y > 150 && foot.y < 300)
  }

  private static func square(_ side: Int) -> Image {
    Image(width: side, height: side, scale: 1) { _, _ in SIMD4(200, 30, 30, 255) }
  }
}
