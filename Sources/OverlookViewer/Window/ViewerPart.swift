import Overlook

/// A capability of the viewer's window: layers, measuring, bookmarks, printing. A part brings commands, pages of the side sheet and
/// lines of the context menu, and is one line in `ViewerWindow.parts`.
@MainActor protocol ViewerPart: AnyObject {
  /// The part is in a window now, whose map is there.
  func didAttach(to window: ViewerWindow)

  /// What a person can do with it.
  var commands: [ViewerCommand] { get }

  /// Its pages of the side sheet.
  var pages: [any SidePage] { get }

  /// What the context menu offers at a place of the map; `place` is nil above the horizon.
  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item]

  /// Takes files or text that were dropped, chosen or pasted; false for those that are none of its own.
  func open(_ path: String) -> Bool

  /// What is to come back with the next session, as JSON by the part's own name; nil for nothing.
  var session: (name: String, json: String)? { get }

  /// Brings back what `session` was; text of a damaged file, too.
  func restore(_ json: String)
}

extension ViewerPart {
  func didAttach(to window: ViewerWindow) {}
  var commands: [ViewerCommand] { [] }
  var pages: [any SidePage] { [] }
  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] { [] }
  func open(_ path: String) -> Bool { false }
  var session: (name: String, json: String)? { nil }
  func restore(_ json: String) {}
}

/// A page of the sheet that slides in at the side.
@MainActor protocol SidePage: AnyObject {
  /// Names it in commands and in the session: "layers".
  var name: String { get }
  /// In the language of the interface.
  var title: String { get }
  /// Its controls; called when it is shown and when it changed.
  var content: [any PlacedControl] { get }
  /// Places the controls from the page's upper left corner, in a width of so many points; returns how high they are together, which
  /// the sheet scrolls when it has less.
  func lay(width: Double) -> Double
}
