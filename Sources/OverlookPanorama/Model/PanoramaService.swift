public import OverlookGeometry
import Synchronization

/// Asks a provider for panoramas, without a view. A newer request takes the place of one that is under way, which throws `cancelled`.
public final class PanoramaService: Sendable {
  /// Where it asks.
  public let provider: any PanoramaProvider
  private let pending = Mutex<Task<Result<Panorama, PanoramaError>, Never>?>(nil)

  /// How far a panorama may be from the place that it is asked for, metres, when nothing is said.
  public static let defaultRadius = 50.0
  /// The farthest that is searched, metres.
  public static let maximumRadius = 10_000.0

  /// A service of one provider.
  public init(provider: any PanoramaProvider) {
    self.provider = provider
  }

  /// The panorama nearest to a place, within `radius` metres.
  public func request(
    near coordinate: LocationCoordinate, radius: Double = defaultRadius
  ) async throws(PanoramaError) -> Panorama {
    guard coordinate.isValid else { throw .notFound("there is no panorama where there is no place") }
    guard radius > 0 else { throw .notFound("no panorama lies within \(radius) m of anything") }
    let radius = min(radius, Self.maximumRadius)
    return try await run { provider async throws(PanoramaError) in
      try await provider.panorama(near: coordinate.normalized, radius: radius)
    }
  }

  /// The panorama of this name.
  public func request(id: String) async throws(PanoramaError) -> Panorama {
    try await run { provider async throws(PanoramaError) in try await provider.panorama(id: id) }
  }

  /// Asks the same provider, and ends nothing of what is under way here: for views, which know themselves which of their requests is the
  /// newest.
  package var beside: PanoramaService { PanoramaService(provider: provider) }

  /// Ends what is under way.
  public func cancel() {
    pending.withLock { pending in
      pending?.cancel()
      pending = nil
    }
  }

  private func run(
    _ work: @escaping @Sendable (any PanoramaProvider) async throws(PanoramaError) -> Panorama
  ) async throws(PanoramaError) -> Panorama {
    let provider = self.provider
    let task = Task<Result<Panorama, PanoramaError>, Never> {
      do throws(PanoramaError) {
        let panorama = try await work(provider)
        // A provider that does not look whether it is wanted still answers nobody.
        return Task.isCancelled ? .failure(.cancelled) : .success(panorama)
      } catch {
        return .failure(Task.isCancelled ? .cancelled : error)
      }
    }
    pending.withLock { pending in
      pending?.cancel()
      pending = task
    }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }
}
