import Dispatch
import Synchronization

/// What asynchronous work gives, waited for by a thread that runs none of Swift's tasks itself: the main thread of a program.
package final class Awaited<Value: Sendable, Failure: Error>: Sendable {
  private let result = Mutex<Result<Value, Failure>?>(nil)
  private let isSet = DispatchSemaphore(value: 0)

  private init() {}

  /// Blocks until `work` ends; nil when it takes longer than that, and is then cancelled.
  package static func result(
    timeoutSeconds: Double, of work: @escaping @Sendable () async throws(Failure) -> Value
  ) -> Result<Value, Failure>? {
    let awaited = Awaited()
    let task = Task.detached {
      do throws(Failure) {
        awaited.set(.success(try await work()))
      } catch {
        awaited.set(.failure(error))
      }
    }
    _ = awaited.isSet.wait(timeout: .now() + min(max(timeoutSeconds, 0), 1e6))
    let result = awaited.result.withLock { $0 }
    if result == nil { task.cancel() }
    return result
  }

  private func set(_ value: Result<Value, Failure>) {
    result.withLock { $0 = value }
    isSet.signal()
  }
}
