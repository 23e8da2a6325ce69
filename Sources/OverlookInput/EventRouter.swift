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
  /// Takes an event and says what became of it. `focusLost` reaches every layer, whatever the layers above said.
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

/// Brings each event to the layers of a view, from the top: the HUD, the callouts, claimants of drags, the map; then a copy to
/// each listener. The layers do not know each other; all are held weakly.
@MainActor package final class EventRouter {
  package weak var hud: (any EventResponder)?
  package weak var callouts: (any EventResponder)?
  package weak var map: (any EventResponder)?
  /// Whether what the map used stays with the map; otherwise `route` answers `observed` for it, so that whatever holds
  /// the view may use it, too.
  package var consumesGesturesInView = true

  private struct WeakClaimant {
    weak var claimant: (any DragClaimant)?
  }

  private struct WeakListener {
    weak var listener: (any OverlayListener)?
  }

  private enum Captor {
    case nobody
    case responder(Layer, PointerButton)
    case claimant(WeakClaimant, PointerButton)
  }

  private enum Layer: CaseIterable {
    case hud, callouts, map
  }

  private var claimants: [WeakClaimant] = []
  private var listeners: [WeakListener] = []
  private var captor = Captor.nobody
  private var isRouting = false

  package init() {}

  /// Puts `claimant` above the other claimants.
  package func add(claimant: any DragClaimant) {
    remove(claimant: claimant)
    claimants.insert(WeakClaimant(claimant: claimant), at: 0)
  }

  /// A claimed drag ends without a word to the claimant.
  package func remove(claimant: any DragClaimant) {
    claimants.removeAll { $0.claimant == nil || $0.claimant === claimant }
    if case .claimant(let owner, _) = captor, owner.claimant === claimant { captor = .nobody }
  }

  /// Puts `listener` after the other listeners; a second time is no time.
  package func add(listener: any OverlayListener) {
    if !listeners.contains(where: { $0.listener === listener }) { listeners.append(WeakListener(listener: listener)) }
  }

  package func remove(listener: any OverlayListener) {
    // A listener may remove itself or another while it is called: keep the places, and clean up afterwards.
    for index in listeners.indices where listeners[index].listener === listener { listeners[index].listener = nil }
    if !isRouting { listeners.removeAll { $0.listener == nil } }
  }

  /// Whether a press was captured and its release is still to come.
  package var isCaptured: Bool {
    if case .nobody = captor { return false }
    return true
  }

  /// Routes one event. Not re-entrant: a call from within a layer or a listener does nothing and answers `ignored`.
  @discardableResult package func route(_ event: InputEvent) -> EventDisposition {
    guard !isRouting else { return .ignored }
    isRouting = true
    let disposition = dispatch(event)
    copyToListeners(event)
    isRouting = false
    listeners.removeAll { $0.listener == nil }
    return disposition
  }

  private func copyToListeners(_ event: InputEvent) {
    // By index, because a listener may add another; that one's first event is the next.
    for index in listeners.indices { listeners[index].listener?.handle(event) }
  }
}

extension EventRouter {
  private func dispatch(_ event: InputEvent) -> EventDisposition {
    switch event.kind {
    case .focusLost:
      broadcast(event)
      return .observed
    case .keyPressed, .keyReleased:
      return dispatchKey(event)
    case .buttonReleased(let button, _, _):
      let disposition = toCaptor(event) ?? descend(event)
      endCapture(by: button)
      return disposition
    case .buttonPressed, .pointerMoved, .pointerLeft, .scrolled:
      return toCaptor(event) ?? descend(event)
    }
  }

  /// Gives the event to the owner of the pointer; nil when there is none, or none any more.
  private func toCaptor(_ event: InputEvent) -> EventDisposition? {
    switch captor {
    case .nobody:
      return nil
    case .responder(let layer, _):
      guard let responder = responder(layer) else {
        captor = .nobody
        return nil
      }
      return reported(responder.respond(to: event) == .ignored ? .handled : .captured, by: layer)
    case .claimant(let owner, _):
      guard let claimant = owner.claimant else {
        captor = .nobody
        return nil
      }
      claimant.handleDrag(event)
      return .captured
    }
  }

  private func descend(_ event: InputEvent, skipping skipped: Layer? = nil) -> EventDisposition {
    var observed = false
    for layer in Layer.allCases where layer != skipped {
      if layer == .map, claim(event) { return .captured }
      switch responder(layer)?.respond(to: event) ?? .ignored {
      case .ignored:
        break
      case .observed:
        observed = true
      case .handled:
        return reported(.handled, by: layer)
      case .captured:
        guard case .buttonPressed(let button, _, _) = event.kind else { return reported(.handled, by: layer) }
        captor = .responder(layer, button)
        return reported(.captured, by: layer)
      }
    }
    return observed ? .observed : .ignored
  }

  /// Keys go to the owner of the pointer first: Escape must cancel the drag that is going on.
  private func dispatchKey(_ event: InputEvent) -> EventDisposition {
    switch captor {
    case .nobody:
      return descend(event)
    case .responder(let layer, _):
      switch responder(layer)?.respond(to: event) ?? .ignored {
      case .ignored, .observed: return descend(event, skipping: layer)
      case .handled, .captured: return reported(.handled, by: layer)
      }
    case .claimant(let owner, _):
      owner.claimant?.handleDrag(event)
      return descend(event)
    }
  }

  private func claim(_ event: InputEvent) -> Bool {
    guard case .buttonPressed(let button, _, _) = event.kind else { return false }
    for entry in claimants {
      guard let claimant = entry.claimant, claimant.claimsDrag(startingWith: event) else { continue }
      captor = .claimant(entry, button)
      claimant.handleDrag(event)
      return true
    }
    return false
  }

  private func broadcast(_ event: InputEvent) {
    if case .claimant(let owner, _) = captor { owner.claimant?.handleDrag(event) }
    captor = .nobody
    for layer in Layer.allCases { _ = responder(layer)?.respond(to: event) }
  }

  private func endCapture(by button: PointerButton) {
    switch captor {
    case .nobody: break
    case .responder(_, let owned), .claimant(_, let owned): if owned == button { captor = .nobody }
    }
  }

  private func responder(_ layer: Layer) -> (any EventResponder)? {
    switch layer {
    case .hud: hud
    case .callouts: callouts
    case .map: map
    }
  }

  private func reported(_ disposition: EventDisposition, by layer: Layer) -> EventDisposition {
    layer == .map && !consumesGesturesInView ? .observed : disposition
  }
}
