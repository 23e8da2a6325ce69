import OverlookCanvas
import OverlookControls
import OverlookGPU
import OverlookGeometry
import OverlookInput
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// The panel of the time beside a page that leaves little of a view.
@MainActor @Suite struct TimeControlTests {
  private func control(_ text: String, covered: Double) -> TimeControl {
    let control = TimeControl()
    var state = TimeControlState()
    (state.frameCount, state.resolvedCount, state.frameIndex, state.timeText) = (288, 288, 3, text)
    control.state = state
    control.coveredWidth = covered
    return control
  }

  private func picture(_ control: TimeControl, _ size: ScreenSize) throws -> Image {
    let surface = try TestSurface(width: Int(size.width), height: Int(size.height))
    let (canvas, pass, layer) = (Canvas(fonts: try .machine()), CanvasPass(surface.device), ControlLayer(wake: {}))
    layer.area = ControlArea(size: size)
    layer.add(control)
    canvas.begin(size: size, pixelsPerPoint: 1)
    layer.draw(on: canvas, isPicture: false)
    surface.clear(.white)
    try pass.draw(canvas, to: surface.target)
    return try surface.image(scale: 1)
  }

  /// Dark pixels, as letters are.
  private func letters(_ image: Image, in columns: Range<Int>, _ rows: Range<Int>) -> Int {
    rows.reduce(0) { count, row in
      count + columns.count { Int(image.pixels[4 * (row * image.width + $0)]) < 110 }
    }
  }

  @Test(arguments: [0.0, 100, 250, 345, 353]) func textsStayInThePanelAndApart(covered: Double) throws {
    let size = ScreenSize(width: 624, height: 500)
    let control = control("2026-06-21 18:00", covered: covered)
    let panel = try #require(control.frame(in: ControlArea(size: size)))
    let image = try picture(control, size)
    let rows = Int(panel.origin.y) + 8..<Int(panel.origin.y) + 28
    #expect(letters(image, in: Int(panel.maxX) + 1..<image.width, rows) == 0, "\(panel)")
    // Beside the speed.
    #expect(letters(image, in: Int(panel.maxX) - 62..<Int(panel.maxX) - 52, rows) == 0, "\(panel)")
    // Some time is told.
    let left = Int(panel.origin.x) + (panel.size.width < 230 ? 60 : 104)
    #expect(letters(image, in: left..<Int(panel.maxX) - 62, rows) > 30, "\(panel)")
  }

  /// Without buttons of single steps, the slider reaches farther.
  @Test func aNarrowPanelHasPlaySliderAndSpeed() throws {
    let size = ScreenSize(width: 624, height: 500)
    let control = control("2026-06-21 18:00", covered: 345)
    let (area, layer) = (ControlArea(size: size), ControlLayer(wake: {}))
    layer.area = area
    layer.add(control)
    let panel = try #require(control.frame(in: area))
    #expect(panel.size.width < 230)
    var actions: [TimeControl.Action] = []
    control.onAction = { actions.append($0) }
    for (x, y) in [(29.0, 29.0), (64, 40), (panel.size.width - 30, 18), (panel.size.width - 18, 40)] {
      let point = ScreenPoint(x: panel.origin.x + x, y: panel.origin.y + y)
      for kind in [InputEvent.Kind.pointerMoved(point), .buttonPressed(.left, point, []), .buttonReleased(.left, point, [])] {
        _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: kind))
      }
    }
    #expect(actions.first == .togglePlaying && actions.contains(.nextSpeed), "\(actions)")
    let frames = actions.compactMap { if case .show(let frame) = $0 { frame } else { nil } }
    #expect(frames.min().map { $0 < 12 } == true && frames.max() == 287, "\(actions)")
    #expect(!actions.contains { if case .step = $0 { true } else { false } })
  }
}
