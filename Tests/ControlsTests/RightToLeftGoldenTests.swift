import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookRouting
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// The interface in Arabic: everything at the other side, and what must not be mirrored as it is.
@MainActor @Suite(.serialized, .enabled(if: TestFont.areAllAlone, Comment(rawValue: TestFont.whyNot)))
struct RightToLeftGoldenTests {
  private func expectPicture(
    _ name: String, _ size: ScreenSize, scale: Double, _ theme: InterfaceTheme, _ controls: () -> [any Control]
  ) throws {
    let before = InterfaceLanguage.current
    defer { InterfaceLanguage.current = before }
    InterfaceLanguage.current = try #require(.language("ar"))
    let layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: size, theme: theme)
    for control in controls() { layer.add(control) }
    let surface = try TestSurface(width: Int(size.width * scale), height: Int(size.height * scale))
    let canvas = Canvas(fonts: try .machine())
    for _ in 0..<3 {
      canvas.begin(size: size, pixelsPerPoint: scale)
      layer.draw(on: canvas)
      canvas.fonts.finish()
    }
    surface.clear(theme == .light ? Color(red: 0.86, green: 0.90, blue: 0.86) : Color(red: 0.10, green: 0.14, blue: 0.20))
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    #expect(try GoldenPicture("right-to-left/\(name)").mismatch(with: surface.image(scale: scale)) == nil)
  }

  @Test(arguments: [("light", 1.0, InterfaceTheme.light), ("dark-2x", 2, .dark)])
  func guidance(_ name: String, _ scale: Double, _ theme: InterfaceTheme) throws {
    try expectPicture("guidance-\(name)", ScreenSize(width: 480, height: 440), scale: scale, theme) {
      let header = GuidanceHeader()
      header.content = GuidanceHeader.Content(
        picture: ManeuverPicture(.turn, .right), distance: MeasureFormat.current.length(300), text: "شارع الملك فيصل",
        detail: "طريق 15 · عمّان",
        lanes: [
          Lane(indications: [.left], isValid: false, isActive: false),
          Lane(indications: [.straight, .right], isValid: true, isActive: false),
          Lane(indications: [.right], isValid: true, isActive: true),
        ], next: ManeuverPicture(.roundabout, .straight, exit: 2), nextText: MeasureFormat.current.length(120))
      let card = ArrivalCard()
      card.content = ArrivalCard.Content(
        time: MeasureFormat.current.duration(3900), distance: MeasureFormat.current.length(4800), arrival: "14:32")
      let (speed, compass) = (SpeedPanel(), CompassControl())
      (speed.speed, speed.limit, speed.unit) = (57, 50, MeasureFormat.current.speedUnit)
      compass.isEnabled = true
      compass.bearing = 40
      _ = compass.step(now: 0)
      _ = compass.step(now: 1)
      let scaleBar = ScaleBar()
      scaleBar.metersPerPoint = 5
      return [header, card, speed, compass, scaleBar]
    }
  }

  @Test(arguments: [("light", 1.0, InterfaceTheme.light), ("dark", 1, .dark)])
  func sheetMenuAndSearch(_ name: String, _ scale: Double, _ theme: InterfaceTheme) throws {
    try expectPicture("sheet-\(name)", ScreenSize(width: 760, height: 420), scale: scale, theme) {
      let toggle = Toggle(localized("Voice"), isOn: true, at: .at(ScreenPoint(x: 16, y: 50)))
      toggle.width = 228
      let slider = Slider(0.25, at: .at(ScreenPoint(x: 16, y: 90)))
      slider.width = 228
      let field = TextField("مقهى", at: .at(ScreenPoint(x: 16, y: 126)))
      field.width = 228
      let latin = TextField("Café Central", at: .at(ScreenPoint(x: 16, y: 168)))
      latin.width = 228
      let start = Button(localized("Start"), at: .at(ScreenPoint(x: 16, y: 214)))
      start.isProminent = true
      let steps = Button(localized("Steps"), at: .at(ScreenPoint(x: 124, y: 214)))
      steps.sign = { canvas, square, palette in ControlSigns.list(canvas, square, palette.ink) }
      let sheet = Sheet(
        localized("Route"), size: ScreenSize(width: 260, height: 262), at: .corner(.topRight, x: 12, y: 12),
        content: [toggle, slider, field, latin, start, steps])
      let menu = Menu([
        Menu.Item(localized("Show my location"), isChecked: true), Menu.Item(localized("North up")),
        Menu.Item(localized("End guidance"), isEnabled: false),
      ])
      menu.open(at: ScreenPoint(x: 330, y: 70))
      let search = SearchPanel(prompt: localized("Search places and addresses"))
      search.text = "مق"
      search.rows = [
        ScrollingList.Row("مقهى السلام", detail: "\(MeasureFormat.current.length(420)) · شارع الجامعة 12"),
        ScrollingList.Row("Café Central", detail: "\(MeasureFormat.current.length(1640)) · Herrengasse 14, Wien"),
      ]
      return [search, sheet, menu]
    }
  }
}
