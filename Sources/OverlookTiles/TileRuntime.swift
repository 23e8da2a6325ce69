package import OverlookCamera
package import OverlookGeometry
package import OverlookSupport

/// The tiles of one source at work for one view, whatever they hold: which are wanted, asked for, kept and given up.
///
/// Each frame: what arrived is handed in, `update` plans, the owner keeps what it draws besides, `finishPlan`, and `start` for what
/// is to be loaded.
@MainActor package final class TileRuntime<Content: TileHolding>: TileMemoryHolder {
  /// Who waits for an arrival.
  package enum Wanted {
    /// Nobody any more.
    case no
    case seen
    /// Nobody yet: it lies around the view.
    case ahead
  }

  package private(set) var store: TileStore<Content>
  package private(set) var plan = TilePlan()
  package private(set) var cover = TileCover()
  /// Whether the source may be asked for anything.
  package private(set) var gate = SourceGate()
  package private(set) var parameters: TileParameters?
  package var memoryBudget = 128 << 20
  /// Requests made so far.
  package private(set) var loadsStarted = 0
  /// Counts plans.
  package private(set) var sequence = 0
  /// Counts views.
  package private(set) var viewNumber = 0
  private var earlierCover = TileCover()
  private var planner = TilePlanner()
  private var loads: [TilePlan.Wanted] = []
  private var generator: SeededGenerator
  private var view: ViewTransform?
  /// Monotonic seconds of the last `update`.
  private var lastUpdate = -Double.infinity
  /// Whether the view was another one in the `update` before the last, and goes on.
  package private(set) var isMoving = false
  private var rules = TilePlanner.Rules()
  private var plannedVersion = -1
  private var lastNumber: UInt64 = 0
  private var isClosed = false
  /// Whether the last plan was made while the source wanted to be left alone.
  private var isPausePlanned = false
  /// Whether the last plan asks for tiles around the view, and nobody did so yet.
  private var isAheadOpen = false

  /// - Parameters:
  ///   - number: Of the source, unique among those of a renderer.
  ///   - waitsForRenderer: As in `TileStore`.
  package init(number: UInt32, waitsForRenderer: Bool) {
    store = TileStore(number: number, waitsForRenderer: waitsForRenderer)
    generator = SeededGenerator(seed: UInt64(number))
  }

  package var byteCount: Int { store.byteCount }

  // MARK: Planning

  /// What became of the cover in `update`.
  package struct Change {
    /// Whether there is a new plan.
    package var isPlanned = false
    /// Whether the view has other squares, however far they are.
    package var hasOtherSquares = false
    /// Whether nothing but tiles around the view made a plan necessary.
    package var isAheadAlone = false
  }

  /// Plans for `view`, nil for no tile at all. Cheap when nothing changed. `isIncluded`: whether the source may have a tile; the
  /// same for the same parameters.
  package func update(
    view: ViewTransform, parameters: TileParameters?, rules: TilePlanner.Rules, now: Double,
    isIncluded: (TileID) -> Bool = { _ in true }
  ) -> Change {
    var change = Change()
    guard !isClosed else { return change }
    if view != self.view || parameters != self.parameters || rules != self.rules {
      swap(&cover, &earlierCover)
      if let parameters {
        let motion = ViewMotion(from: self.view, to: view, seconds: now - lastUpdate)
        cover.fill(view: view, parameters: parameters, motion: motion)
        isMoving = view != self.view && motion.isMoving
        cover.filter(isIncluded)
      } else {
        cover.removeAll()
        isMoving = false
      }
      change.hasOtherSquares = parameters != self.parameters || !cover.hasSquares(of: earlierCover)
      (self.view, self.parameters, self.rules) = (view, parameters, rules)
      viewNumber += 1
      plannedVersion = -1
    } else {
      isMoving = false
    }
    lastUpdate = now
    let isDue = plannedVersion != store.version || deadline.map({ $0 <= now }) == true
    guard isDue || isAheadOpen else { return change }
    (change.isPlanned, change.isAheadAlone) = (true, !isDue)
    makePlan(now: now)
    return change
  }

  /// Plans anew for the view of the last `update`.
  package func makePlan(now: Double) {
    guard !isClosed else { return }
    isPausePlanned = gate.isPaused(now: now)
    fillPlan(now: now)
    sequence += 1
    for tile in plan.cancels { store.cancel(tile) }
    for wanted in plan.wanted {
      store.touch(wanted.tile, sequence: sequence)
      store.ledger.setPriority(wanted.tile, wanted.priority)
    }
  }

  private func fillPlan(now: Double) {
    guard let parameters else {
      plan.removeAll()
      return plan.cancels = store.ledger.records.filter(\.isLoading).map(\.tile)
    }
    var situation = TilePlanner.Situation(parameters: parameters)
    situation.rules = rules
    situation.view = viewNumber
    situation.now = now
    situation.pausedUntil = gate.pausedUntil
    situation.isStopped = gate.isShut
    situation.byteBudget = memoryBudget
    situation.isMoving = isMoving
    planner.plan(cover, store.ledger, situation, into: &plan)
  }

  /// The plan draws this tile, too, so that it is kept.
  package func keep(_ tile: TileID) { store.touch(tile, sequence: sequence) }

  /// Forgets what is too much, and asks for what the plan wants: `load` is called for each tile, in order, and may do anything.
  package func finishPlan(_ load: (TileID, _ number: UInt64, WorkTicket) -> Void) {
    store.evict(toBytes: memoryBudget, wantedBy: sequence)
    isAheadOpen = false
    swap(&loads, &plan.loads)
    defer { loads.removeAll(keepingCapacity: true) }
    for wanted in loads {
      guard !isClosed else { return }
      lastNumber += 1
      loadsStarted += 1
      let ticket = WorkTicket(priority: wanted.priority)
      store.begin(wanted.tile, number: lastNumber, ticket: ticket)
      store.touch(wanted.tile, sequence: sequence)
      load(wanted.tile, lastNumber, ticket)
    }
    plannedVersion = store.version
  }

  /// Plans anew for a frame that is about to be drawn, without asking for anything; false where nothing changed. What is to be
  /// loaded then is left to the next `update`.
  package func replan(now: Double) -> Bool {
    guard !isClosed, plannedVersion != store.version, parameters != nil else { return false }
    fillPlan(now: now)
    if plan.cancels.isEmpty, plan.loads.allSatisfy(\.isAhead) {
      plannedVersion = store.version
      isAheadOpen = !plan.loads.isEmpty
    }
    plan.loads.removeAll(keepingCapacity: true)
    return true
  }

  /// Whether the plan is not of what is known now.
  package var isOutdated: Bool { !isClosed && plannedVersion != store.version }

  /// When `update` should be called though nothing happens: monotonic seconds; nil for never.
  package func nextDeadline(now: Double) -> Double? {
    isClosed ? nil : isOutdated || isAheadOpen ? now : deadline
  }

  private var deadline: Double? {
    if gate.isShut { return nil }
    guard isPausePlanned else { return plan.nextRetry }
    return max(gate.pausedUntil, plan.nextRetry ?? gate.pausedUntil)
  }

  // MARK: State

  /// How far the tiles of the view are.
  package var progress: LoadProgress {
    if isClosed { return .ready }
    return isOutdated ? .loading : plan.progress
  }

  /// Whether tiles of the view have not come yet.
  package var awaitsTiles: Bool { !isClosed && plan.isAwaiting }

  /// Why tiles in view are missing, each cause once; those of the whole source first.
  package var faults: [LoadFault] {
    guard plan.hasFaults, !isClosed else { return [] }
    let ofTiles = plan.wanted.prefix(plan.visibleCount).compactMap { wanted in
      store.record(wanted.tile).flatMap { $0.isSettled ? nil : $0.retry.fault }
    }
    return ([gate.fault].compactMap(\.self) + ofTiles).uniqued()
  }

  // MARK: Arrivals

  /// Who waits for the arrival of the load of this number.
  package func wants(_ tile: TileID, number: UInt64) -> Wanted {
    guard !isClosed, store.ledger.awaits(tile, number: number) else { return .no }
    return (store.ledger.ticket(of: tile)?.priority ?? 0) >= TilePlanner.aheadPriority ? .ahead : .seen
  }

  /// Changes the store.
  package func change<Value>(_ body: (inout TileStore<Content>) -> Value) -> Value { body(&store) }

  /// Changes the store in a way that no plan and no frame needs to know of.
  package func changeUnseen(_ body: (inout TileStore<Content>) -> Void) {
    let isPlanned = plannedVersion == store.version
    body(&store)
    if isPlanned { plannedVersion = store.version }
  }

  /// Takes the fault of a load; false where it says nothing, because it began before what kept things away was over.
  package func fail(_ tile: TileID, number: UInt64, _ fault: LoadFault, now: Double) -> Bool {
    guard !gate.isForgiven(number) else {
      store.cancel(tile)
      return false
    }
    gate.take(fault, now: now)
    let jitter = Double.random(in: 0..<1, using: &generator)
    store.receive(fault, for: tile, now: now, view: viewNumber, jitter: jitter)
    return true
  }

  /// The same of a tile that nobody sees yet, whose fault is nobody's: it is asked for again when it comes into view.
  package func failUnseen(_ tile: TileID, number: UInt64, _ fault: LoadFault?, now: Double) {
    guard !gate.isForgiven(number) else { return changeUnseen { $0.cancel(tile) } }
    if let fault, fault.isPassing { gate.take(fault, now: now) }
    changeUnseen { $0.receiveUnseenFailure(for: tile, now: now, afterSeconds: fault?.afterSeconds) }
  }

  // MARK: Forgetting

  /// What could not be had may be had now.
  package func forgive() {
    gate.forgive(upTo: lastNumber)
    store.forgiveFailures()
  }

  /// All tiles are out of date: those that the last plan wanted are shown until newer ones come, the others are forgotten.
  package func makeStale() {
    store.markAllStale(wantedBy: sequence)
    gate.forgive(upTo: lastNumber)
  }

  /// Forgets tiles that the last plan did without.
  package func trimMemory() { store.evict(toBytes: 0, wantedBy: sequence) }

  /// Ends all loads; nothing arrives afterwards.
  package func close() {
    isClosed = true
    isAheadOpen = false
    store.removeAll()
    plan = TilePlan()
  }
}
