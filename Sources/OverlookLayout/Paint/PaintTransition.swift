internal import Glibc
package import OverlookStyle

/// A paint property on its way from what it was to what it is now.
struct PaintTransition: Sendable {
  /// What it was; itself perhaps on its way.
  var before: PaintBefore
  var beginSeconds: Double
  var endSeconds: Double
}

/// The properties that a layer had before it changed; shared, because each property that moves needs them.
final class PaintBefore: Sendable {
  let properties: LayerProperties
  /// How many changes lie behind each other.
  let depth: Int

  init(_ properties: LayerProperties, depth: Int) {
    self.properties = properties
    self.depth = depth
  }

  /// A map that changes faster than its transitions end forgets the oldest.
  static let maximumDepth = 4
}

extension LayerProperties {
  /// Lets what changed since `old` go over to its new value, from `timeSeconds` on; `general` is the document's own transition.
  /// What depends on features changes at once.
  package mutating func moveOver(from old: LayerProperties, at timeSeconds: Double, general: StyleTransition) {
    guard old.kind == kind else { return }
    var kept = old
    kept.transitions = old.transitions.filter {
      $0.value.endSeconds > timeSeconds && $0.value.before.depth < PaintBefore.maximumDepth
    }
    let depth = 1 + (kept.transitions.values.map(\.before.depth).max() ?? 0)
    let before = PaintBefore(kept, depth: depth)
    for (name, entry) in entries where entry.isPaint {
      if isSame(name, as: old) {
        // Still on the way to the same value.
        transitions[name] = kept.transitions[name]
        continue
      }
      let timing = ownTransitions[name] ?? general
      guard !isDataDriven(name), timing.durationSeconds + timing.delaySeconds > 0 else { continue }
      transitions[name] = PaintTransition(
        before: before, beginSeconds: timeSeconds + timing.delaySeconds,
        endSeconds: timeSeconds + timing.delaySeconds + timing.durationSeconds)
    }
  }

  /// Whether a value still changes after `timeSeconds` though nothing else does.
  package func isMoving(at timeSeconds: Double) -> Bool {
    transitions.values.contains { $0.endSeconds > timeSeconds }
  }

  /// Nil for what does not move at `timeSeconds`.
  func transitionValue(_ name: StylePropertyName, zoom: Double) -> StyleValue? {
    guard let transition = transitions[name], timeSeconds < transition.endSeconds else { return nil }
    var before = transition.before.properties
    guard !before.isDataDriven(name) else { return nil }
    before.timeSeconds = timeSeconds
    let from = before.value(name, zoom: zoom)
    guard timeSeconds > transition.beginSeconds else { return from }
    let t = (timeSeconds - transition.beginSeconds) / (transition.endSeconds - transition.beginSeconds)
    let to = settledValue(name, zoom: zoom)
    // What has nothing between two values changes at once.
    return from.interpolated(to: to, Self.eased(t)) ?? to
  }

  private func isSame(_ name: StylePropertyName, as other: LayerProperties) -> Bool {
    switch (entries[name]?.property, other.entries[name]?.property) {
    case (.constant(let a)?, .constant(let b)?): a == b
    case (.expression(let a)?, .expression(let b)?): a.isSame(as: b)
    default: false
    }
  }

  /// Slow, fast, slow: cubic on either side of the middle.
  private static func eased(_ t: Double) -> Double {
    if t <= 0 { return 0 }
    if t >= 1 { return 1 }
    return t < 0.5 ? 4 * t * t * t : 1 - 4 * pow(1 - t, 3)
  }
}
