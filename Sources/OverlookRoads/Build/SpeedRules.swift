import OverlookSupport

/// How fast one gets on, and what signs allow; kilometres per hour.
struct SpeedRules {
  let tags: RoadTags
  let roadClass: RoadClass
  let isLink: Bool
  let isRoundabout: Bool
  let surface: RoadSurface
  let service: RoadService

  enum Limit {
    case none
    case speed(Double)

    /// Tenths; 65,535 for none.
    var packed: UInt16 {
      switch self {
      case .none: 0xFFFF
      case .speed(let speed): UInt16(min(max((speed * 10).rounded(), 1), 65_534))
      }
    }
  }

  /// What a sign or a rule says; nil for what is not understood, or changes.
  static func limit(_ text: String) -> Limit? {
    switch text {
    case "none", "unlimited", "no": return Limit.none
    case "walk", "walking", "foot": return .speed(7)
    case "signals", "variable", "": return nil
    default: break
    }
    if let speed = TagMeasure.speed(text) { return .speed(speed) }
    return zone(text)
  }

  /// "DE:urban", "RO:rural", "DE:zone:30", "GB:nsl_single".
  private static func zone(_ text: String) -> Limit? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let country = text[..<colon]
    let zone = text[text.index(after: colon)...]
    let digits = String(zone.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    if !digits.isEmpty, let speed = Double(digits), speed >= 5, speed <= 200 {
      return .speed(country == "GB" || country == "US" ? speed * MeasureFormat.kilometresPerMile : speed)
    }
    switch zone {
    case "urban": return .speed(country == "GB" || country == "UK" ? 48.3 : 50)
    case "rural": return .speed(Self.rural[String(country)] ?? 90)
    case "trunk", "expressway": return .speed(110)
    case "motorway": return country == "DE" ? Limit.none : .speed(country == "GB" ? 112.7 : 130)
    case "living_street": return .speed(country == "DE" ? 7 : 20)
    case "bicycle_road": return .speed(30)
    case "nsl_single": return .speed(96.6)
    case "nsl_dual": return .speed(112.7)
    default: return nil
    }
  }

  private static let rural: [String: Double] = [
    "DE": 100, "AT": 100, "FR": 80, "CH": 80, "DK": 80, "FI": 80, "NO": 80, "NL": 80, "SE": 70, "BE": 70, "GB": 96.6, "UK": 96.6,
    "LU": 90,
  ]

  func limit(_ direction: RoadDirection) -> Limit? {
    for key in ["maxspeed", "maxspeed:type", "source:maxspeed", "zone:maxspeed"] {
      if let text = tags.directed(key, direction), let limit = Self.limit(text) { return limit }
    }
    if roadClass == .livingStreet { return .speed(7) }
    return nil
  }

  func speed(_ mode: TravelMode, _ direction: RoadDirection) -> Double {
    switch mode {
    case .car: return car(direction)
    case .truck: return truck(direction)
    case .bicycle: return bicycle
    case .foot: return roadClass == .steps ? 2.5 : roadClass == .elevator ? 1.5 : isCarried ? ferry : 5
    case .wheelchair: return wheelchair
    }
  }

  private var isCarried: Bool { roadClass == .ferry || roadClass == .shuttleTrain }
  private var ferry: Double { roadClass == .ferry ? 20 : 60 }

  private func car(_ direction: RoadDirection) -> Double {
    if isCarried { return ferry }
    var speed = free
    switch limit(direction) {
    case .speed(let limit):
      // Where a sign allows more than is usual for the class, the road is a better one. Small streets have no room to use it.
      speed = isSmall ? min(limit * 0.85, max(speed, 35)) : limit * 0.95
    case Limit.none?: speed = max(speed, 115)
    case nil: break
    }
    if let advice = tags.directed("maxspeed:advisory", direction).flatMap(TagMeasure.speed) { speed = min(speed, advice) }
    if isRoundabout { speed = min(speed, 30) }
    if let practical = tags.directed("maxspeed:practical", direction).flatMap(TagMeasure.speed) { speed = min(speed, practical) }
    return max(min(speed, surfaceLimit), 3)
  }

  private func truck(_ direction: RoadDirection) -> Double {
    if isCarried { return ferry }
    var speed = min(car(direction) * 0.9, 78)
    if let limit = tags.directed("maxspeed:hgv", direction).flatMap(TagMeasure.speed) { speed = min(speed, limit * 0.95) }
    return max(speed, 3)
  }

  private var isSmall: Bool {
    switch roadClass {
    case .residential, .livingStreet, .service, .road, .track, .pedestrian, .unclassified: true
    default: false
    }
  }

  /// Without a sign.
  private var free: Double {
    let speed: Double =
      switch roadClass {
      case .motorway: 110
      case .trunk: 85
      case .primary: 65
      case .secondary: 58
      case .tertiary: 48
      case .unclassified: 40
      case .residential: 28
      case .livingStreet: 7
      case .service: service == .parkingAisle || service == .driveway || service == .driveThrough ? 8 : 15
      case .road: 30
      case .track: trackSpeed
      default: 6
      }
    return isLink ? speed * 0.65 : speed
  }

  private var trackSpeed: Double {
    switch tags["tracktype"] {
    case "grade1": 25
    case "grade2": 15
    case "grade4", "grade5": 6
    default: 10
    }
  }

  private var surfaceLimit: Double {
    switch surface {
    case .unknown, .asphalt, .concrete, .metal: .infinity
    case .pavingStones, .wood: 60
    case .compacted: 60
    case .sett, .fineGravel: 45
    case .gravel: 40
    case .cobblestone: 30
    case .ground: 25
    case .sand: 15
    case .mud: 10
    }
  }

  private var bicycle: Double {
    if isCarried { return ferry }
    if tags["bicycle"] == "dismount" || [.footway, .pedestrian, .platform, .corridor].contains(roadClass) {
      // Who may ride there goes with care.
      return AccessRules.access(tags["bicycle"] ?? "no") == .designated ? 15 : tags["bicycle"] == "dismount" ? 4.5 : 9
    }
    if roadClass == .steps { return 2 }
    let speed: Double =
      switch surface {
      case .unknown: roadClass == .track || roadClass == .path ? 12 : 17.5
      case .asphalt, .concrete: 18
      case .pavingStones, .metal, .compacted: 16
      case .sett, .wood, .fineGravel: 14
      case .gravel, .ground: 11.5
      case .cobblestone: 10
      case .sand, .mud: 6
      }
    return tags["tracktype"] == "grade5" ? min(speed, 8) : speed
  }

  private var wheelchair: Double {
    if isCarried { return ferry }
    switch surface {
    case .cobblestone, .gravel, .ground, .sand, .mud: return 2
    case .sett, .fineGravel, .wood: return 3
    default: return roadClass == .steps || roadClass == .elevator ? 1.5 : 4
    }
  }
}
