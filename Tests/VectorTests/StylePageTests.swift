import Glibc
import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookVector
import Testing

@Suite struct StylePageTests {
  private static let fill =
    ##"{"id": "f", "type": "fill", "source": "s", "source-layer": "a", "paint": {"fill-color": "#0000ff"}}"##

  private static func line(_ paint: String, layout: String = "") -> String {
    #"{"id": "l", "type": "line", "source": "s", "source-layer": "a", "layout": {\#(layout)}, "paint": {\#(paint)}}"#
  }

  @Test func aPolygonLiesWhereItIsSeen() throws {
    var stage = PageStage(Self.fill)
    stage.tile.add(layer: "a", .polygons, [PageStage.square(1024, 2048, 512)], tags: [])
    let path = try #require(try stage.page().elements.paths.first)
    // Eight units a point.
    #expect(path.outline.bounds == PageRect(x: 128, y: 256, width: 64, height: 64))
    #expect(path.fill == .color(PageColor(red: 0, green: 0, blue: 1)) && path.stroke == nil)
  }

  @Test func aHoleStaysOpen() throws {
    var stage = PageStage(Self.fill)
    stage.tile.add(
      layer: "a", .polygons, [PageStage.square(800, 800, 1600), Array(PageStage.square(1200, 1200, 800).reversed())], tags: [])
    let outline = try #require(try stage.page().elements.paths.first?.outline)
    #expect(outline.pieces.count == 2)
    #expect(outline.winding(around: 200, 200) == 0)
    #expect(outline.winding(around: 120, 120) != 0)
  }

  /// One beside the other, as in neighbouring tiles: where they meet nothing is drawn twice.
  @Test func whatIsPaintedAlikeIsOnePath() throws {
    var stage = PageStage(Self.fill.replacing("\"#0000ff\"", with: "\"#0000ff\", \"fill-opacity\": 0.5"))
    stage.tile.add(layer: "a", .polygons, [PageStage.square(0, 0, 1024)], tags: [])
    stage.tile.add(layer: "a", .polygons, [PageStage.square(1000, 0, 1024)], tags: [])
    let paths = try stage.page().elements.paths
    #expect(paths.count == 1 && paths.first?.outline.pieces.count == 2)
    #expect(paths.first?.fill == .color(PageColor(red: 0, green: 0, blue: 1, alpha: 0.5)))
  }

  @Test func theOrderOfColoursWithinATileStays() throws {
    let color = ##"["match", ["get", "c"], "red", "#ff0000", "#0000ff"]"##
    var stage = PageStage(Self.fill.replacing("\"#0000ff\"", with: color))
    for (name, x) in [("red", Int32(0)), ("blue", 200), ("red", 400)] {
      stage.tile.add(layer: "a", .polygons, [PageStage.square(x, 0, 300)], tags: [("c", .string(name))])
    }
    let fills = try stage.page().elements.paths.compactMap(\.fill)
    let (red, blue) = (
      PagePaint.color(PageColor(red: 1, green: 0, blue: 0)), PagePaint.color(PageColor(red: 0, green: 0, blue: 1))
    )
    #expect(fills == [red, blue, red])
  }

  @Test func whatLiesOutsideOfTheViewIsCut() throws {
    var stage = PageStage(Self.fill)
    stage.size = ScreenSize(width: 100, height: 100)
    stage.tile.add(layer: "a", .polygons, [PageStage.square(0, 0, 4096)], tags: [])
    let bounds = try #require(try stage.page().elements.paths.first?.outline.bounds)
    // The tile is 512 points wide; a few points beyond the view's edges are kept.
    #expect(bounds.low.x < 0 && bounds.low.x > -20 && bounds.high.x > 100 && bounds.high.x < 120)
    stage.camera = CameraPosition(latitude: 60, longitude: 170, zoom: 12)
    #expect(try stage.page().elements.paths.allSatisfy { ($0.outline.bounds?.width ?? 0) < 130 })
  }

