import OverlookGeometry
import OverlookPanorama
import OverlookStreetScene
import OverlookSupport

/// A panorama with its picture.
@MainActor final class PanoramaScene {
  let panorama: Panorama
  let tiles: PanoramaTiles
  let charts: [PanoramaChart]
  let mesh: PanoramaMesh
  /// What stands around it, when it is known.
  var surroundings: StreetSurroundings?

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
  /// The way of the eye from `outgoing` to `current`, where it goes through the street; nil where one picture fades into the other.
  private(set) var flight: PanoramaFlight?
  private var fadeBegin: Double?
  /// Whether both show one panorama: a picture that is coarse yet would take the place of a fine one.
  private var isRenewal = false
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

  /// Whether the picture may be asked for once more: nothing is on its way but, at most, a renewal of which nothing is seen yet.
  var canRenew: Bool { !isPending && (outgoing == nil || isRenewal && fadeBegin == nil) }

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

  /// Shows another panorama: at once when nothing was shown, else over what is seen. `walks`: whether the eye goes there through the
  /// street where both are near enough.
  func show(_ panorama: Panorama, _ picture: PanoramaPicture, walks: Bool) {
    // A renewal that is not seen yet gives way to a newer one.
    let isUnseen = canRenew && outgoing?.panorama.panoramaID == panorama.panoramaID
    if !isUnseen, current?.tiles.hasPicture == true { outgoing = current }
    current = PanoramaScene(panorama, picture, wake: wake)
    isRenewal = outgoing?.panorama.panoramaID == panorama.panoramaID
    if isRenewal { current?.surroundings = outgoing?.surroundings }
    fadeBegin = nil
    flight = nil
    if walks, let outgoing {
      flight = PanoramaFlight(from: outgoing.panorama, to: panorama, surroundings: outgoing.surroundings)
    }
  }

  func clear() {
    cancel()
    current = nil
    outgoing = nil
    flight = nil
    fadeBegin = nil
  }

  /// Goes back to what is still seen, because the picture of `current` cannot be had.
  func goBack() {
    current = outgoing
    outgoing = nil
    flight = nil
    fadeBegin = nil
  }

  /// How much of `current` is seen over `outgoing` at `now`, or how much of the way there is done; ends both. A walk takes twice as
  /// long as a fade. `isHeld`: whether it is not to begin yet.
  func opacity(now: Double, seconds fadeSeconds: Double, isHeld: Bool = false) -> Double {
    guard let current, outgoing != nil else { return 1 }
    let isReady = !isHeld && (!isRenewal || current.tiles.isComplete)
    guard current.tiles.isCoarseComplete, isReady || fadeBegin != nil else { return 0 }
    let seconds = flight == nil ? fadeSeconds : 2 * fadeSeconds
    let begin = fadeBegin ?? now
    fadeBegin = begin
    let share = seconds > 0 ? (now - begin) / seconds : 1
    guard share < 1 else {
      outgoing = nil
      flight = nil
      fadeBegin = nil
      return 1
    }
    return max(share, 0)
  }

  var isFading: Bool { fadeBegin != nil }
}
