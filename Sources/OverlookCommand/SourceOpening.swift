import Dispatch
import Overlook
import Synchronization

/// Waits on the main thread for what is opened on others.
enum SourceOpening {
  /// The source at `location`; throws when it cannot be used, or does not answer in time.
  static func open(
    _ location: String, options: TileSource.Options, services: TileServices, timeoutSeconds: Double
  ) throws -> TileSource {
    // What is on this machine is always waited for.
    try wait(for: location, location.contains("://") ? timeoutSeconds : max(timeoutSeconds, 30)) { () throws(TileSourceError) in
      try await TileSource.open(location, options: options, services: services)
    }
  }

  /// What `work` makes of `location`. The main thread runs none of Swift's tasks, so that it may sleep.
  static func wait<Value: Sendable>(
    for location: String, _ timeoutSeconds: Double,
    _ work: @escaping @Sendable () async throws(TileSourceError) -> Value
  ) throws -> Value {
    let box = ResultBox<Value>()
    let task = Task.detached {
      do throws(TileSourceError) {
        box.set(.success(try await work()))
      } catch {
        box.set(.failure(error))
      }
    }
    guard let outcome = box.wait(seconds: timeoutSeconds) else {
      task.cancel()
      let name = TileSource.displayName(of: location)
      throw CommandFailure(description: "\(name): no answer within \(Self.seconds(timeoutSeconds)) s")
    }
    switch outcome {
    case .success(let value): return value
    case .failure(let error): throw CommandFailure(description: "\(error)")
    }
  }

  static func seconds(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// A value that another thread sets, once.
private final class ResultBox<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, TileSourceError>?>(nil)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ value: Result<Value, TileSourceError>) {
    result.withLock { $0 = value }
    isSet.signal()
  }

  /// Nil when nothing is set in time.
  func wait(seconds: Double) -> Result<Value, TileSourceError>? {
    _ = isSet.wait(timeout: .now() + min(max(seconds, 0), 1e6))
    return result.withLock { $0 }
  }
}
