import OverlookRender
import OverlookSupport

// Rows of pictures over time on a map.
extension MapView {
  func attach(_ overlay: TimedOverlay) {
    timedOverlays.append(overlay)
    overlay.didAttach(to: self)
    collectAttributions()
    requestFrame([.overlays, .interface])
  }

  func detach(_ overlay: TimedOverlay) {
    timedOverlays.removeAll { $0 === overlay }
    overlay.didDetach()
    collectAttributions()
    requestFrame([.overlays, .interface])
  }

  /// Takes the pictures that came, and shows the frames of `now`.
  func updateTimedOverlays(now: Double) {
    // A copy: those that are told of a frame may add and remove others.
    for overlay in timedOverlays where overlay.update(now: now) { reasons.insert(.overlays) }
  }

  /// When the next frame of one is due.
  func timedOverlayDeadline(now: Double) -> Double? {
    timedOverlays.reduce(nil) { Self.earlier($0, $1.nextDeadline(now: now)) }
  }

  /// The one that the controls of the map belong to.
  var controlledOverlay: TimedOverlay? { timedOverlays.last(where: \.showsControls) }
}

extension TimedOverlay {
  var isLoading: Bool {
    if case .loading = state { true } else { false }
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
