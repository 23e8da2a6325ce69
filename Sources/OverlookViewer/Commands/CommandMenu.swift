import Foundation
import Overlook
import OverlookSupport

/// The menu of commands, and what of them a text finds.
@MainActor enum CommandMenu {
  /// Pinned commands first, then a menu for each section that has any.
  static func items(of commands: [ViewerCommand]) -> [Menu.Item] {
    let pinned = commands.filter(\.isPinned).map(item)
    let sections = ViewerCommand.Section.allCases.compactMap { section -> Menu.Item? in
      let items = commands.filter { $0.section == section && !$0.isPinned }.map(item)
      return items.isEmpty ? nil : .submenu(section.title, items: items)
    }
    return pinned + (pinned.isEmpty || sections.isEmpty ? [] : [.separator]) + sections
  }

  private static func item(_ command: ViewerCommand) -> Menu.Item {
    Menu.Item(
      command.title(), hint: command.keys.first?.text ?? "", isEnabled: command.isEnabled(),
      isChecked: command.isChecked?() ?? false, action: command.perform)
  }

  /// Shown in the search field with places at most.
  private static let limit = 3

  /// Commands with a word that begins as `text` does, those whose title does first. A single letter finds none unless `all` are wanted.
  static func found(_ text: String, in commands: [ViewerCommand], all: Bool) -> [ViewerCommand] {
    if text.isEmpty { return all ? commands.filter { $0.isEnabled() } : [] }
    guard all || text.count > 1 else { return [] }
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    let word = " " + text
    var (whole, part): ([ViewerCommand], [ViewerCommand]) = ([], [])
    for command in commands {
      let title = " " + command.title()
      // Few titles answer, and with every key all are looked at: those alone are asked whether they can be carried out.
      guard let place = title.range(of: word, options: options), command.isEnabled() else { continue }
      if place.lowerBound == title.startIndex { whole.append(command) } else { part.append(command) }
    }
    return all ? whole + part : Array((whole + part).prefix(limit))
  }

  /// "Command · Ctrl+O".
  static func detail(of command: ViewerCommand) -> String {
    let kind = localized("Command")
    return command.keys.first.map { "\(kind) · \($0.text)" } ?? kind
  }
}
