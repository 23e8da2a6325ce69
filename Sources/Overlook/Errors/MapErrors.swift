/// What a map cannot do at present, as it is told to the app.
@MainActor final class MapErrors {
  /// Each once, in the order of coming.
  private var current: [MapError] = []
  /// Whether a part of the map may say something else of itself than it did.
  var isOutdated = false
  private var listeners: [Int: AsyncStream<MapError>.Continuation] = [:]
  private var nextListener = 0
  private var refusals: [MapError] = []
  /// More are not kept: a server may make up any number of messages.
  private static let maximumCount = 1000

  /// Takes over what the parts of a map say of themselves now; what is new in it.
  func replace(with errors: [MapError]) -> [MapError] {
    var kept: [MapError] = []
    var new: [MapError] = []
    for error in errors.prefix(Self.maximumCount) where !kept.contains(error) {
      kept.append(error)
      if !current.contains(error) { new.append(error) }
    }
    current = kept
    isOutdated = false
    for listener in listeners.values {
      for error in new { listener.yield(error) }
    }
    return new
  }

  /// Takes note of something that was asked for and is not done.
  func refuse(_ error: MapError) {
    if refusals.count < Self.maximumCount { refusals.append(error) }
    isOutdated = true
  }

  /// What was refused since the last call.
  func takeRefusals() -> [MapError] {
    defer { refusals = [] }
    for listener in listeners.values {
      for error in refusals { listener.yield(error) }
    }
    return refusals
  }

  /// What is wrong already, then what comes.
  func stream() -> AsyncStream<MapError> {
    let (stream, continuation) = AsyncStream.makeStream(of: MapError.self, bufferingPolicy: .bufferingNewest(Self.maximumCount))
    for error in current { continuation.yield(error) }
    let number = nextListener
    nextListener += 1
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor [weak self] in self?.listeners[number] = nil }
    }
    return stream
  }

  isolated deinit {
    for listener in listeners.values { listener.finish() }
  }
}
