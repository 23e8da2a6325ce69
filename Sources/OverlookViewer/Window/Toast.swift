import Observation
import Overlook
import OverlookSupport

/// What happened, above the lower edge and whatever lies there, in a few lines that go by themselves; with a button for what can be done
/// about it.
@MainActor @Observable final class Toast: Control {
  private(set) var text = ""
  private var isFault = false
  private var hasAction = false
  /// Monotonic seconds when it goes; nil until it was seen.
  @ObservationIgnored private(set) var endTime: Double?
  @ObservationIgnored private let button = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  /// Known once it was drawn.
  @ObservationIgnored private var size = ScreenSize(width: 200, height: lineHeight + padding)
  /// Points from the lower edge, and those at the side that the sheet has.
  private var (bottom, left) = (leastBottom, 0.0)

  private static let seconds = 6.0
  private static let faultSeconds = 12.0
  private static let leastBottom = 48.0
  private static let (lineHeight, padding) = (18.0, 22.0)
  private static let maximumLines = 4
  private static let (leastRoom, maximumWidth) = (400.0, 560.0)
  private static let textSize = TypeScale.body

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

  /// Nothing is said any more.
  func clear() { text = "" }

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
    let rect = rect(in: area)
    let place = ControlPlacement.at(
      ScreenPoint(x: rect.maxX - button.size.width - 6, y: rect.middle.y - button.size.height / 2))
    if button.placement != place { button.placement = place }
    return rect
  }

  private func rect(in area: ControlArea) -> ScreenRect {
    var rect = ControlPlacement.bottom(y: bottom).rect(of: size, in: area)
    rect.origin.x = max(left + (area.size.width - left - size.width) / 2, left)
    return rect
  }

  /// Lies beside the sheet, which covers `left` points, and above what lies at the lower edge: a bar of the time, a question.
  func makeRoom(left: Double, on map: MapView) {
    let area = map.controlArea
    if self.left != left { self.left = left }
    var place = rect(in: area)
    let lowest = place.maxY + bottom - Self.leastBottom
    place.origin.y = lowest - place.size.height
    for _ in 0..<4 {
      let other = map.controls.lazy.filter { $0 !== self && !($0 is SideSheet) && !($0 is Menu) }
        .compactMap { map.controlRect(of: $0) }
        .first {
          // Buttons at the side are no obstacle.
          $0.origin.x < place.middle.x + place.size.width / 4 && $0.maxX > place.middle.x - place.size.width / 4
            && $0.origin.y < place.maxY && place.origin.y < $0.maxY
        }
      guard let other else { break }
      place.origin.y = other.origin.y - place.size.height - 8
    }
    // What fills the view leaves no room above it.
    let wanted = place.origin.y > area.size.height / 4 ? Self.leastBottom + lowest - place.maxY : Self.leastBottom
    if bottom != wanted { bottom = wanted }
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  /// A click takes it away.
  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    guard case .released(.left, _, true) = input else { return false }
    text = ""
    return true
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    let more = hasAction ? canvas.textWidth(button.title, size: TypeScale.body) + 32 : 0
    if hasAction, button.size.width != more { button.size.width = more }
    let room = min(area.freeRect.size.width - left - 48, Self.maximumWidth) - more
    // Where the sheet leaves no room beside it, what is said lies on the sheet, and covers as little as can be.
    let most = room < Self.leastRoom ? 1 : Self.maximumLines
    let lines = canvas.wrapped(text, size: Self.textSize, width: max(room, 40), maximumLines: most)
    size = ScreenSize(
      width: (lines.map { canvas.textWidth($0, size: Self.textSize) }.max() ?? 0) + 32 + more,
      height: Double(max(lines.count, 1)) * Self.lineHeight + Self.padding)
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 10, palette: palette)
    for (number, line) in lines.enumerated() {
      let middle = rect.origin.y + Self.padding / 2 + (Double(number) + 0.5) * Self.lineHeight
      canvas.text(
        line, at: ScreenPoint(x: rect.origin.x + 16, y: middle), size: Self.textSize,
        color: isFault ? palette.fault : palette.ink, anchor: TextAnchor(.left, .middle))
    }
  }
}
