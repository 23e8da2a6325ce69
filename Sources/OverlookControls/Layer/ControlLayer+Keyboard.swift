import OverlookAccessibility
import OverlookGeometry
import OverlookInput

// The way of keys to controls, and of the keyboard from one control to the next.
extension ControlLayer {
  func keyDown(_ key: Key, _ modifiers: Modifiers, isRepeat: Bool) -> EventDisposition {
    if let focused {
      let isMirrored = isMirrored(focused)
      let (key, context) = (isMirrored ? key.mirrored : key, context(isMirrored))
      if focused.handle(.key(key, modifiers), in: context) { return .handled }
      // Those that it lies on, the innermost first: arrows scroll a sheet, Escape closes it.
      for holder in holders(of: focused).reversed() where holder.handle(.key(key, modifiers), in: context) { return .handled }
    }
    if key == .tab, !modifiers.contains(.control) { return moveFocus(by: modifiers.contains(.shift) ? -1 : 1) }
    if key == .f6 { return moveFocusToNextGroup(by: modifiers.contains(.shift) ? -1 : 1) }
    guard key == .escape, !isRepeat else { return .ignored }
    if press != nil {
      cancelPress()
      return .handled
    }
    if focused != nil {
      focus(nil)
      return .handled
    }
    guard let modal else { return .ignored }
    return modal.handle(.key(key, modifiers), in: context(of: modal)) ? .handled : .ignored
  }

  // MARK: Order

  /// Controls that are shown and where they lie in the view, in reading order; `children` of one that is on the layer.
  func readingOrder(_ controls: [any Control]) -> [(control: any Control, frame: ScreenRect)] {
    let shown = controls.compactMap { control in viewRect(of: control).map { (control: control, frame: $0) } }
    // Who reads from right to left begins at the right.
    return ReadingOrder.sorted(shown) { isMirrored ? area(true).placed($0.frame) : $0.frame }
  }

  /// Those that take the keyboard, in the order in which Tab goes through them: a control, then those on it.
  private func focusable(_ controls: [any Control], depth: Int = 0) -> [any Control] {
    readingOrder(controls).flatMap { control, _ -> [any Control] in
      let own: [any Control] = control.isFocusable ? [control] : []
      return depth < Self.maximumDepth ? own + focusable(control.children, depth: depth + 1) : own
    }
  }

  /// Gives the keyboard to the next control that takes it; within the topmost modal one where there is one.
  private func moveFocus(by step: Int) -> EventDisposition {
    let candidates = focusable(modal.map { [$0] } ?? controls)
    guard !candidates.isEmpty else { return .ignored }
    let current = focused.flatMap { focused in candidates.firstIndex { $0 === focused } }
    let next = current.map { ($0 + step + candidates.count) % candidates.count } ?? (step > 0 ? 0 : candidates.count - 1)
    focus(candidates[next])
    return .handled
  }

  /// Gives the keyboard to the first control of the next panel, or behind the last one to the map.
  private func moveFocusToNextGroup(by step: Int) -> EventDisposition {
    guard modal == nil else { return .handled }
    let groups = readingOrder(controls).compactMap { focusable([$0.control]).first }
    guard !groups.isEmpty else { return .ignored }
    // The map is the place before the first.
    let roots = readingOrder(controls).map(\.control).filter { !focusable([$0]).isEmpty }
    let current = focused.flatMap { focused in roots.firstIndex { isOn(focused, $0) } }.map { $0 + 1 } ?? 0
    let next = (current + step + groups.count + 1) % (groups.count + 1)
    focus(next == 0 ? nil : groups[next - 1])
    return .handled
  }

  // MARK: Menus and sheets

  /// Gives the keyboard to a modal control that has opened, and back to where it was when it is closed; takes it from one that is no
  /// longer shown.
  func followModal() {
    let modal = modal
    defer { followedModal = modal }
    if let modal, modal !== followedModal {
      if let focused, isOn(focused, modal) { return }
      if followedModal == nil { focusBeforeModal = focused }
      return focus(focusable([modal]).first)
    }
    if modal == nil, followedModal != nil {
      let before = focusBeforeModal
      focusBeforeModal = nil
      if focused == nil || focused.map(isShown) == false {
        return focus(before.flatMap { isShown($0) && $0.isFocusable ? $0 : nil })
      }
    }
    if let focused, !isShown(focused) { focus(nil) }
  }

  private func isShown(_ control: any Control) -> Bool {
    let area = area(isMirrored(control))
    return entries.contains { isShown(control, on: $0.control, area, depth: 0) }
  }

  /// Asked in every step while a control has the keyboard: nothing is gathered, and only what it lies on is placed.
  private func isShown(_ control: any Control, on root: any Control, _ area: ControlArea, depth: Int) -> Bool {
    let isFound =
      root === control
      || depth < Self.maximumDepth && root.children.contains { isShown(control, on: $0, area, depth: depth + 1) }
    return isFound && root.frame(in: area) != nil
  }
}
