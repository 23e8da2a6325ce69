import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// A control that keeps what it was told, and where it is told to lie.
@MainActor private final class Probe: Control {
  var rect = ScreenRect(x: 10, y: 20, width: 100, height: 40)
  var isMirrored = true
  var isFocusable = true
  var inputs: [ControlInput] = []
  var areas: [ControlArea] = []
  var child: (any Control)?

  var children: [any Control] { child.map { [$0] } ?? [] }
  func frame(in area: ControlArea) -> ScreenRect? { rect }
  func draw(on canvas: Canvas, in area: ControlArea) { areas.append(area) }
  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    inputs.append(input)
    areas.append(context.area)
    return true
  }
}

@MainActor @Suite(.serialized) struct MirroringTests {
  private let layer: ControlLayer
  private let size = ScreenSize(width: 400, height: 300)

  init() {
    layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: size, insets: EdgeInsets(top: 1, left: 20, bottom: 2, right: 5))
    layer.area.isMirrored = true
  }

  private func send(_ kind: InputEvent.Kind, at seconds: Double = 0) -> EventDisposition {
    layer.respond(to: InputEvent(timeSeconds: seconds, kind: kind))
  }

  private func point(_ x: Double, _ y: Double) -> ScreenPoint { ScreenPoint(x: x, y: y) }

  @Test func aControlLiesAndTakesInputAtTheOtherSide() {
    let probe = Probe()
    layer.add(probe)
    #expect(layer.viewRect(of: probe) == ScreenRect(x: 290, y: 20, width: 100, height: 40))
    #expect(send(.pointerMoved(point(50, 30))) == .ignored, "there is nothing at the left")
    _ = send(.pointerMoved(point(370, 30)))
    _ = send(.buttonPressed(.left, point(370, 30), []))
    _ = send(.pointerMoved(point(360, 30)))
    _ = send(.buttonReleased(.left, point(360, 30), []))
    _ = send(.scrolled(x: 2, y: 1, at: point(380, 30), []))
    #expect(probe.inputs.contains(.pressed(.left, point(30, 30), [], clicks: 1)))
    #expect(probe.inputs.contains(.dragged(point(40, 30))))
    #expect(probe.inputs.contains(.released(.left, point(40, 30), isInside: true)))
    #expect(probe.inputs.last == .scrolled(x: -2, y: 1, at: point(20, 30)))
    #expect(probe.areas.allSatisfy { $0.isMirrored && $0.insets.left == 5 && $0.insets.right == 20 })
  }

  @Test func whatIsBoundToTheMapStaysWhereItIs() {
    let (probe, child) = (Probe(), Probe())
    probe.isMirrored = false
    probe.child = child
    layer.add(probe)
    for control in [probe, child] { #expect(layer.viewRect(of: control) == control.rect) }
    _ = send(.buttonPressed(.left, point(30, 30), []))
    #expect(child.inputs.contains(.pressed(.left, point(30, 30), [], clicks: 1)))
    #expect(child.areas.allSatisfy { !$0.isMirrored && $0.insets.left == 20 })
  }

  @Test func theArrowKeysPointToWhereThingsLie() {
    let probe = Probe()
    layer.add(probe)
    layer.focus(probe)
    _ = send(.keyPressed(.left, []))
    _ = send(.keyPressed(.up, []))
    #expect(probe.inputs.suffix(2) == [.key(.right, []), .key(.up, [])])
    probe.isMirrored = false
    _ = send(.keyPressed(.left, []))
    #expect(probe.inputs.last == .key(.left, []))
  }

  @Test func aSliderGrowsTowardsTheLeft() {
    let slider = Slider(0.5, at: .at(point(0, 0)))
    layer.add(slider)
    layer.focus(slider)
    _ = send(.keyPressed(.left, []))
    #expect(slider.value > 0.5)
    // Its beginning lies at the right edge of the view, 160 wide.
    _ = send(.buttonPressed(.left, point(395, 12), []))
    #expect(slider.value == 0)
  }

  @Test func textIsNeverMirrored() throws {
    let canvas = Canvas(fonts: try .machine())
    let field = TextField("abc", at: .at(point(0, 0)))
    layer.add(field)
    layer.focus(field)
    for _ in 0..<2 {
      canvas.begin(size: size, pixelsPerPoint: 1)
      layer.draw(on: canvas)
    }
    // The field is as wide as 240 points at the right; its text begins 10 points from its left edge.
    let left = 400 - field.width + 10
    _ = send(.buttonPressed(.left, point(left, 17), []))
    #expect(field.edited.cursor == 0)
    _ = send(.buttonReleased(.left, point(left, 17), []))
    _ = send(.keyPressed(.right, []))
    #expect(field.edited.cursor == 1)
    _ = send(.buttonPressed(.left, point(left + canvas.textWidth("ab", size: 13.5), 17), []), at: 9)
    #expect(field.edited.cursor == 2)
  }

  @Test func aLanguageFromRightToLeftMirrorsAndAsksForAFrame() throws {
    layer.area.isMirrored = false
    let before = InterfaceLanguage.current
    defer { InterfaceLanguage.current = before }
    let probe = Probe()
    layer.add(probe)
    let canvas = Canvas(fonts: try .machine())
    func draw() {
      canvas.begin(size: size, pixelsPerPoint: 1)
      layer.draw(on: canvas)
    }
    draw()
    #expect(!layer.step(now: 1) && layer.viewRect(of: probe) == probe.rect)
    InterfaceLanguage.current = try #require(.language("ar"))
    #expect(layer.step(now: 2), "the control reads no text, and lies elsewhere")
    draw()
    #expect(probe.areas.last?.isMirrored == true && layer.viewRect(of: probe)?.origin.x == 290)
  }

  // MARK: Canvas

  /// What is drawn into a picture of 40 x 20, mirrored within it or not, as the places of its dark pixels.
  private func pixels(mirrored: Bool, _ draw: (Canvas) -> Void) throws -> Set<SIMD2<Int>> {
    let surface = try TestSurface(width: 40, height: 20)
    surface.clear(.white)
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: ScreenSize(width: 40, height: 20), pixelsPerPoint: 1)
    canvas.mirrored(mirrored, in: ScreenRect(x: 0, y: 0, width: 40, height: 20)) { draw(canvas) }
    #expect(!canvas.isMirrored)
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    let image = try surface.image(scale: 1)
    var found: Set<SIMD2<Int>> = []
    for y in 0..<20 { for x in 0..<40 where image.pixels[4 * (y * 40 + x)] < 128 { found.insert(SIMD2(x, y)) } }
    return found
  }

  @Test func shapesLinesAndClipsAreMirrored() throws {
    let draw: (Canvas) -> Void = { canvas in
      canvas.pushClip(ScreenRect(x: 2, y: 0, width: 30, height: 20))
      canvas.fillRect(ScreenRect(x: 0, y: 2, width: 6, height: 4), color: .black)
      canvas.fillTriangle(ScreenPoint(x: 8, y: 2), ScreenPoint(x: 16, y: 10), ScreenPoint(x: 8, y: 10), color: .black)
      canvas.strokeLine(from: ScreenPoint(x: 20, y: 3), to: ScreenPoint(x: 30, y: 15), width: 3, color: .black)
      canvas.popClip()
    }
    let (plain, mirrored) = (try pixels(mirrored: false, draw), try pixels(mirrored: true, draw))
    let expected = Set(plain.map { SIMD2(39 - $0.x, $0.y) })
    // An edge in the middle of a pixel may fall on either side.
    #expect(plain.count > 60 && mirrored.symmetricDifference(expected).count <= 6)
    #expect(!mirrored.contains { $0.x > 37 }, "the clip is mirrored, too")
  }

  @Test func lettersAndWhatOptsOutAreNotMirrored() throws {
    let text: (Canvas) -> Void = { $0.text("F", at: ScreenPoint(x: 2, y: 16), size: 18, color: .black) }
    let (plain, mirrored) = (try pixels(mirrored: false, text), try pixels(mirrored: true, text))
    let ending = try pixels(mirrored: false) {
      $0.text("F", at: ScreenPoint(x: 38, y: 16), size: 18, color: .black, anchor: TextAnchor(.right))
    }
    #expect(!mirrored.isEmpty && mirrored == ending, "it ends where it would begin")
    #expect(mirrored != Set(plain.map { SIMD2(39 - $0.x, $0.y) }))
    let sign: (Canvas) -> Void = { canvas in
      canvas.unmirrored(in: ScreenRect(x: 4, y: 4, width: 10, height: 10)) {
        canvas.fillTriangle(ScreenPoint(x: 4, y: 4), ScreenPoint(x: 14, y: 9), ScreenPoint(x: 4, y: 14), color: .black)
      }
    }
    let moved = Set(try pixels(mirrored: false, sign).map { SIMD2($0.x + 22, $0.y) })
    let mirroredSign = try pixels(mirrored: true, sign)
    #expect(!moved.isEmpty && moved == mirroredSign)
  }
}
