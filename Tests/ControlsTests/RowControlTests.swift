import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// Rows that are opened, switched and moved, choices of pictures and colours, tables of facts.
@MainActor @Suite struct RowControlTests {
  private let layer = ControlLayer(wake: {})

  init() { layer.area = ControlArea(size: ScreenSize(width: 640, height: 420)) }

  private func send(_ kind: InputEvent.Kind) { _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: kind)) }

  private func click(_ x: Double, _ y: Double) {
    send(.buttonPressed(.left, ScreenPoint(x: x, y: y), []))
    send(.buttonReleased(.left, ScreenPoint(x: x, y: y), []))
  }

  private final class Log { var lines: [String] = [] }

  private func makeRow() -> (ControlRow, Log) {
    let (row, log) = (ControlRow("Harbour tour"), Log())
    (row.isOn, row.isOpen, row.isMovable) = (true, false, true)
    row.onOpen = { log.lines.append("open") }
    row.onSwitch = { log.lines.append("switch") }
    row.onCancel = { log.lines.append("cancel") }
    row.onRemove = { log.lines.append("remove") }
    row.onStep = { log.lines.append("step \($0)") }
    row.onDrag = { log.lines.append("drag \($0)") }
    row.onDrop = { log.lines.append("drop \($0)") }
    layer.add(row)
    return (row, log)
  }

  @Test func eachPieceOfARowDoesItsOwn() {
    let (row, log) = makeRow()
    click(33, 24)
    click(150, 24)
    row.progress = .unknown
    click(301, 24)
    #expect(log.lines == ["switch", "open", "cancel"])
    // Pressed on the eye and let go elsewhere on the row.
    send(.buttonPressed(.left, ScreenPoint(x: 33, y: 24), []))
    send(.buttonReleased(.left, ScreenPoint(x: 150, y: 24), []))
    #expect(log.lines.count == 3)
  }

  @Test func aRowIsDraggedAndADragIsNoClick() {
    let (_, log) = makeRow()
    send(.buttonPressed(.left, ScreenPoint(x: 8, y: 24), []))
    send(.pointerMoved(ScreenPoint(x: 8, y: 26)))
    #expect(log.lines.isEmpty)
    send(.pointerMoved(ScreenPoint(x: 8, y: 64)))
    send(.buttonReleased(.left, ScreenPoint(x: 8, y: 64), []))
    #expect(log.lines == ["drag 40.0", "drop true"])
    // The window loses the keyboard: the drag counts for nothing.
    send(.buttonPressed(.left, ScreenPoint(x: 8, y: 24), []))
    send(.pointerMoved(ScreenPoint(x: 8, y: 64)))
    send(.focusLost)
    #expect(log.lines.last == "drop false")
  }

  @Test func theKeyboardDoesAllThatThePointerDoes() {
    let (row, log) = makeRow()
    layer.focus(row)
    for (key, modifiers) in [(Key.enter, Modifiers()), (.space, []), (.down, .control), (.up, .control), (.delete, [])] {
      send(.keyPressed(key, modifiers))
    }
    #expect(log.lines == ["open", "switch", "step 1", "step -1", "remove"])
    row.isMovable = false
    send(.keyPressed(.down, .control))
    #expect(log.lines.count == 5)
  }

  @Test func anUnknownProgressMovesAndAKnownOneRests() {
    let (row, _) = makeRow()
    #expect(!layer.step(now: 1))
    row.progress = .unknown
    #expect(layer.step(now: 2) && layer.step(now: 2.1))
    row.progress = .fraction(0.5)
    _ = layer.step(now: 2.2)
    #expect(!layer.step(now: 2.3))
  }

  @Test func theDraggedRowChangesPlacesOnceItCoversHalfOfANeighbour() throws {
    var order = try #require(RowOrder(heights: [48, 148, 48, 48], dragged: 0))
    #expect(order.target == 0 && order.tops == [0, 48, 196, 244])
    order.distance = 73
    #expect(order.target == 0)
    order.distance = 75
    #expect(order.target == 1 && order.tops == [75, 0, 196, 244])
    order.distance = 10_000
    #expect(order.target == 3 && order.draggedTop == 244)
    var up = try #require(RowOrder(heights: [48, 148, 48, 48], dragged: 3))
    up.distance = -30
    #expect(up.target == 2 && up.tops == [0, 48, 244, 214])
    up.distance = -.infinity
    #expect(up.target == 3)
    up.distance = -244
    #expect(up.target == 0 && up.tops == [48, 96, 244, 0])
    #expect(RowOrder(heights: [], dragged: 0) == nil && RowOrder(heights: [1], dragged: -1) == nil)
  }

  @Test func picturesAreChosenByPointerAndArrows() {
    var chosen: [Int] = []
    var removed: [Int] = []
    let choice = PictureChoice(
      [.init("Day"), .init("Night"), .init("Satellite"), .init("Terrain"), .init("Mine", isRemovable: true)], selected: 0
    ) { chosen.append($0) }
    choice.onRemove = { removed.append($0) }
    layer.add(choice)
    // Four beside each other in 320 points, 74 wide each.
    click(150, 30)
    #expect(chosen == [1] && choice.selected == 1)
    send(.keyPressed(.right, []))
    send(.keyPressed(.down, []))
    #expect(chosen == [1, 2])
    send(.keyPressed(.left, []))
    send(.keyPressed(.left, []))
    send(.keyPressed(.down, []))
    #expect(chosen == [1, 2, 1, 0, 4])
    send(.keyPressed(.delete, []))
    #expect(removed == [4])
    let middle = choice.frame(in: layer.area).map { $0.size.height / 2 } ?? 0
    send(.pointerMoved(ScreenPoint(x: 60, y: middle + 12)))
    click(60, middle + 12)
    #expect(removed == [4, 4] && chosen.count == 5)
  }

  @Test func colorsAreChosenByPointerAndArrows() {
    var chosen: [Int] = []
    let row = SwatchRow([nil, .red, .blue]) { chosen.append($0) }
    layer.add(row)
    click(40, 14)
    click(40, 14)
    send(.keyPressed(.right, []))
    send(.keyPressed(.right, []))
    #expect(chosen == [1, 2])
  }

  private func draw(_ scale: Double = 1) throws -> (TestSurface, Canvas) {
    let surface = try TestSurface(width: Int(640 * scale), height: Int(420 * scale))
    let isLight = layer.area.theme == .light
    surface.clear(isLight ? Color(red: 0.97, green: 0.97, blue: 0.97) : Color(red: 0.13, green: 0.145, blue: 0.18))
    let canvas = Canvas(fonts: try .machine())
    for _ in 0..<2 {
      canvas.begin(size: layer.area.size, pixelsPerPoint: scale)
      layer.draw(on: canvas)
    }
    return (surface, canvas)
  }

  @Test func factsAreCopiedByAClickAndByKeys() throws {
    var clipboard: String?
    layer.writeClipboard = { clipboard = $0 }
    let long = String(repeating: "a long description ", count: 30)
    let table = FactTable(
      [.init("name", "Suomenlinna"), .init("note", long), .init("population", "800")],
      size: ScreenSize(width: 300, height: 100))
    layer.add(table)
    _ = try draw()
    click(100, 12)
    #expect(clipboard == "Suomenlinna")
    send(.keyPressed(.end, []))
    #expect(table.selected == 2 && table.offset > 0)
    send(.keyPressed(.c, .control))
    #expect(clipboard == "800")
    // What can no longer scroll leaves the wheel to what lies below.
    let before = table.offset
    send(.scrolled(x: 0, y: -3, at: ScreenPoint(x: 100, y: 50), []))
    #expect(table.offset == before)
    send(.scrolled(x: 0, y: 100, at: ScreenPoint(x: 100, y: 50), []))
    #expect(table.offset == 0)
  }

  private func fill() throws {
    func row(_ title: String, _ y: Double, _ sign: Sign, _ detail: String?) -> ControlRow {
      let row = ControlRow(title, at: .at(ScreenPoint(x: 16, y: y)))
      (row.isOn, row.isOpen, row.isMovable, row.sign, row.detail, row.width) = (true, false, true, sign, detail, 300)
      layer.add(row)
      return row
    }
    row("Harbour tour.gpx", 16, .lines, "GPX, 12 features").signColor = Color(red: 0.85, green: 0.18, blue: 0.32)
    row("Old town", 66, .areas, "GeoJSON, 240 features, 3 faults").isOpen = true
    row("Aerial photographs", 116, .tiles, "MBTiles").isOn = false
    row("cities.csv", 166, .points, nil).progress = .fraction(0.6)
    row("large.geojson", 216, .points, nil).progress = .unknown
    let broken = row("broken.kml", 266, .file, "broken.kml: not XML at line 3")
    broken.isFault = true
    layer.focus(broken)
    row("Dragged", 330, .model, "3D model").isLifted = true
    layer.add(
      PictureChoice(
        [
          .init("Day", image: .testCard(width: 64, height: 44, scale: 1)), .init("Night", sign: .server),
          .init("A very long name of a map"), .init("Own", sign: .file, isRemovable: true),
        ], selected: 1, at: .at(ScreenPoint(x: 336, y: 16))))
    for control in layer.controls { if let choice = control as? PictureChoice { choice.width = 290 } }
    layer.add(
      SwatchRow([nil, .red, .green, .blue, .black, .white], selected: 2, at: .at(ScreenPoint(x: 336, y: 380))))
    let table = FactTable(
      [
        .init("name", "Suomenlinna"),
        .init("description", "A sea fortress on eight islands, of which six are in the care of the state"),
        .init("population", "800"),
      ], size: ScreenSize(width: 290, height: 120), at: .at(ScreenPoint(x: 336, y: 250)))
    table.copiedText = "Copied"
    layer.add(table)
    _ = try draw()
    click(500, 262)
    layer.focus(broken)
  }

  @Test(arguments: [InterfaceTheme.light, .dark], [1, 2]) func rowsLookRight(theme: InterfaceTheme, scale: Int) throws {
    layer.area.theme = theme
    try fill()
    let (surface, canvas) = try draw(Double(scale))
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    let picture = try surface.image(scale: Double(scale))
    #expect(try GoldenPicture("controls/rows-\(theme)-\(scale)x").mismatch(with: picture) == nil)
  }

  @Test(arguments: [InterfaceTheme.light, .dark]) func signsLookRight(theme: InterfaceTheme) throws {
    let surface = try TestSurface(width: 420, height: 120)
    let palette = theme == .light ? Palette.light : .dark
    surface.clear(palette.surface.withAlpha(1))
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: ScreenSize(width: 420, height: 120), pixelsPerPoint: 1)
    for (index, sign) in Sign.allCases.enumerated() {
      let place = ScreenPoint(x: 12 + Double(index % 11) * 36, y: 12 + Double(index / 11) * 44)
      sign.draw(on: canvas, in: ScreenRect(origin: place, size: ScreenSize(width: 28, height: 28)), color: palette.ink)
    }
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    #expect(try GoldenPicture("controls/signs-\(theme)").mismatch(with: surface.image(scale: 1)) == nil)
  }

  @Test func aNoticeOfWorkHasACrossThatEndsIt() throws {
    let panel = NoticePanel()
    var (clicks, ended): (Int, [Int]) = (0, [])
    panel.onClick = { clicks += 1 }
    panel.onCancel = { ended.append($0) }
    panel.notices = [
      MapNotice("Reading large.geojson …", work: MapNotice.Work(id: 7, fraction: 0.4)), MapNotice("Something else"),
    ]
    layer.add(panel)
    _ = try draw()
    let rect = try #require(panel.frame(in: layer.area))
    click(rect.origin.x + rect.size.width - 14, rect.origin.y + 15)
    #expect(ended == [7] && clicks == 0)
    // The line without work has no cross.
    click(rect.origin.x + rect.size.width - 14, rect.origin.y + 34)
    #expect(ended == [7] && clicks == 1)
  }
}
