import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

@MainActor @Suite struct InfoWindowGoldenTests {
  private func expectPicture(_ name: String, scale: Double, _ theme: InterfaceTheme) throws {
    let surface = try TestSurface(width: Int(780 * scale), height: Int(190 * scale))
    surface.clear(theme == .light ? Color(red: 0.86, green: 0.90, blue: 0.86) : Color(red: 0.10, green: 0.14, blue: 0.20))
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: ScreenSize(width: 780, height: 190), pixelsPerPoint: scale)
    let long = "A snippet that is too long for one line is broken between words,\nand where it says so."
    let contents: [(Double, InfoWindowPanel.Content)] = [
      (60, .text(title: "London", snippet: nil)),
      (210, .text(title: "Reykjavik", snippet: "64.1466° N, 21.9426° W")),
      (460, .text(title: "A title of more than one line is broken between words, too", snippet: long)),
      (690, .contents(.testCard(width: 48, height: 32, scale: 1))),
    ]
    for (x, content) in contents {
      let panel = InfoWindowPanel()
      panel.palette = theme == .dark ? .dark : .light
      panel.draw(content, tip: ScreenPoint(x: x, y: 170), on: canvas)
    }
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    let mismatch = try GoldenPicture("info-windows/\(name)").mismatch(with: surface.image(scale: scale))
    #expect(mismatch == nil)
  }

  @Test func windowsInLight_MK25() throws { try expectPicture("light", scale: 1, .light) }

  @Test func windowsInDarkAtDoubleDensity_MK25() throws { try expectPicture("dark-2x", scale: 2, .dark) }

  @Test func textIsWrappedAtWordsWithinWordsAndEndsInAnEllipsis() throws {
    let surface = try TestSurface(width: 8, height: 8)
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: ScreenSize(width: 8, height: 8), pixelsPerPoint: 1)
    let panel = InfoWindowPanel()
    func size(_ title: String?, _ snippet: String?) -> ScreenSize? {
      panel.size(of: .text(title: title, snippet: snippet), on: canvas)
    }
    #expect(size(nil, nil) == nil && size("", "  \n ") == nil)
    let one = try #require(size(nil, "one"))
    // Lines of snippets are 17 points high.
    #expect(size(nil, "one\ntwo")?.height == one.height + 17)
    let word = String(repeating: "m", count: 60)
    let broken = try #require(size(nil, word))
    #expect(broken.height > one.height && broken.width <= 260 + 28)
    #expect(size(nil, String(repeating: "many words ", count: 200))?.height == one.height + 5 * 17)
    _ = surface
  }
}
