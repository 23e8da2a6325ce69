import Foundation
import OverlookFormats
import OverlookStyle
import Testing

/// The styles under Assets/Styles.
@Suite struct EmbeddedStyleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Assets")

  @Test(arguments: ["day", "night", "satellite-hybrid", "terrain"])
  func haveNoFaults(name: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appendingPathComponent("Styles/\(name).json"))
    let style = try StyleDocument([UInt8](bytes), thing: name)
    #expect(style.faults.isEmpty, "\(style.faults)")
    #expect(style.glyphs == nil)
    #expect(style.layers.count > 30)
    #expect(style.sky?["sky-color"] != nil && style.sky?["horizon-color"] != nil)
    for layer in style.layers where layer.properties[.textField] != nil {
      #expect(layer.metadata?["overlook:picture-edge"]?.string == "avoid", "\(layer.id)")
    }
    for sprite in style.sprites {
      let path = Self.folder.appendingPathComponent("Sprites/\(sprite.url.dropFirst("asset://".count)).png").path
      #expect(FileManager.default.fileExists(atPath: path), "\(sprite.url)")
    }
  }

  private func style(_ name: String) throws -> StyleDocument {
    try StyleDocument([UInt8](Data(contentsOf: Self.folder.appendingPathComponent("Styles/\(name).json"))), thing: name)
  }

  /// Close by, what the world's outlines know has given way to what a region or a server knows.
  @Test(arguments: ["day", "night", "satellite-hybrid", "terrain"])
  func leaveCoarseOutlinesBehind(name: String) throws {
    let coarse = try style(name).layers.filter {
      $0.source.map(["painted", "relief", "world"].contains) == true && $0.kind != .symbol && $0.sourceLayer != "boundary"
    }
    #expect(coarse.count > 3)
    for layer in coarse { #expect(layer.maximumZoom <= 13.2, "\(layer.id)") }
    // The edge of the sea is as soft as its source is unsure: some 500 m to each side, 13 points at zoom 11 at the equator.
    let shore = try #require(coarse.first { $0.id == "world-shore" })
    guard case .expression(let width)? = shore.properties[.lineWidth] else { throw Unexpected() }
    var context = ExpressionContext()
    context.zoom = 11
    guard case .number(let points) = try width.evaluate(context) else { throw Unexpected() }
    #expect(points > 26, "\(points)")
  }

  private struct Unexpected: Error {}

  /// The city has the name of its country from afar; elsewhere both are there.
  @Test(arguments: ["day", "night", "satellite-hybrid", "terrain"])
  func nameSingaporeOnce(name: String) throws {
    let filter = try #require(style(name).layers.first { $0.id == "place-country" }?.filter)
    for (country, isShown) in [("SG", false), ("LU", true)] {
      var context = ExpressionContext()
      context.zoom = 6
      context.feature = ExpressionFeature(
        properties: ["class": .string("country"), "rank": .number(6), "iso_a2": .string(country)])
      #expect(try filter.evaluate(context) == .bool(isShown), "\(country)")
    }
  }

  /// What a tilted view shows beyond the last latitude of the tiles goes on as the sea there does, while the picture of the relief
  /// covers the land; nearer, and without relief, the background is the land.
  @Test(arguments: ["day", "terrain"])
  func goOnBeyondTheWorldAsTheSea(name: String) throws {
    let background = try #require(style(name).layers.first { $0.kind == .background })
    guard case .expression(let program)? = background.properties[.backgroundColor] else { throw Unexpected() }
    func color(zoom: Double, relief: Double) throws -> StyleColor {
      var context = ExpressionContext()
      context.zoom = zoom
      context.globalState = ["relief": .number(relief)]
      guard case .color(let color) = try program.evaluate(context) else { throw Unexpected() }
      return color
    }
    let (sea, land) = (try color(zoom: 1, relief: 1), try color(zoom: 5, relief: 1))
    #expect(sea.blue > sea.red + 0.2 && land.blue < land.red)
    #expect(try color(zoom: 1, relief: 0) == land)
  }
}
