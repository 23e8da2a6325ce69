import CGL
import OverlookGeometry
import OverlookInput
import OverlookPlatform
import OverlookSupport
import Testing

@MainActor @Suite struct SplitContentTests {
  /// Fills its picture with one colour and keeps what it is told.
  private final class Colored: CoveredContent {
    var wake: @Sendable () -> Void = {}
    weak var host: (any WindowHost)?
    let color: (Float, Float, Float)
    var isDirty = true
    var size = ScreenSize(width: 0, height: 0)
    var kinds: [InputEvent.Kind] = []
    var drawn = 0
    var released = 0
    var coveredRect: ScreenRect?
    var raisedRects: [ScreenRect] = []

    init(_ red: Float, _ green: Float, _ blue: Float) { color = (red, green, blue) }

    func resize(to size: ScreenSize, framebuffer: PixelSize) {
      self.size = size
      isDirty = true
    }
    func handle(_ event: InputEvent) { kinds.append(event.kind) }
    func prepareFrame(now: Double) -> Bool { isDirty }
    func drawFrame(now: Double) {
      (isDirty, drawn) = (false, drawn + 1)
      glDisable(GLenum(GL_SCISSOR_TEST))
      glClearColor(color.0, color.1, color.2, 1)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }
    func nextDeadline(now: Double) -> Double? { isDirty ? now : nil }
    func invalidatePicture() { isDirty = true }
    func releaseGraphics() { released += 1 }
  }

  private let red = Colored(1, 0, 0)
  private let green = Colored(0, 1, 0)
  private let split: SplitContent
  private let loop: HeadlessLoop

  init() throws {
    split = SplitContent(red)
    split.second = green
    // Two halves of 200 points beside a bar of 6.
    loop = try HeadlessLoop(content: split, size: ScreenSize(width: 406, height: 100), scale: 2)
  }

  private func color(x: Int, y: Int) throws -> [UInt8] {
    let pixels = try #require(loop.pixels())
    let start = 4 * (y * 812 + x)
    return Array(pixels[start..<start + 3])
  }

  private func point(_ x: Double, _ y: Double = 50) -> ScreenPoint { ScreenPoint(x: x, y: y) }

  private final class Window: WindowHost, WindowPlace {
    var screenOrigin: ScreenPoint { ScreenPoint(x: 1000, y: 100) }
    var hasKeyboard = true
    func toggleFullscreen() {}
    func requestClose() {}
    func setCursor(_ cursor: PointerCursor) {}
  }

  @Test func eachContentKnowsItsPlaceOnTheScreenAndWhetherKeysComeToIt() throws {
    defer { loop.close() }
    loop.renderFrame()
    let window = Window()
    split.host = window
    let (left, right) = (try #require(red.host as? any WindowPlace), try #require(green.host as? any WindowPlace))
    #expect(left.screenOrigin == window.screenOrigin && right.screenOrigin == ScreenPoint(x: 1206, y: 100))
    #expect(left.hasKeyboard && !right.hasKeyboard)
    split.keyboardSide = .second
    #expect(!left.hasKeyboard && right.hasKeyboard)
    window.hasKeyboard = false
    #expect(!right.hasKeyboard)
  }

  @Test func eachContentIsDrawnIntoItsPartOfTheWindow() throws {
    defer { loop.close() }
    loop.renderFrame()
    #expect(red.size == ScreenSize(width: 200, height: 100))
    #expect(green.size == ScreenSize(width: 200, height: 100))
    #expect(try color(x: 399, y: 10) == [255, 0, 0])
    #expect(try color(x: 400, y: 10) != [255, 0, 0])
    #expect(try color(x: 411, y: 10) != [0, 255, 0])
    #expect(try color(x: 412, y: 10) == [0, 255, 0])
    #expect(try color(x: 811, y: 199) == [0, 255, 0])
  }

  @Test func stackedContentsLieOneAboveTheOther() throws {
    defer { loop.close() }
    split.arrangement = .stacked
    loop.renderFrame()
    #expect(red.size == ScreenSize(width: 406, height: 47))
    #expect(try color(x: 10, y: 0) == [255, 0, 0])
    #expect(try color(x: 10, y: 199) == [0, 255, 0])
  }

  @Test func aContentThatAsksForNoFrameKeepsItsPicture() throws {
    defer { loop.close() }
    loop.renderFrame()
    let before = (red.drawn, green.drawn)
    green.isDirty = true
    #expect(loop.renderFrame())
    #expect((red.drawn, green.drawn) == (before.0, before.1 + 1))
    #expect(try color(x: 10, y: 10) == [255, 0, 0])
    #expect(!loop.renderFrame())
    // The window's picture is lost, those of the contents are not.
    #expect(loop.renderFrame(force: true))
    #expect((red.drawn, green.drawn) == (before.0, before.1 + 1))
  }

  @Test func withoutASecondTheFirstHasTheWindow() throws {
    defer { loop.close() }
    loop.renderFrame()
    split.second = nil
    loop.renderFrame()
    #expect(red.size == ScreenSize(width: 406, height: 100))
    #expect(green.released == 1)
    #expect(try color(x: 811, y: 10) == [255, 0, 0])
    split.second = green
    loop.renderFrame()
    #expect(try color(x: 811, y: 10) == [0, 255, 0])
  }

  @Test func pointersGoToTheContentBelowThemInItsOwnPoints() {
    defer { loop.close() }
    loop.renderFrame()
    loop.send(.pointerMoved(point(50)))
    // Moves in one frame are one move.
    loop.renderFrame()
    loop.send(.pointerMoved(point(306)))
    loop.send(.scrolled(x: 0, y: 1, at: point(306), []))
    loop.renderFrame()
    #expect(red.kinds == [.pointerMoved(point(50)), .pointerLeft])
    #expect(green.kinds == [.pointerMoved(point(100)), .scrolled(x: 0, y: 1, at: point(100), [])])
  }

  @Test func aPressKeepsThePointerUntilItsReleaseAndTakesTheKeys() {
    defer { loop.close() }
    loop.renderFrame()
    loop.send(.buttonPressed(.left, point(306), []))
    loop.send(.pointerMoved(point(50)))
    loop.send(.buttonReleased(.left, point(50), []))
    loop.send(.keyPressed(.a, []))
    loop.renderFrame()
    #expect(
      green.kinds == [
        .buttonPressed(.left, point(100), []), .pointerMoved(point(-156)), .buttonReleased(.left, point(-156), []),
        .keyPressed(.a, []),
      ])
    #expect(red.kinds == [.focusLost])
  }

