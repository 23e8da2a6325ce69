import OverlookCanvas
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

@MainActor @Suite struct LabelViewGoldenTests {
  /// Lines in their middles, three scripts, and a halo that lies within the view all around.
  @Test(arguments: [1.0, 2]) func textWithItsHaloFillsItsView(_ scale: Double) throws {
    let label = LabelView("Ägyptisches Museum\nΜουσείο — Музей\n(gj)")
    label.fontSize = 15
    label.color = Color(red: 0.10, green: 0.23, blue: 0.45)
    label.halo = TextHalo(color: .white, width: 2)
    let size = label.size
    let surface = try TestSurface(width: Int(size.width * scale), height: Int(size.height * scale))
    surface.clear(Color(red: 0.42, green: 0.58, blue: 0.40))
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: size, pixelsPerPoint: scale)
    label.draw(in: canvas)
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    let mismatch = try GoldenPicture("markers/label-\(Int(scale))x").mismatch(with: surface.image(scale: scale))
    #expect(mismatch == nil)
  }
}
