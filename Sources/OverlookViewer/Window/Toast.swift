import Observation
import Overlook
import OverlookSupport

/// A line above the lower edge that says what happened, and goes by itself; with a button for what can be done about it.
@MainActor @Observable final class Toast: Control {
  private(set) var text = ""
  private var isFault = false
  private var hasAction = false
  /// Monotonic seconds when it goes; nil until it was seen.
  @ObservationIgnored private(set) var endTime: Double?
  @ObservationIgnored private let button = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private var width = 200.0

  private static let seconds = 6.0
  private static let faultSeconds = 12.0
  private static let height = 40.0
  private static let bottom = 48.0
  private static let textSize = 13.0

  init() {
    button.hasCard = false
    button.size = ScreenSize(width: 80, height: 30)
  }

  func show(_ text: String, isFault: Bool, action: (title: String, perform: @MainActor () -> Void)?) {
    (self.text, self.isFault, hasAction) = (text, isFault, action != nil)
    endTime = nil
    button.title = action?.title ?? ""
    button.onClick = { [unowned self] in
      self.text = ""
      action?.perform()
    }
  }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? { AccessibleElement(.alert, text) }

  var level: ControlLevel { .popover }
  var children: [any Control] { hasAction ? [button] : [] }

  func step(now: Double) -> Bool {
    if text.isEmpty {
      endTime = nil
      return false
    }
    guard let endTime else {
      endTime = now + (isFault ? Self.faultSeconds : Self.seconds)
      return false
    }
    if now >= endTime { text = "" }
    return false
  }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard !text.isEmpty else { return nil }
    let rect = ControlPlacement.bottom(y: Self.bottom).rect(of: ScreenSize(width: width, height: Self.height), in: area)
    let place = ControlPlacement.at(ScreenPoint(x: rect.maxX - button.size.width - 6, y: rect.origin.y + 5))
    if button.placement != place { button.placement = place }
    return rect
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  /// A click takes it away.
  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    guard case .released(.left, _, true) = input else { return false }
    text = ""
    return true
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    let more = hasAction ? canvas.textWidth(button.title, size: 13) + 32 : 0
    if hasAction, button.size.width != more { button.size.width = more }
    let line = canvas.fitted(text, size: Self.textSize, width: min(area.freeRect.size.width - 48, 720) - more)
    width = canvas.textWidth(line, size: Self.textSize) + 32 + more
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 10, palette: palette)
    canvas.text(
      line, at: ScreenPoint(x: rect.origin.x + 16, y: rect.middle.y), size: Self.textSize,
      color: isFault ? palette.fault : palette.ink, anchor: TextAnchor(.left, .middle))
  }
}
