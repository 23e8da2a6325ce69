package import Overlook

/// A page of the sheet that slides in at the side.
@MainActor package protocol SidePage: AnyObject {
  /// Names it in commands and in the session: "layers".
  var name: String { get }
  /// In the language of the interface.
  var title: String { get }
  /// Its controls; asked for while it is shown, so that they may come and go. The sheet draws what it reads of `@Observable` objects
  /// anew when that changes.
  var content: [any PlacedControl] { get }
  /// Says where the controls lie, and how wide they are. Called whenever the sheet is looked at: a page changes nothing of its own
  /// there but by `layout`, which leaves alone what is in its place.
  func lay(in layout: PageLayout)
  /// What has the keyboard when the page is shown; nil, the default, for the sheet.
  var firstFocus: (any Control)? { get }
  /// The page is shown, or no longer.
  func didAppear()
  func didDisappear()
}

extension SidePage {
  package var firstFocus: (any Control)? { nil }
  package func didAppear() {}
  package func didDisappear() {}
}
