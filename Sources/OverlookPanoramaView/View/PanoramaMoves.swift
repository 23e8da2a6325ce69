import OverlookGeometry
import OverlookPanorama
import OverlookSupport

/// A panorama with its picture.
@MainActor final class PanoramaScene {
  let panorama: Panorama
  let tiles: PanoramaTiles
  let charts: [PanoramaChart]
  let mesh: PanoramaMesh

  init(_ panorama: Panorama, _ picture: PanoramaPicture, wake: @escaping @Sendable () -> Void) {
    self.panorama = panorama
    tiles = PanoramaTiles(picture, wake: wake)
    charts = PanoramaChart.charts(of: picture.layout)
    mesh = PanoramaMesh(tiles: tiles)
  }
}

/// Which panorama a view shows, which one it comes from, and which one was asked for. The newest request is the only one.
@MainActor final class PanoramaMoves {
  /// Why there is a move.
  enum Cause: Hashable, Sendable {
    case near(LocationCoordinate)
    case name(String, arrival: PanoramaLink.Arrival)
    case panorama(String)

    var arrival: PanoramaLink.Arrival {
      if case .name(_, let arrival) = self { return arrival }
      return .sameAzimuth
    }
  }

  /// What became of a request.
  enum Outcome: Sendable {
    /// Its picture is still to come.
    case identified(Panorama)
    case found(Panorama, PanoramaPicture)
    case failed(PanoramaError)
  }

  struct Answer: Sendable {
    let number: Int
    let cause: Cause
    let outcome: Outcome
  }

  /// The view's panorama.
  private(set) var current: PanoramaScene?
  /// What is seen until the picture of `current` is there and has faded in.
  private(set) var outgoing: PanoramaScene?
  private var fadeBegin: Double?
  private var number = 0
  private var task: Task<Void, Never>?
  private let answers: Mailbox<Answer>
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    answers = Mailbox(wake: wake)
  }

  deinit { task?.cancel() }

  /// Whether a request is under way.
  var isPending: Bool { task != nil }

  /// Begins a request; the one before ends without a word.
  func request(
    _ cause: Cause,
    _ find:
      @escaping @Sendable (_ identified: @Sendable (Panorama) -> Void) async throws(PanoramaError)
      -> (Panorama, PanoramaPicture)
  ) {
    cancel()
    task = Task.detached { [answers, number] in
      do throws(PanoramaError) {
        let (panorama, picture) = try await find {
          answers.post(Answer(number: number, cause: cause, outcome: .identified($0)))
        }
        answers.post(Answer(number: number, cause: cause, outcome: .found(panorama, picture)))
      } catch {
        answers.post(Answer(number: number, cause: cause, outcome: .failed(error)))
      }
    }
  }

  /// Ends the request that is under way.
  func cancel() {
    number += 1
    task?.cancel()
    task = nil
  }

  /// What was told of the newest request since the last call.
  func takeAnswers() -> [Answer] {
    let told = answers.drain().filter { $0.number == number }
    if told.contains(where: { if case .identified = $0.outcome { false } else { true } }) { task = nil }
    return told
  }

  /// Shows another panorama: at once when nothing was shown, else over what is seen.
  func show(_ panorama: Panorama, _ picture: PanoramaPicture) {
    if current?.tiles.hasPicture == true { outgoing = current }
    current = PanoramaScene(panorama, picture, wake: wake)
    fadeBegin = nil
  }

  func clear() {
    cancel()
    current = nil
    outgoing = nil
    fadeBegin = nil
  }

  /// Goes back to what is still seen, because the picture of `current` cannot be had.
  func goBack() {
    current = outgoing
    outgoing = nil
    fadeBegin = nil
  }

  /// How much of `current` is seen over `outgoing` at `now`; ends the fade.
  func opacity(now: Double, seconds: Double) -> Double {
    guard let current, outgoing != nil else { return 1 }
    guard current.tiles.isCoarseComplete else { return 0 }
    let begin = fadeBegin ?? now
    fadeBegin = begin
    let share = seconds > 0 ? (now - begin) / seconds : 1
    guard share < 1 else {
      outgoing = nil
      fadeBegin = nil
      return 1
    }
    return max(share, 0)
  }

  var isFading: Bool { fadeBegin != nil }
}
