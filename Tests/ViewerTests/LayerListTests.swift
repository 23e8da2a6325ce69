import Overlook
import OverlookSupport
import Testing

@testable import OverlookViewer

/// The list of layers alone, with layers that only remember what they were told.
@MainActor @Suite struct LayerListTests {
  private final class Remembered: ShownLayer {
    let abilities: LayerAbilities = [.opacity, .color, .labels]
    var isVisible = true
    var opacity = 1.0
    var zIndex = 0
    var color: Color?
    var labelProperty: String? = "name"
    let labelProperties = ["name", "kind"]
    let bounds = CoordinateBounds.empty
    let facts: [FactTable.Fact] = []
    var isAttached = true
    func attach() { isAttached = true }
    func detach() { isAttached = false }
  }

  private let undo = UndoStack()
  private let list: LayerList

  init() { list = LayerList(undo: undo) }

  @discardableResult private func add(_ name: String) -> (entry: LayerEntry, content: Remembered) {
    let content = Remembered()
    let entry = list.add(location: "/\(name)", kind: .file, name: name)
    entry.take(content)
    entry.state = .ready
    list.order()
    list.didOpen(entry)
    return (entry, content)
  }

  private var names: [String] { list.entries.map(\.title) }

  @Test func theNewestLayerLiesAboveTheOthersAndAllBelowTheTools() {
    let (a, b) = (add("a"), add("b"))
    #expect(names == ["b", "a"])
    #expect(b.content.zIndex > a.content.zIndex && b.content.zIndex < 0)
  }

  @Test func thePictureFollowsTheOrderOfTheListAndUndoingBringsItBack() {
    let (a, b, c) = (add("a"), add("b"), add("c"))
    list.move(a.entry, to: 0)
    #expect(names == ["a", "c", "b"])
    #expect(a.content.zIndex > c.content.zIndex && c.content.zIndex > b.content.zIndex)
    undo.undo()
    #expect(names == ["c", "b", "a"] && c.content.zIndex > b.content.zIndex && b.content.zIndex > a.content.zIndex)
    undo.redo()
    #expect(names == ["a", "c", "b"])
    // Places beyond the ends are the ends.
    list.move(a.entry, to: 99)
    #expect(names == ["c", "b", "a"])
    list.move(b.entry, to: -3)
    #expect(names == ["b", "c", "a"])
  }

  @Test func aRemovedLayerComesBackToItsPlaceWithItsLook() {
    let (_, b, _) = (add("a"), add("b"), add("c"))
    list.setOpacity(0.4, of: b.entry)
    list.remove(b.entry)
    #expect(names == ["c", "a"] && !b.content.isAttached)
    undo.undo()
    #expect(names == ["c", "b", "a"] && b.content.isAttached && b.content.opacity == 0.4)
    #expect(b.content.zIndex == -2)
  }

  @Test func everyChangeOfALayerCanBeUndone() {
    let (entry, content) = add("a")
    list.setVisible(false, of: entry)
    list.setOpacity(0.5, of: entry)
    list.setColor(.blue, of: entry)
    list.setLabelProperty("kind", of: entry)
    list.rename(entry, to: "  Harbour\ntour ")
    #expect(!content.isVisible && content.opacity == 0.5 && content.color == .blue && content.labelProperty == "kind")
    #expect(entry.title == "Harbour tour")
    for _ in 0..<5 { undo.undo() }
    #expect(content.isVisible && content.opacity == 1 && content.color == nil && content.labelProperty == "name")
    #expect(entry.title == "a" && names == ["a"])
    undo.undo()
    #expect(names.isEmpty && !content.isAttached)
  }

  @Test func aSliderThatIsMovedIsOneStep() {
    let (entry, content) = add("a")
    for step in 1...20 { list.setOpacity(1 - Double(step) / 40, of: entry) }
    #expect(content.opacity == 0.5)
    undo.undo()
    #expect(content.opacity == 1)
    list.setOpacity(.nan, of: entry)
    #expect(content.opacity == 0)
    list.setOpacity(7, of: entry)
    #expect(content.opacity == 1)
  }

  @Test func anEmptyNameGivesALayerBackItsOwn() {
    let (entry, _) = add("a")
    list.rename(entry, to: "b")
    list.rename(entry, to: "  ")
    #expect(entry.title == "a" && entry.chosenTitle == nil)
  }

  @Test func whatIsKeptOfALayerComesBack() throws {
    let (entry, _) = add("a")
    list.rename(entry, to: "Tour")
    list.setVisible(false, of: entry)
    list.setOpacity(0.25, of: entry)
    list.setColor(Color(red: 0.5, green: 0.25, blue: 1), of: entry)
    let kept = try #require(list.kept.first)
    let other = LayerList(undo: UndoStack())
    let content = Remembered()
    let again = other.add(location: kept.location, kind: kept.kind, name: "a")
    other.restore(kept, to: again)
    again.take(content)
    #expect(again.title == "Tour" && !content.isVisible && content.opacity == 0.25)
    #expect(content.color == Color(red: 0.5, green: 0.25, blue: 1))
    #expect(other.kept == [kept])
  }

  @Test func whatCouldNotBeOpenedIsNotKept() {
    let (entry, _) = add("a")
    entry.state = .failed("a: damaged")
    #expect(list.kept.isEmpty && entry.isFault && entry.detail == "a: damaged")
    entry.state = .missing
    #expect(list.kept.count == 1 && entry.isFault)
  }
}
