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
    // The edge of the sea is soft, and no wider than what lies between the corners of a coast: each would be a spike.
    let shore = try #require(coarse.first { $0.id == "world-shore" })
    guard case .expression(let width)? = shore.properties[.lineWidth] else { throw Unexpected() }
    var context = ExpressionContext()
    for (zoom, points) in [(10.0, 1.0...4), (11, 4...7), (13, 12...20)] {
      context.zoom = zoom
      guard case .number(let wide) = try width.evaluate(context) else { throw Unexpected() }
      #expect(points.contains(wide), "\(wide) points at zoom \(zoom)")
    }
  }

  private struct Unexpected: Error {}

  /// Rivers are exact to some 200 metres: they go where that is more than a few times a line's width. Small ones come later than great ones.
  @Test(arguments: ["day", "night", "terrain"])
  func drawRiversWhereTheyAreExact(name: String) throws {
    let rivers = try #require(style(name).layers.first { $0.id == "world-rivers" })
    #expect(rivers.maximumZoom == 11)
    guard case .expression(let opacity)? = rivers.properties[.lineOpacity] else { throw Unexpected() }
    func isSeen(_ rank: Double, zoom: Double) throws -> Bool {
      var context = ExpressionContext()
      context.zoom = zoom
      context.feature = ExpressionFeature(properties: ExpressionProperties(["rank": .number(rank)]))
      guard case .number(let value) = try opacity.evaluate(context) else { throw Unexpected() }
      return value > 0.2
    }
    for zoom in [3.0, 6, 7, 9, 10] { #expect(try isSeen(1, zoom: zoom), "\(zoom)") }
    #expect(try !isSeen(2, zoom: 6.1))
    #expect(try isSeen(2, zoom: 7) && isSeen(2, zoom: 10))
    #expect(try !isSeen(1, zoom: 10.9) && !isSeen(2, zoom: 10.9))
  }

  /// Cities that people look for have their places before the names of countries, each in one of two layers.
  @Test(arguments: ["day", "night", "satellite-hybrid", "terrain"])
  func nameGreatCitiesBeforeCountries(name: String) throws {
    let layers = try style(name).layers
    let places = try ["place-city", "place-country", "place-metropolis"].map { id in
      try #require(layers.firstIndex { $0.id == id })
    }
    // The last layer has its places first.
    #expect(places == places.sorted())
    func isShown(_ layer: Int, zoom: Double, rank: Double, isCapital: Bool) throws -> Bool {
      let layer = layers[layer]
      guard (layer.minimumZoom..<layer.maximumZoom).contains(zoom) else { return false }
      var context = ExpressionContext()
      context.zoom = zoom
      var properties: [String: StyleValue] = ["class": .string("city"), "rank": .number(rank)]
      if isCapital { properties["capital"] = .number(2) }
      context.feature = ExpressionFeature(properties: ExpressionProperties(properties))
      return try #require(layer.filter).evaluate(context) == .bool(true)
    }
    // At each zoom the least city before countries, and the least capital.
    for (zoom, city, capital) in [(2.0, 1.0, 2.0), (3, 2, 2), (4, 3, 4), (5, 4, 4), (6, 5, 5), (7, 5, 5)] {
      for rank in 1...8 {
        for isCapital in [false, true] {
          let isFirst = try isShown(places[2], zoom: zoom, rank: Double(rank), isCapital: isCapital)
          let isAfter = try isShown(places[0], zoom: zoom, rank: Double(rank), isCapital: isCapital)
          #expect(isFirst == (Double(rank) <= (isCapital ? capital : city)), "zoom \(zoom), rank \(rank)")
          #expect(!(isFirst && isAfter))
          if zoom > 5 { #expect(isFirst != isAfter, "zoom \(zoom), rank \(rank)") }
        }
      }
    }
    let country = layers[places[1]]
    #expect(country.properties[.textVariableAnchorOffset] != nil && country.properties[.symbolSortKey] != nil)
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
