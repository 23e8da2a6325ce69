import Foundation
import OverlookControls
import OverlookRender
public import OverlookSupport

extension TimedOverlay: MapComponent {
  /// Called by the map that it was attached to.
  public func didAttach(to map: MapView) {
    host = map
    overlay.map = map
    start()
  }

  /// Called by the map that it was taken from.
  public func didDetach(from map: MapView) {
    stop()
  }

  /// Takes the pictures that came, and shows the frame of the time.
  public func update(_ frame: MapFrame) -> RedrawReasons {
    update(now: frame.now) ? .overlays : []
  }

  /// Shows the frame whose time is nearest to that of the map's clock, where it follows that.
  public func clockDidChange(in map: MapView) {
    guard followsClock, !map.clock.isLive else { return }
    isFollowing = true
    showFrame(nearestTo: map.clock.date.timeIntervalSince1970)
    isFollowing = false
  }

  /// Takes the loop off the map.
  public func didClear(_ map: MapView) { self.map = nil }

  /// Loading while frames are on their way.
  public var progress: LoadProgress {
    if case .loading = state { .loading } else { .ready }
  }

  /// The credit of its source.
  public var attributions: [String] { attribution.map { [$0] } ?? [] }
}

extension TimedOverlay: TimelineContent {
  func perform(_ action: TimeControl.Action) {
    switch action {
    case .togglePlaying: isPlaying ? pause() : play()
    case .step(let count): step(by: count)
    case .nextSpeed: speed = Self.speed(after: speed)
    case .show(let frame): showFrame(at: frame)
    }
  }

  /// What the controls of the map show of it.
  var controlState: TimeControlState {
    var shown = TimeControlState()
    shown.frameCount = frames.count
    shown.frameIndex = frameIndex
    shown.isPlaying = isPlaying
    shown.speed = speed
    if let frame {
      shown.timeText = frame.timeText
      shown.hasData = frame.state == .ready
    }
    switch state {
    case .loading(let resolved, _): shown.resolvedCount = resolved
    case .ready: shown.resolvedCount = frames.count
    case .failed(let reason): shown.fault = reason
    case .idle: break
    }
    return shown
  }

  /// The colours that are shown.
  var shownScale: ColorScale? { scale.flatMap { deliveredScale == nil ? nil : $0 } ?? deliveredScale }

  /// The colours after those that are shown, for values of the same unit.
  var scaleAfterShown: ColorScale? {
    guard let deliveredScale else { return nil }
    let choice = [deliveredScale] + ColorScale.scalesOfRain.filter { $0.unit == deliveredScale.unit && $0 != deliveredScale }
    let index = choice.firstIndex { $0 == shownScale } ?? 0
    return choice[(index + 1) % choice.count]
  }
}
