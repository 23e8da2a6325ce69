/// What tags of nodes say to those who travel.
struct NodeReader {
  var bits: UInt32 = 0
  var ref: String?
  var name: String?
  /// On which way of travel signals and signs stand: 1 forward, -1 backward, 0 both.
  var direction = 0
  var hasSign = false

  /// Whether something stands there that parts the road for some, and makes it end a segment.
  var isBarrier: Bool { bits & 31 != 0 || NodeTraits(bits: bits).barrier != .none }
  /// What has a name or a number is told of, and so is a node of its own. Signals and signs are not: they hold up those alone who come
  /// from their side.
  var endsSegment: Bool { isBarrier || bits & NodeTraits.hasLabel != 0 }
  var isWorthKeeping: Bool { bits != 0 || hasSign || ref != nil || name != nil }

  /// Nil for nodes that say nothing.
  init?(_ tags: RoadTags) {
    switch tags["highway"] {
    case "traffic_signals": bits |= NodeTraits.signals
    case "crossing": bits |= tags["crossing"] == "traffic_signals" ? NodeTraits.signals : NodeTraits.crossing
    case "stop":
      hasSign = true
      if tags["stop"] == "all" { bits |= NodeTraits.stopForAll }
    case "give_way": hasSign = true
    case "mini_roundabout": bits |= NodeTraits.miniRoundabout
    case "turning_circle", "turning_loop": bits |= NodeTraits.turningCircle
    case "motorway_junction":
      bits |= NodeTraits.motorwayJunction
      (ref, name) = (tags["ref"], tags["name"])
    default: break
    }
    if tags["railway"] == "level_crossing" { hasSign = true }
    if tags.isYes("junction") { (ref, name) = (ref ?? tags["ref"], name ?? tags["name"]) }
    if bits & NodeTraits.signals != 0 { name = name ?? tags["name"] }
    switch tags["traffic_signals:direction"] ?? tags["direction"] {
    case "forward": direction = 1
    case "backward": direction = -1
    default: break
    }
    if let barrier = tags["barrier"], barrier != "no" { add(barrier: barrier, tags) }
    if ref != nil || name != nil { bits |= NodeTraits.hasLabel }
    guard isWorthKeeping else { return nil }
  }

  private mutating func add(barrier text: String, _ tags: RoadTags) {
    guard let (barrier, closed) = Self.barrier(text, tags) else { return }
    bits |= UInt32(barrier.rawValue) << NodeTraits.barrierShift
    for mode in TravelMode.numbered {
      var isClosed = closed.contains(mode)
      for key in AccessRules.keys(mode) {
        guard let value = tags[key], let access = AccessRules.access(value) else { continue }
        // What stands in the way of a car stands there still when everybody may pass.
        if key == "access", isClosed, access != .no { continue }
        isClosed = access == .no
      }
      if isClosed { bits |= 1 << UInt32(mode.number) }
    }
  }

  /// What stands there, and whom it stops when no tag says otherwise.
  private static func barrier(_ text: String, _ tags: RoadTags) -> (RoadBarrier, Set<TravelMode>)? {
    let motors: Set<TravelMode> = [.car, .truck]
    let isLocked = tags.isYes("locked")
    switch text {
    case "gate", "swing_gate", "sliding_gate", "hampshire_gate", "wicket_gate":
      return (.gate, isLocked ? Set(TravelMode.allCases) : [])
    case "lift_gate", "sliding_beam", "rising_bollard", "chain", "rope": return (.liftGate, isLocked ? motors : [])
    case "bollard", "planter", "bar": return (.bollard, text == "bollard" && tags["bollard"] == "rising" ? [] : motors)
    case "block", "jersey_barrier", "log", "debris", "tank_trap", "barrier_board", "delineators", "coupure":
      return (.block, motors)
    case "cycle_barrier", "motorcycle_barrier": return (.cycleBarrier, motors)
    case "stile": return (.stile, motors.union([.bicycle, .wheelchair]))
    case "kissing_gate", "squeeze": return (.kissingGate, motors.union([.bicycle, .wheelchair]))
    case "turnstile", "full-height_turnstile": return (.turnstile, motors.union([.bicycle, .wheelchair]))
    case "horse_stile", "bump_gate": return (.other, motors)
    case "toll_booth": return (.tollBooth, [])
    case "border_control": return (.borderControl, [])
    case "wall", "fence", "retaining_wall", "city_wall", "hedge", "ditch", "guard_rail", "cable_barrier":
      return (.wall, Set(TravelMode.allCases))
    case "kerb": return tags["kerb"] == "raised" ? (.other, [.wheelchair]) : nil
    case "bus_trap", "sump_buster": return (.block, [.car])
    // Cattle grids, entrances, arches and the like hold nobody up.
    default: return nil
    }
  }
}
