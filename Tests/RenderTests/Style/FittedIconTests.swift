import OverlookLayout
import OverlookSupport
import OverlookText
import Testing

/// Icons that are made as large as the text on them (style specification, `icon-text-fit`), seen by their edges in pictures.
@MainActor @Suite struct FittedIconTests {
  private struct Edges: Equatable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    func moved(_ x: Int, _ y: Int) -> Edges { Edges(left: left + x, top: top + y, right: right + x, bottom: bottom + y) }
  }

  /// Where the red icon of the only label lies. The text itself is not seen.
  private func edges(layout: String, paint: String = "") throws -> Edges {
    let pixels = (0..<64).flatMap { _ in [255, 0, 0, 255] as [UInt8] }
    let icon = StyleImage(image: try #require(Image(width: 8, height: 8, premultipliedRGBA: pixels)), pixelRatio: 1)
    let layer = StyleScene.layer(
      "symbol", paint: #""text-opacity": 0"# + (paint.isEmpty ? "" : ", " + paint),
      layout: #""icon-image": "red", "text-field": "Hxgh", "text-font": ["Inter Medium"], "text-size": 20, "# + layout)
    let style = StyleScene.style(StyleScene.paper + "," + layer, StyleScene.point(10, 10))
    let scene = try StyleScene(style, width: 200, height: 160, images: ["red": icon], glyphs: GlyphLibrary())
    #expect(scene.faults.isEmpty, "\(scene.faults)")
    scene.placeLabels()
    let picture = try scene.picture()
    var found: Edges?
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let place = 4 * (y * picture.width + x)
        guard picture.pixels[place] > 200, picture.pixels[place + 1] < 120 else { continue }
        let edges = found ?? Edges(left: x, top: y, right: x, bottom: y)
        found = Edges(
          left: min(edges.left, x), top: min(edges.top, y), right: max(edges.right, x), bottom: max(edges.bottom, y))
      }
    }
    return try #require(found)
  }

  private static let fit = #""icon-text-fit": "both""#
  private static let anyBelow = fit + #", "text-variable-anchor": ["top"]"#

  /// The padding is that of the sides in the order of CSS: top, right, bottom, left.
  @Test func iconsGrowByTheirPadding() throws {
    let plain = try edges(layout: Self.fit)
    let padded = try edges(layout: Self.fit + #", "icon-text-fit-padding": [2, 12, 4, 6]"#)
    #expect(plain.left - padded.left == 6)
    #expect(plain.top - padded.top == 2)
    #expect(padded.right - plain.right == 12)
    #expect(padded.bottom - plain.bottom == 4)
  }

  @Test func iconsMoveByTheirOwnTranslation() throws {
    let moves = #""text-translate": [20, 10], "icon-translate": [6, 8]"#
    #expect(try edges(layout: Self.fit, paint: moves) == edges(layout: Self.fit).moved(6, 8))
  }

  /// A text that may lie on any side takes its icon along wherever it goes.
  @Test func iconsOfTextsOnAnySideMoveWithThem() throws {
    let moves = #""text-translate": [20, 10], "icon-translate": [6, 8]"#
    #expect(try edges(layout: Self.anyBelow, paint: moves) == edges(layout: Self.anyBelow).moved(20, 10))
  }
}