  @Test func dashesAreAsLongAsTheLineIsWide() throws {
    var stage = PageStage(Self.line(#""line-width": 3, "line-dasharray": [2, 1]"#, layout: #""line-cap": "round""#))
    stage.tile.add(layer: "a", .lines, [[SIMD2(800, 800), SIMD2(2400, 800)]], tags: [])
    let path = try #require(try stage.page().elements.paths.first)
    let stroke = try #require(path.stroke)
    #expect(stroke.width == 3 && stroke.dashes == [6, 3] && stroke.cap == .round && stroke.join == .miter)
    #expect(path.outline.bounds == PageRect(x: 100, y: 100, width: 200, height: 0))
  }

  @Test func aGapMakesTwoLines() throws {
    var stage = PageStage(Self.line(#""line-width": 2, "line-gap-width": 6"#))
    stage.tile.add(layer: "a", .lines, [[SIMD2(800, 800), SIMD2(2400, 800)]], tags: [])
    let paths = try stage.page().elements.paths
    let heights = paths.flatMap { $0.outline.points.map(\.y) }
    // Half of the gap and of the line's width from the middle.
    #expect(Set(heights) == [96, 104])
  }

  @Test func detailsThatNoPaperShowsAreLeftOut() throws {
    var stage = PageStage(Self.line(#""line-width": 1"#))
    // Teeth of an eighth of a point: 0.03 mm.
    let teeth = (0...200).map { SIMD2<Int32>(800 + 8 * $0, 800 + $0 % 2) }
    stage.tile.add(layer: "a", .lines, [teeth], tags: [])
    let path = try #require(try stage.page().elements.paths.first)
    #expect(path.outline.points.count == 2)
  }

  @Test func circlesHaveTheirRadius() throws {
    var stage = PageStage(
      #"{"id": "c", "type": "circle", "source": "s", "source-layer": "a", "paint": {"circle-radius": 10, "#
        + ##""circle-stroke-width": 4, "circle-stroke-color": "#ff0000"}}"##)
    stage.tile.add(layer: "a", .points, [[SIMD2(800, 1600)]], tags: [])
    let paths = try stage.page().elements.paths
    let disc = try #require(paths.first?.outline.bounds)
    #expect(abs(disc.low.x - 90) < 0.1 && abs(disc.high.y - 210) < 0.1)
    #expect(paths.last?.stroke?.width == 4)
    // The edge lies outside.
    #expect(abs((paths.last?.outline.bounds?.width ?? 0) - 24) < 0.1)
  }

  private static let building =
    ##"{"id": "b", "type": "fill-extrusion", "source": "s", "source-layer": "a", "paint": {"fill-extrusion-color": "#808080", "##
    + #""fill-extrusion-height": ["get", "h"]}}"#

  /// A building to the right of the middle leans to the right: its left wall is seen, and no other.
  @Test func buildingsLeanOutward() throws {
    var stage = PageStage(Self.building)
    // 78 km are a point here: 16 points high.
    stage.tile.add(layer: "a", .polygons, [PageStage.square(3000, 2000, 96)], tags: [("h", .int(1_250_000))])
    let paths = try stage.page().elements.paths
    let roof = try #require(paths.last?.outline.bounds)
    #expect(roof.low.x > 375.5 && roof.high.x > 387.5)
    let walls = paths.dropLast().compactMap(\.outline.bounds)
    #expect(walls.contains { $0.low.x < 375.5 && $0.high.x < roof.high.x - 2 })
    #expect(walls.allSatisfy { $0.high.x <= roof.high.x + 0.01 })
  }

  @Test func aBuildingOfNegativeHeightLiesOnTheGround() throws {
    func outlines(_ height: Int64) throws -> [String] {
      var stage = PageStage(Self.building)
      stage.tile.add(layer: "a", .polygons, [PageStage.square(3000, 2000, 96)], tags: [("h", .int(height))])
      return try stage.page().elements.paths.map { "\($0.outline)" }
    }
    let flat = try outlines(0)
    #expect(try !flat.isEmpty && outlines(-1_250_000) == flat)
  }

  private static let roofed = building.replacing(
    #""type": "fill-extrusion", "#,
    with: #""type": "fill-extrusion", "metadata": {"overlook:roof": {"minzoom": 0, "lighten": 0}}, "#)

  /// The eye sees both slopes from above, one darker than the other, and the four walls behind them nowhere.
  @Test func aGabledRoofIsTwoSlopes() throws {
    var stage = PageStage(Self.roofed)
    stage.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 1)
    stage.tile.add(
      layer: "a", .polygons, [[SIMD2(2000, 2016), SIMD2(2096, 2016), SIMD2(2096, 2080), SIMD2(2000, 2080)]],
      tags: [("h", .int(900_000)), ("roof_shape", .string("gabled")), ("roof_height", .double(300_000))])
    let paths = try stage.page().elements.paths
    #expect(paths.count == 2)
    let bounds = paths.compactMap(\.outline.bounds).sorted { $0.low.y < $1.low.y }
    // The ridge lies in the middle, 256 points down.
    #expect(abs((bounds.first?.high.y ?? 0) - 256) < 0.5 && abs((bounds.last?.low.y ?? 0) - 256) < 0.5)
    #expect(Set(paths.compactMap(\.fill)).count == 2)
  }

  @Test func aGableReachesTheRidge() throws {
    var stage = PageStage(Self.roofed)
    stage.camera = CameraPosition(
      target: LocationCoordinate(latitude: 0, longitude: 0), zoom: 1, bearing: 90, viewingAngle: 50)
    stage.tile.add(
      layer: "a", .polygons, [[SIMD2(2000, 2016), SIMD2(2096, 2016), SIMD2(2096, 2080), SIMD2(2000, 2080)]],
      tags: [("h", .int(900_000)), ("roof_shape", .string("gabled")), ("roof_height", .double(300_000))])
    let paths = try stage.page().elements.paths
    // The wall below the gable has five corners; it is the nearest but for nothing.
    let gables = paths.filter { $0.outline.points.count == 5 }
    #expect(gables.count == 1)
    let ridge = paths.compactMap(\.outline.bounds).map(\.low.y).min() ?? 0
    #expect((gables.first?.outline.bounds?.low.y ?? 0) > ridge - 0.01)
  }

  /// As pieces of two tiles: whole, once.
  @Test func aBuildingThatTilesCutIsDrawnOnce() throws {
    var stage = PageStage(Self.roofed)
    let outline = "4000 4032 192 0 0 128 -192 0"
    for x in [Int32(2000), 2048] {
      stage.tile.add(
        layer: "a", .polygons, [[SIMD2(x, 2016), SIMD2(x + 48, 2016), SIMD2(x + 48, 2080), SIMD2(x, 2080)]],
        tags: [
          ("h", .int(900_000)), ("roof_shape", .string("gabled")), ("roof_height", .double(300_000)),
          ("roof_outline", .string(outline)),
        ])
    }
    let paths = try stage.page().elements.paths
    #expect(paths.count == 2)
    #expect(paths.compactMap(\.outline.bounds).allSatisfy { abs($0.width - 12) < 2 })
  }

  /// Both begin at the corner that they share, and are as high.
  @Test func twoCutHousesInARowAreBothDrawn() throws {
    var stage = PageStage(Self.roofed)
    for (x, outline) in [(Int32(2000), "4096 4032 0 128 -96 0 0 -128"), (2048, "4096 4032 96 0 0 128 -96 0")] {
      stage.tile.add(
        layer: "a", .polygons, [[SIMD2(x, 2016), SIMD2(x + 48, 2016), SIMD2(x + 48, 2080), SIMD2(x, 2080)]],
        tags: [
          ("h", .int(900_000)), ("roof_shape", .string("gabled")), ("roof_height", .double(300_000)),
          ("roof_outline", .string(outline)),
        ])
    }
    #expect(try stage.page().elements.paths.count == 4)
  }

  private static func roofTags(outline: String? = nil) -> [(String, VectorTileWriter.Value)] {
    [("h", .int(900_000)), ("roof_shape", .string("gabled")), ("roof_height", .double(300_000))]
      + (outline.map { [("roof_outline", .string($0))] } ?? [])
  }

  private static func box(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> [SIMD2<Int32>] {
    [SIMD2(x, y), SIMD2(x + width, y), SIMD2(x + width, y + height), SIMD2(x, y + height)]
  }

  @Test func aPieceOnClearGroundLeavesTheBuildingToTheOther() throws {
    var stage = PageStage(Self.roofed)
    let pieces = [Self.box(2000, 2016, 48, 64), Self.box(2048, 2016, 48, 64)]
    for piece in pieces {
      stage.tile.add(layer: "a", .polygons, [piece], tags: Self.roofTags(outline: "4000 4032 192 0 0 128 -192 0"))
    }
    stage.cleared = [pieces[0]]
    #expect(try stage.page().elements.paths.count == 2)
    stage.cleared = pieces
    #expect(try stage.page().elements.paths.isEmpty)
  }

  /// The edge of the tile leaves two arms of the building, one of them on clear ground.
  @Test func aBuildingInPiecesIsClearedWithTheLastOfThem() throws {
    var stage = PageStage(Self.roofed)
    let pieces = [Self.box(2000, 2016, 96, 20), Self.box(2000, 2060, 96, 20)]
    stage.tile.add(layer: "a", .polygons, pieces, tags: Self.roofTags(outline: "4000 4032 192 0 0 128 -192 0"))
    stage.cleared = [pieces[0]]
    #expect(try stage.page().elements.paths.count == 2)
    stage.cleared = pieces
    #expect(try stage.page().elements.paths.isEmpty)
  }

  /// Six slopes, of which two pairs are parallel; all walls lean away from the middle of the view, behind them.
  @Test func theWingsOfAHippedHouseAreFacesOfTheirOwn() throws {
    var stage = PageStage(Self.roofed)
    let corners: [SIMD2<Int32>] = [
      SIMD2(2012, 2012), SIMD2(2108, 2012), SIMD2(2108, 2052), SIMD2(2052, 2052), SIMD2(2052, 2108), SIMD2(2012, 2108),
    ]
    var tags = Self.roofTags()
    tags[1].1 = .string("hipped")
    stage.tile.add(layer: "a", .polygons, [corners], tags: tags)
    #expect(try stage.page().elements.paths.count == 6)
  }

  /// A house that lies askew, so that no edge of it looks as if it were cut.
  @Test func aRoofedHouseInTheMarginIsTheNextTiles() throws {
    func paths(_ x: Int32) throws -> [PagePath] {
      var stage = PageStage(Self.roofed)
      stage.camera = CameraPosition(latitude: 0, longitude: -150, zoom: 1)
      let corners: [SIMD2<Int32>] = [SIMD2(0, 2030), SIMD2(40, 2018), SIMD2(46, 2038), SIMD2(6, 2050)]
      stage.tile.add(layer: "a", .polygons, [corners.map { SIMD2($0.x + x, $0.y) }], tags: Self.roofTags())
      return try stage.page().elements.paths
    }
    #expect(try paths(-70).isEmpty)
    #expect(try paths(20).count >= 2)
  }

  @Test func aFlatBuildingIsItsRoof() throws {
    var stage = PageStage(Self.building)
    stage.tile.add(layer: "a", .polygons, [PageStage.square(3000, 2000, 96)], tags: [("h", .int(0))])
    #expect(try stage.page().elements.paths.count == 1)
  }

  @Test func onATiltedMapFarLinesAreThinner() throws {
    var stage = PageStage(Self.line(#""line-width": 8"#))
    // The view is a sixteenth of the tile wide.
    stage.camera = CameraPosition(target: LocationCoordinate(latitude: 0, longitude: 0), zoom: 5, bearing: 0, viewingAngle: 25)
    stage.tile.add(layer: "a", .lines, [[SIMD2(2048, 600), SIMD2(2048, 3400)]], tags: [])
    let paths = try stage.page().elements.paths
    let byHeight = paths.sorted { ($0.outline.bounds?.low.y ?? 0) < ($1.outline.bounds?.low.y ?? 0) }
    let widths = byHeight.compactMap(\.stroke?.width)
    #expect(widths.count > 3 && widths == widths.sorted())
    #expect((widths.first ?? 8) < 8 && (widths.last ?? 0) > 8)
  }

  // MARK: Labels

  private static func label(_ text: String) -> PageStage {
    var stage = PageStage(
      #"{"id": "t", "type": "symbol", "source": "s", "source-layer": "a", "layout": {"text-field": ["get", "n"], "text-size": 20}, "#
        + ##""paint": {"text-color": "#102030", "text-halo-color": "#ffffff", "text-halo-width": 2}}"##)
    stage.tile.add(layer: "a", .points, [[SIMD2(2048, 2048)]], tags: [("n", .string(text))])
    return stage
  }

  @Test func aLabelIsItsText() throws {
    let texts = try Self.label("Töölö 5").page().elements.texts
    let text = try #require(texts.first)
    #expect(texts.count == 1 && text.text == "Töölö 5")
    #expect(abs(text.size - 20) < 0.1 && !text.isBackward)
    #expect(text.halo?.width == 2 && text.halo?.color == .white)
    // It stands around the middle of the view.
    let (first, last) = (try #require(text.glyphs.first).place, try #require(text.glyphs.last).place)
    #expect(first.x < 256 && last.x > 256 && abs(first.x + last.x - 512) < 24)
    #expect(abs(first.y - 263) < 5 && text.clusters.reduce(0) { $0 + $1.glyphCount } == text.glyphs.count)
  }

  @Test func textFromTheRightIsReadFromTheRight() throws {
    let name = "القاهرة"
    let texts = try Self.label(name).page().elements.texts
    guard !texts.isEmpty else { return print("skipped: no font of this machine has Arabic letters") }
    #expect(texts.map(\.text).joined() == name && texts.allSatisfy(\.isBackward))
    let x = texts[0].glyphs.map(\.place.x)
    #expect(x == x.sorted())
  }

  /// A street that bends by ninety degrees on its way of 380 points.
  @Test func aLabelAlongABendIsOneText() throws {
    var stage = PageStage(
      #"{"id": "t", "type": "symbol", "source": "s", "source-layer": "a", "layout": {"text-field": ["get", "n"], "#
        + #""text-size": 20, "symbol-placement": "line"}}"#)
    let arc = (0...30).map { step -> SIMD2<Int32> in
      let angle = Double(step) / 30 * Double.pi / 2
      return SIMD2(Int32(1024 + 1920 * sin(angle)), Int32(1024 + 1920 * (1 - cos(angle))))
    }
    stage.tile.add(layer: "a", .lines, [arc], tags: [("n", .string("Mannerheimintie"))])
    let texts = try stage.page().elements.texts
    let text = try #require(texts.first)
    #expect(texts.count == 1 && text.text == "Mannerheimintie" && text.isBent)
    let turns = text.glyphs.map(\.turn)
    // From letter to letter farther round, but for those on one piece of the line.
    #expect(zip(turns, turns.dropFirst()).allSatisfy { $1 > $0 - 0.001 } && (turns.last ?? 0) > 0.3, "\(turns)")
  }

  @Test func linesOfALabelAreTextsOfTheirOwn() throws {
    let texts = try Self.label("Suuri\nKaupunki").page().elements.texts
    #expect(texts.map { $0.text.filter { !$0.isWhitespace } } == ["Suuri", "Kaupunki"])
    #expect(texts[1].glyphs[0].place.y > texts[0].glyphs[0].place.y + 15)
  }
}
