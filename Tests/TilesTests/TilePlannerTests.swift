import OverlookCamera
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookTiles

/// A store, a cover and a planner, without threads.
struct PlannerBench {
  var store = TileStore<Image>(waitsForRenderer: false)
  var cover = TileCover()
  var planner = TilePlanner()
  var situation: TilePlanner.Situation
  let picture = Image()

  init(_ view: ViewTransform, _ parameters: TileParameters = TileParameters()) {
    situation = TilePlanner.Situation(parameters: parameters)
    cover.fill(view: view, parameters: parameters)
  }

  mutating func show(_ tiles: [TileID], fadesIn: Bool = false, now: Double = 0) {
    for tile in tiles { store.receive(picture, for: tile, fadesIn: fadesIn, now: now) }
  }

  /// A plan, and what is drawn for it.
  @dynamicMemberLookup struct Planned {
    var plan = TilePlan()
    var composition = TileComposition()

    var isComplete: Bool { plan.progress.isComplete }
    var draws: [TileDraw] { composition.draws }
    var isFading: Bool { composition.isFading }
    subscript<Value>(dynamicMember path: KeyPath<TilePlan, Value>) -> Value { plan[keyPath: path] }
  }

  mutating func plan() -> Planned {
    var planned = Planned()
    planner.plan(cover, store.ledger, situation, into: &planned.plan)
    planned.composition.compose(cover, planned.plan, store, situation.parameters, now: situation.now)
    return planned
  }
}

@Suite struct TilePlannerTests {
  /// Seen straight down: the four tiles around the middle of level 2, and no more.
  let view = TileCoverTests.view(zoom: 2, size: ScreenSize(width: 400, height: 400))
  let four = [TileID(z: 2, x: 1, y: 1), TileID(z: 2, x: 2, y: 1), TileID(z: 2, x: 1, y: 2), TileID(z: 2, x: 2, y: 2)]

  @Test func asksForWhatIsInViewAndThenForSafetyNets() {
    var bench = PlannerBench(view)
    let plan = bench.plan()
    #expect(Set(plan.loads.prefix(4).map(\.tile)) == Set(four))
    #expect(plan.loads.dropFirst(4).map(\.tile) == [TileID(z: 0, x: 0, y: 0)])
    #expect(plan.draws.isEmpty && !plan.isComplete)
    #expect(plan.counts.loading == 4)
  }

  @Test func asksForTheNearestFirst() {
    var bench = PlannerBench(TileCoverTests.view(47.1, 8.2, zoom: 12.2))
    let plan = bench.plan()
    let center = WorldPoint(LocationCoordinate(latitude: 47.1, longitude: 8.2))
    let distances = plan.loads.prefix(plan.visibleCount).map { load in
      let rect = load.tile.worldRect
      let (dx, dy) = ((rect.minX + rect.maxX) / 2 - center.x, (rect.minY + rect.maxY) / 2 - center.y)
      return (dx * dx + dy * dy).squareRoot()
    }
    #expect(distances.count > 8)
    #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
  }

  @Test func drawsATileWhereItBelongs() {
    var bench = PlannerBench(view)
    bench.show(four)
    let plan = bench.plan()
    #expect(Set(plan.draws.map(\.quad)) == Set(four))
    #expect(plan.draws.allSatisfy { $0.image.source == $0.quad && $0.under == nil && $0.fade == 1 && $0.image.sizeU == 1 })
    #expect(plan.isComplete && plan.counts.ready == 4)
    #expect(!plan.loads.contains { four.contains($0.tile) })
  }

  @Test func stretchesTheClosestParentUntilATileIsReady() throws {
    var bench = PlannerBench(view)
    let parent = TileID(z: 1, x: 0, y: 0)
    bench.show([TileID(z: 0, x: 0, y: 0), parent])
    let draws = bench.plan().draws
    let inParent = try #require(draws.first { $0.quad == four[0] })
    #expect(inParent.image.source == parent)
    // Tile (1, 1) is the south-east quarter of its parent.
    #expect(inParent.image.originU == 0.5 && inParent.image.originV == 0.5 && inParent.image.sizeU == 0.5)
    let inRoot = try #require(draws.first { $0.quad == four[3] })
    #expect(inRoot.image.source == TileID(z: 0, x: 0, y: 0))
    #expect(inRoot.image.originU == 0.5 && inRoot.image.originV == 0.5 && inRoot.image.sizeU == 0.25)
  }

