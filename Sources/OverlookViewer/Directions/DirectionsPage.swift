import Overlook
import OverlookSupport

/// The page of directions: two fields that find places, how one goes, and the ways that were found.
@MainActor final class DirectionsPage: SidePage {
  let name = "directions"
  var title: String { localized("Directions") }

  private unowned let part: DirectionsPart
  let from: PlaceField
  let to: PlaceField
  private let turn = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let modes: [(mode: TravelMode, button: Button)]
  private let tolls: Toggle
  private let motorways: Toggle
  private let ferries: Toggle
  private let shortest: Toggle
  private let notice = Paragraph(isDim: true)
  let along: AlongRouteField
  private let alongNotice = Paragraph(isDim: true)
  private let stops: ScrollingList
  /// What the stops are called, and whether there is a route: of the part, which may be gone while the page is still drawn.
  private var stopNames: [String] = []
  private var hasRoute = false
  /// Whether there is something to clear though there is no route.
  var isClearable = false
  private let list: ScrollingList
  private let start = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let clear = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private var choices: [RoutePreviewPanel.Choice] = []

  init(_ part: DirectionsPart) {
    self.part = part
    let origin = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
    from = PlaceField(prompt: localized("From"))
    to = PlaceField(prompt: localized("To"))
    modes = [TravelMode.car, .bicycle, .foot, .wheelchair, .truck].map { ($0, Button(Self.text(of: $0), at: origin)) }
    tolls = Toggle(localized("Avoid tolls"), at: origin)
    motorways = Toggle(localized("Avoid motorways"), at: origin)
    ferries = Toggle(localized("Avoid ferries"), at: origin)
    ferries.isOn = part.order.avoidsFerries
    shortest = Toggle(localized("Shortest way"), at: origin)
    list = ScrollingList(rowCount: 0, size: ScreenSize(width: 300, height: 0), at: origin, row: { _ in ScrollingList.Row("") })
    list.hasCard = false
    along = AlongRouteField(part.navigator)
    stops = ScrollingList(rowCount: 0, size: ScreenSize(width: 300, height: 0), at: origin, row: { _ in ScrollingList.Row("") })
    stops.hasCard = false
    connect()
    connectOptions()
    connectStops()
    orderChanged()
  }

  private func connect() {
    let order = part.order
    for (entry, side) in [(from, \DirectionsOrder.start), (to, \DirectionsOrder.end)] {
      entry.near = { [weak part] in part?.viewedPlace }
      entry.onChoice = { [unowned self] place in
        order[keyPath: side] = place
        if order.start == nil, side == \DirectionsOrder.end { part.focus(from.field) }
        part.ask()
      }
    }
    turn.title = localized("Reverse")
    turn.onClick = { [unowned self] in
      order.reverse()
      orderChanged()
      part.ask()
    }
    for (mode, button) in modes {
      button.onClick = { [unowned self] in
        order.mode = mode
        orderChanged()
        part.ask()
      }
    }
    list.row = { [unowned self] in
      choices.indices.contains($0) ? ScrollingList.Row(choices[$0].time, detail: choices[$0].detail) : ScrollingList.Row("")
    }
    list.onChoice = { [unowned part] in part.navigator.chooseRoute(at: $0) }
    start.title = localized("Start")
    start.isProminent = true
    start.onClick = { [unowned part] in part.start() }
    clear.title = localized("Clear")
    clear.onClick = { [unowned part] in part.clear() }
  }

  private func connectOptions() {
    let order = part.order
    tolls.onChange = { [unowned part] in
      order.avoidsTolls = $0
      part.ask()
    }
    motorways.onChange = { [unowned part] in
      order.avoidsMotorways = $0
      part.ask()
    }
    ferries.onChange = { [unowned part] in
      order.avoidsFerries = $0
      part.ask()
    }
    shortest.onChange = { [unowned part] in
      order.isShortest = $0
      part.ask()
    }
  }

