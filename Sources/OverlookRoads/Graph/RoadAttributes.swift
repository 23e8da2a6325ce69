/// What is known of an arc's road. Values that differ by direction are those of the arc's.
package struct RoadAttributes: Sendable {
  let graph: RoadGraph
  /// Where its words start.
  let row: Int
  package let direction: RoadDirection

  private func word(_ number: Int) -> UInt32 { graph.columns.rows[row + number] }
  private var isForward: Bool { direction == .forward }
  private func half(_ number: Int, high: Bool) -> Int { Int(word(number) >> (high ? 16 : 0) & 0xFFFF) }
  private func text(_ forward: RoadRow.Text, _ backward: RoadRow.Text) -> String {
    graph.text(Int(word((isForward ? forward : backward).rawValue)))
  }

  package var roadClass: RoadClass { RoadClass(rawValue: UInt8(word(0) & 31)) ?? .road }
  package var surface: RoadSurface { RoadSurface(rawValue: UInt8(word(0) >> 5 & 31)) ?? .unknown }
  package var service: RoadService { RoadService(rawValue: UInt8(word(0) >> 10 & 7)) ?? .none }

  private func has(_ flag: RoadRow.Flags) -> Bool { word(0) & flag.rawValue != 0 }
  package var isToll: Bool { has(.toll) }
  package var isFerry: Bool { has(.ferry) }
  package var isTunnel: Bool { has(.tunnel) }
  package var isBridge: Bool { has(.bridge) }
  /// `junction=roundabout`.
  package var isRoundabout: Bool { has(.roundabout) }
  /// `junction=circular`: goes round without a roundabout's right of way.
  package var isCircular: Bool { has(.circular) }
  /// A ramp or a link between roads of its class.
  package var isLink: Bool { has(.link) }
  package var isMotorroad: Bool { has(.motorroad) }
  package var isUnpaved: Bool { has(.unpaved) }
  package var isLit: Bool { has(.lit) }
  package var hasCycleway: Bool { has(.cycleway) }
  package var hasSidewalk: Bool { has(.sidewalk) }
  /// Whether hazardous goods are forbidden.
  package var forbidsHazmat: Bool { has(.noHazmat) }
  /// 0 on the ground, negative below, positive above.
  package var layer: Int { Int(Int8(bitPattern: UInt8(word(6) >> 24))) }

  /// Empty where it has none.
  package var name: String { graph.text(Int(word(RoadRow.Text.name.rawValue))) }
  /// Its number ("A 20"); several with ";" between.
  package var ref: String { graph.text(Int(word(RoadRow.Text.ref.rawValue))) }
  /// What tells the road's name, or else its number, from those of other roads of the graph.
  var nameNumber: UInt32 {
    let name = word(RoadRow.Text.name.rawValue)
    return graph.text(Int(name)).isEmpty ? word(RoadRow.Text.ref.rawValue) : name
  }
  /// What signs say, with ";" between.
  package var destinations: String { text(.destinationForward, .destinationBackward) }
  package var destinationRefs: String { text(.destinationRefForward, .destinationRefBackward) }
  /// The number of the exit that a ramp is.
  package var exitNumber: String { graph.text(Int(word(RoadRow.Text.exit.rawValue))) }
  /// OpenStreetMap's `turn:lanes` of this direction: from left to right, "|" between lanes, ";" between arrows.
  package var turnLanes: String { text(.turnLanesForward, .turnLanesBackward) }
  /// Of this direction; 0 where it is not known.
  package var lanes: Int { Int(word(6) >> (isForward ? 0 : 8) & 255) }
  /// Of both directions; 0 where it is not known.
  package var totalLanes: Int { Int(word(6) >> 16 & 255) }

  /// What signs allow, without regard to time.
  package var speedLimit: SpeedLimit {
    switch half(5, high: !isForward) {
    case 0: .unknown
    case 0xFFFF: .none
    case let tenths: .kilometersPerHour(Double(tenths) / 10)
    }
  }

  /// What holds at a time, by `maxspeed:conditional`.
  package func speedLimit(at time: RoadTime) -> SpeedLimit {
    for condition in graph.conditions(ofRow: row) where condition.kind == .speed && condition.holds(at: time, direction, graph) {
      return condition.value == 0xFFFF ? .none : .kilometersPerHour(Double(condition.value) / 10)
    }
    return speedLimit
  }

  /// Without regard to time.
  package func access(_ mode: TravelMode) -> RoadAccess {
    RoadAccess(rawValue: UInt8(word(1) >> UInt32(direction.rawValue * 10 + mode.number * 2) & 3)) ?? .no
  }

  /// What holds at a time, by `access:conditional` and its like.
  package func access(_ mode: TravelMode, at time: RoadTime) -> RoadAccess {
    var access = access(mode)
    for condition in graph.conditions(ofRow: row)
    where condition.kind == .access && condition.modes & 1 << UInt32(mode.number) != 0
      && condition.holds(at: time, direction, graph)
    {
      access = RoadAccess(rawValue: UInt8(condition.value & 3)) ?? .no
    }
    return access
  }

  /// Whether a mode may go this way and not the other.
  package func isOneway(_ mode: TravelMode) -> Bool {
    let other = RoadAttributes(graph: graph, row: row, direction: isForward ? .backward : .forward)
    return access(mode) != .no && other.access(mode) == .no
  }

  /// Kilometres per hour with which a mode gets on without traffic.
  package func speed(_ mode: TravelMode) -> Double {
    let byte = direction.rawValue * 5 + mode.number
    return Double(max(word(2 + byte / 4) >> UInt32(byte % 4 * 8) & 255, 1)) * RoadRow.speedUnit
  }

  /// Metres; nil where no sign forbids more.
  package var maximumHeight: Double? { size(15, high: false, 100) }
  package var maximumWidth: Double? { size(15, high: true, 100) }
  package var maximumLength: Double? { size(16, high: false, 100) }
  /// Tonnes.
  package var maximumWeight: Double? { size(16, high: true, 100) }
  package var maximumAxleLoad: Double? { size(17, high: false, 100) }

  private func size(_ number: Int, high: Bool, _ unit: Double) -> Double? {
    let value = half(number, high: high)
    return value == 0 ? nil : Double(value) / unit
  }
}

/// What a sign says of speed.
package enum SpeedLimit: Hashable, Sendable {
  case unknown, none
  case kilometersPerHour(Double)
}