  @Test func keepsChildrenOnScreenUntilTheirParentIsReady() {
    var bench = PlannerBench(view)
    let children = four[0].children
    bench.show([TileID(z: 0, x: 0, y: 0)] + children.dropLast())
    let inFirst = bench.plan().draws.filter { $0.quad.z == 3 }
    // Three quarters from the children, the fourth from the tile above.
    #expect(inFirst.count == 4)
    #expect(Set(inFirst.filter { $0.image.source.z == 3 }.map(\.quad)) == Set(children.dropLast()))
    #expect(inFirst.contains { $0.quad == children[3] && $0.image.source.z == 0 && $0.image.sizeU == 0.125 })
  }

  @Test func showsGrandchildrenWhereThereIsNothingElse() {
    var bench = PlannerBench(view)
    bench.show(four[0].child(2).children)
    let draws = bench.plan().draws
    #expect(Set(draws.map(\.quad)) == Set(four[0].child(2).children))
  }

  @Test func fadesATileInOverItsParentInOneDraw() throws {
    var bench = PlannerBench(view)
    bench.show([TileID(z: 1, x: 0, y: 0)])
    bench.show([four[0]], fadesIn: true, now: 10)
    bench.situation.now = 10.1
    let plan = bench.plan()
    let draw = try #require(plan.draws.first { $0.quad == four[0] })
    #expect(draw.image.source == four[0] && abs(draw.fade - 0.4) < 1e-5)
    #expect(draw.under?.source == TileID(z: 1, x: 0, y: 0) && draw.under?.sizeU == 0.5)
    #expect(plan.isFading)
    bench.situation.now = 10.25
    let later = bench.plan()
    #expect(later.draws.first { $0.quad == four[0] }?.under == nil && !later.isFading)
  }

  @Test func leavesTheHoleWhereNoTileExists() {
    // Not even the parent is stretched into it.
    var bench = PlannerBench(view)
    bench.show([TileID(z: 0, x: 0, y: 0)])
    bench.store.receiveMissing(for: four[1])
    let plan = bench.plan()
    #expect(!plan.draws.contains { $0.quad == four[1] })
    #expect(plan.draws.count == 3)
    #expect(!plan.loads.contains { $0.tile == four[1] })
    #expect(plan.counts.missing == 1)
  }

  @Test func stretchesTheLastLevelBeyondIt() throws {
    let view = TileCoverTests.view(47.1, 8.2, zoom: 20)
    var bench = PlannerBench(view, TileParameters(maximumZoom: 5))
    let first = bench.plan()
    #expect(first.loads.allSatisfy { $0.tile.z <= 5 })
    let source = try #require(first.loads.first?.tile)
    bench.show([source])
    let draws = bench.plan().draws
    #expect(!draws.isEmpty)
    for draw in draws {
      #expect(draw.quad.z == 20 && draw.image.source == source)
      // 2^-15 of the picture, at a multiple of it: exact in a Float.
      #expect(draw.image.sizeU * 32768 == 1)
      #expect(Int(draw.image.originU * 32768) == draw.quad.x - source.x << 15)
    }
  }

  @Test func takesBackWhatLeftTheView() {
    var bench = PlannerBench(view)
    let far = TileID(z: 9, x: 3, y: 3)
    bench.store.begin(far, number: 1, ticket: WorkTicket())
    bench.store.begin(four[0], number: 2, ticket: WorkTicket())
    #expect(bench.plan().cancels == [far])
    bench.situation.rules.cancels = false
    #expect(bench.plan().cancels.isEmpty)
  }

  /// With four tiles in view and twelve around them.
  private func benchThatLooksAhead() -> PlannerBench {
    var bench = PlannerBench(view)
    bench.situation.rules.looksAhead = true
    return bench
  }

  @Test func asksForWhatLiesAroundTheViewWhenTheViewHasAll() {
    var bench = benchThatLooksAhead()
    #expect(bench.plan().loads.map(\.tile).contains(TileID(z: 0, x: 0, y: 0)) && bench.plan().loads.count == 5)
    bench.show(four)
    bench.store.begin(TileID(z: 0, x: 0, y: 0), number: 1, ticket: WorkTicket())
    #expect(bench.plan().loads.isEmpty)
    bench.show([TileID(z: 0, x: 0, y: 0)])
    let plan = bench.plan()
    #expect(plan.loads.count == 12 && plan.loads.allSatisfy { $0.isAhead && $0.tile.z == 2 && !four.contains($0.tile) })
    #expect(plan.isComplete && plan.counts.loading == 0 && plan.counts.ready == 4)
    #expect(plan.visibleCount == 4 && plan.draws.count == 4)
  }

  @Test func takesTheSurroundingsBackWhenTheViewNeedsSomething() {
    var bench = benchThatLooksAhead()
    bench.show(four + [TileID(z: 0, x: 0, y: 0)])
    let around = bench.plan().loads.map(\.tile)
    for (number, tile) in around.enumerated() { bench.store.begin(tile, number: UInt64(number), ticket: WorkTicket()) }
    #expect(bench.plan().cancels.isEmpty && bench.plan().loads.isEmpty)
    bench.store.markAllStale(wantedBy: 0)
    for (number, tile) in around.enumerated() { bench.store.begin(tile, number: UInt64(number), ticket: WorkTicket()) }
    #expect(Set(bench.plan().cancels) == Set(around) && bench.plan().loads.count == 5)
  }

