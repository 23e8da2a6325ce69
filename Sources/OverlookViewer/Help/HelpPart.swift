import Overlook
import OverlookSupport

/// The sheet of keys and gestures, made from the commands of the window and what the map does by itself.
@MainActor final class HelpPart: ViewerPart {
  private weak var window: ViewerWindow?
  private let page = HelpPage()

  func didAttach(to window: ViewerWindow) {
    self.window = window
    page.commands = { [weak window] in window?.commands ?? [] }
  }

  var pages: [any SidePage] { [page] }

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "help.keys", section: .help, title: { localized("Keys and gestures") }, keys: [KeyChord(key: .f1)], isPinned: true,
        perform: { [weak window] in window?.togglePage("help") }),
      ViewerCommand(
        name: "help.about", section: .help, title: { localized("About Overlook") },
        perform: { [weak window] in
          window?.say(localized("Overlook {version}", ["version": MapServices.version]))
        }),
    ]
  }
}

/// Every key and gesture.
@MainActor final class HelpPage: SidePage {
  let name = "help"
  var title: String { localized("Keys and gestures") }
  var commands: @MainActor () -> [ViewerCommand] = { [] }
  private let table = KeyTable([])

  var content: [any PlacedControl] { [table] }

  func lay(in layout: PageLayout) { layout.row(table) }

  func didAppear() {
    let all = commands()
    let sections = ViewerCommand.Section.allCases.compactMap { section -> KeyTable.Group? in
      let lines = all.filter { $0.section == section && !$0.keys.isEmpty }.map { command in
        (title: command.title(), keys: command.keys.prefix(2).map(\.text).joined(separator: ", "))
      }
      return lines.isEmpty ? nil : KeyTable.Group(title: section.title, lines: lines)
    }
    table.groups = [Self.gestures] + sections
  }

  /// What the map does by itself.
  static var gestures: KeyTable.Group {
    KeyTable.Group(
      title: localized("On the map"),
      lines: [
        (localized("Move"), localized("Drag, arrow keys")),
        (localized("Zoom"), localized("Wheel, double click, + and −")),
        (localized("Zoom out"), localized("Double click of the right button")),
        (localized("Zoom to a box"), localized("Shift and drag")),
        (localized("Turn and tilt"), localized("Drag with the right button, Shift and arrow keys")),
        (localized("Pinch"), localized("Zoom and turn on a touchpad")),
        (localized("Menu of a place"), localized("Right click, hold the left button")),
        (localized("Stop a movement"), localized("Space")),
        (localized("Search"), "/, Ctrl+F"),
        (localized("Commands"), localized("> in the search field")),
        (localized("From control to control"), localized("Tab")),
      ], isStacked: true)
  }
}
