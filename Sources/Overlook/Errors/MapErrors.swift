import OverlookSupport

/// What a map cannot do at present, as it is told to the app.
@MainActor final class MapErrors {
  /// Each once, in the order of coming.
  private(set) var current: [MapError] = []
  private var listeners: [Int: AsyncStream<MapError>.Continuation] = [:]
  private var nextListener = 0
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
    for listener in listeners.values {
      for error in new { listener.yield(error) }
    }
    return new
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

extension MapView {
  /// What the map cannot do: what is wrong already, then more as it happens, each once until it is mended. Ends with the map. The
  /// delegate is told the same (`mapView(_:didFailWith:)`).
  public var errors: AsyncStream<MapError> { mapErrors.stream() }

  /// Tells the delegate what its components or the driver cannot do since the last call.
  func deliverErrors() {
    let isFailing = graphicsError != nil
    guard componentList.errorsChanged() || isFailing != mapErrors.current.contains(where: \.isOfGraphics) else { return }
    var errors = componentList.errors
    if let graphicsError { errors.append(.graphics(graphicsError)) }
    for error in mapErrors.replace(with: errors) { delegate?.mapView(self, didFailWith: error) }
  }
}