  @Test func asksForWhatLiesAheadOfAViewThatGoesOnBehindWhatItNeeds() {
    var bench = benchThatLooksAhead()
    bench.situation.isMoving = true
    let plan = bench.plan()
    #expect(
      plan.loads.count == 17 && plan.loads.prefix(5).allSatisfy { !$0.isAhead } && plan.loads.dropFirst(5).allSatisfy(\.isAhead))
    let around = plan.loads.filter(\.isAhead).map(\.tile)
    for (number, tile) in around.enumerated() { bench.store.begin(tile, number: UInt64(number), ticket: WorkTicket()) }
    #expect(bench.plan().cancels.isEmpty && bench.plan().loads.count == 5)
    // It stands: what the view needs goes before.
    bench.situation.isMoving = false
    #expect(Set(bench.plan().cancels) == Set(around))
  }

  @Test func leavesTheSurroundingsAloneWhereTheyFailedOrFindNoRoom() {
    var bench = benchThatLooksAhead()
    bench.show(four + [TileID(z: 0, x: 0, y: 0)])
    let failed = TileID(z: 2, x: 0, y: 0)
    bench.store.receiveUnseenFailure(for: failed, now: 0)
    bench.situation.now = 100
    #expect(bench.plan().loads.count == 11 && !bench.plan().loads.contains { $0.tile == failed })
    #expect(bench.plan().nextRetry == nil)
    // Five pictures are in view; as many bytes for them and for those around, and twice as many for those before.
    let image = Image(width: 8, height: 8, scale: 1) { _, _ in SIMD4(1, 2, 3, 255) }
    for tile in four + [TileID(z: 0, x: 0, y: 0)] { bench.store.receive(image, for: tile, fadesIn: false, now: 0) }
    bench.situation.byteBudget = 4 * 5 * image.byteCount
    #expect(bench.plan().loads.count == 11)
    bench.situation.byteBudget -= 4
    #expect(bench.plan().loads.isEmpty)
  }

  @Test func asksForNothingWhileTheSourceWantsToBeLeftAlone() {
    var bench = PlannerBench(view)
    bench.situation.pausedUntil = .infinity
    #expect(bench.plan().loads.isEmpty && !bench.plan().isComplete)
    bench.situation.isStopped = true
    #expect(bench.plan().isComplete && bench.plan().counts.failed == 4)
  }

  @Test func theSameQuestionGetsTheSamePlan() {
    var bench = PlannerBench(TileCoverTests.view(47, 8, zoom: 14, bearing: 20, tilt: 50))
    let some = bench.plan().wanted.map(\.tile).enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    bench.show(some)
    let (a, b) = (bench.plan(), bench.plan())
    #expect(a.draws == b.draws && a.loads == b.loads && a.cancels == b.cancels)
  }

  /// Whatever is in the store: a square is filled wholly when it, a tile above it, or all of its quarters can be drawn.
  @Test func neverShowsAHoleThatItCouldFill() {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<60 {
      let view = TileCoverTests.view(
        .random(in: -80...80, using: &generator), .random(in: -180...180, using: &generator),
        zoom: .random(in: 1...18, using: &generator), bearing: .random(in: 0...360, using: &generator),
        tilt: .random(in: 0...60, using: &generator))
      var bench = PlannerBench(view)
      for square in bench.cover.squares {
        let tile = square.quad
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bench.show([tile], fadesIn: round.isMultiple(of: 2), now: -0.1)
        case 1: bench.show(tile.children)
        case 2: bench.show([tile.ancestor(atZoom: Int.random(in: 0...tile.z, using: &generator))])
        case 3: bench.show([tile.child(1)])
        default: break
        }
      }
      let draws = bench.plan().draws
      for square in bench.cover.squares {
        let tile = square.quad
        let hasAbove = (0...tile.z).contains { bench.store.shown(tile.ancestor(atZoom: $0)) != nil }
        let hasBelow = tile.children.allSatisfy { bench.store.shown($0) != nil }
        guard hasAbove || hasBelow else { continue }
        let area = draws.filter {
          $0.worldCopy == square.worldCopy && $0.quad.z >= tile.z && $0.quad.ancestor(atZoom: tile.z) == tile
        }
        .map { 1 / Double(1 << (2 * ($0.quad.z - tile.z))) }.reduce(0, +)
        #expect(area == 1, "\(tile) in round \(round)")
      }
    }
  }
}
