/// How changes are animated that are made together: of the numbers of layers, and of the positions, rotations and opacities of markers on
/// maps. Main thread only.
@MainActor public enum LayerTransaction {
  package struct Timing {
    package let seconds: Double
    package let easing: Easing
    package let group: LayerAnimationGroup?

    /// That of one animation; `group` is told of its end.
    package init(seconds: Double, easing: Easing, group: LayerAnimationGroup? = nil) {
      self.seconds = seconds
      self.easing = easing
      self.group = group
    }

    /// Whether any time passes.
    package var isTimed: Bool { seconds > 0 && seconds.isFinite }
  }

  /// That of the innermost transaction; nil outside of any.
  package private(set) static var current: Timing?

  /// Animates what `changes` sets of layers and markers over `seconds`; 0 or less sets it at once. `completion` comes once: `.finished` when
  /// all has arrived, `.interrupted` when something was stopped before. Transactions may lie within each other: the inner one
  /// counts.
  public static func animate(
    seconds: Double = AnimatableLayer.implicitSeconds, easing: Easing = .easeInOut,
    completion: ((MotionOutcome) -> Void)? = nil, _ changes: () throws -> Void
  ) rethrows {
    let outer = current
    let group = completion.map { LayerAnimationGroup($0) }
    group?.open()
    current = Timing(seconds: seconds, easing: easing, group: group)
    defer {
      current = outer
      group?.end(.finished)
    }
    try changes()
  }

  /// Sets what `changes` sets of layers and markers at once.
  public static func withoutAnimation(_ changes: () throws -> Void) rethrows {
    try animate(seconds: 0, changes)
  }
}

/// Animations whose end is told together.
@MainActor package final class LayerAnimationGroup {
  private var openCount = 0
  private var outcome = MotionOutcome.finished
  private var completion: ((MotionOutcome) -> Void)?

  package init(_ completion: @escaping (MotionOutcome) -> Void) {
    self.completion = completion
  }

  package func open() { openCount += 1 }

  package func end(_ outcome: MotionOutcome) {
    openCount -= 1
    if outcome == .interrupted { self.outcome = .interrupted }
    guard openCount <= 0, let completion else { return }
    self.completion = nil
    completion(self.outcome)
  }
}
