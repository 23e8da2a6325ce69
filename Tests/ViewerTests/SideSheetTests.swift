import Observation
import OverlookCanvas
import Testing

@testable import Overlook
@testable import OverlookControls
@testable import OverlookViewer

@MainActor @Suite struct SideSheetTests {
  private let part = ProbePart()
  private let page = ProbePage(count: 40)
  private var fixture: WindowFixture

  init() {
    part.pages = [page]
    let part = part
    fixture = WindowFixture { $0.more = [part] }
  }

  private var frame: ScreenRect? { fixture.window.sheet.frame(in: fixture.map.controlArea) }

  @Test mutating func itSlidesInAndRests() throws {
    #expect(frame == nil)
    #expect(fixture.window.togglePage("probe") && !fixture.window.togglePage("nothing"))
    fixture.run(seconds: 0.05)
    let early = try #require(frame)
    fixture.run(seconds: 1)
    let late = try #require(frame)
    #expect(early.origin.x < late.origin.x && late.origin.x == 12)
    #expect(fixture.run(seconds: 2) == 0, "what rests asks for no frame")
    fixture.press(.escape)
    fixture.run(seconds: 1)
    #expect(frame == nil && fixture.window.sheet.page == nil)
    #expect(fixture.run(seconds: 2) == 0)
  }

  /// Its cross would be brought into the view by its placement, and seen alone.
  @Test mutating func theCrossComesWithTheSheet() throws {
    fixture.window.togglePage("probe")
    let area = fixture.map.controlArea
    _ = frame
    #expect(!fixture.window.sheet.children.contains { $0 is Button })
    fixture.run(seconds: 1)
    let cross = try #require(fixture.window.sheet.children.lazy.compactMap { $0 as? Button }.first?.frame(in: area))
    let sheet = try #require(frame)
    #expect(sheet.contains(cross.middle))
  }

  @Test(arguments: [false, true]) mutating func whatIsClosedBeforeItHasMovedLeavesNothing(reducesMotion: Bool) {
    fixture.map.reducesMotion = reducesMotion
    fixture.window.togglePage("probe")
    fixture.window.togglePage("probe")
    fixture.run(seconds: 0.1)
    #expect(frame == nil && fixture.window.sheet.children.isEmpty)
    #expect(fixture.run(seconds: 1) == 0)
  }

