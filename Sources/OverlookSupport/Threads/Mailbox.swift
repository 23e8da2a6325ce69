import Synchronization

/// A box that worker threads post to and the main thread empties; the first post into an empty box calls `wake`.
///
/// Any thread may post. `wake` is called on the posting thread and must not block.
package final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  package init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  package func post(_ message: sending Message) {
    let wasEmpty = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if wasEmpty { wake() }
  }

  /// All messages in the order of posting; the box is empty afterwards.
  package func drain() -> [Message] {
    messages.withLock { messages in
      if messages.isEmpty { return [] }
      defer { messages = [] }
      return messages
    }
  }

  /// Messages that wait.
  package var count: Int { messages.withLock { $0.count } }

  package var isEmpty: Bool {
    messages.withLock { $0.isEmpty }
  }
}
