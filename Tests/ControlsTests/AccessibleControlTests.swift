import OverlookAccessibility
import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookSupport
import Testing

/// What controls say of themselves, and what is done with them by those who cannot point.
@MainActor @Suite struct AccessibleControlTests {
  private let layer: ControlLayer

  init() {
    layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: ScreenSize(width: 900, height: 700))
  }

  private func at(_ x: Double, _ y: Double) -> ControlPlacement { .at(ScreenPoint(x: x, y: y)) }

  private var tree: AccessibleTree {
    var tree = AccessibleTree(window: AccessibleElement(.window, "Test"))
    layer.describe(into: &tree, under: .window)
    return tree
  }

  private func node(_ name: String) throws -> AccessibleTree.Node {
    let tree = tree
    return try #require(tree.nodes.values.first { $0.element.name == name }, "\(tree.nodes.values.map(\.element.name))")
  }

  private func press(_ key: Key, _ modifiers: Modifiers = []) {
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .keyPressed(key, modifiers)))
  }

  @Test func everyControlOfTheKitHasANameAndARole() throws {
    let sign: @MainActor (Canvas, ScreenRect, Palette) -> Void = { _, _, _ in }
    let button = Button("", at: at(0, 0))
    button.sign = sign
    button.tooltip = "Menu"
    let slider = Slider(0.5, at: at(0, 60))
    slider.tooltip = "Opacity"
    let menu = Menu([.init("First"), .separator, .init("Second", isEnabled: false, isChecked: true)])
    let list = ScrollingList(rowCount: 3, size: ScreenSize(width: 200, height: 132), at: at(0, 300)) {
      .init("Row \($0)", detail: "d")
    }
    let sheet = Sheet(
      "Layers", size: ScreenSize(width: 300, height: 200), at: at(500, 100), content: [Toggle("Labels", at: at(16, 60))])
    let row = ControlRow("Track", at: at(0, 500))
    row.isOn = true
    let swatches = SwatchRow([nil, .red], at: at(300, 500))
    let choice = PictureChoice([.init("Day"), .init("Night")], selected: 1, at: at(300, 560))
    let facts = FactTable([.init("height", "12 m")], size: ScreenSize(width: 200, height: 60), at: at(0, 600))
    let controls: [any Control] = [
      button, Label("Words", at: at(0, 40)), slider, TextField(prompt: "Search", at: at(0, 100)), list, sheet, row, swatches,
      choice, facts,
      menu,
    ]
    for control in controls { layer.add(control) }
    var roles: Set<AccessibleRole> = []
    for node in tree.nodes.values {
      roles.insert(node.element.role)
      #expect(!node.element.name.isEmpty, "\(node.element)")
      #expect(node.id == .window || node.element.frame != nil || node.id.part != nil, "\(node.element)")
    }
    #expect(roles.isSuperset(of: [.button, .text, .slider, .field, .list, .row, .dialog, .toggle]))
    menu.open(at: ScreenPoint(x: 10, y: 10))
    #expect(tree[.window]?.children.count == 1, "what lies beside a menu cannot be used")
    #expect(try node("Second").element.states == [.selectable, .checkable, .checked])
  }

  @Test func controlsDoWhatIsAskedOfThem() throws {
    var clicks = 0
    let button = Button("Go", at: at(0, 0)) { clicks += 1 }
    let toggle = Toggle("Night", at: at(0, 50))
    let slider = Slider(0.5, at: at(0, 100))
    slider.tooltip = "Opacity"
    let field = TextField(prompt: "Search", at: at(0, 150))
    var chosen: [Int] = []
    let list = ScrollingList(rowCount: 100, size: ScreenSize(width: 200, height: 88), at: at(0, 200)) {
      .init("Row \($0)")
    } onChoice: {
      chosen.append($0)
    }
    for control in [button, toggle, slider, field, list] as [any Control] { layer.add(control) }
    #expect(layer.perform(.press, on: try node("Go").id) && clicks == 1)
    #expect(layer.perform(.press, on: try node("Night").id) && toggle.isOn)
    #expect(try node("Night").element.states.contains(.checked))
    #expect(layer.perform(.increase, on: try node("Opacity").id) && abs(slider.value - 0.55) < 1e-9)
    #expect(layer.perform(.setNumber(7), on: try node("Opacity").id) && slider.value == 1)
    #expect(!layer.perform(.setNumber(.nan), on: try node("Opacity").id))
    #expect(layer.perform(.setText("Paris"), on: try node("Search").id) && field.text == "Paris")
    #expect(layer.perform(.setSelection(1..<3), on: try node("Search").id) && field.edited.selection == 1..<3)
    #expect(layer.perform(.press, on: try node("Row 1").id) && chosen == [1])
    #expect(layer.perform(.focus, on: try node("Go").id) && layer.focused === button)
    button.isEnabled = false
    #expect(!layer.perform(.press, on: try node("Go").id) && clicks == 1)
    // What is gone does nothing.
    let id = try node("Night").id
    layer.remove(toggle)
    #expect(!layer.perform(.press, on: id))
    #expect(!layer.perform(.press, on: AccessibleTree.ID(control: 4_000_000_000, part: .max)))
  }

  @Test func aLineOfTextNamesTheSliderOrFieldAfterIt() throws {
    layer.add(Slider(0.5, at: at(0, 60)))
    layer.add(TextField(at: at(0, 120)))
    layer.add(Label("Width", at: at(0, 10)))
    #expect(tree.nodes.values.contains { $0.element.role == .slider && $0.element.name == "Width" })
    // Not the one after that.
    #expect(tree.nodes.values.contains { $0.element.role == .field && $0.element.name.isEmpty })
  }

  @Test func numbersStayWithControlsAndAreNeverTakenTwice() throws {
    let first = Button("A", at: at(0, 0))
    layer.add(first)
    let id = try node("A").id
    layer.add(Button("B", at: at(0, 50)))
    #expect(try node("A").id == id)
    layer.remove(first)
    _ = tree
    layer.add(Button("C", at: at(0, 0)))
    #expect(try node("C").id != id && node("B").id != id)
  }

  @Test func tabGoesInReadingOrderThroughEverything() {
    let places: [(Double, Double)] = [(400, 10), (10, 12), (10, 300), (400, 308)]
    let buttons = places.map { Button("\($0)", at: at($0.0, $0.1)) }
    for button in buttons { layer.add(button) }
    let sheet = Sheet(
      "S", size: ScreenSize(width: 200, height: 150), at: at(10, 100),
      content: [Button("in", at: at(10, 60)), Button("in", at: at(10, 100))])
    layer.add(sheet)
    var names: [ObjectIdentifier] = []
    for _ in 0..<7 {
      press(.tab)
      if let focused = layer.focused { names.append(ObjectIdentifier(focused)) }
    }
    // The sheet's own: its cross at the top right, then its content.
    #expect(names.count == 7 && Set(names).count == 7)
    #expect(names[0] == ObjectIdentifier(buttons[1]) && names[1] == ObjectIdentifier(buttons[0]))
    #expect(names[5] == ObjectIdentifier(buttons[2]) && names[6] == ObjectIdentifier(buttons[3]))
    press(.tab, .shift)
    #expect(layer.focused === buttons[2])
  }

  @Test func f6GoesFromPanelToPanelAndToTheMap() {
    let (a, b) = (Button("A", at: at(0, 0)), Button("B", at: at(0, 200)))
    layer.add(a)
    layer.add(b)
    var steps: [String] = []
    for _ in 0..<3 {
      press(.f6)
      steps.append((layer.focused as? Button)?.title ?? "map")
    }
    #expect(steps == ["A", "B", "map"])
    press(.f6, .shift)
    #expect(layer.focused === b)
  }

  @Test func aMenuTakesTheKeyboardAndGivesItBack() {
    let button = Button("Menu", at: at(0, 0))
    let menu = Menu([.init("First")])
    layer.add(button)
    layer.add(menu)
    layer.focus(button)
    menu.open(at: ScreenPoint(x: 50, y: 50))
    _ = layer.step(now: 1)
    #expect(layer.focused === menu)
    press(.escape)
    _ = layer.step(now: 2)
    #expect(!menu.isOpen && layer.focused === button)
  }

  @Test func whatIsNoLongerShownLosesTheKeyboard() {
    let sheet = Sheet("S", size: ScreenSize(width: 200, height: 150), at: at(10, 100), content: [Button("in", at: at(10, 60))])
    layer.add(sheet)
    press(.tab)
    #expect(layer.focused != nil)
    sheet.isOpen = false
    _ = layer.step(now: 1)
    #expect(layer.focused == nil)
  }

  /// Of a million rows those in sight are told, and the one that is marked.
  @Test func longListsAreToldInPart() throws {
    let list = ScrollingList(rowCount: 1_000_000, size: ScreenSize(width: 200, height: 440), at: at(0, 0)) { .init("Row \($0)") }
    layer.add(list)
    list.selectedRow = 500_000
    list.selectedRow = 999_999
    let node = try node("List")
    #expect((10...13).contains(node.children.count))
    let last = try self.node("Row 999999")
    #expect(last.position?.index == 1_000_000 && last.position?.count == 1_000_000)
  }
}