  @Test func theBarIsDraggedAndStaysWithinTheWindow() {
    defer { loop.close() }
    var told: [Double] = []
    split.onShareChange = { told.append($0) }
    loop.renderFrame()
    loop.send(.buttonPressed(.left, point(203), []))
    loop.send(.pointerMoved(point(303)))
    loop.send(.buttonReleased(.left, point(303), []))
    loop.renderFrame()
    #expect(told == [0.75])
    #expect(red.size.width == 300)
    loop.send(.buttonPressed(.left, point(303), []))
    loop.send(.pointerMoved(point(9000)))
    loop.send(.buttonReleased(.left, point(9000), []))
    loop.renderFrame()
    #expect(split.share == 0.9)
    #expect(red.kinds.isEmpty && green.kinds.isEmpty)
    split.share = .nan
    #expect(split.share == 0.9)
  }

  @Test func anInsetLiesInACornerAboveTheOtherWithAFrame() throws {
    defer { loop.close() }
    split.arrangement = .inset
    loop.renderFrame()
    #expect(red.size == ScreenSize(width: 406, height: 100))
    #expect(green.size == ScreenSize(width: 160, height: 76))
    #expect(split.rect(of: .second) == ScreenRect(x: 12, y: 12, width: 160, height: 76))
    #expect(try color(x: 200, y: 100) == [0, 255, 0])
    #expect(try color(x: 600, y: 100) == [255, 0, 0])
    let frame = try color(x: 21, y: 100)
    #expect(frame != [255, 0, 0] && frame != [0, 255, 0])
    #expect(try color(x: 18, y: 100) == [255, 0, 0])
    let before = (red.drawn, green.drawn)
    green.isDirty = true
    #expect(loop.renderFrame())
    #expect((red.drawn, green.drawn) == (before.0, before.1 + 1), "what lies below keeps its picture")
  }

  @Test func theContentsOfAnInsetAreExchanged() throws {
    defer { loop.close() }
    split.arrangement = .inset
    loop.renderFrame()
    split.swapInset()
    loop.renderFrame()
    #expect(split.insetSide == .first)
    #expect(green.size == ScreenSize(width: 406, height: 100))
    #expect(red.size == ScreenSize(width: 160, height: 76))
    #expect(try color(x: 200, y: 100) == [255, 0, 0])
    #expect(try color(x: 600, y: 100) == [0, 255, 0])
    split.second = nil
    loop.renderFrame()
    #expect(red.size == ScreenSize(width: 406, height: 100), "alone it has the window")
    #expect(try color(x: 600, y: 100) == [255, 0, 0])
  }