  private func connectStops() {
    along.onNotice = { [unowned self] in alongNotice.text = $0 }
    along.onChoice = { [unowned part] in part.addStop($0) }
    stops.row = { [unowned self] index in
      guard stopNames.indices.contains(index) else { return ScrollingList.Row("") }
      return ScrollingList.Row(stopNames[index], detail: localized("Stop · click to leave it out"))
    }
    stops.onChoice = { [unowned part] in part.removeStop(at: $0) }
  }

  private static func text(of mode: TravelMode) -> String {
    switch mode {
    case .car: localized("Car")
    case .truck: localized("Truck")
    case .bicycle: localized("Bicycle")
    case .foot: localized("Foot")
    case .wheelchair: localized("Wheelchair")
    }
  }

  // MARK: Page

  var content: [any PlacedControl] {
    // What was typed is to be chosen from before anything else.
    if from.isOpen { return [from.field, from.list] }
    if to.isOpen { return [from.field, to.field, to.list] }
    var content: [any PlacedControl] =
      [from.field, to.field, turn] + modes.map(\.button) + [tolls, motorways, ferries, shortest]
    if !notice.text.isEmpty { content.append(notice) }
    if stops.rowCount > 0 { content.append(stops) }
    if hasRoute {
      content.append(along.field)
      if along.isOpen { content.append(along.list) }
      if !alongNotice.text.isEmpty { content.append(alongNotice) }
    }
    if !choices.isEmpty { content += [list, start, clear] } else if isClearable { content.append(clear) }
    return content
  }

  func lay(in layout: PageLayout) {
    layout.space(4)
    layout.row(from.field)
    if from.isOpen { return layout.row(from.list) }
    layout.row(to.field)
    if to.isOpen { return layout.row(to.list) }
    layout.row(turn)
    layout.space(4)
    layout.row(modes.prefix(3).map(\.button), spacing: 6)
    layout.row(modes.dropFirst(3).map(\.button), spacing: 6)
    layout.space(4)
    for toggle in [tolls, motorways, ferries, shortest] { layout.row(toggle, gap: 2) }
    layout.space(8)
    if !notice.text.isEmpty { layout.row(notice) }
    if stops.rowCount > 0 { layout.row(stops) }
    if hasRoute {
      layout.row(along.field)
      if along.isOpen { layout.row(along.list) }
      if !alongNotice.text.isEmpty { layout.row(alongNotice) }
    }
    if !choices.isEmpty {
      layout.row(list)
      layout.row([start, clear], shares: [2, 1])
    } else if isClearable {
      layout.row(clear)
    }
  }

  /// What is not known yet.
  var firstFocus: (any Control)? {
    if part.order.start == nil { return from.field }
    return part.order.end == nil ? to.field : nil
  }

  // MARK: What changes

  /// Another place, or another mode.
  func orderChanged() {
    let order = part.order
    from.show(order.start)
    to.show(order.end)
    for (mode, button) in modes { button.isProminent = mode == order.mode }
    if order.start == nil, order.end == nil { say("") }
  }

  /// A place of the map has a name now. What somebody is typing stays.
  func nameFound() {
    for (entry, place) in [(from, part.order.start), (to, part.order.end)] {
      if let place, entry.field.text == DroppedPin.text(of: place.coordinate) { entry.show(place) }
    }
  }

  /// Other routes were found, or none.
  func routesChanged() {
    let navigator = part.navigator
    choices = navigator.isGuidanceActive ? [] : navigator.routeChoices
    list.rowCount = choices.count
    list.size.height = Double(choices.count) * ScrollingList.rowHeight
    list.selectedRow = choices.isEmpty ? nil : 0
    hasRoute = !part.navigator.routes.isEmpty
    stopNames = part.order.stops.map(\.text)
    stops.rowCount = stopNames.count
    stops.size.height = Double(min(stops.rowCount, 4)) * ScrollingList.rowHeight
    stops.selectedRow = nil
    if !hasRoute { along.clear() }
  }

  /// Says what is going on; nothing for an empty text.
  func say(_ text: String) { notice.text = text }
}
