import Overlook
import OverlookControls
import OverlookSupport

// Commands and menus.
extension ViewerWindow {
  /// All that a person can do, in the order of the menu.
  package var commands: [ViewerCommand] { parts.flatMap(\.commands) }

  /// The command that a key carries out now: of several with one key, the first that can be carried out.
  func command(for chord: KeyChord) -> ViewerCommand? {
    commands.first { $0.keys.contains(chord) && $0.isEnabled() }
  }

  /// Carries out a command by its name; false when there is none, or it cannot be carried out now.
  @discardableResult package func perform(_ name: String) -> Bool {
    guard let command = commands.first(where: { $0.name == name && $0.isEnabled() }) else { return false }
    command.perform()
    return true
  }

  /// Opens a menu at a point as controls have it, in place of the one that is open, and gives it the keyboard.
  func openMenu(_ items: [Menu.Item], at point: ScreenPoint) {
    if let menu { map.remove(menu) }
    let menu = Menu(items)
    self.menu = menu
    content.keyboardSide = .first
    map.add(menu)
    menu.open(at: point)
    map.focusedControl = menu
  }

  func openMainMenu() {
    openMenu(CommandMenu.items(of: commands), at: ScreenPoint(x: MenuButton.margin, y: MenuButton.margin + MenuButton.side + 6))
  }

  /// Opens the menu of a place; true when it has anything to offer.
  @discardableResult func openContextMenu(at point: ScreenPoint, _ place: LocationCoordinate?) -> Bool {
    let groups = parts.map { $0.contextItems(at: place, point: point) }.filter { !$0.isEmpty }
    guard !groups.isEmpty else { return false }
    openMenu(Array(groups.joined(separator: [.separator])), at: map.controlArea.placed(point))
    return true
  }

  /// Opens the menu of what is selected, or of the middle of the view.
  func openContextMenuByKey() {
    let size = map.controlArea.placed(map.controlArea.freeRect)
    let middle = map.selectedMarker.map { map.projection.point(for: $0.position) } ?? size.middle
    let point = size.contains(middle) ? middle : size.middle
    openContextMenu(at: point, map.groundCoordinate(at: point))
  }
}
