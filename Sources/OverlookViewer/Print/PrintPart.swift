import Foundation
import Overlook
import OverlookInput
import OverlookSupport

/// Saving and printing the view as a page.
@MainActor final class PrintPart: ViewerPart {
  private let page = PrintPage()

  func didAttach(to window: ViewerWindow) { page.window = window }

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "file.print", section: .file, title: { localized("Save or print the view…") },
        keys: [KeyChord(key: .p, modifiers: .control)], isPinned: true,
        perform: { [page] in page.window?.togglePage(page.name) })
    ]
  }

  var pages: [any SidePage] { [page] }

  var session: String? {
    (try? JSONEncoder().encode(page.choices)).map { String(decoding: $0, as: UTF8.self) }
  }

  func restore(_ json: String) {
    guard let choices = try? JSONDecoder().decode(PrintChoices.self, from: Data(json.utf8)) else { return }
    page.choices = choices
  }
}
