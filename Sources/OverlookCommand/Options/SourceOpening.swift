import Overlook
import OverlookFormats
import OverlookSupport

/// Opens what the command line names: on the main thread, which waits, or beside it.
enum SourceOpening {
  /// The source at `location`; throws when it cannot be used, or does not answer in time.
  static func open(
    _ location: String, options: TileSource.Options, services: TileServices, timeoutSeconds: Double
  ) throws(CommandFailure) -> TileSource {
    let seconds = patience(with: location, timeoutSeconds)
    guard let outcome = outcome(of: location, options: options, services: services, timeoutSeconds: seconds) else {
      throw noAnswer(location, seconds)
    }
    return try outcome.get()
  }

  /// What opening `location` gives; nil when it takes longer than `timeoutSeconds`.
  static func outcome(
    of location: String, options: TileSource.Options, services: TileServices, timeoutSeconds: Double
  ) -> Result<TileSource, CommandFailure>? {
    Awaited.result(timeoutSeconds: timeoutSeconds) { () async throws(CommandFailure) in
      try await outcome(of: location, options: options, services: services).get()
    }
  }

  /// What opening `location` gives, however long it takes.
  static func outcome(
    of location: String, options: TileSource.Options, services: TileServices
  ) async -> Result<TileSource, CommandFailure> {
    do throws(TileSourceError) {
      let source = try await TileSource.open(location, options: options, services: services)
      // A style is chosen by the layers; a template says nothing of them.
      return .success(source.kind == .template ? try await source.namingLayers(services: services) : source)
    } catch {
      return .failure(CommandFailure(description: modelHint(location) ?? "\(error)"))
    }
  }

  /// What to do with a model that was named as a source of tiles; nil for anything else.
  private static func modelHint(_ location: String) -> String? {
    guard !location.contains("://"), ModelReader.isModel(path: location) else { return nil }
    return "\(TileSource.displayName(of: location)) is a glTF model, not tiles; try: --model FILE --center LAT,LON"
  }

  /// What `work` makes of `location`. The main thread runs none of Swift's tasks, so that it may sleep.
  static func wait<Value: Sendable>(
    for location: String, _ timeoutSeconds: Double,
    _ work: @escaping @Sendable () async throws(TileSourceError) -> Value
  ) throws(CommandFailure) -> Value {
    guard let outcome = Awaited.result(timeoutSeconds: timeoutSeconds, of: work) else {
      throw noAnswer(location, timeoutSeconds)
    }
    return try outcome.mapError { CommandFailure(description: "\($0)") }.get()
  }

  /// Seconds to wait for `location`: what is on this machine is always waited for.
  static func patience(with location: String, _ timeoutSeconds: Double) -> Double {
    location.contains("://") ? timeoutSeconds : max(timeoutSeconds, 30)
  }

  static func noAnswer(_ location: String, _ seconds: Double) -> CommandFailure {
    CommandFailure(description: "\(TileSource.displayName(of: location)): no answer within \(PackText.number(seconds)) s")
  }
}
