import Observation

/// What was done in the window and can be undone, one list for layers, drawings and bookmarks. Ctrl+Z takes the last thing back,
/// whoever did it.
@MainActor @Observable final class UndoStack {
  /// Something that was done.
  struct Step {
    /// In the language of the interface, as a menu names it: "Remove layer".
    let title: String
    /// Changes of one kind and thing in a row, as a slider makes them, are one step.
    var key: String?
    let undo: @MainActor () -> Void
    let redo: @MainActor () -> Void
  }

  /// The last thing last.
  private(set) var done: [Step] = []
  /// What was undone, the last thing last.
  private(set) var undone: [Step] = []
  private var isReplaying = false

  /// The oldest steps are forgotten.
  static let limit = 200

  /// Takes note of something that was done already.
  ///
  /// - Parameters:
  ///   - title: In the language of the interface.
  ///   - key: A step whose key is that of the one before goes on with it: undoing leads to before both. Nil for a step of its own.
  ///   - undo: Brings back what was; what it changes is not taken note of.
  ///   - redo: Does it once more.
  func did(_ title: String, key: String? = nil, undo: @escaping @MainActor () -> Void, redo: @escaping @MainActor () -> Void) {
    guard !isReplaying else { return }
    undone = []
    if let key, let last = done.last, last.key == key {
      done[done.count - 1] = Step(title: title, key: key, undo: last.undo, redo: redo)
      return
    }
    done.append(Step(title: title, key: key, undo: undo, redo: redo))
    if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
  }

  /// Takes the last thing back; its title, nil when there is none.
  @discardableResult func undo() -> String? {
    guard let step = done.popLast() else { return nil }
    replay(step.undo)
    undone.append(step)
    return step.title
  }

  /// Does once more what was undone last; its title, nil when there is none.
  @discardableResult func redo() -> String? {
    guard let step = undone.popLast() else { return nil }
    replay(step.redo)
    done.append(step)
    return step.title
  }

  private func replay(_ body: () -> Void) {
    let wasReplaying = isReplaying
    isReplaying = true
    body()
    isReplaying = wasReplaying
  }
}
