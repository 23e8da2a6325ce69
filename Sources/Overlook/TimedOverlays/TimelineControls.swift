import OverlookControls
import OverlookGeometry
import OverlookRender
import OverlookSupport

/// What goes through time by the controls of its map.
@MainActor protocol TimelineContent: AnyObject {
  var showsControls: Bool { get }
  var controlState: TimeControlState { get }
  func perform(_ action: TimeControl.Action)
}

extension TimelineContent {
  /// The speeds that the controls go through.
  static func speed(after speed: Double) -> Double { speed >= 4 ? 0.5 : speed >= 2 ? 4 : speed >= 1 ? 2 : 1 }
}

/// The controls of the pictures over time that a map shows: time and legend, of the last attached that wants them.
@MainActor final class TimelineControls: MapComponent {
  private let time = TimeControl()
  private let legend = LegendControl()
  private weak var map: MapView?
  /// Of a detent, what a touchpad was moved sideways and was no step yet.
  private var sidewaysDetents = 0.0

  var controls: [any Control] { [time, legend] }

  /// Points that a sheet covers at the side at which reading begins.
  var coveredWidth: Double {
    get { time.coveredWidth }
    set { (time.coveredWidth, legend.coveredWidth) = (newValue, newValue) }
  }

  func didAttach(to map: MapView) {
    self.map = map
    time.onAction = { [weak self] in self?.perform($0) }
    legend.onAction = { [weak self] in self?.perform($0) }
  }

  /// What the controls belong to. While the clock goes through a period of its own, that is the clock.
  private var controlled: (any TimelineContent)? {
    guard let map, map.clock.period == nil || !map.clock.showsControls else { return nil }
    let components = map.components
    // Lazy sequences take memory in every frame.
    for index in components.indices.reversed() {
      if let overlay = components[index] as? TimedOverlay, overlay.showsControls { return overlay }
      if let tiles = components[index] as? TimedTiles, tiles.showsControls { return tiles }
    }
    return nil
  }

  /// The clock that the controls belong to, where no overlay has them.
  private var controlledClock: MapClock? {
    guard let clock = map?.clock, clock.showsControls, controlled == nil else { return nil }
    return clock
  }

  func update(_ frame: MapFrame) -> RedrawReasons {
    let controlled = controlled
    let overlay = controlled as? TimedOverlay
    let state = controlled?.controlState ?? controlledClock?.controlState
    let scale = overlay?.shownScale
    let opacity = overlay?.opacity ?? 1
    time.coversRight = map?.controlArea.isMirrored == true
    guard state != time.state || scale != legend.scale || opacity != legend.opacity else { return [] }
    time.state = state
    legend.scale = scale
    legend.opacity = opacity
    return .interface
  }

  /// Moves through time, a frame for each detent.
  func scrollSideways(by detents: Double, at point: ScreenPoint, in map: MapView) -> Bool {
    guard controlled != nil || controlledClock != nil, detents.isFinite else { return false }
    sidewaysDetents += min(max(detents, -Self.maximumDetents), Self.maximumDetents)
    let whole = sidewaysDetents.rounded(.towardZero)
    sidewaysDetents -= whole
    if let steps = Int(exactly: whole), steps != 0 { perform(.step(steps)) }
    return true
  }

  /// More at a time is no hand.
  private static let maximumDetents = 20.0

  private func perform(_ action: TimeControl.Action) {
    if let controlled { controlled.perform(action) } else { controlledClock?.perform(action) }
    map?.requestFrame(.interface)
  }

  private func perform(_ action: LegendControl.Action) {
    guard let overlay = controlled as? TimedOverlay else { return }
    switch action {
    case .nextScale: overlay.scale = overlay.scaleAfterShown
    case .opacity(let opacity): overlay.opacity = opacity
    }
    map?.requestFrame(.interface)
  }
}
