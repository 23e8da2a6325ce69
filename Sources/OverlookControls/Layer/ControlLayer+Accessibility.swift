package import OverlookAccessibility
import OverlookGeometry

// The controls as somebody meets them who cannot see them.
extension ControlLayer {
  /// Puts the controls that are shown under `parent`, in reading order; those beside the topmost modal one are left out.
  package func describe(into tree: inout AccessibleTree, under parent: AccessibleTree.ID) {
    describe(modal.map { [$0] } ?? controls, into: &tree, under: parent, depth: 0)
    accessibleNumbers.forgetUnused()
  }

  /// Whether something is shown beside which nothing can be used.
  package var hasModal: Bool { modal != nil }

  private func describe(
    _ controls: [any Control], into tree: inout AccessibleTree, under parent: AccessibleTree.ID, depth: Int
  ) {
    // What a line of text before a slider or a field says names it.
    var label = ""
    for (control, frame) in readingOrder(controls) {
      var place = parent
      let area = area(isMirrored(control))
      if var element = control.accessibleElement(in: area) {
        if control.isFocusable { element.states.insert(.focusable) }
        if control === focused { element.states.insert(.focused) }
        if element.name.isEmpty, element.role == .slider || element.role == .field { element.name = label }
        label = element.role == .text ? element.name : ""
        element.frame = element.frame.map { area.placed($0) } ?? frame
        for index in element.parts.indices where area.isMirrored {
          element.parts[index].element.frame = element.parts[index].element.frame.map { area.placed($0) }
        }
        place = AccessibleTree.ID(control: accessibleNumbers.number(of: control))
        tree.add(element, place, under: parent)
      }
      if depth < Self.maximumDepth { describe(control.children, into: &tree, under: place, depth: depth + 1) }
    }
  }

  /// Does what was asked of a control, or of a part of it; false where it is no longer there.
  @discardableResult package func perform(_ action: AccessibleAction, on id: AccessibleTree.ID) -> Bool {
    guard let control = accessibleNumbers.object(id.control) as? any Control, isPresent(control), viewRect(of: control) != nil
    else { return false }
    // What lies beside a modal control cannot be used by anybody.
    if let modal, !isOn(control, modal) { return false }
    if action == .focus, id.part == nil {
      guard control.isFocusable else { return false }
      focus(control)
      return true
    }
    defer { onChange() }
    return control.perform(action, part: id.part.flatMap { Int(exactly: $0) }, in: context(of: control))
  }
}
