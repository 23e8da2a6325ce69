import OverlookCanvas
import OverlookControls
import OverlookGPU
import OverlookGeometry
import OverlookInput
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

@MainActor @Suite struct ControlKitTests {
  private let layer: ControlLayer

  init() {
    layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: ScreenSize(width: 640, height: 420))
  }

  private func click(_ point: ScreenPoint, at seconds: Double = 0) {
    _ = layer.respond(to: InputEvent(timeSeconds: seconds, kind: .buttonPressed(.left, point, [])))
    _ = layer.respond(to: InputEvent(timeSeconds: seconds, kind: .buttonReleased(.left, point, [])))
  }

  private func press(_ key: Key, _ modifiers: Modifiers = []) {
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .keyPressed(key, modifiers)))
  }

  private func type(_ text: String) {
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .textCommitted(text)))
  }

  @Test func aButtonIsClickedByPointerAndKeysAndNotWhileDisabled() {
    var count = 0
    let button = Button("Go", at: .at(ScreenPoint(x: 10, y: 10))) { count += 1 }
    layer.add(button)
    let middle = ScreenPoint(x: 50, y: 25)
    click(middle)
    #expect(count == 1 && button.state == .focused)
    press(.enter)
    press(.space)
    #expect(count == 3)
    // Let go beside it.
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonPressed(.left, middle, [])))
    #expect(button.state.contains(.pressed))
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonReleased(.left, ScreenPoint(x: 500, y: 25), [])))
    #expect(count == 3 && !button.state.contains(.pressed))
    button.isEnabled = false
    click(middle)
    #expect(count == 3)
  }

  @Test func aToggleTurnsAndItsKnobMovesForAMoment() {
    var states: [Bool] = []
    let toggle = Toggle("Traffic", at: .at(ScreenPoint(x: 10, y: 10))) { states.append($0) }
    layer.add(toggle)
    click(ScreenPoint(x: 150, y: 24))
    #expect(toggle.isOn && states == [true])
    #expect(layer.step(now: 1) && layer.step(now: 1.06))
    // The frame in which it arrives is drawn, too.
    #expect(layer.step(now: 1.5) && !layer.step(now: 1.6))
    layer.area.reducesMotion = true
    press(.space)
    #expect(!toggle.isOn && !layer.step(now: 2))
  }

  @Test func aSliderFollowsPointerKeysAndWheelWithinItsRange() {
    var values: [Double] = []
    let slider = Slider(5, in: 0...10, at: .at(ScreenPoint(x: 0, y: 0))) { values.append($0) }
    layer.add(slider)
    // The wheel is its own once it has the keyboard.
    _ = layer.respond(
      to: InputEvent(timeSeconds: 0, kind: .scrolled(x: 0, y: -2, at: ScreenPoint(x: 20, y: 12), [])))
    #expect(slider.value == 5)
    // The track is 144 points long and begins at 8.
    click(ScreenPoint(x: 8 + 36, y: 12))
    #expect(abs(slider.value - 2.5) < 1e-9)
    press(.right)
    #expect(abs(slider.value - 3) < 1e-9)
    press(.end)
    #expect(slider.value == 10 && values.count == 3)
    press(.right)
    #expect(values.count == 3)
    _ = layer.respond(
      to: InputEvent(timeSeconds: 0, kind: .scrolled(x: 0, y: -2, at: ScreenPoint(x: 20, y: 12), [])))
    #expect(abs(slider.value - 9) < 1e-9)
    slider.value = .nan
    #expect(abs(slider.value - 9) < 1e-9)
    slider.value = .infinity
    #expect(slider.value == 10)
    #expect(Slider(3, in: -.infinity...1, at: .at(ScreenPoint(x: 0, y: 0))).range == 0...1)
  }

  /// What a list lies on.
  @MainActor private final class Ground: Control {
    let children: [any Control]
    var scrolls = 0
    init(_ children: [any Control]) { self.children = children }
    func frame(in area: ControlArea) -> ScreenRect? { ScreenRect(x: 0, y: 0, width: 200, height: 200) }
    func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
      guard case .scrolled = input else { return false }
      scrolls += 1
      return true
    }
    func draw(on canvas: Canvas, in area: ControlArea) {}
  }

  @Test func theWheelOverAListThatShowsAllOfItIsForWhatItLiesOn() {
    let list = ScrollingList(
      rowCount: 2, size: ScreenSize(width: 150, height: 88), at: .at(ScreenPoint(x: 0, y: 0)),
      row: { ScrollingList.Row("\($0)") })
    let ground = Ground([list])
    layer.add(ground)
    func scroll() {
      _ = layer.respond(
        to: InputEvent(timeSeconds: 0, kind: .scrolled(x: 0, y: -1, at: ScreenPoint(x: 20, y: 12), [])))
    }
    scroll()
    #expect(ground.scrolls == 1 && list.offset == 0)
    // One that has more scrolls first, to its end.
    list.rowCount = 3
    scroll()
    #expect(ground.scrolls == 1 && list.offset == 44)
    scroll()
    #expect(ground.scrolls == 2 && list.offset == 44)
  }

  @Test func aTextFieldTakesTextKeysAndTheClipboard() {
    var clipboard: String?
    layer.readClipboard = { clipboard }
    layer.writeClipboard = { clipboard = $0 }
    let field = TextField(prompt: "Search", at: .at(ScreenPoint(x: 10, y: 10)))
    var submitted: [String] = []
    field.onSubmit = { submitted.append($0) }
    layer.add(field)
    type("lost")
    #expect(field.text == "")
    click(ScreenPoint(x: 40, y: 27))
    // The key of a letter comes before its text; it is no command to the map while a field has the keyboard.
    #expect(layer.respond(to: InputEvent(timeSeconds: 0, kind: .keyPressed(.n, []))) == .handled)
    #expect(layer.respond(to: InputEvent(timeSeconds: 0, kind: .keyPressed(.f3, []))) == .ignored)
    #expect(layer.respond(to: InputEvent(timeSeconds: 0, kind: .keyPressed(.o, .control))) == .ignored)
    type("Turku")
    press(.a, .control)
    press(.c, .control)
    #expect(clipboard == "Turku")
    press(.end)
    press(.v, .control)
    #expect(field.text == "TurkuTurku")
    press(.left, [.shift, .control])
    press(.x, .control)
    #expect(field.text == "" && clipboard == "TurkuTurku")
    press(.z, .control)
    #expect(field.text == "TurkuTurku")
    press(.backspace, .control)
    type("Oulu")
    press(.enter)
    #expect(submitted == ["Oulu"])
    clipboard = "\0binary\u{FFFD}\nline"
    press(.v, .control)
    #expect(field.text == "Oulubinary\u{FFFD} line")
    clipboard = nil
    press(.v, .control)
    #expect(field.text == "Oulubinary\u{FFFD} line")
  }

  @Test func aListOfAMillionRowsAsksForThoseInSight() throws {
    var asked: Set<Int> = []
    var chosen: [Int] = []
    let list = ScrollingList(
      rowCount: 1_000_000, size: ScreenSize(width: 200, height: 220), at: .at(ScreenPoint(x: 0, y: 0)),
      row: { row in
        asked.insert(row)
        return ScrollingList.Row("Row \(row)", detail: "detail")
      }, onChoice: { chosen.append($0) })
    layer.add(list)
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: layer.area.size, pixelsPerPoint: 1)
    layer.draw(on: canvas)
    // 220 points show five rows of 44; one more may be seen in part.
    #expect(asked.sorted() == [0, 1, 2, 3, 4, 5])
    click(ScreenPoint(x: 50, y: 100))
    #expect(chosen == [2] && list.selectedRow == 2)
    press(.end)
    #expect(list.selectedRow == 999_999 && list.offset == 44_000_000 - 220)
    press(.up)
    press(.enter)
    #expect(chosen == [2, 999_998])
    list.rowCount = 3
    #expect(list.selectedRow == nil && list.offset == 0)
    list.rowCount = -4
    canvas.begin(size: layer.area.size, pixelsPerPoint: 1)
    layer.draw(on: canvas)
    press(.down)
    #expect(list.selectedRow == nil)
  }

  @Test func aMenuClosesByChoiceEscapeAndAPressBeside() {
    var chosen: [String] = []
    let menu = Menu([
      Menu.Item("What is here?") { chosen.append("here") }, Menu.Item("Later", isEnabled: false) { chosen.append("later") },
      Menu.Item("Measure") { chosen.append("measure") },
    ])
    layer.add(menu)
    menu.open(at: ScreenPoint(x: 100, y: 100))
    click(ScreenPoint(x: 600, y: 400))
    #expect(!menu.isOpen && chosen.isEmpty)
    menu.open(at: ScreenPoint(x: 100, y: 100))
    layer.focus(menu)
    press(.down)
    press(.down)
    press(.enter)
    #expect(chosen == ["measure"] && !menu.isOpen)
    menu.open(at: ScreenPoint(x: 100, y: 100))
    click(ScreenPoint(x: 150, y: 100 + 6 + 45))
    #expect(chosen == ["measure"] && menu.isOpen)
    press(.escape)
    #expect(!menu.isOpen)
    menu.open(at: ScreenPoint(x: .nan, y: 0))
    #expect(!menu.isOpen)
  }

  @Test func aMenuLeadsDownAndBackByKeys() {
    var chosen: [String] = []
    let menu = Menu([
      Menu.Item("Open", hint: "Ctrl+O") { chosen.append("open") }, .separator, .heading("More"),
      .submenu("View", items: [Menu.Item("North up", hint: "N") { chosen.append("north") }]),
      .submenu("Nothing", items: []),
    ])
    layer.add(menu)
    menu.open(at: ScreenPoint(x: 100, y: 100))
    layer.focus(menu)
    press(.end)
    press(.right)
    press(.enter)
    #expect(chosen == ["north"] && !menu.isOpen, "lines without anything, headings and separators are passed over")
    menu.open(at: ScreenPoint(x: 100, y: 100))
    layer.focus(menu)
    press(.up)
    press(.enter)
    press(.escape)
    #expect(menu.isOpen, "Escape leads back first")
    press(.home)
    press(.enter)
    #expect(chosen == ["north", "open"])
    var closed = 0
    menu.onClose = { closed += 1 }
    menu.open(at: ScreenPoint(x: 100, y: 100))
    layer.focus(menu)
    press(.escape)
    #expect(closed == 1 && !menu.isOpen)
  }

  @Test func aMenuThatIsHigherThanTheViewScrolls() throws {
    var chosen: [Int] = []
    let menu = Menu((0..<60).map { index in Menu.Item("Item \(index)") { chosen.append(index) } })
    layer.add(menu)
    menu.open(at: ScreenPoint(x: 100, y: 100))
    layer.focus(menu)
    let frame = try #require(menu.frame(in: layer.area))
    #expect(frame.origin.y >= 0 && frame.maxY <= layer.area.size.height)
    press(.end)
    press(.enter)
    #expect(chosen == [59])
    menu.open(at: ScreenPoint(x: 100, y: 100))
    layer.focus(menu)
    press(.end)
    click(ScreenPoint(x: frame.origin.x + 40, y: frame.maxY - 6 - 15))
    #expect(chosen == [59, 59], "the last line lies at the lower end")
  }

  @Test func aSheetHoldsItsControlsAndClosesByItsCross() {
    let button = Button("Inside", at: .at(ScreenPoint(x: 16, y: 60)))
    let sheet = Sheet("Layers", size: ScreenSize(width: 300, height: 200), at: .corner(.topLeft, x: 20, y: 30), content: [button])
    var closed = 0
    sheet.onClose = { closed += 1 }
    layer.add(sheet)
    #expect(sheet.frame(in: layer.area) == ScreenRect(x: 20, y: 30, width: 300, height: 200))
    #expect(button.frame(in: layer.area)?.origin == ScreenPoint(x: 36, y: 90))
    click(ScreenPoint(x: 320 - 22, y: 30 + 22))
    #expect(!sheet.isOpen && closed == 1 && sheet.frame(in: layer.area) == nil)
    #expect(layer.part(at: ScreenPoint(x: 50, y: 100)) == nil)
  }

  // MARK: Pictures

  /// Every control of the kit, in states that differ.
  private func fill() {
    let field = TextField("Unter den Linden", prompt: "Search", at: .corner(.topLeft, x: 20, y: 20))
    let plain = Button("Cancel", at: .corner(.topLeft, x: 20, y: 70))
    let go = Button("Route", at: .corner(.topLeft, x: 130, y: 70))
    go.isProminent = true
    let off = Button("Disabled", at: .corner(.topLeft, x: 240, y: 70))
    off.isEnabled = false
    let traffic = Toggle("Traffic", isOn: true, at: .at(ScreenPoint(x: 16, y: 52)))
    let indoor = Toggle("Indoor maps", at: .at(ScreenPoint(x: 16, y: 86)))
    let slider = Slider(0.6, at: .at(ScreenPoint(x: 16, y: 124)))
    let sheet = Sheet(
      "Layers", size: ScreenSize(width: 220, height: 164), at: .corner(.topRight, x: 20, y: 20),
      content: [traffic, indoor, slider])
    let list = ScrollingList(
      rowCount: 9, size: ScreenSize(width: 240, height: 176), at: .corner(.bottomLeft, x: 20, y: 20),
      row: { row in
        ScrollingList.Row(["Helsinki", "Espoo", "Tampere", "Vantaa"][row % 4], detail: row % 2 == 0 ? "Uusimaa, Finland" : nil)
      })
    list.selectedRow = 1
    let menu = Menu([
      Menu.Item("What is here?"), Menu.Item("Route from here", isChecked: true), Menu.Item("Remove", isEnabled: false),
    ])
    let label = Label("2.4 km, 31 min", at: .bottom(y: 20))
    for control in [field, plain, go, off, sheet, list, menu, label] as [any Control] { layer.add(control) }
    menu.open(at: ScreenPoint(x: 420, y: 260))
    layer.focus(field)
    press(.left, [.shift, .control])
    _ = layer.step(now: 0)
  }

  @Test(arguments: [InterfaceTheme.light, .dark], [1, 2]) func theKitLooksRight(theme: InterfaceTheme, scale: Int) throws {
    layer.area.theme = theme
    fill()
    let surface = try TestSurface(width: 640 * scale, height: 420 * scale)
    surface.clear(theme == .light ? Color(red: 0.86, green: 0.90, blue: 0.86) : Color(red: 0.10, green: 0.14, blue: 0.20))
    let canvas = Canvas(fonts: try .machine())
    // What is known when it was drawn, such as widths of text, is right in the second frame.
    for _ in 0..<2 {
      canvas.begin(size: layer.area.size, pixelsPerPoint: Double(scale))
      layer.draw(on: canvas)
    }
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    #expect(try GoldenPicture("controls/kit-\(theme)-\(scale)x").mismatch(with: surface.image(scale: Double(scale))) == nil)
  }

  /// Below the pointer where there is room, and cut where there is not.
  @Test(arguments: [InterfaceTheme.light, .dark], [1, 2]) func tooltipsLookRight(theme: InterfaceTheme, scale: Int) throws {
    let size = ScreenSize(width: 400, height: 150)
    let surface = try TestSurface(width: 400 * scale, height: 150 * scale)
    surface.clear(theme == .light ? Color(red: 0.86, green: 0.90, blue: 0.86) : Color(red: 0.10, green: 0.14, blue: 0.20))
    let canvas = Canvas(fonts: try .machine())
    let layers = [
      ("Zoom in", ScreenPoint(x: 20, y: 12)),
      ("What all that is shown here was made of, and who says so, in full", ScreenPoint(x: 330, y: 108)),
    ].map { text, place in
      let (layer, button) = (ControlLayer(wake: {}), Button("Go", at: .at(place)))
      layer.area = ControlArea(size: size)
      layer.area.theme = theme
      button.tooltip = text
      layer.add(button)
      let pointer = ScreenPoint(x: place.x + 20, y: place.y + 16)
      _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .pointerMoved(pointer)))
      return layer
    }
    for time in [1.0, 2] {
      canvas.begin(size: size, pixelsPerPoint: Double(scale))
      for layer in layers {
        _ = layer.step(now: time)
        layer.draw(on: canvas)
      }
    }
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    #expect(try GoldenPicture("controls/tooltip-\(theme)-\(scale)x").mismatch(with: surface.image(scale: Double(scale))) == nil)
  }
}
