import OverlookInput

/// Something that a person can do in the window. The menu, the sheet of keys, the search field and the keyboard all take it from
/// the one list of the window.
@MainActor struct ViewerCommand {
  /// Where the menu shows it.
  enum Section: CaseIterable {
    case file, edit, view, tools, help
  }

  /// What it is called in settings, logs and tests; never shown: "measure.start".
  let name: String
  let section: Section
  /// In the language of the interface.
  let title: () -> String
  /// The keys that carry it out, in their order; the first is shown.
  var keys: [KeyChord] = []
  /// Whether it can be carried out now.
  var isEnabled: () -> Bool = { true }
  /// Whether what it switches is on; nil for one that switches nothing.
  var isChecked: (() -> Bool)?
  let perform: () -> Void
}

/// A key with those held down meanwhile.
struct KeyChord: Hashable {
  let key: Key
  var modifiers: Modifiers = []
}
