import OverlookPanorama
import OverlookSupport
import Synchronization

/// Panoramas that are fetched before anybody goes there: the neighbours of the one that is shown.
final class PanoramaAhead: Sendable {
  private static let mostFetched = 3
  /// What is shown comes first.
  private static let delay = Duration.milliseconds(400)

  private let fetched = Mutex<[String: (Panorama, PanoramaPicture)]>([:])
  private let task = Mutex<Task<Void, Never>?>(nil)

  deinit { stop() }

  /// Fetches the first of `ids`; what was fetched before and is not among them is forgotten.
  func fetch(_ ids: [String], from provider: any PanoramaProvider) {
    let wanted = Array(ids.prefix(Self.mostFetched))
    fetched.withLock { fetched in fetched = fetched.filter { wanted.contains($0.key) } }
    start(
      Task.detached { [weak self] in
        try? await Task.sleep(for: Self.delay)
        for id in wanted {
          guard !Task.isCancelled, let self, self.known(id) == nil else { continue }
          await self.fetch(id, provider)
        }
      })
  }

  /// Ends what is under way.
  func stop() { start(nil) }

  /// Ends it, and forgets what was fetched.
  func forget() {
    stop()
    fetched.withLock { $0 = [:] }
  }

  /// What was fetched of a panorama.
  func known(_ id: String) -> (Panorama, PanoramaPicture)? { fetched.withLock { $0[id] } }

  private func fetch(_ id: String, _ provider: any PanoramaProvider) async {
    // What cannot be had is told when somebody goes there.
    guard let panorama = try? await provider.panorama(id: id),
      let picture = try? await provider.picture(of: panorama)
    else { return }
    // The smallest level where it is one picture: the walk begins when it is there.
    if picture.levels[0].columns == 1, picture.levels[0].rows == 1, picture.layout.faceCount == 1 {
      _ = try? await picture.image(for: PanoramaTileID(level: 0, face: 0, column: 0, row: 0))
    }
    guard !Task.isCancelled else { return }
    fetched.withLock { $0[id] = (panorama, picture) }
  }

  private func start(_ next: Task<Void, Never>?) {
    task.withLock { task in
      task?.cancel()
      task = next
    }
  }
}
