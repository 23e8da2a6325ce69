/// Makes rows of attributes from the tags of ways.
struct WayReader {
  private(set) var texts = TextTable()
  private(set) var rows: [UInt32] = []
  private(set) var conditions: [UInt32] = []
  private(set) var times = TimeTable()
  /// Conditions that are no times, or are not understood.
  private(set) var unknownConditions = 0
  private var rowNumbers: [RoadRow: UInt32] = [:]

  /// What kind of road a way is; nil when it is none.
  static func roadClass(_ highway: String?, route: String?) -> (RoadClass, isLink: Bool)? {
    switch highway {
    case "motorway": (.motorway, false)
    case "motorway_link": (.motorway, true)
    case "trunk": (.trunk, false)
    case "trunk_link": (.trunk, true)
    case "primary": (.primary, false)
    case "primary_link": (.primary, true)
    case "secondary": (.secondary, false)
    case "secondary_link": (.secondary, true)
    case "tertiary": (.tertiary, false)
    case "tertiary_link": (.tertiary, true)
    case "unclassified", "busway", "bus_guideway": (.unclassified, false)
    case "residential": (.residential, false)
    case "living_street": (.livingStreet, false)
    case "service": (.service, false)
    case "road": (.road, false)
    case "track": (.track, false)
    case "pedestrian": (.pedestrian, false)
    case "cycleway": (.cycleway, false)
    case "footway": (.footway, false)
    case "bridleway": (.bridleway, false)
    case "path": (.path, false)
    case "steps": (.steps, false)
    case "corridor": (.corridor, false)
    case "elevator": (.elevator, false)
    case "platform": (.platform, false)
    case nil: route == "ferry" ? (.ferry, false) : route == "shuttle_train" ? (.shuttleTrain, false) : nil
    default: nil
    }
  }

  /// The row of a way, and whether anybody may go there at all. `length` gives its metres, for ferries.
  mutating func row(_ tags: RoadTags, _ roadClass: RoadClass, isLink: Bool, length: () -> Double) -> UInt32? {
    var row = RoadRow()
    let isRoundabout = tags["junction"] == "roundabout"
    let isCircular = tags["junction"] == "circular"
    let access = AccessRules(tags: tags, roadClass: roadClass, isRoundabout: isRoundabout || isCircular)
    let surface = RoadSurface(tags: tags, roadClass: roadClass)
    let service = Self.service(tags["service"])
    let speeds = SpeedRules(
      tags: tags, roadClass: roadClass, isLink: isLink, isRoundabout: isRoundabout, surface: surface, service: service)
    let carried = roadClass == .ferry || roadClass == .shuttleTrain
    let crossing = carried ? tags["duration"].flatMap(TagMeasure.duration).map { length() / max($0, 1) * 3.6 } : nil
    var isOpen = false
    for direction in RoadDirection.allCases {
      for mode in TravelMode.numbered {
        let value = Self.isBus(tags["highway"]) && mode.isMotorized ? .no : access.access(mode, direction)
        row.set(value, mode, direction)
        isOpen = isOpen || value != .no
        row.set(speed: crossing ?? speeds.speed(mode, direction), mode, direction)
      }
    }
    let conditional = conditions(tags)
    guard isOpen || conditional.contains(where: { $0.kind == .access }) else { return nil }
    var flags = self.flags(tags, surface: surface, roadClass: roadClass, isLink: isLink)
    if isRoundabout { flags.insert(.roundabout) }
    if isCircular { flags.insert(.circular) }
    row.set(roadClass: roadClass, surface: surface, service: service, flags: flags)
    row.set(
      limits: speeds.limit(.forward)?.packed ?? 0, speeds.limit(.backward)?.packed ?? 0)
    setTexts(&row, tags, oneway: access.oneway)
    setSizes(&row, tags)
    add(conditional, to: &row)
    return number(of: row)
  }

  private static func isBus(_ highway: String?) -> Bool { highway == "busway" || highway == "bus_guideway" }

  private static func service(_ value: String?) -> RoadService {
    switch value {
    case "driveway": .driveway
    case "parking_aisle": .parkingAisle
    case "alley": .alley
    case "drive-through": .driveThrough
    case "emergency_access": .emergency
    default: .none
    }
  }

