import Foundation
import Overlook
import Testing

@testable import OverlookViewer

@MainActor @Suite struct ViewerWindowTests {
  private let part = ProbePart()
  private var fixture: WindowFixture

  init() {
    let part = part
    fixture = WindowFixture { $0.more = [part] }
  }

  private func command(
    _ name: String, _ key: Key, _ modifiers: Modifiers = [], isEnabled: Bool = true, _ body: @escaping @MainActor () -> Void
  ) -> ViewerCommand {
    ViewerCommand(
      name: name, section: .tools, title: { name }, keys: [KeyChord(key: key, modifiers: modifiers)], isEnabled: { isEnabled },
      perform: body)
  }

  @Test func aWindowHasTheCommandsOfItsPartsAndNoNameTwice() {
    let names = fixture.window.commands.map(\.name)
    #expect(names == fixture.window.parts.flatMap { $0.commands.map(\.name) } && names.count > 10)
    #expect(Set(names).count == names.count)
  }

  @Test mutating func keysOfCommandsComeBeforeTheGesturesOfTheMap() {
    var count = 0
    part.commands = [command("probe.right", .right) { count += 1 }]
    let camera = fixture.map.camera
    fixture.press(.right)
    fixture.run(seconds: 0.5)
    #expect(count == 1 && fixture.map.camera == camera)
    part.commands = []
    fixture.press(.right)
    fixture.run(seconds: 0.5)
    #expect(count == 1 && fixture.map.camera != camera, "the map has the key again")
  }

  @Test mutating func whatCannotBeDoneLeavesItsKeyToTheNext() {
    var done: [String] = []
    part.commands = [
      command("first", .b, isEnabled: false) { done.append("first") }, command("second", .b) { done.append("second") },
    ]
    fixture.press(.b)
    #expect(done == ["second"])
    #expect(!fixture.window.perform("first") && fixture.window.perform("second") && !fixture.window.perform("third"))
  }

  @Test mutating func aTextFieldKeepsTheKeysThatItUsesAndNoOthers() {
    var done: [String] = []
    part.commands = [
      command("letter", .b) { done.append("letter") }, command("all", .a, .control) { done.append("all") },
      command("function", .f12) { done.append("function") }, command("chord", .j, .control) { done.append("chord") },
    ]
    fixture.window.search.focus()
    fixture.press(.b)
    fixture.press(.a, .control)
    fixture.press(.f12)
    fixture.press(.j, .control)
    #expect(done == ["function", "chord"])
  }

  @Test mutating func whatTheKeyOfACommandTypesIsNotForTheFieldThatItGivesTheKeyboard() {
    let window = fixture.window
    part.commands = [command("field", .b) { window.search.focus() }]
    fixture.send(.keyPressed(.b, []))
    fixture.send(.textCommitted("b"))
    fixture.send(.keyReleased(.b, []))
    #expect(window.search.text.isEmpty)
    fixture.send(.keyPressed(.c, []))
    fixture.send(.textCommitted("c"))
    #expect(window.search.text == "c")
  }

  @Test mutating func aHeldKeyIsOneCommandUnlessItRepeats() {
    var count = 0
    part.commands = [command("once", .b) { count += 1 }]
    fixture.send(.keyPressed(.b, []))
    fixture.send(.keyRepeated(.b, []))
    fixture.send(.keyRepeated(.b, []))
    #expect(count == 1)
  }

  @Test mutating func rightClickMenuKeyAndLongPressOpenOneMenuOfAllParts() {
    part.items = [Menu.Item("Probe")]
    let point = ScreenPoint(x: 600, y: 300)
    fixture.click(.right, at: point)
    #expect(fixture.menu?.items.map(\.title).contains("Probe") == true && fixture.menu?.items.count ?? 0 > 3)
    fixture.press(.escape)
    #expect(fixture.menu == nil)
    fixture.press(.menu)
    #expect(fixture.menu != nil)
    fixture.press(.escape)
    fixture.send(.pointerMoved(point))
    fixture.send(.buttonPressed(.left, point, []))
    fixture.run(seconds: 0.8)
    #expect(fixture.menu != nil)
    fixture.send(.buttonReleased(.left, point, []))
    #expect(fixture.menu != nil, "the release of the press that opened it chooses nothing")
  }

  @Test mutating func filesGoToThePartsInTurnAndWhatNobodyTakesIsSaid() {
    part.taken = { $0.hasSuffix(".probe") }
    fixture.send(.filesDropped(FileDrop(paths: ["/a.probe", "/b.other", "/c.probe"]), at: ScreenPoint(x: 500, y: 300)))
    #expect(part.opened == ["/a.probe", "/c.probe"])
    let failed = fixture.window.part(LayersPart.self)?.content?.list.entries.first
    #expect(failed?.location == "/b.other")
  }

  @Test mutating func aThousandFilesAtATimeAreNotOpened() {
    part.taken = { _ in true }
    fixture.send(.filesDropped(FileDrop(paths: (0..<1000).map { "/\($0)" }), at: ScreenPoint(x: 500, y: 300)))
    #expect(part.opened.count == LayerOpener.limit)
    #expect(fixture.window.said?.contains("900") == true)
  }

  @Test(arguments: [
    ("/home/a b.gpx", "/home/a b.gpx"), ("file:///home/a%20b.gpx", "/home/a b.gpx"), ("file://localhost/x", "/x"),
    ("file://other/x", nil), ("60.1, 24.9", nil), ("", nil), ("file:///%zz", nil),
  ]) func pastedLinesNameFiles(line: String, path: String?) {
    #expect(PastedFile.path(of: line) == path)
  }

  @Test mutating func theSearchFieldFindsCommandsAndThePaletteAllOfThem() throws {
    var count = 0
    part.commands = [command("Frobnicate map", .b) { count += 1 }]
    #expect(CommandMenu.found("frob", in: fixture.window.commands, all: false).map(\.name) == ["Frobnicate map"])
    #expect(CommandMenu.found("map", in: part.commands, all: false).count == 1, "a later word counts, too")
    #expect(CommandMenu.found("f", in: part.commands, all: false).isEmpty)
    #expect(CommandMenu.found("FRÔB", in: part.commands, all: false).count == 1, "without capitals and accents")
    #expect(CommandMenu.found("rob", in: part.commands, all: false).isEmpty, "only where a word begins")
    #expect(CommandMenu.found("", in: fixture.window.commands, all: true).count > 5)
    fixture.window.search.focus()
    fixture.send(.textCommitted(">frob"))
    fixture.press(.enter)
    #expect(count == 1 && fixture.map.focusedControl == nil && fixture.window.search.text.isEmpty)
  }

  @Test func theMenuShowsPinnedCommandsFirstAndTheOthersBySection() {
    let items = CommandMenu.items(of: fixture.window.commands)
    let pinned = fixture.window.commands.filter(\.isPinned).map { $0.title() }
    #expect(Array(items.prefix(pinned.count)).map(\.title) == pinned && !pinned.isEmpty)
    #expect(items.map(\.title).suffix(1) == ["Help"])
    #expect(items.first { $0.title == "Keys and gestures" }?.hint == "F1")
  }
}
