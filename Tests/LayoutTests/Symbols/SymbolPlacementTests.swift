import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookStyle
import OverlookSupport
import Testing

@testable import OverlookLayout

@Suite struct SymbolPlacementTests {
  private let plain = #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24}"#

  private func setUp(
    _ layout: String, _ points: [(name: String, x: Int32, y: Int32)], id: String = "labels"
  ) throws -> (StyleLayer, SymbolBucket) {
    let layer = try TestSymbols.layer(layout, id: id)
    return (layer, try #require(TestSymbols.bucket(layer, TestSymbols.features(points))))
  }

  // The view shows the tile's 8192 units in 512 points.

  @Test func hidesALabelThatLiesOnAnEarlierOne() throws {
    let layer = try setUp(plain, [("abc", 4000, 4000), ("abd", 4100, 4000), ("abe", 6000, 4000)])
    let result = TestSymbols.place([layer])
    #expect(TestSymbols.texts(result, layer.1) == [true, false, true])
  }

  /// In still pictures, of layers that ask for it.
  @Test func leavesOutWhatTheEdgeOfAPictureCuts() throws {
    // The view shows 896 to 7296 of the tile's units; what is away lies in its margin.
    let view = TestSymbols.view(side: 400)
    let points: [(name: String, x: Int32, y: Int32)] = [
      ("in", 4000, 4000), ("left", 1000, 4000), ("below", 4000, 7250), ("away", 300, 2000),
    ]
    var (layer, bucket) = try setUp(plain, points)
    func texts(_ edge: ViewEdge) -> [Bool] {
      TestSymbols.texts(TestSymbols.place([(layer, bucket)], view: view, edge: edge), bucket)
    }
    #expect(texts(.avoided) == [true, true, true, true])
    layer.metadata = try JSONParser.parse(Array(#"{"overlook:picture-edge": "avoid"}"#.utf8))
    #expect(texts(.cuts) == [true, true, true, true])
    // What lies beyond the edge is nobody's matter.
    #expect(texts(.avoided) == [true, false, false, true])
  }

  /// What is cut stays while the view moves, but does not come; it goes when the view rests, and comes when it is whole.
  @Test func letsWhatIsShownPassTheEdge() throws {
    var (layer, bucket) = try setUp(plain, [("abcdef", 1000, 4000)])
    layer.metadata = try JSONParser.parse(Array(#"{"overlook:picture-edge": "avoid"}"#.utf8))
    func place(_ side: Double, _ edge: ViewEdge, after previous: PlacementResult?) -> (shown: [Bool], result: PlacementResult) {
      let view = TestSymbols.view(side: side)
      let result = TestSymbols.place([(layer, bucket)], view: view, previous: previous, now: 1, edge: edge)
      return (TestSymbols.texts(result, bucket), result)
    }
    // 400 points show 896 to 7296 of the tile's units and cut the text, 512 points show it whole, and 300 leave it beside the view.
    let whole = place(512, .passed, after: nil)
    #expect(whole.shown == [true] && !whole.result.awaitsRest)
    let cut = place(400, .passed, after: whole.result)
    #expect(cut.shown == [true] && cut.result.awaitsRest)
    let rested = place(400, .avoided, after: cut.result)
    #expect(rested.shown == [false] && !rested.result.awaitsRest)
    let moved = place(400, .passed, after: rested.result)
    #expect(moved.shown == [false] && !moved.result.awaitsRest)
    #expect(place(512, .passed, after: moved.result).shown == [true])
    // From beside the view it comes in as it went out.
    let beside = place(300, .passed, after: moved.result)
    #expect(beside.shown == [true] && place(400, .passed, after: beside.result).shown == [true])
  }

  @Test func movesALabelFromTheEdgeToItsOtherSide() throws {
    let variable =
      #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "text-variable-anchor": ["right", "left"], "text-radial-offset": 1}"#
    var (layer, bucket) = try setUp(variable, [("abc", 500, 4000)])
    layer.metadata = try JSONParser.parse(Array(#"{"overlook:picture-edge": "avoid"}"#.utf8))
    func side(_ edge: ViewEdge) -> LabelAnchor? {
      TestSymbols.place([(layer, bucket)], edge: edge).offsets.values.first?.anchor
    }
    #expect(side(.cuts) == .right && side(.avoided) == .left)
    // In a wider view it stays there until that rests, and then is where it would have been.
    let forced = TestSymbols.place([(layer, bucket)], edge: .avoided)
    func sideLater(_ edge: ViewEdge) -> LabelAnchor? {
      let wider = TestSymbols.view(side: 900)
      return TestSymbols.place([(layer, bucket)], view: wider, previous: forced, now: 1, edge: edge).offsets.values.first?.anchor
    }
    #expect(sideLater(.passed) == .left && sideLater(.avoided) == .right)
  }

  @Test func leavesOutNamesOfLinesThatTheEdgeCuts() throws {
    var layer = try TestSymbols.layer(
      #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "symbol-placement": "line-center"}"#)
    layer.metadata = try JSONParser.parse(Array(#"{"overlook:picture-edge": "avoid"}"#.utf8))
    for (x, isWhole) in [(4000 as Int32, true), (100, false)] {
      let bucket = try #require(TestSymbols.bucket(layer, TestSymbols.line([(x - 2000, 4000), (x + 2000, 4000)], name: "abcd")))
      #expect(TestSymbols.texts(TestSymbols.place([(layer, bucket)]), bucket) == [true], "\(x)")
      #expect(TestSymbols.texts(TestSymbols.place([(layer, bucket)], edge: .avoided), bucket) == [isWhole], "\(x)")
    }
  }

  @Test func placesUpperLayersFirst() throws {
    let low = try setUp(plain, [("abc", 4000, 4000)], id: "low")
    let high = try setUp(plain, [("xyz", 4050, 4000)], id: "high")
    let result = TestSymbols.place([low, high])
    #expect(TestSymbols.texts(result, low.1) == [false])
    #expect(TestSymbols.texts(result, high.1) == [true])
  }

  @Test func placesByTheSortKey() throws {
    let keyed =
      #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "symbol-sort-key": ["match", ["get", "name"], "first", 0, 1]}"#
    let layer = try setUp(keyed, [("second", 4000, 4000), ("first", 4000, 4050)])
    let result = TestSymbols.place([layer])
    // Symbols lie in the order of their keys.
    #expect(TestSymbols.texts(result, layer.1) == [true, false])
    #expect(layer.1.feature(ofSymbol: 0) == 1)
  }

  @Test func letsLabelsOverlapThatMay() throws {
    let overlapping =
      #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "text-overlap": "always"}"#
    let layer = try setUp(overlapping, [("abc", 4000, 4000), ("abd", 4050, 4000)])
    #expect(TestSymbols.texts(TestSymbols.place([layer]), layer.1) == [true, true])
  }

  @Test func letsCooperativeLabelsOverlapEachOtherOnly() throws {
    let cooperative =
      #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "text-overlap": "cooperative"}"#
    let low = try setUp(cooperative, [("abc", 4000, 4000), ("abd", 4050, 4000), ("far", 1000, 1000)], id: "low")
    let high = try setUp(plain, [("xyz", 1000, 1000)], id: "high")
    let result = TestSymbols.place([low, high])
    #expect(TestSymbols.texts(result, low.1) == [true, true, false])
  }

  @Test func triesTheSidesInTheirOrder() throws {
    let variable =
      #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "text-variable-anchor": ["left", "right"], "text-radial-offset": 1}"#
    let low = try setUp(variable, [("abc", 4000, 4000)], id: "low")
    // Lies to the right, where a label whose left side is at the anchor would be.
    let high = try setUp(plain, [("xyz", 4800, 4000)], id: "high")
    let result = TestSymbols.place([low, high])
    #expect(result.offsets.values.map(\.anchor) == [.right])
    let alone = TestSymbols.place([low])
    #expect(alone.offsets.values.map(\.anchor) == [.left])
  }

  /// An offset in two directions moves a text away from its anchor on the axes of its side only.
  @Test func standsBesideItsAnchorByTheOffsetWhereNoRadiusIsGiven() throws {
    let head = #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "text-variable-anchor": ["left"], "#
    func offset(_ rest: String) throws -> SIMD2<Float>? {
      TestSymbols.place([try setUp(head + rest, [("abc", 4000, 4000)])]).offsets.values.first?.offset
    }
    #expect(try offset(#""text-offset": [-2, 1]}"#) == SIMD2(48, 0))
    #expect(try offset(#""text-offset": [-2, 1], "text-radial-offset": 0}"#) == SIMD2(0, 0))
  }

  @Test func keepsTheSideThatALabelHad() throws {
    let variable =
      #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "text-variable-anchor": ["left", "right"], "text-radial-offset": 1}"#
    let low = try setUp(variable, [("abc", 4000, 4000)], id: "low")
    let high = try setUp(plain, [("xyz", 4800, 4000)], id: "high")
    let first = TestSymbols.place([low, high])
    let second = TestSymbols.place([low], previous: first, now: 1)
    #expect(second.offsets.values.map(\.anchor) == [.right])
  }

  @Test func givesOverlaysTheirRoomFirst() throws {
    let layer = try setUp(plain, [("abc", 4096, 4096)])
    let middle = ScreenRect(x: 250, y: 250, width: 12, height: 12)
    func shown(_ behavior: CollisionBehavior) -> Bool {
      let obstacle = LabelObstacle(id: 7, rect: middle, behavior: behavior)
      let result = TestSymbols.place([layer], obstacles: [obstacle])
      #expect(result.shownObstacles == [7])
      return TestSymbols.texts(result, layer.1) == [true]
    }
    #expect(shown(.required))
    #expect(!shown(.requiredAndHidesOptional))
    #expect(!shown(.optionalAndHidesLowerPriority))
  }

  @Test func showsOnlyTheMoreImportantOfTwoOptionalOverlays() {
    let rect = ScreenRect(x: 10, y: 10, width: 10, height: 10)
    let result = TestSymbols.place(
      [],
      obstacles: [
        LabelObstacle(id: 1, rect: rect, behavior: .optionalAndHidesLowerPriority, priority: 1),
        LabelObstacle(id: 2, rect: rect, behavior: .optionalAndHidesLowerPriority, priority: 2),
      ])
    #expect(result.shownObstacles == [2])
  }

  @Test func showsTheOlderOfTwoOptionalOverlaysThatAreAsImportant() {
    let rect = ScreenRect(x: 10, y: 10, width: 10, height: 10)
    let obstacles = [5, 3].map { LabelObstacle(id: $0, rect: rect, behavior: .optionalAndHidesLowerPriority) }
    #expect(TestSymbols.place([], obstacles: obstacles).shownObstacles == [3])
  }

  @Test func hidesOptionalOverlaysUnderOnesThatHideThem() {
    let rect = ScreenRect(x: 10, y: 10, width: 10, height: 10)
    let optional = LabelObstacle(id: 1, rect: rect, behavior: .optionalAndHidesLowerPriority, priority: 9)
    func shown(_ behavior: CollisionBehavior) -> Set<UInt64> {
      TestSymbols.place([], obstacles: [optional, LabelObstacle(id: 2, rect: rect, behavior: behavior)]).shownObstacles
    }
    #expect(shown(.required) == [1, 2])
    #expect(shown(.requiredAndHidesOptional) == [2])
  }

  @Test func showsAllCopiesOfAnOverlayOrNone() {
    func obstacle(_ id: UInt64, x: Double, priority: Int = 0) -> LabelObstacle {
      LabelObstacle(
        id: id, rect: ScreenRect(x: x, y: 10, width: 10, height: 10), behavior: .optionalAndHidesLowerPriority,
        priority: priority)
    }
    // Of 1 only the copy on the right has no room; 3 takes the room that the other leaves.
    let result = TestSymbols.place(
      [], obstacles: [obstacle(1, x: 10), obstacle(1, x: 266), obstacle(2, x: 270, priority: 1), obstacle(3, x: 12)])
    #expect(result.shownObstacles == [2, 3])
  }

  @Test func fadesLabelsInOverTheirTime() throws {
    let layer = try setUp(plain, [("abc", 4096, 4096)])
    let first = TestSymbols.place([layer], now: 10, fadeSeconds: 0.5)
    let key = PlacementResult.TileKey(bucket: layer.1.id, worldCopy: 0)
    let text = try #require(first.tiles[key]?.first?.opacities.text)
    #expect(text.value == 0)
    #expect(text.moved(first.fadeChange(now: 10.25)).value == 0.5)
    #expect(first.isFading(now: 10.25))
    #expect(!first.isFading(now: 10.6))
    let second = TestSymbols.place([layer], previous: first, now: 10.25, fadeSeconds: 0.5)
    #expect(second.tiles[key]?.first?.opacities.text.value == 0.5)
  }

  @Test func keepsTheNumberOfALabelWhenItsTileIsDivided() throws {
    let layer = try TestSymbols.layer(plain)
    let parent = try #require(TestSymbols.bucket(layer, TestSymbols.features([("abc", 1000, 1000)]), z: 0))
    let child = try #require(TestSymbols.bucket(layer, TestSymbols.features([("abc", 2000, 2000)]), z: 1))
    let first = TestSymbols.place([(layer, parent)])
    let second = TestSymbols.place([(layer, child)], previous: first, now: 1)
    #expect(Set(first.opacities.keys) == Set(second.opacities.keys))
  }

  @Test func isTheSameForTheSameArguments() throws {
    var points: [(name: String, x: Int32, y: Int32)] = []
    for number in Int32(0)..<200 { points.append(("abc", number * 7919 % 8192, number * 4729 % 8192)) }
    let layer = try setUp(plain, points)
    let first = TestSymbols.place([layer])
    let second = TestSymbols.place([layer])
    #expect(TestSymbols.texts(first, layer.1) == TestSymbols.texts(second, layer.1))
    #expect(TestSymbols.texts(first, layer.1).contains(true))
    #expect(TestSymbols.texts(first, layer.1).contains(false))
  }

  @Test func findsTheSymbolsInARectangle() throws {
    let layer = try setUp(plain, [("abc", 4096, 4096), ("far", 1000, 1000)])
    let found = TestSymbols.place([layer]).symbols(in: ScreenRect(x: 255, y: 255, width: 2, height: 2))
    #expect(found.map(\.symbol) == [0])
  }
}

@Suite struct CollisionGridTests {
  private func box(_ x: Float, _ y: Float, _ overlap: SymbolOptions.Overlap = .never) -> CollisionGrid.Shape {
    CollisionGrid.Shape(low: SIMD2(x, y), high: SIMD2(x + 10, y + 10), radius: 0, overlap: overlap, owner: nil)
  }

  @Test func findsBoxesThatTouch() {
    var grid = CollisionGrid(width: 100, height: 100)
    grid.insert(box(20, 20))
    #expect(grid.isHit(low: SIMD2(30, 30), high: SIMD2(40, 40), .never))
    #expect(!grid.isHit(low: SIMD2(31, 20), high: SIMD2(40, 30), .never))
  }

  @Test func measuresCirclesAgainstBoxesAtTheirCorners() {
    var grid = CollisionGrid(width: 100, height: 100)
    grid.insert(box(20, 20))
    // 5 to the right and 5 below the corner: 7.07 away.
    #expect(grid.isHit(center: SIMD2(35, 35), radius: 7.1, .never))
    #expect(!grid.isHit(center: SIMD2(35, 35), radius: 7, .never))
  }

  @Test func allowsWhatBothAllow() {
    var grid = CollisionGrid(width: 100, height: 100)
    grid.insert(box(20, 20, .cooperative))
    #expect(!grid.isHit(low: SIMD2(20, 20), high: SIMD2(30, 30), .cooperative))
    #expect(grid.isHit(low: SIMD2(20, 20), high: SIMD2(30, 30), .never))
    #expect(!grid.isHit(low: SIMD2(20, 20), high: SIMD2(30, 30), .always))
  }

  @Test func survivesNumbersThatAreNone() {
    var grid = CollisionGrid(width: .nan, height: -1)
    grid.insert(box(.nan, .infinity))
    #expect(!grid.isHit(low: SIMD2(.nan, 0), high: SIMD2(1, 1), .never))
  }
}
