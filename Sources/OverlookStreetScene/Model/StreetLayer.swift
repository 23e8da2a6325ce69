/// The layers of tiles that the scene reads, and what of them lies on the ground.
enum StreetLayer: String {
  case building, tree, water, landcover, landuse, transportation, waterway, poi
  case streetNames = "transportation_name"

  /// The ground of an area, and where it lies among the others; nil for what is not seen.
  func ground(_ tags: StreetTags) -> (StreetMaterial, Int)? {
    let kind = tags.text("class")
    switch self {
    case .water: return (.water, 30)
    case .landcover:
      switch kind {
      case "grass": return (.grass, 10)
      case "wood": return (.wood, 12)
      case "sand": return (.sand, 11)
      case "rock": return (.rock, 11)
      case "farmland": return (.farmland, 8)
      case "wetland": return (.grass, 9)
      default: return nil
      }
    case .landuse:
      switch kind {
      case "cemetery", "pitch", "playground", "grave_yard": return (.grass, 14)
      case "parking": return (.asphalt, 15)
      case "railway", "construction", "quarry", "industrial": return (.gravel, 5)
      default: return nil
      }
    case .transportation:
      switch kind {
      case "path", "pier", "bridge": return (.paving, 40)
      default: return nil
      }
    case .building, .tree, .waterway, .poi, .streetNames: return nil
    }
  }

  /// The look of a line, without its places, and where it lies among the others; nil for what is not seen from the street.
  func road(_ tags: StreetTags) -> (StreetRoad, Int)? {
    guard tags.text("brunnel") != "tunnel", let kind = tags.text("class") else { return nil }
    if self == .waterway {
      let width = kind == "river" ? 12.0 : kind == "canal" ? 8.0 : 2.0
      return (StreetRoad(line: [], width: width, material: .water), 0)
    }
    guard self == .transportation else { return nil }
    let surface: StreetMaterial = tags.text("surface") == "unpaved" ? .gravel : .asphalt
    let lanes = tags.number("lanes").map { min(max($0, 1), 12) }
    func street(_ lanesElse: Double, _ pavement: Double, isMarked: Bool) -> StreetRoad {
      let count = lanes ?? lanesElse
      return StreetRoad(
        line: [], width: count * 3.2 + 0.8, material: surface, hasCenterLine: isMarked && count > 1, pavement: pavement)
    }
    switch kind {
    case "motorway", "trunk": return (street(2, 0.8, isMarked: true), 30)
    case "primary", "secondary": return (street(2, 2.5, isMarked: true), 29)
    case "tertiary": return (street(2, 2.5, isMarked: true), 28)
    case "minor": return (street(1.8, 2, isMarked: false), 27)
    case "service": return (street(1.1, 0, isMarked: false), 20)
    case "track": return (StreetRoad(line: [], width: 3, material: .gravel), 12)
    case "path":
      let width = tags.text("subclass") == "pedestrian" ? 5.0 : 2.2
      return (StreetRoad(line: [], width: width, material: tags.text("surface") == "unpaved" ? .gravel : .paving), 15)
    case "rail", "transit":
      return tags.text("subclass") == "subway" ? nil : (StreetRoad(line: [], width: 1.6, material: .rail), 40)
    default: return nil
    }
  }
}
