import OverlookAccessibility
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookRouting
import Testing

@MainActor @Suite struct NavigationControlTests {
  private let layer: ControlLayer

  init() {
    layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: ScreenSize(width: 800, height: 600))
  }

  private func click(_ point: ScreenPoint) {
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonPressed(.left, point, [])))
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .buttonReleased(.left, point, [])))
  }

  private func press(_ key: Key) {
    _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .keyPressed(key, [])))
  }

  private func middle(_ control: any Control) -> ScreenPoint? {
    control.frame(in: layer.area).map { ScreenPoint(x: $0.origin.x + $0.size.width / 2, y: $0.origin.y + $0.size.height / 2) }
  }

  @Test func theHeaderIsAsHighAsWhatItSays() throws {
    let header = GuidanceHeader()
    #expect(header.frame(in: layer.area) == nil && header.bottom(in: layer.area) == 0)
    header.notice = "Looking for a route…"
    let low = try #require(header.frame(in: layer.area)).size.height
    var content = GuidanceHeader.Content(picture: ManeuverPicture(.turn, .left), distance: "40 m", text: "A road")
    header.content = content
    let plain = try #require(header.frame(in: layer.area)).size.height
    content.lanes = [Lane(indications: [.left], isValid: true, isActive: true)]
    header.content = content
    let laned = try #require(header.frame(in: layer.area)).size.height
    content.next = ManeuverPicture(.arrive)
    header.content = content
    let whole = try #require(header.frame(in: layer.area)).size.height
    #expect(low < plain && plain < laned && laned < whole)
    // What finds no room is left out, from the least.
    #expect(header.frame(in: ControlArea(size: ScreenSize(width: 800, height: 250)))?.size.height == plain)
    #expect(header.frame(in: ControlArea(size: ScreenSize(width: 150, height: 600))) == nil)
  }

  @Test func theHeaderIsClickedAndTakesKeys() throws {
    let header = GuidanceHeader()
    header.content = .init(picture: ManeuverPicture(.turn, .left), distance: "40 m", text: "A road")
    var count = 0
    header.onClick = { count += 1 }
    layer.add(header)
    click(try #require(middle(header)))
    press(.enter)
    #expect(count == 2)
    header.content = nil
    header.notice = "Off the route"
    click(try #require(middle(header)))
    #expect(count == 2, "there is nothing to list")
  }

  @Test func theCardOfTheArrivalHasAButtonForEachThing() throws {
    let card = ArrivalCard()
    var told: [String] = []
    card.onSteps = { told.append("steps") }
    card.onOverview = { told.append("overview") }
    card.onMute = { told.append("mute") }
    card.onEnd = { told.append("end") }
    layer.add(card)
    #expect(card.frame(in: layer.area) == nil && card.children.isEmpty)
    card.content = .init(time: "3 min", distance: "1 km", arrival: "12:00")
    _ = card.frame(in: layer.area)
    for child in card.children { click(try #require(middle(child))) }
    #expect(told == ["steps", "overview", "mute", "end"])
    #expect(Set(card.children.compactMap(\.tooltip)).count == 4)
  }

  @Test func aPromptOfTheTrafficShowsItsPlaceOrGoesAway() throws {
    let card = TrafficPromptCard()
    var told: [String] = []
    card.onClick = { told.append("look") }
    card.onClose = { told.append("close") }
    layer.add(card)
    #expect(card.frame(in: layer.area) == nil && card.children.isEmpty && card.accessibleElement(in: layer.area) == nil)
    card.show(.init(sign: .queue, text: "Congestion in 1.2 km", detail: "5 min longer"))
    let rect = try #require(card.frame(in: layer.area))
    click(ScreenPoint(x: rect.origin.x + 80, y: rect.middle.y))
    click(ScreenPoint(x: rect.maxX - 20, y: rect.middle.y))
    press(.enter)
    #expect(told == ["look", "close", "close"])
    let element = try #require(card.accessibleElement(in: layer.area))
    #expect(element.role == .alert && element.name == "Congestion in 1.2 km, 5 min longer")
    card.show(nil)
    click(ScreenPoint(x: rect.origin.x + 80, y: rect.middle.y))
    #expect(told.count == 3)
  }

  @Test func aRouteIsChosenAndBegunByPointerOrKeys() throws {
    let panel = RoutePreviewPanel()
    var told: [String] = []
    panel.onChoice = { told.append("\($0)") }
    panel.onStart = { told.append("start") }
    panel.onClose = { told.append("close") }
    layer.add(panel.sheet)
    #expect(panel.sheet.frame(in: layer.area) == nil)
    panel.show([.init(time: "1 min", detail: "a"), .init(time: "2 min", detail: "b")], title: "To b", top: 60)
    let rect = try #require(panel.sheet.frame(in: layer.area))
    #expect(rect.origin.y == 60 && panel.chosen == 0)
    click(ScreenPoint(x: rect.origin.x + 100, y: rect.origin.y + Sheet.titleHeight + 1.5 * ScrollingList.rowHeight))
    #expect(panel.chosen == 1)
    click(ScreenPoint(x: rect.origin.x + 60, y: rect.origin.y + rect.size.height - 30))
    press(.enter)
    click(ScreenPoint(x: rect.origin.x + rect.size.width - 22, y: rect.origin.y + 22))
    #expect(told == ["1", "start", "start", "close"] && !panel.isOpen)
    panel.show([], title: "To b", top: 12)
    #expect(panel.chosen == nil)
    click(ScreenPoint(x: 72, y: 12 + Sheet.titleHeight + 30))
    #expect(told.count == 4, "nothing can be begun")
  }

  @Test func theListOfStepsStaysWithinItsRoom() throws {
    let panel = StepListPanel()
    panel.steps = (0..<100).map { .init(picture: ManeuverPicture(.turn, .left), text: "\($0)", distance: "1 m") }
    panel.isOpen = true
    panel.lay(top: 100, bottom: 120, in: layer.area)
    let rect = try #require(panel.sheet.frame(in: layer.area))
    #expect(rect.origin.y == 100 && rect.size.height == 380)
    panel.steps = Array(panel.steps.prefix(2))
    panel.lay(top: 100, bottom: 120, in: layer.area)
    #expect(try #require(panel.sheet.frame(in: layer.area)).size.height < 200)
  }

  @Test func theButtonForTheLocationIsThereWhenItIsWanted() throws {
    let locate = LocateControl()
    var count = 0
    locate.onClick = { count += 1 }
    layer.add(locate)
    #expect(locate.frame(in: layer.area) == nil && !locate.isFocusable)
    locate.isEnabled = true
    let rect = try #require(locate.frame(in: layer.area))
    click(ScreenPoint(x: rect.origin.x + 20, y: rect.origin.y + 20))
    // Its corner is the map's.
    #expect(locate.part(at: ScreenPoint(x: rect.origin.x + 1, y: rect.origin.y + 1), in: layer.area) == ControlPart.none)
    #expect(count == 1)
    let texts = [LocateControl.State.unknown, .off, .northUp, .courseUp].map { state in
      locate.state = state
      return locate.tooltip
    }
    #expect(Set(texts).count == 4)
  }

  @Test func theSignOfTheSpeedIsSeenWhereSomethingIsKnown() throws {
    let panel = SpeedPanel()
    #expect(panel.frame(in: layer.area) == nil)
    panel.speed = 48
    let alone = try #require(panel.frame(in: layer.area)).size.width
    panel.limit = 50
    #expect(try #require(panel.frame(in: layer.area)).size.width > alone)
    panel.speed = nil
    #expect(try #require(panel.frame(in: layer.area)).size.width == alone)
  }
}
