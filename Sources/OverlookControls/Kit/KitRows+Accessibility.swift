package import OverlookAccessibility
import OverlookInput
package import OverlookSupport

extension ControlRow {
  /// The title, what it is in, and what may be done with it.
  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    var states: AccessibleStates = isOn == false ? [.enabled, .checkable] : .enabled
    if isOn == true { states.formUnion([.checkable, .checked]) }
    if let isOpen { states.formUnion(isOpen ? [.expandable, .expanded] : .expandable) }
    var value: AccessibleValue?
    if case .fraction(let share)? = progress, share.isFinite {
      let percent = "\(Int(exactly: (min(max(share, 0), 1) * 100).rounded()) ?? 0)"
      value = .text(localized("{number} percent", ["number": percent]))
    }
    if progress != nil { states.insert(.busy) }
    let parts = [
      isOn == nil ? nil : (0, localized("Show or hide")), progress == nil ? nil : (1, localized("Cancel")),
      (2, localized("Remove")),
    ].compactMap(\.self).map { AccessiblePart($0.0, AccessibleElement(.button, $0.1, detail: title, actions: [.press])) }
    return AccessibleElement(
      .row, title, detail: detail ?? tooltip ?? "", value: value, states: states,
      actions: isMovable ? [.press, .increase, .decrease] : [.press], parts: parts)
  }

  /// Opens it, or what a part is for.
  package func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    switch (part, action) {
    case (nil, .press): if isOpen != nil { onOpen() } else if isOn != nil { onSwitch() } else { return false }
    case (nil, .increase) where isMovable: onStep(-1)
    case (nil, .decrease) where isMovable: onStep(1)
    case (0, .press) where isOn != nil: onSwitch()
    case (1, .press) where progress != nil: onCancel()
    case (2, .press): onRemove()
    default: return false
    }
    return true
  }
}

extension FactTable {
  /// Names and values.
  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let parts = facts.prefix(Self.told).enumerated().map { index, fact in
      AccessiblePart(
        index, of: facts.count,
        AccessibleElement(
          .row, "\(fact.name): \(fact.value)",
          states: index == selected ? [.enabled, .selectable, .selected] : [.enabled, .selectable],
          actions: [.press]))
    }
    return AccessibleElement(.list, localized("Properties"), parts: parts)
  }

  /// Copies a value.
  package func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard action == .press, let part, facts.indices.contains(part) else { return false }
    context.clipboard = facts[part].value
    onCopy(facts[part])
    return true
  }

  private static let told = 200
}

extension PictureChoice {
  /// What there is to choose.
  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let parts = choices.prefix(Self.told).enumerated().map { index, choice in
      AccessiblePart(
        index, of: choices.count,
        AccessibleElement(
          .row, choice.title, states: index == selected ? [.enabled, .selectable, .selected] : [.enabled, .selectable],
          actions: choice.isRemovable ? [.press, .dismiss] : [.press]))
    }
    return AccessibleElement(.list, localized("Choice"), parts: parts)
  }

  /// Chooses, or takes away.
  package func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard let part, choices.indices.contains(part) else { return false }
    switch action {
    case .press, .select:
      selected = part
      onChoice(part)
    case .dismiss where choices[part].isRemovable: onRemove(part)
    default: return false
    }
    return true
  }

  private static let told = 200
}

extension SwatchRow {
  /// The colours, by words.
  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let parts = colors.enumerated().map { index, color in
      AccessiblePart(
        index,
        AccessibleElement(
          .row, color.map { ColorWords.text($0) } ?? localized("As it is"),
          states: index == selected ? [.enabled, .selectable, .selected] : [.enabled, .selectable], actions: [.press]))
    }
    return AccessibleElement(.list, localized("Colours"), parts: parts)
  }

  /// Chooses a colour.
  package func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard action == .press || action == .select, let part, colors.indices.contains(part) else { return false }
    selected = part
    onChoice(part)
    return true
  }
}

/// Colours in words.
package enum ColorWords {
  /// The hue, or a grey.
  package static func text(_ color: Color) -> String {
    let (red, green, blue) = (color.red, color.green, color.blue)
    let (low, high) = (min(red, green, blue), max(red, green, blue))
    guard high - low > 0.12 else {
      return high < 0.2 ? localized("black") : low > 0.85 ? localized("white") : localized("grey")
    }
    let third: Float =
      high == red
      ? (green - blue) / (high - low) : high == green ? 2 + (blue - red) / (high - low) : 4 + (red - green) / (high - low)
    let degrees = (third * 60 + 360).truncatingRemainder(dividingBy: 360)
    switch degrees {
    case 15..<45: return high < 0.6 ? localized("brown") : localized("orange")
    case 45..<70: return localized("yellow")
    case 70..<165: return localized("green")
    case 165..<195: return localized("turquoise")
    case 195..<260: return localized("blue")
    case 260..<300: return localized("violet")
    case 300..<345: return localized("pink")
    default: return localized("red")
    }
  }
}
