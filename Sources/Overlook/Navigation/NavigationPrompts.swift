import OverlookControls
import OverlookGeometry
import OverlookNavigation
import OverlookRouting
import OverlookSupport

/// Which prompt of the traffic is shown during guidance, and for how long: a place ahead until it is passed, what the traffic on the route
/// costs in all now and then.
@MainActor final class NavigationPrompts {
  let card = TrafficPromptCard()
  /// Called with the place of a prompt that is clicked; nil for that of the route.
  var onClick: (LocationCoordinate?) -> Void = { _ in }
  private var shown: Prompt?
  private var rule = TrafficPrompts()

  private struct Prompt {
    var place: PlaceAhead?
    /// Metres along the route; nil for none.
    var meters: Double?
    var delay: Double?
    /// Of the frame loop; nil before the first frame.
    var end: Double?
  }

  /// Seconds for which a prompt is shown.
  private static let seconds = 20.0

  init() {
    card.onClick = { [unowned self] in onClick(shown?.place?.coordinate) }
    card.onClose = { [unowned self] in end() }
  }

  /// A place ahead has come near, so many metres from the start of the route.
  func show(_ place: PlaceAhead, at meters: Double) {
    shown = Prompt(place: place, meters: meters, delay: place.delay, end: nil)
  }

  /// The traffic on the route costs so many seconds; nothing is told of it over a place ahead.
  func update(delay: Double, now: Double) {
    guard shown?.place == nil, rule.tells(delay: delay, now: now) else { return }
    shown = Prompt(delay: delay)
  }

  /// There is no guidance any more: what follows is told anew.
  func reset() {
    rule = TrafficPrompts()
    end()
  }

  private func end() {
    shown = nil
    card.show(nil)
  }

  /// Brings the card to the time of a frame, and to where the traveller is on the route.
  func update(position: Double, isAllowed: Bool, format: (Double) -> String, now: Double) {
    guard var prompt = shown else { return }
    let end = prompt.end ?? now + Self.seconds
    prompt.end = end
    shown = prompt
    if now >= end || prompt.meters.map({ $0 < position }) == true { return self.end() }
    card.show(isAllowed ? Self.content(prompt, position, format) : nil)
  }

  /// When the card goes away.
  var deadline: Double? { shown?.end }

  private static func content(_ prompt: Prompt, _ position: Double, _ format: (Double) -> String) -> TrafficPromptCard.Content {
    let delay =
      prompt.delay.flatMap { $0 >= 30 && $0.isFinite ? $0 : nil }
      .map { localized("{time} longer", ["time": MeasureFormat.current.duration($0)]) } ?? ""
    guard let place = prompt.place else {
      return TrafficPromptCard.Content(sign: .queue, text: localized("Traffic on your route"), detail: delay)
    }
    let name = name(of: place.kind)
    let text = prompt.meters.map { localized("{what} in {distance}", ["what": name, "distance": format(max($0 - position, 0))]) }
    let title = OutsideText.shown(place.title)
    return TrafficPromptCard.Content(
      sign: sign(of: place.kind), text: text ?? name,
      detail: [title == name ? "" : title, delay].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private static func name(of kind: GuidanceNotice.Hazard) -> String {
    switch kind {
    case .congestion: localized("Congestion")
    case .accident: localized("Accident")
    case .roadworks: localized("Road works")
    case .closure: localized("Road closed")
    case .danger: localized("Hazard")
    case .speedCamera: localized("Speed camera")
    }
  }

  private static func sign(of kind: GuidanceNotice.Hazard) -> TrafficSign {
    switch kind {
    case .congestion: .queue
    case .accident: .accident
    case .roadworks: .roadworks
    case .closure: .closure
    case .danger: .danger
    case .speedCamera: .camera
    }
  }
}
