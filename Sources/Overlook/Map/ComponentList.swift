import OverlookControls
import OverlookGeometry
import OverlookSupport

/// The components of one map, from the lowest up, and what they say together.
@MainActor struct ComponentList {
  private(set) var components: [any MapComponent] = []
  /// What is known of each of them.
  private var notes: [Note] = []

  private struct Note {
    /// Consecutive frames that it asked for.
    var streak = 0
    /// What it could not do when it was asked last.
    var errors: [MapError] = []
    /// Those that came with it.
    var controls: [any Control] = []
  }

  /// A component that asks for so many frames in a row is named in the panel of figures.
  private static var restlessFrames: Int { ControlLayer.restlessSteps }

  func contains(_ component: any MapComponent) -> Bool { components.contains { $0 === component } }

  mutating func append(_ component: any MapComponent) {
    components.append(component)
    notes.append(Note())
  }

  /// Takes a component out; the controls that came with it.
  mutating func remove(_ component: any MapComponent) -> [any Control] {
    guard let index = components.firstIndex(where: { $0 === component }) else { return [] }
    components.remove(at: index)
    return notes.remove(at: index).controls
  }

  /// Takes note of controls that came with a component.
  mutating func note(_ component: any MapComponent, controls: [any Control]) {
    guard let index = components.firstIndex(where: { $0 === component }) else { return }
    notes[index].controls = controls
  }

  /// Takes note of who asked for a frame.
  mutating func note(_ component: any MapComponent, asked: Bool) {
    for index in components.indices where components[index] === component {
      notes[index].streak = asked ? notes[index].streak + 1 : 0
    }
  }

  /// Takes note of what a component cannot do; whether that is other than before.
  mutating func note(_ component: any MapComponent, errors: [MapError]) -> Bool {
    guard let index = components.firstIndex(where: { $0 === component }), notes[index].errors != errors else { return false }
    notes[index].errors = errors
    return true
  }

  /// The type of a component that has asked for every frame for long; nil while none has.
  var restlessName: String? {
    for index in components.indices where notes[index].streak >= Self.restlessFrames { return "\(type(of: components[index]))" }
    return nil
  }

  var needsFrame: Bool { components.contains { $0.needsFrame } }
  var isAtRest: Bool { components.allSatisfy { $0.isAtRest } }

  /// What the components have to be seen, together.
  var contentBounds: CoordinateBounds { components.reduce(CoordinateBounds()) { $0.including($1.contentBounds) } }

  /// How far all of them are together.
  var progress: LoadProgress {
    var progress = LoadProgress.ready
    for component in components { progress.add(component.progress) }
    return progress
  }

  /// Why something is missing, each cause once, from the lowest component up.
  var loadingFaults: [LoadingFault] { components.flatMap { $0.loadingFaults }.uniqued() }
  var prefersWaiting: Bool { components.contains { $0.prefersWaiting } }

  /// Whether something of what has not come may come before `end`. What came and was not drawn yet is not lacking.
  func mayArrive(before end: Double) -> Bool {
    let progress = progress
    return progress.mayArrive(before: end) || !prefersWaiting && progress.state != .failed
  }

  /// What the components cannot do, from the lowest up.
  var errors: [MapError] { notes.flatMap(\.errors) }

  func nextDeadline(now: Double) -> Double? {
    // What is no number is no time.
    components.reduce(nil) { earliest($0, $1.nextDeadline(now: now).flatMap { $0.isNaN ? nil : $0 }) }
  }

  /// Each credit once, in the order of drawing.
  var attributions: [String] { components.flatMap(\.attributions).filter { !$0.isEmpty }.uniqued() }
}

/// The earlier of two times; nil is never.
func earliest(_ a: Double?, _ b: Double?) -> Double? {
  guard let a else { return b }
  guard let b else { return a }
  return min(a, b)
}
