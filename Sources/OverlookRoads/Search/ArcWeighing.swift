/// What arcs cost under a set of options.
struct ArcWeighing {
  let graph: RoadGraph
  let options: PathOptions

  /// An avoided road costs so many times what it takes: it is used where all others take still longer, or there is none.
  static let avoidance = 20.0
  /// What a metre costs where metres are counted: as much as at 36 km/h, so that costs of the longest ways stay within their numbers.
  private static let millisecondsPerMeter = 100.0

  func columns() -> (weights: [UInt32], flags: [UInt8]) {
    var weights = [UInt32](repeating: RoadMetric.closed, count: graph.arcCount)
    var flags = [UInt8](repeating: 0, count: graph.arcCount)
    // What a row of attributes says holds for all its arcs, in both directions.
    let rows = (0..<graph.columns.rows.count / RoadRow.stride).map { number in
      RoadDirection.allCases.map { rating(of: RoadAttributes(graph: graph, row: number * RoadRow.stride, direction: $0)) }
    }
    for arc in 0..<graph.arcCount {
      let rating = rows[graph.attributeNumber(arc)][arc & 1]
      flags[arc] = rating.flags
      guard rating.factor > 0 else { continue }
      let cost =
        options.isShortest
        ? max(graph.length(arc) * Self.millisecondsPerMeter, 1)
        : Double(Self.time(of: arc, graph, options.mode, speed: rating.speed))
      weights[arc] = UInt32(min((cost * rating.factor).rounded(), Double(RoadMetric.closed - 1)))
    }
    return (weights, flags)
  }

  private struct Rating {
    /// Kilometres per hour.
    var speed: Double
    /// Of cost to time; 0 where one may not go.
    var factor: Double
    var flags: UInt8
  }

  private func rating(of road: RoadAttributes) -> Rating {
    let access = options.departure.map { road.access(options.mode, at: $0) } ?? road.access(options.mode)
    var rating = Rating(speed: road.speed(options.mode), factor: 0, flags: 0)
    if access == .destination { rating.flags |= RoadMetric.ArcFlags.destinationOnly }
    if road.isFerry { rating.flags |= RoadMetric.ArcFlags.ferry }
    if road.roadClass == .service { rating.flags |= RoadMetric.ArcFlags.yard }
    guard access != .no, fits(road) else { return rating }
    rating.factor = options.isShortest ? 1 : RoadPreference.factor(road, options.mode)
    if options.avoid.contains(.tolls), road.isToll { rating.factor *= Self.avoidance }
    if options.avoid.contains(.motorways), road.roadClass == .motorway || road.isMotorroad { rating.factor *= Self.avoidance }
    if options.avoid.contains(.ferries), road.isFerry { rating.factor *= Self.avoidance }
    if options.avoid.contains(.unpaved), road.isUnpaved { rating.factor *= Self.avoidance }
    return rating
  }

  private func fits(_ road: RoadAttributes) -> Bool {
    guard let vehicle = options.vehicle ?? (options.mode == .truck ? .truck : nil), options.mode.isMotorized else { return true }
    func below(_ value: Double, _ limit: Double?) -> Bool { limit.map { value <= $0 } ?? true }
    return below(vehicle.height, road.maximumHeight) && below(vehicle.width, road.maximumWidth)
      && below(vehicle.length, road.maximumLength) && below(vehicle.weight, road.maximumWeight)
      && below(vehicle.axleLoad, road.maximumAxleLoad) && !(vehicle.carriesHazmat && road.forbidsHazmat)
  }

  /// Milliseconds that an arc takes without turns, with what stands between its ends.
  static func time(of arc: Int, _ graph: RoadGraph, _ mode: TravelMode, speed: Double? = nil) -> UInt32 {
    let speed = speed ?? graph.attributes(arc).speed(mode)
    let time = graph.length(arc) / (speed / 3.6) * 1000 + Double(delay(SegmentStops(graph.columns.stops[arc >> 1]), arc, mode))
    return UInt32(min(max(time.rounded(), 1), Double(RoadMetric.closed - 1)))
  }

  private static func delay(_ stops: SegmentStops, _ arc: Int, _ mode: TravelMode) -> Int {
    let isForward = arc & 1 == 0
    let signals = isForward ? stops.signals.forward : stops.signals.backward
    let signs = isForward ? stops.signs.forward : stops.signs.backward
    return signals * NodeDelays.signals(mode) + stops.crossings * NodeDelays.crossing(mode) + signs * NodeDelays.sign(mode)
  }
}

/// How much rather, or less gladly, a mode takes a road than its time says: a factor of cost.
enum RoadPreference {
  static func factor(_ road: RoadAttributes, _ mode: TravelMode) -> Double {
    switch mode {
    case .car, .truck: road.roadClass == .track ? 1.5 : 1
    case .bicycle: bicycle(road)
    case .foot, .wheelchair: foot(road)
    }
  }

  private static func bicycle(_ road: RoadAttributes) -> Double {
    if road.access(.bicycle) == .designated || road.hasCycleway { return 1 }
    switch road.roadClass {
    case .motorway, .trunk: return 2
    case .primary: return 1.5
    case .secondary: return 1.25
    case .tertiary, .track, .path, .footway, .pedestrian: return 1.1
    default: return 1
    }
  }

  private static func foot(_ road: RoadAttributes) -> Double {
    if road.hasSidewalk { return 1 }
    switch road.roadClass {
    case .motorway, .trunk: return 2
    case .primary: return 1.4
    case .secondary: return 1.2
    default: return 1
    }
  }
}
