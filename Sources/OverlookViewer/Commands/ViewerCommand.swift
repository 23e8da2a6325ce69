package import OverlookInput
import OverlookSupport

/// Something that a person can do in the window. The menu, the sheet of keys, the search field and the keyboard all take it from
/// the one list of the window.
@MainActor package struct ViewerCommand {
  /// Where the menu shows it.
  package enum Section: CaseIterable {
    case file, edit, view, tools, help

    /// In the language of the interface.
    @MainActor var title: String {
      switch self {
      case .file: localized("File")
      case .edit: localized("Edit")
      case .view: localized("View")
      case .tools: localized("Tools")
      case .help: localized("Help")
      }
    }
  }

  /// What it is called in settings, logs and tests; never shown: "measure.start".
  package let name: String
  package let section: Section
  /// In the language of the interface.
  package let title: @MainActor () -> String
  /// The keys that carry it out, in their order; the first is shown.
  package var keys: [KeyChord] = []
  /// Whether the menu shows it at once, and not among those of its section: for the few things that most people look for.
  package var isPinned = false
  /// Whether holding its keys carries it out again and again.
  package var repeats = false
  /// Whether it can be carried out now.
  package var isEnabled: @MainActor () -> Bool = { true }
  /// Whether what it switches is on; nil for one that switches nothing.
  package var isChecked: (@MainActor () -> Bool)?
  package let perform: @MainActor () -> Void

  package init(
    name: String, section: Section, title: @escaping @MainActor () -> String, keys: [KeyChord] = [], isPinned: Bool = false,
    repeats: Bool = false, isEnabled: @escaping @MainActor () -> Bool = { true }, isChecked: (@MainActor () -> Bool)? = nil,
    perform: @escaping @MainActor () -> Void
  ) {
    (self.name, self.section, self.title, self.keys) = (name, section, title, keys)
    (self.isPinned, self.repeats, self.isEnabled, self.isChecked) = (isPinned, repeats, isEnabled, isChecked)
    self.perform = perform
  }
}
