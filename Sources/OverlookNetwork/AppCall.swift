import OverlookSupport
import Synchronization

/// A question to the app, which answers on a task of its own and may never do so. The first end wins: the answer, the end of the
/// time, or the cancellation of who asked.
final class AppCall<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var completion: (@Sendable (Value?) -> Void)?
    /// The work, and the clock that watches over it.
    var tasks: [Task<Void, Never>] = []
  }

  private let state: Mutex<State>

  private init(_ completion: @escaping @Sendable (Value?) -> Void) {
    state = Mutex(State(completion: completion))
  }

  /// Takes the completion, once, and ends what still runs.
  private func end() -> (@Sendable (Value?) -> Void)? {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    for task in ended.tasks { task.cancel() }
    return ended.completion
  }

  private func watch(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      guard state.completion != nil else { return true }
      state.tasks.append(task)
      return false
    }
    if isOver { task.cancel() }
  }
}

extension AppCall {
  /// Runs `body` off the calling thread. `completion` is called once, with nil when `timeoutSeconds` are over; never after
  /// `ticket` was cancelled, which cancels the task of `body` as well.
  static func run(
    ticket: WorkTicket, timeoutSeconds: Double, _ body: @escaping @Sendable () async -> Value,
    completion: @escaping @Sendable (Value?) -> Void
  ) {
    let call = AppCall { value in
      ticket.clearCancelHandler()
      if !ticket.isCancelled { completion(value) }
    }
    ticket.onCancel { _ = call.end() }
    // Started before the work, whose end ends it.
    call.watch(
      Task.detached(priority: .utility) {
        do { try await Task.sleep(for: .seconds(min(max(timeoutSeconds, 0.001), 86_400))) } catch { return }
        call.end()?(nil)
      })
    call.watch(
      Task.detached(priority: .userInitiated) {
        guard !Task.isCancelled, !ticket.isCancelled else { return }
        let value = await body()
        call.end()?(value)
      })
  }
}
