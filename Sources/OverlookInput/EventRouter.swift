/// Brings each event to the layers of a view, from the top: the responders in their order, claimants of drags, the map; then a
/// copy to each listener. The layers do not know each other; all are held weakly.
@MainActor package final class EventRouter {
  /// The layers above the map, the topmost first. A layer that owns the pointer keeps it until the button's release, also when it
  /// is no longer in the list.
  package var responders: [any EventResponder] {
    get { layers.compactMap(\.responder) }
    set { layers = newValue.map { WeakResponder($0) } }
  }
  /// The lowest layer: claimants of drags are asked before it.
  package weak var map: (any EventResponder)?
  /// Whether what the map used stays with the map; otherwise `route` answers `observed` for it, so that whatever holds the view
  /// may use it, too.
  package var consumesGesturesInView = true

  struct WeakResponder {
    private(set) weak var responder: (any EventResponder)?

    init(_ responder: (any EventResponder)?) { self.responder = responder }
  }

  private struct WeakClaimant {
    weak var claimant: (any DragClaimant)?
  }

  private struct WeakListener {
    weak var listener: (any OverlayListener)?
  }

  private enum Captor {
    case nobody
    case responder(WeakResponder, PointerButton)
    case claimant(WeakClaimant, PointerButton)
  }

  private var layers: [WeakResponder] = []
  /// Those that got the last move of the pointer, and those that got the one before.
  private var (hovered, hoveredBefore): ([WeakResponder], [WeakResponder]) = ([], [])
  /// Who took the press of a key or button that is held.
  private var keyOwners: [Key: WeakResponder] = [:]
  private var buttonOwners: [PointerButton: WeakResponder] = [:]
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

// MARK: Kinds of events

extension EventRouter {
  private func dispatch(_ event: InputEvent) -> EventDisposition {
    switch event.kind {
    case .focusLost:
      broadcast(event)
      return .observed
    case .keyPressed(let key, _):
      let taken = dispatchKey(event)
      keyOwners[key] = taken.owner.map { WeakResponder($0) }
      return taken.disposition
    case .keyRepeated, .textCommitted:
      return dispatchKey(event).disposition
    case .keyReleased(let key, _):
      let taken = dispatchKey(event)
      release(event, to: keyOwners.removeValue(forKey: key), unlessTakenBy: taken.owner)
      return taken.disposition
    case .buttonPressed(let button, _, _):
      if let disposition = toCaptor(event) { return disposition }
      let taken = descend(event)
      if taken.disposition != .captured { buttonOwners[button] = taken.owner.map { WeakResponder($0) } }
      return taken.disposition
    case .buttonReleased(let button, _, _):
      let disposition = releaseButton(button, event)
      endCapture(by: button)
      return disposition
    case .pointerMoved:
      return toCaptor(event) ?? hover(event)
    case .pointerLeft:
      hovered.removeAll(keepingCapacity: true)
      return toCaptor(event) ?? descend(event).disposition
    case .scrolled, .pinched, .filesDropped:
      return toCaptor(event) ?? descend(event).disposition
    }
  }

  /// Keys and text go to the owner of the pointer first: Escape must cancel the drag that is going on.
  private func dispatchKey(_ event: InputEvent) -> Taken {
    switch captor {
    case .nobody:
      return descend(event)
    case .responder(let captor, _):
      guard let owner = captor.responder else { return descend(event) }
      switch owner.respond(to: event) {
      case .ignored, .observed: return descend(event, skipping: owner)
      case .handled, .captured: return Taken(reported(.handled, by: owner), owner)
      }
    case .claimant(let owner, _):
      owner.claimant?.handleDrag(event)
      return descend(event)
    }
  }

  private func releaseButton(_ button: PointerButton, _ event: InputEvent) -> EventDisposition {
    let presser = buttonOwners.removeValue(forKey: button)
    if let disposition = toCaptor(event) { return disposition }
    let taken = descend(event)
    release(event, to: presser, unlessTakenBy: taken.owner)
    return taken.disposition
  }

  /// A layer that took a press must not believe for ever that it is held, because another took the release.
  private func release(_ event: InputEvent, to presser: WeakResponder?, unlessTakenBy owner: (any EventResponder)?) {
    guard let presser = presser?.responder, let owner, owner !== presser, isAbove(owner, presser) else { return }
    _ = presser.respond(to: event)
  }

  /// Whether `upper` is asked before `lower`, which then has not been asked.
  private func isAbove(_ upper: any EventResponder, _ lower: any EventResponder) -> Bool {
    for layer in layers {
      if layer.responder === lower { return false }
      if layer.responder === upper { return true }
    }
    return lower === map
  }

  /// Brings a move down, and tells those that it does not reach any more.
  private func hover(_ event: InputEvent) -> EventDisposition {
    swap(&hovered, &hoveredBefore)
    hovered.removeAll(keepingCapacity: true)
    let disposition = descend(event, notesHover: true).disposition
    for before in hoveredBefore {
      guard let responder = before.responder, !hovered.contains(where: { $0.responder === responder }) else { continue }
      _ = responder.respond(to: InputEvent(timeSeconds: event.timeSeconds, kind: .pointerLeft))
    }
    hoveredBefore.removeAll(keepingCapacity: true)
    return disposition
  }

  private func broadcast(_ event: InputEvent) {
    if case .claimant(let owner, _) = captor { owner.claimant?.handleDrag(event) }
    captor = .nobody
    keyOwners.removeAll(keepingCapacity: true)
    buttonOwners.removeAll(keepingCapacity: true)
    let layers = layers
    for layer in layers { _ = layer.responder?.respond(to: event) }
    _ = map?.respond(to: event)
  }
}

// MARK: The way down

extension EventRouter {
  /// What became of an event, and the layer that used it.
  private struct Taken {
    let disposition: EventDisposition
    let owner: (any EventResponder)?

    init(_ disposition: EventDisposition, _ owner: (any EventResponder)? = nil) {
      self.disposition = disposition
      self.owner = owner
    }
  }

  /// Gives the event to the owner of the pointer; nil when there is none, or none any more.
  private func toCaptor(_ event: InputEvent) -> EventDisposition? {
    switch captor {
    case .nobody:
      return nil
    case .responder(let owner, _):
      guard let responder = owner.responder else {
        captor = .nobody
        return nil
      }
      return reported(responder.respond(to: event) == .ignored ? .handled : .captured, by: responder)
    case .claimant(let owner, _):
      guard let claimant = owner.claimant else {
        captor = .nobody
        return nil
      }
      claimant.handleDrag(event)
      return .captured
    }
  }

  private func descend(
    _ event: InputEvent, skipping skipped: (any EventResponder)? = nil, notesHover: Bool = false
  ) -> Taken {
    var observed = false
    // As the list is now: a layer may change it while it is called.
    let layers = layers
    for index in 0...layers.count {
      let isMap = index == layers.count
      if isMap, claim(event) { return Taken(.captured) }
      guard let responder = isMap ? map : layers[index].responder, responder !== skipped else { continue }
      if notesHover { hovered.append(WeakResponder(responder)) }
      switch responder.respond(to: event) {
      case .ignored: break
      case .observed: observed = true
      case .handled: return Taken(reported(.handled, by: responder), responder)
      case .captured: return Taken(reported(capture(event, by: responder), by: responder), responder)
      }
    }
    return Taken(observed ? .observed : .ignored)
  }

  /// Only a press captures the pointer.
  private func capture(_ event: InputEvent, by responder: any EventResponder) -> EventDisposition {
    guard case .buttonPressed(let button, _, _) = event.kind else { return .handled }
    captor = .responder(WeakResponder(responder), button)
    return .captured
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

  private func endCapture(by button: PointerButton) {
    switch captor {
    case .nobody: break
    case .responder(_, let owned), .claimant(_, let owned): if owned == button { captor = .nobody }
    }
  }

  private func reported(_ disposition: EventDisposition, by responder: any EventResponder) -> EventDisposition {
    responder === map && !consumesGesturesInView ? .observed : disposition
  }
}
