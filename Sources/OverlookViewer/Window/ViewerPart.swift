package import Overlook

/// A capability of the viewer's window: layers, measuring, bookmarks, printing. A part brings commands, pages of the side sheet and
/// lines of the context menu, and is one line in `ViewerWindow+Parts.swift`. A part that is a `MapViewDelegate`, too, is told what the map
/// tells.
@MainActor package protocol ViewerPart: AnyObject {
  /// The part is in a window now, whose map is there.
  func didAttach(to window: ViewerWindow)

  /// What a person can do with it. Asked for whenever the list is needed: what changes may be other each time.
  var commands: [ViewerCommand] { get }

  /// Its pages of the side sheet; the same objects each time.
  var pages: [any SidePage] { get }

  /// What the context menu offers at a place of the map; `place` is nil above the horizon.
  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item]

  /// What of it the search field finds, such as its layers, for a text without spaces at its ends.
  func suggestions(for text: String) -> [SearchBox.Suggestion]

  /// Takes a file that was dropped, chosen or named, or text that was pasted; false for what is none of its own.
  func open(_ path: String) -> Bool

  /// The name of what it keeps in the session; default that of its type: "layers" of `LayersPart`.
  var sessionName: String { get }

  /// What is to come back with the next session, as JSON; nil for nothing.
  var session: String? { get }

  /// Brings back what `session` was; called once after all parts are attached, and only where there is something. Of a damaged
  /// file, too, it may be any JSON.
  func restore(_ json: String)
}

extension ViewerPart {
  package func didAttach(to window: ViewerWindow) {}
  package var commands: [ViewerCommand] { [] }
  package var pages: [any SidePage] { [] }
  package func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] { [] }
  package func suggestions(for text: String) -> [SearchBox.Suggestion] { [] }
  package func open(_ path: String) -> Bool { false }
  package var sessionName: String {
    let type = "\(Self.self)"
    let stem = type.hasSuffix("Part") ? type.dropLast(4) : type[...]
    return stem.prefix(1).lowercased() + stem.dropFirst()
  }
  package var session: String? { nil }
  package func restore(_ json: String) {}
}
