import Observation

/// What the pointer and the keyboard do with a control of the kit, followed from input to input. Watched as the control's own
/// properties are: a frame shows another state, and none is asked for where it stays the same.
@MainActor @Observable final class Interaction {
  private(set) var state: ControlState = []

  /// Takes an input; true when it was a click, by the pointer or by Enter or Space.
  func take(_ input: ControlInput) -> Bool {
    let (after, isClicked) = state.after(input)
    if after != state { state = after }
    return isClicked
  }
}
