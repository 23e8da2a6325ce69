import Observation
import Overlook
import OverlookPlatform
import OverlookScene
import Synchronization
import Testing

/// Views as icons and in info windows.
@MainActor @Suite(.serialized) struct MarkerViewTests {
  private let stage: MarkerStage
  private let blue: [UInt8] = [0, 0, 255, 255]

  init() throws {
    stage = try MarkerStage(scale: 2)
  }

  private func pixel(_ x: Double, _ y: Double) throws -> [UInt8] {
    let pixels = try #require(stage.loop.pixels())
    let start = 4 * (Int(y * 2) * 800 + Int(x * 2))
    return Array(pixels[start..<start + 4])
  }

  @Test func theViewIsTheIconAtTheDensityOfTheScreenAndCutOffAtItsBounds_MK07() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    marker.iconView = CountedView(width: 30, height: 20)
    stage.loop.renderFrame()
    let picture = try #require(marker.viewPicture)
    #expect(picture.width == 60 && picture.height == 40 && picture.scale == 2)
    #expect(try pixel(200, 190) == blue && pixel(186, 181) == blue)
    #expect(try pixel(183, 190) != blue && pixel(200, 178) != blue && pixel(200, 202) != blue)
  }

  @Test func withoutAViewTheIconIsShownAgain_MK07() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    marker.icon = Image(width: 8, height: 8, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) }
    marker.iconView = CountedView(width: 30, height: 20)
    stage.loop.renderFrame()
    marker.iconView = nil
    stage.loop.renderFrame()
    #expect(try pixel(200, 196) == [255, 0, 0, 255] && pixel(190, 190) != blue)
  }

  @Test func aViewIsDrawnIntoAPictureOnlyWhenItChanged_MK08() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let view = CountedView(width: 30, height: 20)
    marker.iconView = view
    #expect(marker.tracksViewChanges)
    stage.loop.renderFrame()
    let picture = try #require(marker.viewPicture)
    for _ in 0..<3 {
      stage.map.setNeedsDisplay()
      stage.loop.renderFrame()
    }
    #expect(view.drawCount == 4 && marker.viewPicture === picture)
    view.color = .red
    stage.map.setNeedsDisplay()
    stage.loop.renderFrame()
    #expect(marker.viewPicture !== picture)
    #expect(try pixel(200, 190) == [255, 0, 0, 255])
  }

  @Test func aViewThatIsNotTrackedStaysAsItWasUntilItIs_MK08() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let view = CountedView(width: 30, height: 20)
    marker.iconView = view
    stage.loop.renderFrame()
    marker.tracksViewChanges = false
    view.color = .red
    stage.map.setNeedsDisplay()
    stage.loop.renderFrame()
    #expect(view.drawCount == 1)
    #expect(try pixel(200, 190) == blue)
    marker.tracksViewChanges = true
    #expect(stage.loop.renderFrame(), "asks for a frame")
    #expect(try pixel(200, 190) == [255, 0, 0, 255])
  }

  @Test func aTrackedViewKeepsNothingBusy_MK08() {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    marker.iconView = CountedView(width: 30, height: 20)
    stage.loop.advance(by: 0.5)
    let frames = stage.loop.statistics.framesDrawn
    stage.loop.advance(by: 0.5)
    #expect(stage.loop.statistics.framesDrawn == frames && stage.map.isAtRest)
  }

  @Test func aTrackedViewAsksForAFrameWhenWhatItReadChanges_MK08() throws {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let view = ObservedView(color: .red)
    marker.iconView = view
    stage.loop.renderFrame()
    let picture = try #require(marker.viewPicture)
    #expect(!stage.loop.renderFrame(), "nothing changed")
    for color in [Color.green, .blue] {
      view.color = color
      #expect(stage.loop.renderFrame(), "a change, again and again")
      #expect(try pixel(200, 190) == color.bytes)
    }
    #expect(marker.viewPicture !== picture)
    view.unread += 1
    #expect(!stage.loop.renderFrame(), "what it did not read")
    view.color = .blue
    let drawn = try #require(marker.viewPicture)
    stage.loop.renderFrame()
    #expect(marker.viewPicture === drawn, "the same colour makes no other picture")
    #expect(!stage.loop.renderFrame())
  }

  @Test func aViewThatGetsASizeAsksForAFrame_MK08() {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let label = LabelView("")
    marker.iconView = label
    stage.loop.renderFrame()
    #expect(marker.viewPicture == nil)
    label.text = "Harbour"
    #expect(stage.loop.renderFrame() && marker.viewPicture != nil)
    label.text = ""
    #expect(stage.loop.renderFrame() && marker.viewPicture == nil)
  }

  @Test func anObservedViewOfNoTrackedMarkerInSightAsksForNoFrame_MK08() {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let view = ObservedView(color: .red)
    marker.iconView = view
    stage.loop.renderFrame()
    marker.tracksViewChanges = false
    view.color = .green
    #expect(!stage.loop.renderFrame(), "not tracked")
    marker.tracksViewChanges = true
    stage.loop.renderFrame()
    marker.position = LocationCoordinate(latitude: -60, longitude: 120)
    stage.loop.advance(by: 0.1)
    view.color = .blue
    #expect(!stage.loop.renderFrame(), "far away")
    marker.map = nil
    stage.loop.advance(by: 0.1)
    view.color = .red
    #expect(!stage.loop.renderFrame(), "gone")
  }

  @Test func aChangeOnAnotherThreadWakesTheLoop_MK08() async {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let level = SharedLevel()
    let view = CountedView(width: 30, height: 20)
    view.onDraw = { _ = level.value }
    marker.iconView = view
    await confirmation { wakes in
      stage.map.wake = { wakes() }
      stage.loop.renderFrame()
      await Task.detached { level.value = 7 }.value
    }
    #expect(stage.loop.renderFrame() && view.drawCount == 2)
  }

  @Test func aTrackedInfoWindowAsksForAFrameWhenItsViewChanges_MK09() throws {
    let view = ObservedView(color: .red)
    stage.log.window = view
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    marker.tracksInfoWindowChanges = true
    stage.map.selectedMarker = marker
    stage.loop.renderFrame()
    #expect(!stage.loop.renderFrame())
    view.color = .green
    #expect(stage.loop.renderFrame())
    #expect(try pixel(200, 145) == Color.green.bytes)
    marker.tracksInfoWindowChanges = false
    view.color = .blue
    #expect(!stage.loop.renderFrame())
  }

  @Test func markersShareOneViewAndItsPicture() throws {
    let view = CountedView(width: 30, height: 20)
    let markers = (0..<5).map { stage.marker("A", at: ScreenPoint(x: 50 + Double($0) * 60, y: 200)) }
    for marker in markers { marker.iconView = view }
    stage.loop.renderFrame()
    #expect(view.drawCount == 1 && Set(markers.map { $0.viewPicture.map { ObjectIdentifier($0) } }).count == 1)
  }

  @Test(arguments: [ScreenSize(width: 0, height: 10), ScreenSize(width: .nan, height: 10), ScreenSize(width: 10, height: 1e9)])
  func aViewWithoutASizeThatCanBeShownLeavesTheIcon(_ size: ScreenSize) {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let view = CountedView(width: 1, height: 1)
    view.size = size
    marker.iconView = view
    stage.loop.renderFrame()
    #expect(marker.viewPicture == nil && view.drawCount == 0)
  }

  @Test func aViewMayRemoveItsMarkerAndClearTheMapWhileItIsDrawn() {
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    let other = stage.marker("B", at: ScreenPoint(x: 100, y: 200))
    let view = CountedView(width: 30, height: 20)
    view.onDraw = { [weak marker, weak map = stage.map] in
      marker?.map = nil
      map?.clear()
    }
    marker.iconView = view
    other.iconView = CountedView(width: 30, height: 20)
    stage.loop.renderFrame()
    #expect(stage.map.overlayCount == 0 && stage.map.graphicsError == nil)
  }

  @Test func theDelegatesWindowTakesThePlaceOfTheFrame_MD11() throws {
    let view = CountedView(width: 60, height: 40)
    stage.log.window = view
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    stage.map.selectedMarker = marker
    #expect(stage.log.take() == ["window? A"])
    stage.loop.renderFrame()
    let rect = try #require(stage.map.infoWindowRect)
    #expect(rect.size == view.size)
    // The pin is 43 points high.
    #expect(abs(rect.origin.y + 40 - 157) <= 0.5)
    #expect(try pixel(200, 140) == blue)
  }

  @Test func theDelegatesContentsLieWithinTheFrame_MD12() throws {
    stage.log.contents = CountedView(width: 60, height: 40)
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    stage.map.selectedMarker = marker
    #expect(stage.log.take() == ["window? A", "contents? A"])
    stage.loop.renderFrame()
    let rect = try #require(stage.map.infoWindowRect)
    #expect(rect.size.width > 60 && rect.size.height > 40)
    #expect(try pixel(rect.origin.x + rect.size.width / 2, rect.origin.y + rect.size.height / 2) == blue)
    #expect(try pixel(rect.origin.x + rect.size.width / 2, rect.origin.y + 4) == [255, 255, 255, 255])
  }

  @Test func aWindowIsDrawnOnceUnlessItTracksChanges_MK09() throws {
    let view = CountedView(width: 60, height: 40)
    stage.log.window = view
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    #expect(!marker.tracksInfoWindowChanges)
    stage.map.selectedMarker = marker
    stage.loop.renderFrame()
    view.color = .red
    stage.map.setNeedsDisplay()
    stage.loop.renderFrame()
    #expect(view.drawCount == 1)
    marker.tracksInfoWindowChanges = true
    #expect(stage.loop.renderFrame())
    #expect(try pixel(200, 140) == [255, 0, 0, 255])
  }
}

/// A view of one colour that can be observed.
@MainActor @Observable private final class ObservedView: CanvasView {
  let size = ScreenSize(width: 30, height: 20)
  var color: Color
  var unread = 0

  init(color: Color) {
    self.color = color
  }

  func draw(in canvas: Canvas) {
    canvas.fillRect(ScreenRect(x: 0, y: 0, width: 30, height: 20), color: color)
  }
}

/// A number that any thread may change.
private final class SharedLevel: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let number = Mutex(0)

  var value: Int {
    get {
      registrar.access(self, keyPath: \.value)
      return number.withLock { $0 }
    }
    set { registrar.withMutation(of: self, keyPath: \.value) { number.withLock { $0 = newValue } } }
  }
}

extension Color {
  fileprivate var bytes: [UInt8] { [red, green, blue, alpha].map { UInt8(($0 * 255).rounded()) } }
}
