import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookRouting
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// Pictures of what guides people, in light and dark, at both densities.
@MainActor @Suite struct NavigationGoldenTests {
  private func expectPicture(
    _ name: String, _ size: ScreenSize, scale: Double, _ theme: InterfaceTheme, draw: (Canvas, ControlArea) -> Void
  ) throws {
    let surface = try TestSurface(width: Int(size.width * scale), height: Int(size.height * scale))
    surface.clear(theme == .light ? Color(red: 0.86, green: 0.90, blue: 0.86) : Color(red: 0.10, green: 0.14, blue: 0.20))
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: size, pixelsPerPoint: scale)
    draw(canvas, ControlArea(size: size, theme: theme))
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    #expect(try GoldenPicture("navigation/\(name)").mismatch(with: surface.image(scale: scale)) == nil)
  }

  private static func drawTree(_ control: any Control, _ canvas: Canvas, _ area: ControlArea) {
    guard control.frame(in: area) != nil else { return }
    control.draw(on: canvas, in: area)
    for child in control.children { drawTree(child, canvas, area) }
  }

  private static let maneuvers: [ManeuverPicture] =
    Maneuver.Modifier.allCases.map { ManeuverPicture(.turn, $0) }
    + [.slightLeft, .straight, .slightRight].map { ManeuverPicture(.fork, $0) }
    + [.left, .right].map { ManeuverPicture(.endOfRoad, $0) }
    + [.slightLeft, .slightRight].flatMap { [ManeuverPicture(.merge, $0), ManeuverPicture(.offRamp, $0)] }
    + [.left, .straight, .right].map { ManeuverPicture(.arrive, $0) }
    + [ManeuverPicture(.depart), ManeuverPicture(.notification, isFerry: true)]
    + [(Maneuver.Modifier.right, 1), (.straight, 2), (.left, 3), (.uturn, 4)].map { ManeuverPicture(.roundabout, $0, exit: $1) }
    + [(Maneuver.Modifier.left, 1), (.straight, 2), (.right, 3)].map {
      ManeuverPicture(.rotary, $0, exit: $1, drivesOnLeft: true)
    } + [ManeuverPicture(.continue, .uturn, drivesOnLeft: true)]

  @Test(arguments: [("light", 1.0, InterfaceTheme.light), ("dark-2x", 2, .dark)])
  func maneuversOfEachKind(_ name: String, _ scale: Double, _ theme: InterfaceTheme) throws {
    try expectPicture("maneuvers-\(name)", ScreenSize(width: 560, height: 280), scale: scale, theme) { canvas, area in
      for (index, picture) in Self.maneuvers.enumerated() {
        let (x, y) = (Double(index % 8) * 68 + 12, Double(index / 8) * 66 + 10)
        picture.draw(on: canvas, in: ScreenRect(x: x, y: y, width: 52, height: 52), color: area.palette.ink)
      }
    }
  }

  private static var header: GuidanceHeader {
    let header = GuidanceHeader()
    header.content = GuidanceHeader.Content(
      picture: ManeuverPicture(.turn, .right), distance: "300 m", text: "Friedrich-Engels-Ring",
      detail: "B 96 · Neustrelitz, Berlin",
      lanes: [
        Lane(indications: [.left], isValid: false, isActive: false),
        Lane(indications: [.straight], isValid: false, isActive: false),
        Lane(indications: [.straight, .right], isValid: true, isActive: false),
        Lane(indications: [.right], isValid: true, isActive: true),
      ], next: ManeuverPicture(.roundabout, .straight, exit: 2), nextText: "then")
    return header
  }

  @Test(arguments: [
    ("light", 1.0, InterfaceTheme.light), ("light-2x", 2, .light), ("dark", 1, .dark), ("dark-2x", 2, .dark),
  ])
  func whatIsSeenWhileGuided(_ name: String, _ scale: Double, _ theme: InterfaceTheme) throws {
    try expectPicture("guidance-\(name)", ScreenSize(width: 480, height: 420), scale: scale, theme) { canvas, area in
      let card = ArrivalCard()
      card.content = ArrivalCard.Content(time: "12 min", distance: "4.8 km", arrival: "14:32")
      let speed = SpeedPanel()
      (speed.speed, speed.limit, speed.isTooFast) = (57, 50, true)
      let locate = LocateControl()
      (locate.isEnabled, locate.state) = (true, .courseUp)
      for control in [Self.header, card, speed, locate] as [any Control] { Self.drawTree(control, canvas, area) }
    }
  }

  @Test(arguments: [("light", 1.0, InterfaceTheme.light), ("dark-2x", 2, .dark)])
  func promptsOfTheTraffic(_ name: String, _ scale: Double, _ theme: InterfaceTheme) throws {
    try expectPicture("prompts-\(name)", ScreenSize(width: 420, height: 560), scale: scale, theme) { canvas, area in
      let texts = [
        ("Congestion in 1.2 km", "Bridge over the river · 5 min longer"), ("Accident in 300 m", ""),
        ("Road works in 2.4 km", "2 min longer"),
        ("Road closed in 900 m", "A sentence of the data that is too long for any card that is as narrow as this one"),
        ("Hazard in 250 m", ""), ("Speed camera in 400 m", ""),
      ]
      for (index, sign) in TrafficSign.allCases.enumerated() {
        let card = TrafficPromptCard()
        card.top = 12 + Double(index) * (TrafficPromptCard.height + 8)
        card.content = .init(sign: sign, text: texts[index].0, detail: texts[index].1)
        Self.drawTree(card, canvas, area)
      }
    }
  }

  @Test(arguments: [
    ("light", 1.0, InterfaceTheme.light), ("light-2x", 2, .light), ("dark", 1, .dark), ("dark-2x", 2, .dark),
  ])
  func whatIsSeenBefore(_ name: String, _ scale: Double, _ theme: InterfaceTheme) throws {
    try expectPicture("preview-\(name)", ScreenSize(width: 800, height: 330), scale: scale, theme) { canvas, area in
      let preview = RoutePreviewPanel()
      preview.show(
        [
          .init(time: "12 min", detail: "4.8 km · Demminer Straße"),
          .init(time: "15 min", detail: "5.1 km · Ravensburgstraße, B 104"),
          .init(time: "16 min", detail: "6.0 km"),
        ], title: "To Konzertkirche", top: 12)
      Self.drawTree(preview.sheet, canvas, area)
      let list = StepListPanel()
      list.steps = [
        .init(picture: ManeuverPicture(.depart), text: "Head north on Stargarder Straße", distance: "120 m"),
        .init(picture: ManeuverPicture(.turn, .left), text: "Turn left onto Friedrich-Engels-Ring", distance: "1.2 km"),
        .init(
          picture: ManeuverPicture(.roundabout, .straight, exit: 2), text: "Take the second exit onto Demminer Straße",
          distance: "2.6 km"),
        .init(picture: ManeuverPicture(.arrive, .right), text: "Your destination is on the right", distance: ""),
      ]
      list.current = 1
      list.isOpen = true
      list.lay(top: 12, bottom: 40, in: area)
      list.sheet.placement = .corner(.topLeft, x: 372, y: 12)
      Self.drawTree(list.sheet, canvas, area)
    }
  }
}
