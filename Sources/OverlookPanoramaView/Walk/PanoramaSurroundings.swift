import OverlookGeometry
import OverlookStreetScene
import OverlookSupport

/// Asks what stands around panoramas; the newest question is the only one.
@MainActor final class PanoramaSurroundings {
  struct Answer: Sendable {
    let panoramaID: String
    let surroundings: StreetSurroundings
  }

  private let answers: Mailbox<Answer>
  private var task: Task<Void, Never>?

  init(wake: @escaping @Sendable () -> Void) { answers = Mailbox(wake: wake) }

  deinit { task?.cancel() }

  func ask(_ streets: StreetPanoramas, _ panoramaID: String, place: LocationCoordinate, height: Double) {
    stop()
    task = Task.detached { [answers] in
      let found = await streets.surroundings(of: place, height: height, hasModels: StreetPanoramas.isStreet(panoramaID))
      guard let found, !Task.isCancelled else { return }
      answers.post(Answer(panoramaID: panoramaID, surroundings: found))
    }
  }

  func stop() {
    task?.cancel()
    task = nil
  }

  func take() -> Answer? { answers.drain().last }
}
