import Synchronization

/// Hands one value to whoever waits for it, the first that comes.
package final class OneAnswer<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case waiting(CheckedContinuation<Value, Never>)
    case given(Value)
    case done
  }

  private let state = Mutex(State.empty)

  package init() {}

  /// Who waits; called once.
  package func set(_ continuation: CheckedContinuation<Value, Never>) {
    let early: Value? = state.withLock { state in
      if case .given(let value) = state {
        state = .done
        return value
      }
      state = .waiting(continuation)
      return nil
    }
    if let early { continuation.resume(returning: early) }
  }

  /// Whether it is the first value.
  @discardableResult package func give(_ value: Value) -> Bool {
    let (isFirst, waiting): (Bool, CheckedContinuation<Value, Never>?) = state.withLock { state in
      switch state {
      case .empty:
        state = .given(value)
        return (true, nil)
      case .waiting(let continuation):
        state = .done
        return (true, continuation)
      case .given, .done: return (false, nil)
      }
    }
    waiting?.resume(returning: value)
    return isFirst
  }
}

extension OneAnswer {
  /// What `start` gives; `cancelled` when the task is cancelled before, and so is the ticket, which is of `priority`.
  package static func first(
    ifCancelled cancelled: Value, priority: Double = 0, _ start: (WorkTicket, @escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value {
    let answer = OneAnswer<Value>()
    let ticket = WorkTicket(priority: priority)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.set(continuation)
        start(ticket) { answer.give($0) }
      }
    } onCancel: {
      ticket.cancel()
      answer.give(cancelled)
    }
  }
}
