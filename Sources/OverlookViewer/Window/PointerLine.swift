import Observation
import Overlook
import OverlookGeometry

/// Where the pointer is, beside the scale bar, in the notation that the person has chosen.
@MainActor @Observable final class PointerLine: Control, OverlayListener {
  private var text = ""
  @ObservationIgnored private var point: ScreenPoint?
  @ObservationIgnored private weak var map: MapView?
  @ObservationIgnored private let settings: ViewerSettings

  /// From the left edge: the scale bar comes first.
  private static let left = 134.0
  private static let width = 210.0
  private static let textSize = TypeScale.note
  /// A narrower view has room for the credits alone.
  private static let minimumWidth = 700.0

  init(map: MapView, settings: ViewerSettings) {
    (self.map, self.settings) = (map, settings)
    map.addOverlayListener(self)
  }

  func handle(_ event: InputEvent) {
    switch event.kind {
    case .pointerMoved(let point): self.point = point
    case .pointerLeft: point = nil
    default: return
    }
    update()
  }

  /// The map below the pointer moved.
  func update() {
    guard let map, map.controlArea.size.width >= Self.minimumWidth else { return }
    let place = point.flatMap { map.groundCoordinate(at: $0) }
    let wanted = place.flatMap { settings.coordinates.text($0) } ?? ""
    if wanted != text { text = wanted }
  }

  /// Keeps the credits away from where the line stands, and gives them the room where it does not.
  func makeRoom() {
    guard let map else { return }
    let wanted = map.controlArea.size.width >= Self.minimumWidth ? Self.left + Self.width : Self.left - 4
    if map.leftOfCredits != wanted { map.leftOfCredits = wanted }
  }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard area.size.width >= Self.minimumWidth else { return nil }
    return ControlPlacement.corner(.bottomLeft, x: Self.left, y: 8).rect(
      of: ScreenSize(width: Self.width, height: 20), in: area)
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .none }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard !text.isEmpty, let rect = frame(in: area) else { return }
    // Names of the map lie below it.
    let width = canvas.textWidth(text, size: Self.textSize)
    canvas.fillRoundedRect(
      ScreenRect(x: rect.origin.x - 5, y: rect.middle.y - 9, width: width + 10, height: 18), radius: 5,
      color: area.palette.surface.withAlpha(0.86))
    canvas.text(
      text, at: ScreenPoint(x: rect.origin.x, y: rect.middle.y), size: Self.textSize, color: area.palette.ink,
      anchor: TextAnchor(.left, .middle))
  }
}
