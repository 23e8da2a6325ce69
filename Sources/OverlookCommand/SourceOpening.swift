import Overlook
import OverlookSupport

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
    guard let outcome = Awaited.result(timeoutSeconds: timeoutSeconds, of: work) else {
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
