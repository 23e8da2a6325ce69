import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookMeasurement
import OverlookCanvas
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// The pointer in a field whose text runs both ways.
@MainActor @Suite struct TextFieldTests {
  private let layer: ControlLayer
  private let canvas: Canvas

  init() throws {
    layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: ScreenSize(width: 400, height: 100))
    canvas = Canvas(fonts: InterfaceFonts(try FontProgram.embedded(), FontCatalog(files: [TestFont.arabicAndHebrew.path])))
  }

  private func draw() {
    for _ in 0..<2 {
      canvas.begin(size: layer.area.size, pixelsPerPoint: 1)
      layer.draw(on: canvas)
      canvas.fonts.finish()
    }
  }

  private func field(_ text: String) -> TextField {
    let field = TextField(text, at: .at(ScreenPoint(x: 0, y: 0)))
    layer.add(field)
    layer.focus(field)
    draw()
    return field
  }

  private func press(x: Double, seconds: Double = 0) {
    let point = ScreenPoint(x: x, y: 17)
    _ = layer.respond(to: InputEvent(timeSeconds: seconds, kind: .buttonPressed(.left, point, [])))
    _ = layer.respond(to: InputEvent(timeSeconds: seconds, kind: .buttonReleased(.left, point, [])))
  }

  private func width(_ text: String) -> Double { canvas.textWidth(text, size: 13.5) }

  @Test(.enabled(if: TestFont.arabicAndHebrew.isInstalled, "needs the package fonts-dejavu-core"))
  func aPressGoesToTheCharacterThatIsSeenThere() {
    // Seen "abc gimel bet alef", from 10 points on.
    let field = field("abcאבג")
    press(x: 10 + width("abc") + 1)
    #expect(field.edited.cursor == 3)
    press(x: 10 + width("abc") + width("ג") + 1, seconds: 10)
    #expect(field.edited.cursor == 5)
    press(x: 200, seconds: 20)
    #expect(field.edited.cursor == 6)
  }

  @Test(.enabled(if: TestFont.arabicAndHebrew.isInstalled, "needs the package fonts-dejavu-core"))
  func aLineThatIsReadFromTheRightLiesAtTheRight() {
    let field = field("שלום")
    // 240 wide, 10 at its end: the text ends there.
    press(x: 229)
    #expect(field.edited.cursor == 0)
    press(x: 229 - width("ש") - 1, seconds: 10)
    #expect(field.edited.cursor == 1)
    press(x: 20, seconds: 20)
    #expect(field.edited.cursor == 4)
  }

  /// Of a ligature each letter has its part.
  @Test(.enabled(if: TestFont.arabicAndHebrew.isInstalled, "needs the package fonts-dejavu-core"))
  func theCursorStandsWithinALigature() {
    let edges = canvas.edges(ofVerbatim: Array("لا"), VisualPlaces(Array("لا")), size: 10)
    canvas.fonts.finish()
    canvas.begin(size: layer.area.size, pixelsPerPoint: 1)
    let whole = canvas.edges(ofVerbatim: Array("لا"), VisualPlaces(Array("لا")), size: 10)
    #expect(edges.count == 3 && whole.count == 3)
    #expect(whole[1] > 0 && abs(whole[2] - 2 * whole[1]) < 1e-4)
  }

  @Test func blanksCountAsTheyAreTyped() {
    let field = field("a  b ")
    let places = VisualPlaces(Array("a  b "))
    let edges = canvas.edges(ofVerbatim: Array("a  b "), places, size: 13.5)
    #expect(edges.count == 6 && zip(edges, edges.dropFirst()).allSatisfy { $1 - $0 > 2 })
    press(x: 10 + edges[2])
    #expect(field.edited.cursor == 2)
  }

  @Test func aFieldThatIsNotChangedAllocatesNothing() throws {
    try #require(AllocationCounter.isAvailable)
    let field = field("A text of more than fifteen bytes")
    field.hasCard = true
    for _ in 0..<4 { draw() }
    let report = AllocationCounter.count {
      for _ in 0..<20 {
        canvas.begin(size: layer.area.size, pixelsPerPoint: 1)
        field.draw(on: canvas, in: layer.area)
      }
    }
    #expect(report.blocks == 0, "\(report)")
  }
}
