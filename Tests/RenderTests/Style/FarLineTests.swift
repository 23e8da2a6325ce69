import OverlookPasses
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import Testing

/// Lines of a tilted map that are seen narrower than a pixel.
@MainActor @Suite struct FarLineTests {
  private typealias Scene = StyleScene

  private static let width = 8.0
  private static let pitch = 70.0
  private static let size = (width: 240, height: 160)

  /// How dark each column of the picture is in all, in pixels that are black.
  private func darkness(_ paint: String, join: String, _ renderer: RendererChoice) throws -> [Double] {
    let line = Scene.line([(-500, -286), (-100, -306), (120, -312), (500, -334)])
    let layer = Scene.layer(
      "line", paint: ##""line-color": "black", "line-width": \##(Self.width)\##(paint)"##, layout: ##""line-join": "\##(join)""##)
    let scene = try StyleScene(
      Scene.style(layer, line, pitch: Self.pitch), width: Self.size.width, height: Self.size.height)
    scene.renderer.tools.choice = renderer
    let picture = try scene.picture()
    return (4..<Self.size.width - 4).map { x in
      (0..<Self.size.height).reduce(0) { $0 + 1 - Double(picture.pixels[4 * ($1 * Self.size.width + x)]) / 255 }
    }
  }

  /// A third of a pixel on either side of its middle, half a pixel of what a line fades within among it.
  private static let seen = 0.31

  @Test(arguments: ["miter", "round"], [RendererChoice.driver, .software])
  func aThinLineIsSeenInEachColumnAlike(join: String, renderer: RendererChoice) throws {
    let columns = try darkness("", join: join, renderer)
    #expect(columns.allSatisfy { abs($0 - Self.seen) < 0.08 }, "\(columns.min() ?? 0) ... \(columns.max() ?? 0)")
  }

  /// Three quarters of a pixel of it and of what is left out, in all.
  @Test(arguments: [(1.0, 3.0), (1, 1), (3, 1)], [RendererChoice.driver, .software])
  func dashesShorterThanPixelsAreTheirShareOfTheLine(dashes: (Double, Double), renderer: RendererChoice) throws {
    let sum = dashes.0 + dashes.1
    let (dash, gap) = (0.2 * dashes.0 / sum, 0.2 * dashes.1 / sum)
    let columns = try darkness(#", "line-dasharray": [\#(dash), \#(gap)]"#, join: "miter", renderer)
    let share = Self.seen * dashes.0 / sum
    #expect(columns.allSatisfy { abs($0 - share) < 0.04 }, "\(columns.min() ?? 0) ... \(columns.max() ?? 0) of \(share)")
  }
}
