// A component and a control of the app's own: lines of latitude and longitude, and a dial that sets how far apart they are.
import Observation
import Overlook

@Observable final class Dial: Control {
  var degrees = 10.0
  private var isHovered = false
  @ObservationIgnored var onChange: (Double) -> Void = { _ in }
  let tooltip: String? = "Turn the wheel for other lines"

  func frame(in area: ControlArea) -> ScreenRect? {
    ControlPlacement.corner(.topRight, x: 16, y: 16).rect(of: ScreenSize(width: 120, height: 44), in: area)
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    switch input {
    case .pointerMoved: isHovered = true
    case .pointerLeft: isHovered = false
    case .scrolled(_, let steps, _): set(steps > 0 ? degrees * 2 : degrees / 2)
    case .released(.left, _, isInside: true): set(10)
    default: return false
    }
    return true
  }

  private func set(_ value: Double) {
    degrees = min(max(value, 1.25), 40)
    onChange(degrees)
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let frame = frame(in: area) else { return }
    canvas.fillRoundedRect(frame, radius: 10, color: area.palette.surface.withAlpha(isHovered ? 1 : 0.85))
    canvas.text(
      "\(degrees)°", at: ScreenPoint(x: frame.origin.x + 60, y: frame.origin.y + 22), size: 16, color: area.palette.ink,
      anchor: TextAnchor(.center, .middle))
  }
}

final class Graticule: MapComponent {
  let dial = Dial()
  var controls: [any Control] { [dial] }

  func didAttach(to map: MapView) {
    dial.onChange = { [weak map] _ in map?.setNeedsDisplay() }
  }

  func update(_ frame: MapFrame) -> RedrawReasons { [] }

  func draw(on canvas: Canvas, _ frame: MapFrame) {
    for latitude in stride(from: -80.0, through: 80, by: dial.degrees) {
      stroke(stride(from: -180.0, through: 180, by: 5).map { (latitude, $0) }, on: canvas, frame)
    }
    for longitude in stride(from: -180.0, through: 180, by: dial.degrees) {
      stroke(stride(from: -80.0, through: 80, by: 5).map { ($0, longitude) }, on: canvas, frame)
    }
  }

  private func stroke(_ line: [(latitude: Double, longitude: Double)], on canvas: Canvas, _ frame: MapFrame) {
    let points = line.map { frame.projection.point(for: LocationCoordinate(latitude: $0.latitude, longitude: $0.longitude)) }
    canvas.strokePolyline(points, width: 1, color: Color.black.withAlpha(0.35))
  }
}

let map = MapView()
map.add(Graticule())
try map.run(title: "Own control")
