import OverlookCanvas
import OverlookControls
import OverlookGPU
import OverlookGeometry
import OverlookInput
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// Whatever can be clicked shows that the pointer is on it, and that a button is held there, in light and dark alike.
@MainActor @Suite struct PointerStateTests {
  /// A control in the middle of being used, and a point of it that can be clicked.
  private struct Case {
    let name: String
    let make: @MainActor () -> (any Control, (ControlArea) -> ScreenPoint)

    init(_ name: String, _ make: @escaping @MainActor () -> (any Control, (ControlArea) -> ScreenPoint)) {
      (self.name, self.make) = (name, make)
    }
  }

  private static let size = ScreenSize(width: 760, height: 420)

  private static func middle(_ control: any Control) -> (ControlArea) -> ScreenPoint {
    { control.frame(in: $0)?.middle ?? ScreenPoint(x: -1, y: -1) }
  }

  private static func offset(_ control: any Control, _ x: Double, _ y: Double) -> (ControlArea) -> ScreenPoint {
    { area in
      guard let rect = control.frame(in: area) else { return ScreenPoint(x: -1, y: -1) }
      return ScreenPoint(x: (x < 0 ? rect.maxX : rect.origin.x) + x, y: (y < 0 ? rect.maxY : rect.origin.y) + y)
    }
  }

  private static func timeControl() -> TimeControl {
    let control = TimeControl()
    var state = TimeControlState()
    (state.frameCount, state.resolvedCount, state.frameIndex, state.timeText) = (8, 8, 3, "12:00")
    control.state = state
    return control
  }

  private static func legend() -> LegendControl {
    let control = LegendControl()
    control.scale = .rain
    return control
  }

  private static let cases = [
    Case("button") {
      let button = Button("Save", at: .at(ScreenPoint(x: 40, y: 40))) {}
      return (button, middle(button))
    },
    Case("compass") {
      let compass = CompassControl()
      (compass.isEnabled, compass.bearing) = (true, 40)
      _ = compass.step(now: 0)
      _ = compass.step(now: 1)
      return (compass, middle(compass))
    },
    Case("location") {
      let control = LocateControl()
      control.isEnabled = true
      return (control, middle(control))
    },
    Case("zoom") {
      let control = ZoomControl()
      control.isEnabled = true
      return (control, offset(control, 20, 16))
    },
    Case("chosen floor") {
      let picker = FloorPicker()
      picker.state = FloorPicker.State(names: ["2", "1", "G"], chosen: 1)
      return (picker, { area in picker.rect(ofLevel: 1, in: area)?.middle ?? ScreenPoint(x: -1, y: -1) })
    },
    Case("floor") {
      let picker = FloorPicker()
      picker.state = FloorPicker.State(names: ["2", "1", "G"], chosen: 1)
      return (picker, { area in picker.rect(ofLevel: 2, in: area)?.middle ?? ScreenPoint(x: -1, y: -1) })
    },
    Case("play") {
      let control = timeControl(); return (control, offset(control, 29, 29))
    },
    Case("step of time") {
      let control = timeControl(); return (control, offset(control, 86, 29))
    },
    Case("speed of time") {
      let control = timeControl(); return (control, offset(control, -30, 18))
    },
    Case("slider of time") {
      let control = timeControl(); return (control, offset(control, 200, 40))
    },
    Case("colours of a legend") {
      let control = legend(); return (control, offset(control, 40, -36))
    },
    Case("opacity of a legend") {
      let control = legend(); return (control, offset(control, 40, -15))
    },
    Case("notice") {
      let panel = NoticePanel()
      panel.notices = [MapNotice("The server does not answer", isFault: true)]
      return (panel, middle(panel))
    },
  ]

  private func picture(_ layer: ControlLayer, _ surface: TestSurface, _ canvas: Canvas, _ pass: CanvasPass) throws -> [UInt8] {
    canvas.begin(size: Self.size, pixelsPerPoint: 1)
    layer.draw(on: canvas, isPicture: false)
    surface.clear(Color(red: 0.6, green: 0.7, blue: 0.7))
    try pass.draw(canvas, to: surface.target)
    return try surface.image(scale: 1).pixels
  }

  @Test(arguments: InterfaceTheme.allCases) func whatCanBeClickedShowsThePointer(theme: InterfaceTheme) throws {
    for subject in Self.cases { try expectStates(of: subject, theme) }
  }

  private func expectStates(of subject: Case, _ theme: InterfaceTheme) throws {
    let surface = try TestSurface(width: Int(Self.size.width), height: Int(Self.size.height))
    let (canvas, pass, layer) = (Canvas(fonts: try .machine()), CanvasPass(surface.device), ControlLayer(wake: {}))
    layer.area = ControlArea(size: Self.size, theme: theme)
    let (control, place) = subject.make()
    layer.add(control)
    func send(_ kind: InputEvent.Kind) { _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: kind)) }
    // Some know where they lie when they were drawn.
    _ = try picture(layer, surface, canvas, pass)
    let point = place(layer.area)
    let resting = try picture(layer, surface, canvas, pass)
    send(.pointerMoved(point))
    let hovered = try picture(layer, surface, canvas, pass)
    send(.buttonPressed(.left, point, []))
    let pressed = try picture(layer, surface, canvas, pass)
    send(.buttonReleased(.left, ScreenPoint(x: 3, y: 300), []))
    send(.pointerMoved(ScreenPoint(x: 3, y: 300)))
    layer.focus(nil)
    let after = try picture(layer, surface, canvas, pass)
    #expect(hovered != resting, "\(subject.name)")
    #expect(pressed != resting, "\(subject.name)")
    // What slides is held where it is, and everything else looks pressed.
    if !subject.name.hasPrefix("slider"), !subject.name.hasPrefix("opacity") {
      #expect(pressed != hovered, "\(subject.name)")
    }
    #expect(after == resting, "\(subject.name)")
  }
}
