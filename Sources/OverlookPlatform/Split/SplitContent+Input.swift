public import OverlookGeometry
public import OverlookInput
public import OverlookSupport

extension SplitContent {
  /// Brings an event to the content that it is for.
  public func handle(_ event: InputEvent) {
    guard second != nil else { return first.handle(event) }
    switch event.kind {
    case .pointerMoved(let point): move(to: point, event)
    case .pointerLeft:
      if let side = held?.side ?? hovered { send(event, to: side) }
      hovered = nil
    case .buttonPressed(let button, let point, _): press(button, at: point, event)
    case .buttonReleased(let button, _, _): release(button, event)
    case .scrolled(_, _, let point, _), .pinched(_, _, let point, _), .filesDropped(_, let point):
      if let side = held.map(\.side) ?? side(at: point) { send(event, to: side) }
    case .keyPressed, .keyRepeated, .keyReleased, .textCommitted: send(event, to: keyboardSide)
    case .focusLost:
      held = nil
      for side in Side.allCases { send(event, to: side) }
    }
  }

  private func move(to point: ScreenPoint, _ event: InputEvent) {
    if let held {
      guard let side = held.side else { return drag(to: point) }
      return send(event, to: side)
    }
    let side = side(at: point)
    if let hovered, hovered != side { send(InputEvent(timeSeconds: event.timeSeconds, kind: .pointerLeft), to: hovered) }
    hovered = side
    host?.setCursor(side.map { cursors[$0] ?? .arrow } ?? .hand)
    if let side { send(event, to: side) }
  }

  private func drag(to point: ScreenPoint) {
    guard let grasp else { return }
    if arrangement != .inset {
      let before = share
      if let wanted = layout.share(at: point) { share = wanted }
      if share != before { onShareChange(share) }
      return
    }
    let before = (insetShare, insetCorner)
    switch grasp.handle {
    case .corner: insetCorner = layout.corner(nearest: point)
    case .share:
      if let wanted = layout.insetShare(draggedFrom: grasp.point, to: point, with: grasp.share) { insetShare = wanted }
    }
    if before != (insetShare, insetCorner) { onInsetChange() }
  }

  func press(_ button: PointerButton, at point: ScreenPoint, _ event: InputEvent) {
    if held == nil {
      held = (side(at: point), [])
      grasp = (layout.handle(at: point), point, insetShare)
    }
    held?.buttons.insert(button)
    guard let side = held?.side else { return }
    keyboardSide = side
    send(event, to: side)
  }

  func release(_ button: PointerButton, _ event: InputEvent) {
    if let side = held?.side { send(event, to: side) }
    held?.buttons.remove(button)
    if held?.buttons.isEmpty == true { held = nil }
  }

  /// Exchanges which of both is the inset and which fills the window; beside each other nothing changes.
  public func swapInset() { insetSide = insetSide == .first ? .second : .first }

  func loseFocus(_ side: Side) {
    send(InputEvent(timeSeconds: MonotonicClock.now(), kind: .focusLost), to: side)
  }

  /// With its points as the content counts them.
  private func send(_ event: InputEvent, to side: Side) {
    guard let content = panes[side]?.content, let origin = rect(of: side)?.origin else { return }
    var event = event
    event.kind = event.kind.moved(byX: -origin.x, y: -origin.y)
    content.handle(event)
  }

  /// A content wants another pointer over itself.
  func setCursor(_ cursor: PointerCursor, of side: Side) {
    cursors[side] = cursor
    if second == nil ? side == .first : (held?.side ?? hovered) == side { host?.setCursor(cursor) }
  }
}

extension InputEvent.Kind {
  /// The same at points so much farther right and down.
  func moved(byX x: Double, y: Double) -> Self {
    func moved(_ point: ScreenPoint) -> ScreenPoint { ScreenPoint(x: point.x + x, y: point.y + y) }
    switch self {
    case .pointerMoved(let point): return .pointerMoved(moved(point))
    case .buttonPressed(let button, let point, let modifiers): return .buttonPressed(button, moved(point), modifiers)
    case .buttonReleased(let button, let point, let modifiers): return .buttonReleased(button, moved(point), modifiers)
    case .scrolled(let right, let up, let point, let modifiers):
      return .scrolled(x: right, y: up, at: moved(point), modifiers)
    case .pinched(let scale, let degrees, let point, let modifiers):
      return .pinched(scale: scale, degrees: degrees, at: moved(point), modifiers)
    case .filesDropped(let files, let point): return .filesDropped(files, at: moved(point))
    case .pointerLeft, .keyPressed, .keyRepeated, .keyReleased, .textCommitted, .focusLost: return self
    }
  }
}