  private func flags(_ tags: RoadTags, surface: RoadSurface, roadClass: RoadClass, isLink: Bool) -> RoadRow.Flags {
    var flags: RoadRow.Flags = []
    func set(_ flag: RoadRow.Flags, _ condition: Bool) { if condition { flags.insert(flag) } }
    func stands(_ key: String) -> Bool { tags[key].map { $0 != "no" } ?? false }
    set(.toll, tags.isYes("toll") || tags.isYes("toll:motorcar") || tags.isYes("toll:motor_vehicle"))
    set(.ferry, roadClass == .ferry || roadClass == .shuttleTrain)
    set(.tunnel, stands("tunnel"))
    set(.bridge, stands("bridge"))
    set(.link, isLink)
    set(.motorroad, tags.isYes("motorroad"))
    set(.noHazmat, tags["hazmat"] == "no" || tags["hazmat:water"] == "no")
    let sides = ["cycleway", "cycleway:left", "cycleway:right", "cycleway:both"]
    set(.cycleway, sides.contains { tags[$0].map { $0 != "no" && $0 != "separate" && $0 != "none" } ?? false })
    let walks = ["sidewalk", "sidewalk:left", "sidewalk:right", "sidewalk:both"]
    set(.sidewalk, walks.contains { tags[$0].map { $0 != "no" && $0 != "none" } ?? false })
    set(.lit, stands("lit"))
    set(.dualCarriageway, tags.isYes("dual_carriageway"))
    let isSoft = surface == .unknown && (roadClass == .track && tags["tracktype"] != "grade1")
    set(.unpaved, surface.isUnpaved || isSoft)
    return flags
  }

  private mutating func setTexts(_ row: inout RoadRow, _ tags: RoadTags, oneway: Int) {
    row.set(.name, texts.number(of: tags["name"]))
    row.set(.ref, texts.number(of: tags["ref"]))
    row.set(.exit, texts.number(of: tags["junction:ref"]))
    for direction in RoadDirection.allCases {
      let isForward = direction == .forward
      // A key without direction is for one-way roads, and means the way that they go.
      let isOnly = oneway == 0 ? isForward : (oneway > 0) == isForward
      func value(_ key: String) -> String? {
        tags[key + (isForward ? ":forward" : ":backward")] ?? (isOnly ? tags[key] : nil)
      }
      let turns =
        tags["turn:lanes" + (isForward ? ":forward" : ":backward")] ?? (isOnly && oneway != 0 ? tags["turn:lanes"] : nil)
      row.set(
        isForward ? .destinationForward : .destinationBackward,
        texts.number(of: value("destination") ?? value("destination:street")))
      row.set(isForward ? .destinationRefForward : .destinationRefBackward, texts.number(of: value("destination:ref")))
      row.set(isForward ? .turnLanesForward : .turnLanesBackward, texts.number(of: turns))
    }
    setLanes(&row, tags, oneway: oneway)
  }

  private func setLanes(_ row: inout RoadRow, _ tags: RoadTags, oneway: Int) {
    func count(_ key: String) -> UInt8? {
      tags[key].flatMap { Int($0.split(separator: ";").first ?? "") }.flatMap { (1...32).contains($0) ? UInt8($0) : nil }
    }
    func turns(_ key: String) -> UInt8? {
      tags[key].map { UInt8(clamping: min($0.utf8.count { $0 == 0x7C }, 31) + 1) }
    }
    let total = count("lanes")
    var forward = count("lanes:forward") ?? turns("turn:lanes:forward")
    var backward = count("lanes:backward") ?? turns("turn:lanes:backward")
    if oneway > 0 { forward = forward ?? total ?? turns("turn:lanes") }
    if oneway < 0 { backward = backward ?? total ?? turns("turn:lanes") }
    if oneway == 0, let total, total >= 2 {
      if forward == nil, backward == nil, total % 2 == 0 { (forward, backward) = (total / 2, total / 2) }
      if let known = forward, backward == nil, known < total { backward = total - known }
      if let known = backward, forward == nil, known < total { forward = total - known }
    }
    let layer = tags["layer"].flatMap { Int($0) } ?? 0
    row.set(lanes: forward ?? 0, backward ?? 0, total: total ?? 0, layer: Int8(clamping: layer))
  }

