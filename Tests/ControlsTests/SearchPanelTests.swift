import OverlookControls
import OverlookGeometry
import OverlookInput
import Testing

/// The search field with its list, as a person uses them.
@MainActor @Suite struct SearchPanelTests {
  private let layer: ControlLayer
  private let panel = SearchPanel(prompt: "Search")

  private final class Log {
    var queries: [String] = []
    var choices: [Int] = []
    var closings = 0
  }
  private let log = Log()

  init() {
    layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: ScreenSize(width: 800, height: 500))
    layer.add(panel)
    panel.onQuery = { [log] in log.queries.append($0) }
    panel.onChoice = { [log] in log.choices.append($0) }
    panel.onClose = { [log] in log.closings += 1 }
  }

  private func press(_ key: Key) -> EventDisposition {
    layer.respond(to: InputEvent(timeSeconds: 0, kind: .keyPressed(key, [])))
  }

  private func click(_ x: Double, _ y: Double) -> EventDisposition {
    let down = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonPressed(.left, ScreenPoint(x: x, y: y), [])))
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonReleased(.left, ScreenPoint(x: x, y: y), [])))
    return down
  }

  private func type(_ text: String, found count: Int) {
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .textCommitted(text)))
    panel.rows = (0..<count).map { ScrollingList.Row("\($0)") }
  }

  @Test func everyKeyAsksAndTheListShowsWhatIsFound() {
    layer.focus(panel.field)
    type("a", found: 3)
    type("b", found: 2)
    #expect(log.queries == ["a", "ab"] && panel.isListShown)
    // The second row of the list, 44 points high.
    #expect(click(100, 12 + 34 + 6 + 44 + 20) == .captured)
    #expect(log.choices == [1] && !panel.isListShown && panel.text == "ab")
  }

  @Test func enterTakesWhatIsMarkedOrTheFirst() {
    layer.focus(panel.field)
    type("a", found: 3)
    _ = press(.enter)
    #expect(log.choices == [0])
    type("b", found: 3)
    for _ in 0..<2 { _ = press(.down) }
    _ = press(.enter)
    #expect(log.choices == [0, 1])
    type("c", found: 0)
    _ = press(.enter)
    #expect(log.choices == [0, 1], "there is nothing to take")
  }

  @Test func escapeClosesTheListThenEmptiesTheFieldThenLeavesIt() {
    layer.focus(panel.field)
    type("a", found: 3)
    #expect(press(.escape) == .handled && !panel.isListShown && panel.text == "a")
    #expect(press(.escape) == .handled && panel.text == "" && log.closings == 1 && log.queries == ["a", ""])
    #expect(press(.escape) == .handled && layer.focused == nil)
    layer.focus(panel.field)
    type("a", found: 3)
    // The cross at the right end of the field.
    #expect(click(12 + 300 - 17, 29) == .captured)
    #expect(panel.text == "" && log.closings == 2 && !panel.isListShown)
  }

  @Test func whatLiesBesideFieldAndListIsTheMaps() {
    layer.focus(panel.field)
    #expect(click(400, 30) == .ignored)
    #expect(click(100, 80) == .ignored, "there is no list")
    type("a", found: 1)
    #expect(click(100, 12 + 34 + 3) == .ignored, "between field and list")
    #expect(click(100, 200) == .ignored, "below the only row")
  }

  @Test func aSmallViewHasNoFieldAndALowOneAShorterList() throws {
    layer.area = ControlArea(size: ScreenSize(width: 300, height: 500))
    #expect(panel.frame(in: layer.area) == nil)
    layer.area = ControlArea(size: ScreenSize(width: 800, height: 240))
    layer.focus(panel.field)
    type("a", found: 20)
    let frame = try #require(panel.frame(in: layer.area))
    #expect(frame.origin.y + frame.size.height <= 240 - 44 && frame.size.height > 34 + 2 * ScrollingList.rowHeight)
  }

  @Test func whatIsNotFoundIsSaid() {
    layer.focus(panel.field)
    type("xyz", found: 0)
    panel.notice = "Nothing found"
    #expect(panel.children.contains { ($0 as? Label)?.text == "Nothing found" })
    panel.text = ""
    #expect(panel.notice.isEmpty)
  }
}
