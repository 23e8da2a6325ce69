/// OpenStreetMap's hierarchy of access: the more special key wins over the more general.
struct AccessRules {
  private let tags: RoadTags
  private let roadClass: RoadClass
  /// 1 forward only, -1 backward only, 0 both.
  let oneway: Int

  init(tags: RoadTags, roadClass: RoadClass, isRoundabout: Bool) {
    self.tags = tags
    self.roadClass = roadClass
    oneway = Self.oneway(tags["oneway"]) ?? (isRoundabout || roadClass == .motorway ? 1 : 0)
  }

  private static func oneway(_ value: String?) -> Int? {
    switch value {
    case "yes", "true", "1": 1
    case "-1", "reverse": -1
    case "no", "false", "0", "alternating": 0
    default: nil
    }
  }

  /// Keys from the most general to the most special.
  static func keys(_ mode: TravelMode) -> [String] {
    switch mode {
    case .car: ["access", "vehicle", "motor_vehicle", "motorcar"]
    case .truck: ["access", "vehicle", "motor_vehicle", "hgv"]
    case .bicycle: ["access", "vehicle", "bicycle"]
    case .foot: ["access", "foot"]
    case .wheelchair: ["access", "foot", "wheelchair"]
    }
  }

  /// What a value says; nil for what it says nothing with.
  static func access(_ value: String) -> RoadAccess? {
    switch value {
    case "yes", "permissive", "discouraged", "dismount", "limited", "green", "public", "bad": .yes
    case "designated", "official": .designated
    case "private", "destination", "customers", "delivery", "permit", "residents", "employees", "local", "visitors": .destination
    case "no", "agricultural", "forestry", "emergency", "military", "use_sidepath", "psv", "bus", "restricted", "hov", "none":
      .no
    default: nil
    }
  }

  func access(_ mode: TravelMode, _ direction: RoadDirection) -> RoadAccess {
    let usual = byClass(mode)
    var access = usual
    var isSpecial = false
    for key in Self.keys(mode) {
      guard let value = tags.directed(key, direction), let stated = Self.access(value) else { continue }
      // A footway that is open to everybody is still no road for cars.
      if key == "access", usual == .no, stated != .no { continue }
      // A sign for the mode itself, or one for all.
      access = key == "access" && stated == .designated ? .yes : stated
      isSpecial = key != "access"
    }
    if access != .no, !isOpen(mode, direction) { return .no }
    if tags.isYes("motorroad"), !mode.isMotorized, !isSpecial { return .no }
    return access
  }

  /// Whether one-way rules let a mode go in a direction.
  private func isOpen(_ mode: TravelMode, _ direction: RoadDirection) -> Bool {
    let rule = oneway(for: mode)
    return rule == 0 || (rule > 0) == (direction == .forward)
  }

  private func oneway(for mode: TravelMode) -> Int {
    switch mode {
    case .car: Self.oneway(tags.first("oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle")) ?? oneway
    case .truck: Self.oneway(tags.first("oneway:hgv", "oneway:motor_vehicle", "oneway:vehicle")) ?? oneway
    case .bicycle: bicycleOneway
    case .foot, .wheelchair: footOneway
    }
  }

  private var bicycleOneway: Int {
    if let rule = Self.oneway(tags["oneway:bicycle"]) { return rule }
    guard oneway != 0 else { return 0 }
    for key in ["cycleway", "cycleway:left", "cycleway:right", "cycleway:both"] {
      if tags[key]?.hasPrefix("opposite") == true { return 0 }
      if let track = tags[key], track != "no", let rule = tags[key + ":oneway"], rule == "no" || rule == "-1" { return 0 }
    }
    return tags.isYes(oneway > 0 ? "bicycle:backward" : "bicycle:forward") ? 0 : oneway
  }

  private var footOneway: Int {
    if let rule = Self.oneway(tags["oneway:foot"]) { return rule }
    switch tags["conveying"] {
    case "forward": return 1
    case "backward": return -1
    default: break
    }
    // One-way traffic is for vehicles; on ways of their own it is for those who walk.
    return [.steps, .corridor].contains(roadClass) && tags.isYes("oneway") && tags["conveying"] != nil ? oneway : 0
  }

  private func byClass(_ mode: TravelMode) -> RoadAccess {
    if mode == .wheelchair { return wheelchair }
    switch roadClass {
    case .motorway: return mode.isMotorized ? .yes : .no
    case .trunk, .primary, .secondary, .tertiary, .unclassified, .residential, .livingStreet, .service, .road: return .yes
    case .track: return mode == .car ? .destination : mode == .truck ? .no : .yes
    case .pedestrian, .steps, .corridor, .elevator, .platform: return mode.isPedestrian ? .yes : .no
    case .footway: return mode.isPedestrian ? .designated : .no
    case .cycleway: return mode == .bicycle ? .designated : mode.isPedestrian ? .yes : .no
    case .bridleway: return mode.isPedestrian ? .yes : .no
    case .path: return mode.isMotorized ? .no : .yes
    case .ferry, .shuttleTrain:
      if mode == .foot || mode == .bicycle { return .yes }
      return roadClass == .shuttleTrain ? .yes : .no
    }
  }

  private var wheelchair: RoadAccess {
    switch roadClass {
    case .steps: return tags.isYes("ramp:wheelchair") ? .yes : .no
    case .ferry, .shuttleTrain: return .yes
    case .path where tags["sac_scale"].map({ $0 != "hiking" && $0 != "strolling" }) ?? false: return .no
    case .motorway: return .no
    default: return .yes
    }
  }
}