  private func setSizes(_ row: inout RoadRow, _ tags: RoadTags) {
    func packed(_ value: Double?) -> UInt16 { value.map { UInt16(min(max(($0 * 100).rounded(), 1), 65_535)) } ?? 0 }
    func length(_ keys: String...) -> UInt16 { packed(keys.compactMap { tags[$0].flatMap(TagMeasure.length) }.min()) }
    func weight(_ keys: String...) -> UInt16 { packed(keys.compactMap { tags[$0].flatMap(TagMeasure.weight) }.min()) }
    row.set(
      height: length("maxheight", "maxheight:physical"), width: length("maxwidth", "maxwidth:physical"),
      length: length("maxlength"), weight: weight("maxweight", "maxweightrating", "maxweight:hgv", "maxweightrating:hgv"),
      axleLoad: weight("maxaxleload"))
  }

  // MARK: Conditions

  private struct Stated {
    var kind: RoadCondition.Kind
    var modes: UInt32
    var directions: UInt32
    var value: UInt32
    var times: [RoadTimes]
  }

  private mutating func conditions(_ tags: RoadTags) -> [Stated] {
    var stated: [Stated] = []
    // From the most general to the most special: the later one wins.
    let keys: [(String, UInt32)] = [
      ("access", 31), ("vehicle", 7), ("motor_vehicle", 3), ("motorcar", 1), ("hgv", 2), ("bicycle", 4), ("foot", 24),
      ("wheelchair", 16),
    ]
    let sides: [(String, UInt32)] = [("", 3), (":forward", 1), (":backward", 2)]
    for (side, directions) in sides {
      if let text = tags["maxspeed\(side):conditional"] {
        for part in ConditionalValue.parse(text, unknown: &unknownConditions) {
          guard let limit = SpeedRules.limit(part.value) else { continue }
          stated.append(Stated(kind: .speed, modes: 31, directions: directions, value: UInt32(limit.packed), times: part.times))
        }
      }
      for (key, modes) in keys {
        guard let text = tags["\(key)\(side):conditional"] else { continue }
        for part in ConditionalValue.parse(text, unknown: &unknownConditions) {
          guard let access = AccessRules.access(part.value) else { continue }
          stated.append(
            Stated(kind: .access, modes: modes, directions: directions, value: UInt32(access.rawValue), times: part.times))
        }
      }
    }
    return Array(stated.prefix(100))
  }

  private mutating func add(_ stated: [Stated], to row: inout RoadRow) {
    guard !stated.isEmpty else { return }
    let first = conditions.count / RoadCondition.stride
    for part in stated {
      var condition = RoadCondition()
      condition.kind = part.kind
      condition.modes = part.modes
      condition.directions = part.directions
      condition.value = part.value
      condition.times = times.add(part.times)
      conditions += condition.words
    }
    row.set(conditions: first..<conditions.count / RoadCondition.stride)
  }

  /// Restrictions have times too.
  mutating func addTimes(_ list: [RoadTimes]) -> Range<Int> { times.add(list) }
  mutating func addText(_ text: String?) -> UInt32 { texts.number(of: text) }
  mutating func countUnknown(_ count: Int) { unknownConditions += count }

  private mutating func number(of row: RoadRow) -> UInt32 {
    if let number = rowNumbers[row] { return number }
    let number = UInt32(clamping: rows.count / RoadRow.stride)
    rows += row.words
    rowNumbers[row] = number
    return number
  }
}

/// Lists of times, each once.
struct TimeTable {
  private(set) var words: [UInt32] = []
  private var known: [[RoadTimes]: Range<Int>] = [:]

  mutating func add(_ list: [RoadTimes]) -> Range<Int> {
    if let range = known[list] { return range }
    let first = words.count / RoadTimes.stride
    for times in list { words += times.words }
    known[list] = first..<words.count / RoadTimes.stride
    return first..<words.count / RoadTimes.stride
  }
}

extension RoadSurface {
  init(tags: RoadTags, roadClass: RoadClass) {
    switch tags["surface"] {
    case "paved", "asphalt", "chipseal": self = .asphalt
    case "concrete", "concrete:plates", "concrete:lanes": self = .concrete
    case "paving_stones", "paving_stones:lanes", "bricks", "brick", "grass_paver": self = .pavingStones
    case "sett", "unhewn_cobblestone:flattened": self = .sett
    case "cobblestone", "unhewn_cobblestone": self = .cobblestone
    case "metal", "metal_grid": self = .metal
    case "wood", "stepping_stones": self = .wood
    case "compacted": self = .compacted
    case "fine_gravel": self = .fineGravel
    case "gravel", "pebblestone", "unpaved", "rock": self = .gravel
    case "ground", "dirt", "earth", "grass", "woodchips": self = .ground
    case "sand": self = .sand
    case "mud": self = .mud
    default: self = .unknown
    }
  }
}
