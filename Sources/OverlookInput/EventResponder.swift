/// What one layer of a view did with an event.
public enum EventDisposition: Hashable, Sendable, CaseIterable {
  /// Nothing; the next layer gets it.
  case ignored
  /// Looked at it; the next layer gets it as well.
  case observed
  /// Used it; no layer below gets it.
  case handled
  /// Used a button press and owns the pointer until that button is released: every pointer event goes to it alone, and keys go to
  /// it first. The same as `handled` for other events.
  case captured
}

/// One layer of a view that takes part in the routing of events.
@MainActor public protocol EventResponder: AnyObject {
  /// Takes an event and says what became of it. What it took (`handled`, `captured`) never reaches the layers below: presses,
  /// drags, scrolls, pinches, drops, keys, text and hovering alike.
  ///
  /// - `focusLost` reaches every layer, whatever the layers above said.
  /// - When a layer takes a move of the pointer, those below it that had the move before get `pointerLeft` once, so that nothing
  ///   stays highlighted under it.
  /// - The release of a key or button reaches the layer that took its press, whoever else takes it.
  /// - A layer that edits text takes the keys of letters, too; otherwise they are commands to the layers below.
  func respond(to event: InputEvent) -> EventDisposition
}

/// Something on the map that may want to own a drag.
@MainActor public protocol DragClaimant: AnyObject {
  /// Asked at each button press, the topmost claimant first; true takes the press and everything that the pointer does until the
  /// button's release.
  func claimsDrag(startingWith press: InputEvent) -> Bool

  /// The claimed press, and each event after it. The last one is the release of the button, or `focusLost`, which cancels the
  /// drag.
  func handleDrag(_ event: InputEvent)
}

/// Sees every event of a view, as a copy, after the view itself, and consumes nothing.
@MainActor public protocol OverlayListener: AnyObject {
  /// A copy of the event; what is done with it changes nothing for others.
  func handle(_ event: InputEvent)
}
