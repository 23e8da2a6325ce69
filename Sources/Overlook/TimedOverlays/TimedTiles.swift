import Foundation
import OverlookControls
import OverlookFormats
import OverlookRender
package import OverlookTiles

/// A layer of tiles that there are for several times, under the clock of its map: while that goes with the machine's, the time is the
/// layer's own default, else the nearest that it has. Main thread only.
@MainActor package final class TimedTiles: MapComponent {
  package let layer: SourceTileLayer
  /// What is shown; nil for what the server shows when no time is asked for.
  package private(set) var step: TileTimes.Step?
  private let times: TileTimes
  private var playback = FramePlayback()
  private weak var host: MapView?
  private var isLeading = false
  /// Since when the next time waits for the tiles of this one, by the frame loop's clock; nil while it does not.
  private var waitsSince: Double?

  /// So long, in seconds, playing waits for tiles.
  private static let patienceSeconds = 5.0
  private static let lookSeconds = 0.1

  /// Nil for tiles that are the same at all times.
  package init?(_ layer: SourceTileLayer) {
    guard let times = layer.source.times else { return nil }
    (self.layer, self.times) = (layer, times)
    playback.count = times.steps.count
  }

  package func didAttach(to map: MapView) {
    host = map
    follow()
  }

  package func didDetach(from map: MapView) {
    playback.pause()
    host = nil
  }

  package func didClear(_ map: MapView) { map.remove(self) }

  package func clockDidChange(in map: MapView) { if !isLeading { follow() } }

  /// Goes to the time of the clock.
  private func follow() {
    guard let clock = host?.clock else { return }
    let now = clock.date.timeIntervalSince1970
    guard clock.isLive, !times.needsTime else { return show(times.nearest(to: now)) }
    playback.pause()
    show(nil)
    playback.show(times.index(nearestTo: times.opened?.timeSeconds ?? now))
  }

  private func show(_ new: TileTimes.Step?) {
    if let new { playback.show(times.index(nearestTo: new.timeSeconds)) }
    use(new)
  }

  private func use(_ new: TileTimes.Step?) {
    guard new != step else { return }
    step = new
    layer.sourceOfTime = new.map { times.source(at: $0) }
    host?.requestFrame(.interface)
  }

  /// Goes to the time that the controls show, and the clock along with it.
  private func lead() {
    guard times.steps.indices.contains(playback.index) else { return }
    let new = times.steps[playback.index]
    // The turn of the frame goes on: `show` would begin it anew.
    use(new)
    isLeading = true
    host?.clock.date = Date(timeIntervalSince1970: new.timeSeconds)
    isLeading = false
    host?.requestFrame(.interface)
  }

  // MARK: Playing

  package func update(_ frame: MapFrame) -> RedrawReasons {
    guard playback.isPlaying, !waits(now: frame.now), playback.step(now: frame.now) else { return [] }
    waitsSince = nil
    lead()
    return .interface
  }

  /// Whether tiles of this time are still to come when it is over.
  private func waits(now: Double) -> Bool {
    guard let due = playback.deadline(now: now), due <= now, hasTilesToCome else { return false }
    let since = waitsSince ?? now
    waitsSince = since
    return now - since < Self.patienceSeconds
  }

  private var hasTilesToCome: Bool { host?.tileLayers.contains { $0.layer === layer && $0.awaitsTiles } == true }

  package func nextDeadline(now: Double) -> Double? {
    playback.deadline(now: now).map { waitsSince == nil ? $0 : max($0, now + Self.lookSeconds) }
  }
}

extension TimedTiles: TimelineContent {
  var showsControls: Bool { layer.opacity > 0 }

  var controlState: TimeControlState {
    var state = TimeControlState()
    (state.frameCount, state.resolvedCount) = (times.steps.count, times.steps.count)
    (state.frameIndex, state.isPlaying, state.speed) = (playback.index, playback.isPlaying, playback.speed)
    let shown = step ?? times.opened ?? (times.steps.indices.contains(playback.index) ? times.steps[playback.index] : nil)
    state.timeText = shown.map(Self.text) ?? ""
    return state
  }

  /// "2024-02-09 13:30 UTC"; days, months and years as the server writes them.
  private static func text(_ step: TileTimes.Step) -> String {
    guard step.name.utf8.count > 10 else { return step.name }
    return ISOTime(minutesOf: step.timeSeconds).text.replacing("T", with: " ").replacing("Z", with: " UTC")
  }

  func perform(_ action: TimeControl.Action) {
    switch action {
    case .togglePlaying:
      guard !playback.isPlaying else { return playback.pause() }
      host?.clock.pause()
      // From here on the clock goes with what is played.
      lead()
      waitsSince = nil
      playback.play()
    case .step(let count):
      playback.pause()
      playback.move(by: count)
      lead()
    case .nextSpeed: playback.speed = Self.speed(after: playback.speed)
    case .show(let frame):
      playback.show(frame)
      lead()
    }
  }
}
