import OverlookSupport

/// The components of one map, from the lowest up, and what they say together.
@MainActor struct ComponentList {
  private(set) var components: [any MapComponent] = []
  /// Consecutive frames that each of them asked for.
  private var streaks: [Int] = []
  /// What each of them could not do when it was asked last.
  private var knownErrors: [[MapError]] = []
  /// Whether a component left with what it could not do.
  private var hasLostErrors = false

  /// A component that asks for so many frames in a row is named in the panel of figures.
  private static let restlessFrames = 600

  func contains(_ component: any MapComponent) -> Bool { components.contains { $0 === component } }

  mutating func append(_ component: any MapComponent) {
    components.append(component)
    streaks.append(0)
    knownErrors.append([])
  }

  mutating func remove(_ component: any MapComponent) {
    guard let index = components.firstIndex(where: { $0 === component }) else { return }
    components.remove(at: index)
    streaks.remove(at: index)
    if !knownErrors.remove(at: index).isEmpty { hasLostErrors = true }
  }

  /// Takes note of who asked for a frame.
  mutating func note(_ component: any MapComponent, asked: Bool) {
    for index in components.indices where components[index] === component {
      streaks[index] = asked ? streaks[index] + 1 : 0
    }
  }

  /// The type of a component that has asked for every frame for long; nil while none has.
  var restlessName: String? {
    for index in components.indices where streaks[index] >= Self.restlessFrames { return "\(type(of: components[index]))" }
    return nil
  }

  var needsFrame: Bool { components.contains { $0.needsFrame } }
  var isLoading: Bool { components.contains { $0.isLoading } }
  var prefersWaiting: Bool { components.contains { $0.prefersWaiting } }

  /// Whether something has not come, and none of it is worth waiting for. What came and was not drawn yet is not lacking.
  func isInVain(before end: Double) -> Bool {
    prefersWaiting && components.allSatisfy { !$0.isLoading || $0.isInVain(before: end) }
  }

  /// What the components cannot do, from the lowest up.
  var errors: [MapError] { knownErrors.flatMap(\.self) }

  /// Asks each component what it cannot do; whether that is other than before.
  mutating func errorsChanged() -> Bool {
    var isChanged = hasLostErrors
    hasLostErrors = false
    for index in components.indices {
      let errors = components[index].errors
      guard errors != knownErrors[index] else { continue }
      knownErrors[index] = errors
      isChanged = true
    }
    return isChanged
  }

  func nextDeadline(now: Double) -> Double? {
    components.reduce(nil) { earliest($0, $1.nextDeadline(now: now)) }
  }

  /// Each credit once, in the order of drawing.
  var attributions: [String] {
    var credits: [String] = []
    for credit in components.flatMap(\.attributions) where !credit.isEmpty && !credits.contains(credit) { credits.append(credit) }
    return credits
  }
}

/// The earlier of two times; nil is never.
func earliest(_ a: Double?, _ b: Double?) -> Double? {
  guard let a else { return b }
  guard let b else { return a }
  return min(a, b)
}
