import Overlook
import OverlookGeometry
import OverlookInput
import OverlookPlatform
import OverlookSupport

/// Two maps in one window: beside each other, with linked cameras or not, or one above the other up to a line.
@MainActor final class ComparisonPart: ViewerPart, MapViewDelegate {
  enum Mode: String, Codable {
    case none, beside, swipe
  }

  /// What the other map shows.
  enum Ground: String, CaseIterable, Codable {
    case day, night, satellite, terrain, same
  }

  private(set) var mode = Mode.none
  private(set) var ground = Ground.satellite
  private(set) var isLinked = true
  private(set) var other: MapView?
  private var beside: (any WindowContent)?
  private var swiped: SwipedMap?
  private let line = SwipeLine()
  private let choice = Button("", at: .corner(.topRight, x: 12, y: 12))
  private weak var window: ViewerWindow?
  private var isFollowing = false

  func didAttach(to window: ViewerWindow) {
    self.window = window
    line.onChange = { [weak self] in self?.swiped?.share = $0 }
    choice.size = ScreenSize(width: 132, height: 32)
    choice.onClick = { [weak self] in self?.openGrounds() }
  }

  // MARK: Doing

  func show(_ wanted: Mode) {
    guard wanted != mode, let window else { return }
    close()
    mode = wanted
    guard wanted != .none else { return }
    let other = MapView(camera: window.map.camera, mapType: .normal)
    self.other = other
    apply(ground)
    if wanted == .beside {
      other.settings.compassButton = true
      other.settings.compassTilt = true
      other.settings.zoomButtons = true
      other.delegate = self
      other.commandResponders = window.map.commandResponders
      other.add(choice)
      let beside = other.windowContent
      self.beside = beside
      window.showBeside(beside) { [weak self] in self?.wasReplaced() }
    } else {
      let swiped = SwipedMap(other)
      swiped.share = line.share
      self.swiped = swiped
      window.map.add(swiped as any MapComponent)
      window.map.add(line)
      window.map.add(choice)
    }
  }

  private func close() {
    guard let window else { return }
    window.hideBeside(beside)
    beside = nil
    if let swiped { window.map.remove(swiped as any MapComponent) }
    window.map.remove(line)
    window.map.remove(choice)
    other?.remove(choice)
    (other, swiped) = (nil, nil)
  }

  /// Something else is shown beside the map.
  private func wasReplaced() {
    other?.remove(choice)
    (other, beside, mode) = (nil, nil, .none)
  }

  private func toggle(_ wanted: Mode) { show(mode == wanted ? .none : wanted) }

  static func title(of ground: Ground) -> String {
    switch ground {
    case .day: localized("Day")
    case .night: localized("Night")
    case .satellite: localized("Satellite")
    case .terrain: localized("Terrain")
    case .same: localized("Same as here")
    }
  }

  func apply(_ ground: Ground) {
    self.ground = ground
    choice.title = Self.title(of: ground) + " ▾"
    guard let other, let main = window?.map else { return }
    other.interfaceTheme = ground == .night || ground == .satellite ? .dark : .light
    switch ground {
    case .same:
      other.mapType = main.mapType
      other.mapStyle = main.mapStyle
      other.interfaceTheme = main.interfaceTheme
    case .day, .night, .satellite, .terrain: BaseMaps.show(embedded: ground.rawValue, on: other)
    }
  }

  private func openGrounds() {
    guard let window, let shown = mode == .beside ? other : window.map else { return }
    let items = Ground.allCases.map { ground in
      Menu.Item(Self.title(of: ground), isChecked: ground == self.ground) { [weak self] in self?.apply(ground) }
    }
    let menu = Menu(
      items
        + (mode == .beside
          ? [
            .separator,
            Menu.Item(localized("Move both together"), isChecked: isLinked) { [weak self] in self?.toggleLink() },
          ] : []) + [.separator, Menu.Item(localized("Close the other map")) { [weak self] in self?.show(.none) }])
    shown.add(menu)
    menu.open(at: ScreenPoint(x: shown.size.width - 150, y: 48))
    shown.focusedControl = menu
  }

  private func toggleLink() {
    isLinked.toggle()
    if isLinked, let other, let map = window?.map { follow(map.camera, on: other) }
  }

  // MARK: Cameras

  private func follow(_ camera: CameraPosition, on map: MapView) {
    guard !isFollowing, map.camera != camera else { return }
    isFollowing = true
    map.camera = camera
    isFollowing = false
  }

  func mapView(_ mapView: MapView, didChange position: CameraPosition) {
    guard isLinked, mode == .beside, let other, let main = window?.map else { return }
    follow(position, on: mapView === other ? main : other)
  }

  /// The bar between the maps, or the line, by keys.
  private func moveLine(_ steps: Double) {
    if mode == .beside { window?.content.share += 0.02 * steps } else { line.step(by: steps) }
  }

  // MARK: Part

  var commands: [ViewerCommand] {
    let isOn: @MainActor () -> Bool = { [weak self] in self.map { $0.mode != .none } ?? false }
    return [
      ViewerCommand(
        name: "compare.beside", section: .view, title: { localized("Two maps beside each other") }, keys: [KeyChord(key: .f9)],
        isChecked: { [weak self] in self?.mode == .beside }, perform: { [weak self] in self?.toggle(.beside) }),
      ViewerCommand(
        name: "compare.swipe", section: .view, title: { localized("Swipe between two maps") }, keys: [KeyChord(key: .f7)],
        isChecked: { [weak self] in self?.mode == .swipe }, perform: { [weak self] in self?.toggle(.swipe) }),
      ViewerCommand(
        name: "compare.link", section: .view, title: { localized("Move both maps together") }, keys: [KeyChord(key: .f8)],
        isEnabled: { [weak self] in self?.mode == .beside }, isChecked: { [weak self] in self?.isLinked ?? false },
        perform: { [weak self] in self?.toggleLink() }),
      ViewerCommand(
        name: "compare.left", section: .view, title: { localized("Move the line left") },
        keys: [KeyChord(key: .left, modifiers: [.alt, .shift])], repeats: true, isEnabled: isOn,
        perform: { [weak self] in self?.moveLine(-1) }),
      ViewerCommand(
        name: "compare.right", section: .view, title: { localized("Move the line right") },
        keys: [KeyChord(key: .right, modifiers: [.alt, .shift])], repeats: true, isEnabled: isOn,
        perform: { [weak self] in self?.moveLine(1) }),
      ViewerCommand(
        name: "compare.side", section: .view, title: { localized("Keys for the other map") },
        keys: [KeyChord(key: .tab, modifiers: .control)], isEnabled: { [weak self] in self?.mode == .beside },
        perform: { [weak self] in
          guard let content = self?.window?.content else { return }
          content.keyboardSide = content.keyboardSide == .first ? .second : .first
        }),
    ]
  }
}