  /// What is said lies on nothing that a person may want to click.
  @Test mutating func whatIsSaidLiesBesideTheSheetAndAboveABarOfTheTime() throws {
    let (map, window) = (fixture.map, fixture.window)
    window.say("It was done")
    fixture.run(seconds: 0.1)
    let toast = try #require(map.controls.lazy.compactMap { $0 as? Toast }.first)
    let alone = try #require(toast.frame(in: map.controlArea))
    #expect(abs(alone.middle.x - 500) < 1)
    let bar = Button("A bar", at: .bottom(y: 40))
    bar.size = ScreenSize(width: 400, height: 60)
    map.add(bar)
    window.togglePage("probe")
    fixture.run(seconds: 0.5)
    let (moved, sheet) = (try #require(toast.frame(in: map.controlArea)), try #require(frame))
    let barRect = try #require(bar.frame(in: map.controlArea))
    #expect(moved.origin.x >= sheet.maxX && moved.maxY <= barRect.origin.y && moved.maxY > barRect.origin.y - 20, "\(moved)")
    map.remove(bar)
    fixture.run(seconds: 0.1)
    #expect(toast.frame(in: map.controlArea)?.origin.y == alone.origin.y)
    #expect(fixture.run(seconds: 2) == 0, "what rests asks for no frame")
  }

  /// What is found would otherwise come out below the page.
  @Test mutating func theListOfTheSearchFieldLiesAboveAnOpenPage() throws {
    let (map, window) = (fixture.map, fixture.window)
    window.togglePage("probe")
    fixture.run(seconds: 1)
    let panel = try #require(map.controls.lazy.compactMap { $0 as? SearchPanel }.first)
    map.focusedControl = panel.field
    fixture.send(.textCommitted(">"))
    fixture.run(seconds: 1)
    let list = try #require(panel.children.lazy.compactMap { $0 as? ScrollingList }.first)
    let rect = try #require(list.frame(in: map.controlArea))
    let sheet = try #require(frame)
    let point = ScreenPoint(x: rect.middle.x, y: rect.maxY - 20)
    #expect(sheet.contains(point))
    #expect(map.controlLayer.hit(at: point)?.control === list)
  }

  /// Bars that count from the left in every language lie where they lie.
  @Test mutating func inALanguageFromTheRightWhatIsSaidLiesAboveWhatIsNotMirrored() throws {
    let (map, window) = (fixture.map, fixture.window)
    map.controlLayer.area.isMirrored = true
    window.togglePage("probe")
    window.say("It was done")
    fixture.run(seconds: 1)
    let toast = try #require(map.controls.lazy.compactMap { $0 as? Toast }.first)
    let alone = try #require(map.controlRect(of: toast))
    let middle = map.controlArea.placed(alone).middle
    // The sheet is at the right, and what is said left of the middle of the view.
    #expect(map.controlArea.isMirrored && middle.x < 400)
    let bar = PlainBar(ScreenRect(x: middle.x - 60, y: alone.origin.y, width: 120, height: 30))
    map.add(bar)
    fixture.run(seconds: 0.2)
    #expect(try #require(map.controlRect(of: toast)).maxY <= alone.origin.y)
    bar.rect.origin.x = 1000 - middle.x - 60
    fixture.run(seconds: 0.2)
    #expect(map.controlRect(of: toast)?.origin.y == alone.origin.y, "what lies elsewhere is in nobody's way")
  }

  @Test mutating func withReducedMotionItIsThereAtOnce() {
    fixture.map.reducesMotion = true
    fixture.window.togglePage("probe")
    #expect(frame?.origin.x == 12)
  }

  @Test mutating func whatGetsTheKeyboardIsScrolledIntoSight() throws {
    fixture.window.togglePage("probe")
    fixture.run(seconds: 1)
    let sheet = try #require(frame)
    let scroller = try #require(fixture.window.sheet.children.first { $0 is PageScroller })
    let room = try #require(scroller.frame(in: fixture.map.controlArea))
    let last = page.buttons[39]
    let before = try #require(last.frame(in: fixture.map.controlArea))
    #expect(before.origin.y > sheet.maxY)
    fixture.map.focusedControl = last
    _ = scroller.frame(in: fixture.map.controlArea)
    let after = try #require(last.frame(in: fixture.map.controlArea))
    #expect(after.maxY <= room.maxY && after.origin.y >= room.origin.y)
    // What is scrolled away cannot be clicked: the head of the sheet lies there.
    var clicked = false
    page.buttons[0].onClick = { clicked = true }
    let first = try #require(page.buttons[0].frame(in: fixture.map.controlArea))
    fixture.click(.left, at: ScreenPoint(x: first.middle.x, y: max(first.middle.y, 60)))
    #expect(!clicked)
  }

  @Test mutating func everyPageOfTheViewerFitsASmallWindow() throws {
    fixture.map.resize(to: ScreenSize(width: 800, height: 600), framebuffer: PixelSize(width: 800, height: 600))
    for page in fixture.window.pages {
      fixture.window.show(page)
      fixture.run(seconds: 0.5)
      let sheet = try #require(frame)
      #expect(sheet.maxX <= 800 && sheet.maxY <= 600)
      // What a page has placed moves from then on: knobs of switches, for one.
      _ = fixture.window.sheet.children.compactMap { $0.frame(in: fixture.map.controlArea) }
      fixture.run(seconds: 0.5)
      for control in fixture.window.sheet.children.flatMap(\.children) {
        guard let rect = control.frame(in: fixture.map.controlArea) else { continue }
        #expect(rect.maxX <= sheet.maxX && rect.origin.x >= sheet.origin.x, "\(page.name): \(control)")
      }
      let frames = fixture.run(seconds: 1)
      #expect(frames == 0, "\(page.name) asks for \(frames) frames at rest")
    }
  }
}

/// A control that is not mirrored.
@MainActor @Observable private final class PlainBar: Control {
  var rect: ScreenRect
  init(_ rect: ScreenRect) { self.rect = rect }
  var isMirrored: Bool { false }
  func frame(in area: ControlArea) -> ScreenRect? { rect }
  func draw(on canvas: Canvas, in area: ControlArea) {}
}