  @Test func pointersGoToTheInsetWhereItLiesAndElseToWhatIsBelow() {
    defer { loop.close() }
    split.arrangement = .inset
    loop.renderFrame()
    loop.send(.pointerMoved(point(50)))
    loop.renderFrame()
    loop.send(.pointerMoved(point(300)))
    loop.renderFrame()
    #expect(green.kinds == [.pointerMoved(point(38, 38)), .pointerLeft])
    #expect(red.kinds == [.pointerMoved(point(300))])
  }

  @Test func whatLiesBelowAnInsetIsToldWhatItCovers() {
    defer { loop.close() }
    split.arrangement = .inset
    split.insetCorner = .topRight
    loop.renderFrame()
    #expect(red.coveredRect == ScreenRect(x: 232, y: 10, width: 164, height: 80) && green.coveredRect == nil)
    split.swapInset()
    loop.renderFrame()
    #expect(green.coveredRect != nil && red.coveredRect == nil)
    split.second = nil
    loop.renderFrame()
    #expect(green.coveredRect == nil, "what was taken out from below an inset has its corner back")
    split.second = green
    split.arrangement = .beside
    loop.renderFrame()
    #expect(green.coveredRect == nil && red.coveredRect == nil)
  }

  @Test func menusOfWhatLiesBelowAnInsetLieAboveItAndTakeThePresses() throws {
    defer { loop.close() }
    split.arrangement = .inset
    red.raisedRects = [ScreenRect(x: 100, y: 0, width: 150, height: 40)]
    loop.renderFrame()
    #expect(try color(x: 220, y: 60) == [255, 0, 0])
    #expect(try color(x: 340, y: 78) == [255, 0, 0], "up to the right edge of the inset")
    #expect(try color(x: 190, y: 60) == [0, 255, 0], "left of the menu")
    #expect(try color(x: 220, y: 84) == [0, 255, 0], "below it")
    // A press beside a menu is the menu's, too.
    loop.send(.buttonPressed(.left, point(50), []))
    loop.send(.buttonReleased(.left, point(50), []))
    loop.renderFrame()
    #expect(green.kinds.isEmpty && red.kinds == [.buttonPressed(.left, point(50), []), .buttonReleased(.left, point(50), [])])
    red.raisedRects = []
    red.isDirty = true
    loop.renderFrame()
    #expect(try color(x: 220, y: 60) == [0, 255, 0])
  }

  @Test func anInsetIsResizedByItsFreeCornerAndDraggedIntoAnother() {
    defer { loop.close() }
    var told = 0
    split.onInsetChange = { told += 1 }
    split.arrangement = .inset
    loop.renderFrame()
    func drag(from start: ScreenPoint, to end: ScreenPoint) {
      loop.send(.buttonPressed(.left, start, []))
      loop.send(.pointerMoved(end))
      loop.send(.buttonReleased(.left, end, []))
      loop.renderFrame()
    }
    drag(from: point(165, 20), to: point(265, 20))
    // What of 100 points to the right lies along the diagonal of 406 x 100.
    #expect(abs(split.insetShare - 0.36 - 100 * 406 / (406 * 406 + 100 * 100)) < 1e-9)
    #expect(green.size == ScreenSize(width: 240.5, height: 76))
    drag(from: point(11, 50), to: point(390, 80))
    #expect(split.insetCorner == .bottomRight)
    #expect(split.rect(of: .second) == ScreenRect(x: 153.5, y: 12, width: 240.5, height: 76))
    drag(from: point(395, 50), to: point(390, 10))
    #expect(split.insetCorner == .topRight)
    #expect(told == 3)
    #expect(red.kinds.isEmpty && green.kinds.isEmpty, "a drag of the frame is nobody's")
    drag(from: point(165, 80), to: point(9_000, 80))
    #expect(split.insetShare == 0.15)
    split.insetShare = .nan
    #expect(split.insetShare == 0.15)
  }

  @Test func aWindowTooSmallForAnInsetHasNone() {
    defer { loop.close() }
    split.arrangement = .inset
    for (width, height) in [(20.0, 20.0), (1, 1), (0, 0), (50, 3_000)] {
      split.resize(to: ScreenSize(width: width, height: height), framebuffer: PixelSize(width: Int(width), height: Int(height)))
      let rect = split.rect(of: .second)
      #expect(
        rect.map {
          $0.size.width >= 0 && $0.size.height >= 0 && $0.origin.x + $0.size.width <= width
            && $0.origin.y + $0.size.height <= height
        } == true)
      split.handle(InputEvent(timeSeconds: 0, kind: .buttonPressed(.left, point(1, 1), [])))
      split.handle(InputEvent(timeSeconds: 0, kind: .pointerMoved(point(2, 2))))
      split.handle(InputEvent(timeSeconds: 0, kind: .buttonReleased(.left, point(2, 2), [])))
    }
  }
}
