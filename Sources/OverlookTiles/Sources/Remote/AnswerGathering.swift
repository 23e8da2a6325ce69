import Dispatch
import Synchronization

/// Answers to several questions, which a thread of its own waits for. Thread-safe.
package final class AnswerGathering<Answer: Sendable>: Sendable {
  private struct State: Sendable {
    var answers: [Answer?]
    var left: Int
    var isOver = false
  }

  private let state: Mutex<State>
  private let signal = DispatchSemaphore(value: 0)

  /// `count`: of the questions, more than 0.
  package init(_ count: Int) { state = Mutex(State(answers: [Answer?](repeating: nil, count: count), left: count)) }

  /// Takes the answer to a question, the first that comes.
  package func give(_ answer: Answer, at index: Int) {
    let isLast = state.withLock { state in
      guard state.answers[index] == nil, !state.isOver else { return false }
      state.answers[index] = answer
      state.left -= 1
      return state.left == 0
    }
    if isLast { signal.signal() }
  }

  /// Nobody wants the answers any more.
  package func end() {
    state.withLock { $0.isOver = true }
    signal.signal()
  }

  /// One signal comes for each round of answers, and one at the end: none is waited for after that.
  package func wait() { if !isOver { signal.wait() } }

  /// Rests, and ends sooner where nobody waits any more.
  func rest(seconds: Double) {
    guard !isOver else { return }
    _ = signal.wait(timeout: .now() + seconds)
  }

  /// Begins a round for some of the questions.
  func forget(_ indices: [Int]) {
    state.withLock { state in
      for index in indices { state.answers[index] = nil }
      state.left = indices.count
    }
  }

  /// Nil where none came.
  package var answers: [Answer?] { state.withLock { $0.answers } }

  private var isOver: Bool { state.withLock { $0.isOver } }
}
