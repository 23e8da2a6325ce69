/// Milliseconds that something at or between nodes holds a traveller up, on the average.
enum NodeDelays {
  static func signals(_ mode: TravelMode) -> Int {
    switch mode {
    // A crossing of large roads has a node with signals for each way over each carriageway, and the wave is often green.
    case .car: 800
    case .truck: 1200
    case .bicycle: 1500
    case .foot, .wheelchair: 3000
    }
  }

  static func crossing(_ mode: TravelMode) -> Int { mode.isMotorized ? 500 : mode == .bicycle ? 300 : 0 }
  static func sign(_ mode: TravelMode) -> Int { mode.isMotorized ? 2500 : mode == .bicycle ? 1500 : 0 }

  static func barrier(_ barrier: RoadBarrier, _ mode: TravelMode) -> Int {
    switch barrier {
    case .none: 0
    case .gate, .wall, .block, .other: mode.isMotorized ? 30_000 : mode == .bicycle ? 8000 : 3000
    case .liftGate: mode.isMotorized ? 15_000 : 2000
    case .bollard: mode.isMotorized ? 10_000 : 0
    case .cycleBarrier: mode == .bicycle ? 4000 : 1000
    case .stile, .kissingGate, .turnstile: mode == .bicycle ? 15_000 : 4000
    case .tollBooth: mode.isMotorized ? 15_000 : 0
    case .borderControl: 120_000
    }
  }
}

/// What turns cost a mode.
struct TurnCosts: Sendable {
  private let mode: TravelMode
  /// Whether metres are counted, of which a turn has none.
  private let isShortest: Bool
  /// By the angle of the turn, in 256ths; milliseconds.
  private let byAngle: [UInt32]
  /// Milliseconds of preferences, which take no time; 0 where nothing is preferred.
  private let maneuverPenalty: UInt32
  private let yardPenalty: UInt32

  /// Parts of what is known of a node.
  enum Node {
    static let cost: UInt32 = (1 << 24) - 1
    static let isJunction: UInt32 = 1 << 28
    static let isTurnaround: UInt32 = 1 << 29
    static let isClosed: UInt32 = 1 << 30
  }

  /// What it costs more to come where only residents may go: enough that nobody drives through.
  static let destinationPenalty: UInt32 = 900_000
  /// Milliseconds that drivers give to stay on a road that is called the same, with nothing to look out for: Valhalla's default
  /// `maneuver_penalty`.
  private static let maneuver: UInt32 = 5000
  /// Milliseconds that they give not to drive through yards and car parks.
  private static let yard: UInt32 = 15_000
  /// Waiting for a ferry.
  static let boarding: UInt32 = 300_000

  init(mode: TravelMode, isShortest: Bool = false) {
    self.mode = mode
    self.isShortest = isShortest
    let prefersRoads = mode.isMotorized && !isShortest
    (maneuverPenalty, yardPenalty) = prefersRoads ? (Self.maneuver, Self.yard) : (0, 0)
    // A right angle takes a quarter of the whole, as slowing down takes the square of what the turn bends.
    let whole: Double =
      switch mode {
      case .car: 10_000
      case .truck: 16_000
      case .bicycle: 5000
      case .foot, .wheelchair: 0
      }
    byAngle = (0..<256).map { turn in
      let part = Double(abs(Int(Int8(bitPattern: UInt8(turn))))) / 128
      return UInt32((whole * part * part).rounded())
    }
  }

  /// Whether it matters how roads are called.
  var countsManeuvers: Bool { maneuverPenalty > 0 }

  /// `Node` of every node.
  func nodeColumn(_ graph: RoadGraph, _ weights: [UInt32]) -> [UInt32] {
    (0..<graph.nodeCount).map { node in
      let traits = graph.traits(ofNode: node)
      if traits.closes(mode) { return Node.isClosed }
      var open: [Int] = []
      for arc in graph.outgoing(node) where weights[arc] < RoadMetric.closed || weights[arc ^ 1] < RoadMetric.closed {
        open.append(arc)
      }
      let exits = open.count { weights[$0] < RoadMetric.closed }
      var bits = UInt32(clamping: delay(traits))
      if open.count > 2 { bits |= Node.isJunction }
      if exits <= 1 || traits.has(NodeTraits.turningCircle) { bits |= Node.isTurnaround }
      return bits
    }
  }

  private func delay(_ traits: NodeTraits) -> Int {
    var delay = NodeDelays.barrier(traits.barrier, mode)
    if traits.has(NodeTraits.signals) {
      delay += NodeDelays.signals(mode)
    } else if traits.has(NodeTraits.crossing) {
      delay += NodeDelays.crossing(mode)
    }
    if traits.has(NodeTraits.stopForAll) { delay += NodeDelays.sign(mode) }
    if traits.has(NodeTraits.miniRoundabout) { delay += NodeDelays.sign(mode) }
    return delay
  }

  /// Milliseconds that a turn takes; `closed` where this mode may not turn so.
  @inline(__always) func time(_ from: Int, _ to: Int, _ metric: RoadMetric) -> UInt32 {
    let node = metric.nodeCosts[metric.graph.head(from)]
    if node & Node.isClosed != 0 {
      // What stands there is passed neither way; one may turn back before it.
      return from ^ 1 == to ? turnaround : RoadMetric.closed
    }
    if from ^ 1 == to {
      if mode.isMotorized, node & Node.isTurnaround == 0 { return RoadMetric.closed }
      return turnaround
    }
    var cost = node & Node.cost
    if node & Node.isJunction != 0 {
      cost += byAngle[Int(metric.graph.startTurn(to) &- metric.graph.endTurn(from))]
    }
    if (metric.flags[to] & ~metric.flags[from]) & RoadMetric.ArcFlags.ferry != 0 { cost += Self.boarding }
    return cost
  }

  /// The same with preferences, and what keeps one from driving through where only residents may; of the time nothing where metres are
  /// counted.
  @inline(__always) func cost(_ from: Int, _ to: Int, _ metric: RoadMetric) -> UInt32 {
    var time = time(from, to, metric)
    if isShortest, time < RoadMetric.closed { time = 0 }
    guard time < RoadMetric.closed else { return time }
    let entered = metric.flags[to] & ~metric.flags[from]
    if entered & RoadMetric.ArcFlags.destinationOnly != 0 { time += Self.destinationPenalty }
    if entered & RoadMetric.ArcFlags.yard != 0 { time += yardPenalty }
    if maneuverPenalty > 0, isManeuver(from, to, metric) { time += maneuverPenalty }
    return time
  }

  /// Whether a turn leaves the road, at a junction, for one that is called otherwise. Links belong to what they lead to.
  @inline(__always) private func isManeuver(_ from: Int, _ to: Int, _ metric: RoadMetric) -> Bool {
    guard metric.nodeCosts[metric.graph.head(from)] & Node.isJunction != 0 else { return false }
    let name = metric.names[to >> 1]
    return name != RoadMetric.anyName && name != metric.names[from >> 1]
  }

  private var turnaround: UInt32 {
    switch mode {
    case .car: 20_000
    case .truck: 60_000
    case .bicycle: 4000
    case .foot, .wheelchair: 0
    }
  }
}
