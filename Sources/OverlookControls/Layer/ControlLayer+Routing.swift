package import OverlookGeometry
package import OverlookInput

// The way of input to controls. What lies on a control ends here.
extension ControlLayer: EventResponder {
  package func respond(to event: InputEvent) -> EventDisposition {
    let isOfKey = isTyping
    isTyping = false
    switch event.kind {
    case .pointerMoved(let point): return pointerMoved(to: point, at: event.timeSeconds)
    case .pointerLeft:
      leaveHovered()
      return .ignored
    case .buttonPressed(let button, let point, let modifiers):
      return pressed(button, point, modifiers, at: event.timeSeconds)
    case .buttonReleased(let button, let point, _): return released(button, point)
    case .scrolled(let x, let y, let point, _):
      guard let hit = hit(at: point) else { return .ignored }
      scroll(x, y, at: point, from: hit)
      return .handled
    case .pinched(_, _, let point, _): return hit(at: point) == nil ? .ignored : .handled
    case .keyPressed(let key, let modifiers):
      (isTyping, focusBeforeKey) = (true, focused)
      return keyDown(key, modifiers, isRepeat: false)
    case .keyRepeated(let key, let modifiers):
      isTyping = true
      return keyDown(key, modifiers, isRepeat: true)
    case .textCommitted(let text):
      guard let focused else { return .ignored }
      // What a key types that has given a field the keyboard is not for that field.
      if isOfKey, focused !== focusBeforeKey { return .handled }
      return focused.handle(.text(text), in: context(of: focused)) ? .handled : .ignored
    case .keyReleased, .filesDropped: return .ignored
    case .focusLost:
      cancelPress()
      leaveHovered()
      return .ignored
    }
  }

  // MARK: What lies where

  /// The topmost control at a point, and what of it lies there.
  func hit(at point: ScreenPoint) -> Hit? {
    let isMirrored = isMirrored
    for entry in entries.reversed() where isShown(entry) {
      let area = area(isMirrored && entry.control.isMirrored)
      if let hit = hit(entry.control, at: area.placed(point), in: area, depth: 0) { return hit }
    }
    return nil
  }

  private func hit(_ control: any Control, at point: ScreenPoint, in area: ControlArea, depth: Int) -> Hit? {
    guard let frame = control.frame(in: area) else { return nil }
    if depth < Self.maximumDepth, control.childClip(in: area)?.contains(point) ?? true {
      for child in control.children.reversed() {
        if let hit = hit(child, at: point, in: area, depth: depth + 1) { return hit }
      }
    }
    guard frame.contains(point) else { return nil }
    let part = control.part(at: point, in: area)
    return part == .none ? nil : Hit(control: control, part: part, isMirrored: area.isMirrored)
  }

  /// What of a control lies at a point; nil where the map does.
  package func part(at point: ScreenPoint) -> ControlPart? { hit(at: point)?.part }

  /// The modal control above all others that are modal; nil for none.
  var modal: (any Control)? {
    entries.last { $0.control.isModal && viewRect(of: $0.control) != nil }?.control
  }

  /// The controls that one lies on, the outermost first.
  func holders(of control: any Control) -> [any Control] {
    entries.lazy.compactMap { self.holders(of: control, from: $0.control, depth: 0) }.first?.reversed() ?? []
  }

  /// The innermost first; nil where `control` is not on `root`.
  private func holders(of control: any Control, from root: any Control, depth: Int) -> [any Control]? {
    if root === control { return [] }
    guard depth < Self.maximumDepth else { return nil }
    for child in root.children {
      if let inner = holders(of: control, from: child, depth: depth + 1) { return inner + [root] }
    }
    return nil
  }

  // MARK: Pointer

  private func pointerMoved(to point: ScreenPoint, at seconds: Double) -> EventDisposition {
    if let press {
      let moved = abs(point.x - press.point.x) + abs(point.y - press.point.y)
      if moved > Self.slopPoints { self.press?.longPressTime = nil }
      press.control.handle(.dragged(placed(point, press.isMirrored)), in: context(press.isMirrored))
      return .handled
    }
    guard let hit = hit(at: point) else {
      leaveHovered()
      return .ignored
    }
    if hovered !== hit.control { leaveHovered() }
    if hovered == nil || point != hoverPoint {
      hovered = hit.control
      hoverPoint = point
      hideTooltip()
      tooltipTime = hit.control.tooltip == nil ? nil : seconds + Self.tooltipSeconds
    }
    hit.control.handle(.pointerMoved(placed(point, hit.isMirrored)), in: context(hit.isMirrored))
    return .handled
  }

  func leaveHovered() {
    guard let old = hovered else { return }
    hovered = nil
    tooltipTime = nil
    hideTooltip()
    old.handle(.pointerLeft, in: context(of: old))
  }

  private func hideTooltip() {
    guard isTooltipShown else { return }
    isTooltipShown = false
    onChange()
  }

  private func pressed(
    _ button: PointerButton, _ point: ScreenPoint, _ modifiers: Modifiers, at seconds: Double
  ) -> EventDisposition {
    // A second button changes nothing for the first.
    if press != nil { return .handled }
    let hit = hit(at: point)
    if let modal, hit.map({ !isOn($0.control, modal) }) ?? true {
      let isMirrored = isMirrored(modal)
      modal.handle(.pressedOutside(placed(point, isMirrored)), in: context(isMirrored))
      return .handled
    }
    guard let hit else {
      focus(nil)
      return .ignored
    }
    leaveHovered()
    if button == .left { focus(hit.control.isFocusable ? hit.control : nil) }
    press = Press(
      control: hit.control, button: button, point: point, isMirrored: hit.isMirrored,
      longPressTime: button == .left ? seconds + Self.longPressSeconds : nil)
    hit.control.handle(
      .pressed(button, placed(point, hit.isMirrored), modifiers, clicks: clickCount(point, at: seconds)),
      in: context(hit.isMirrored))
    return .captured
  }

  private func clickCount(_ point: ScreenPoint, at seconds: Double) -> Int {
    var count = 1
    if let lastClick, seconds - lastClick.seconds < Self.doubleClickSeconds,
      abs(point.x - lastClick.point.x) + abs(point.y - lastClick.point.y) <= Self.slopPoints
    {
      count = lastClick.count % 3 + 1
    }
    lastClick = (seconds, point, count)
    return count
  }

  private func released(_ button: PointerButton, _ point: ScreenPoint) -> EventDisposition {
    guard let press, press.button == button else { return press == nil ? .ignored : .handled }
    self.press = nil
    let isInside = hit(at: point)?.control === press.control
    press.control.handle(
      .released(button, placed(point, press.isMirrored), isInside: isInside), in: context(press.isMirrored))
    return .handled
  }

  func cancelPress() {
    guard let press else { return }
    self.press = nil
    press.control.handle(.cancelled, in: context(press.isMirrored))
  }

  /// To the control under the pointer, or to the nearest below it that scrolls.
  private func scroll(_ x: Double, _ y: Double, at viewPoint: ScreenPoint, from hit: Hit) {
    let (area, context) = (area(hit.isMirrored), context(hit.isMirrored))
    let point = area.placed(viewPoint)
    let input = ControlInput.scrolled(x: hit.isMirrored ? -x : x, y: y, at: point)
    if hit.control.handle(input, in: context) { return }
    for entry in entries.reversed() where isOn(hit.control, entry.control) {
      var chain: [any Control] = []
      forEach(entry.control) { if $0.frame(in: area)?.contains(point) == true { chain.append($0) } }
      for other in chain.reversed() where other !== hit.control {
        if other.handle(input, in: context) { return }
      }
    }
  }
}
