import Observation
import OverlookGeometry
import OverlookInput
import OverlookSupport
import OverlookText
import Testing

@testable import OverlookCanvas
@testable import OverlookControls

/// Controls whose drawing is kept from frame to frame look as if they were drawn anew in each.
@MainActor @Suite struct KeptControlTests {
  /// Counts how often it is drawn.
  @MainActor @Observable final class Sign: KeptControl {
    var text = "one"
    var isClipped = false
    @ObservationIgnored var draws = 0

    func frame(in area: ControlArea) -> ScreenRect? { ScreenRect(x: 10, y: 10, width: 120, height: 40) }

    func draw(on canvas: Canvas, in area: ControlArea) {
      draws += 1
      let rect = ScreenRect(x: 10, y: 10, width: 120, height: 40)
      if isClipped { canvas.pushClip(rect) }
      canvas.fillCard(rect, radius: 8, palette: area.palette)
      canvas.text(text, at: rect.middle, size: 14, color: area.palette.ink, anchor: TextAnchor(.center, .middle))
      if isClipped { canvas.popClip() }
    }
  }

  /// What lies below, so that a kept drawing does not begin the canvas.
  @MainActor @Observable final class Ground: Control {
    var triangles = 1

    func frame(in area: ControlArea) -> ScreenRect? { ScreenRect(x: 0, y: 0, width: 200, height: 100) }
    func draw(on canvas: Canvas, in area: ControlArea) {
      for index in 0..<triangles {
        canvas.fillRect(ScreenRect(x: Double(index), y: 0, width: 3, height: 3), color: .black)
      }
    }
  }

  @MainActor private final class Stage {
    let canvas: Canvas
    let layer = ControlLayer(wake: {})
    var pixelsPerPoint = 1.0
    private var now = 1.0

    init(_ controls: [any Control]) throws {
      canvas = Canvas(fonts: try .machine())
      layer.area = ControlArea(size: ScreenSize(width: 400, height: 300))
      for control in controls { layer.add(control) }
    }

    @discardableResult func step() -> Bool {
      now += 0.02
      return layer.step(now: now)
    }

    func draw() {
      canvas.begin(size: ScreenSize(width: 400, height: 300), pixelsPerPoint: pixelsPerPoint)
      layer.draw(on: canvas)
    }

    func frame() {
      step()
      draw()
    }

    /// Whether the canvas has what another layer, which has kept nothing, draws on it.
    func isAsDrawnAnew() -> Bool {
      let (vertices, indices, clips) = (canvas.vertices, canvas.indices, canvas.clips)
      let other = ControlLayer(wake: {})
      other.area = layer.area
      for control in layer.controls { other.add(control) }
      canvas.begin(size: ScreenSize(width: 400, height: 300), pixelsPerPoint: pixelsPerPoint)
      other.draw(on: canvas)
      return canvas.vertices == vertices && canvas.indices == indices && canvas.clips == clips
    }
  }

  @Test func whatStaysTheSameIsDrawnOnce() throws {
    let (ground, sign) = (Ground(), Sign())
    let stage = try Stage([ground, sign])
    for _ in 0..<5 { stage.frame() }
    #expect(sign.draws == 1)
    #expect(stage.isAsDrawnAnew())
    // Others take more of the canvas: what is kept goes behind it.
    ground.triangles = 7
    let draws = sign.draws
    stage.frame()
    #expect(sign.draws == draws)
    #expect(stage.isAsDrawnAnew())
  }

  @Test func whatIsWatchedTheAreaAndTheViewBringItUpToDate() throws {
    let sign = Sign()
    let stage = try Stage([sign])
    let changes: [() -> Void] = [
      { sign.text = "two" }, { stage.layer.area.theme = .dark }, { stage.pixelsPerPoint = 2 },
      { stage.canvas.atlas.startAnew() }, { sign.isClipped = true }, { sign.text = "three" }, { sign.isClipped = false },
    ]
    stage.frame()
    for change in changes {
      change()
      stage.frame()
      let draws = sign.draws
      #expect(draws > 1)
      stage.frame()
      // Within a clip nothing is kept.
      #expect(sign.isClipped == (sign.draws > draws))
      #expect(stage.isAsDrawnAnew())
    }
  }

  @Test func aChangeBehindTheStepIsSeenInTheSameFrameAndAsksForOne() throws {
    let sign = Sign()
    let stage = try Stage([sign])
    stage.frame()
    #expect(!stage.step())
    sign.text = "late"
    stage.draw()
    #expect(stage.isAsDrawnAnew())
    #expect(stage.step())
    #expect(!stage.step())
  }

  @Test func theCardOfTheArrivalShowsThePointerAndWhatItSays() throws {
    let card = ArrivalCard()
    card.show(ArrivalCard.Content(time: "12 min", distance: "4.8 km", arrival: "14:32"))
    let stage = try Stage([card])
    stage.frame()
    stage.frame()
    let before = stage.canvas.vertices
    let button = try #require(card.children.first)
    button.handle(.pointerMoved(ScreenPoint(x: 1, y: 1)), in: stage.layer.plainContext)
    stage.frame()
    #expect(stage.canvas.vertices != before)
    card.hasSearch = true
    stage.frame()
    #expect(card.children.count == 5)
    #expect(stage.isAsDrawnAnew())
    card.show(nil)
    stage.frame()
    #expect(stage.canvas.isEmpty)
  }
}
