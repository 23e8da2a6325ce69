import Overlook
import OverlookSupport

/// The page of the own location: who says where one is, and how that one fares.
@MainActor final class LocationPage: SidePage {
  let name = "location"
  var title: String { localized("My location") }
  private unowned let part: LocationPart
  private let hint = Paragraph(isDim: true)
  private var choice: ChoiceRow?
  let status = Paragraph()

  init(_ part: LocationPart) { self.part = part }

  var content: [any PlacedControl] { [hint] + (choice.map { [$0] } ?? []) + (status.text.isEmpty ? [] : [status]) }

  func lay(in layout: PageLayout) {
    layout.row(hint)
    if let choice { layout.row(choice) }
    if !status.text.isEmpty { layout.row(status) }
  }

  func didAppear() {
    hint.text = localized(
      "Nobody is asked where you are before you choose who. The location service of the desktop may ask a server of its own for the places of wireless networks near you; a receiver asks nobody."
    )
    choice = part.makeChoice()
    refresh()
  }

  /// Takes over what changed.
  func refresh() {
    let text = part.words
    if status.text != text { status.text = text }
    if status.isFault != part.isFault { status.isFault = part.isFault }
  }
}
