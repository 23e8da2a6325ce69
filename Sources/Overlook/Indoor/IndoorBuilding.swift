import OverlookFormats
public import OverlookGeometry
import OverlookStyle

/// One level of a building. Levels that buildings share are equal, whatever they are called.
public struct IndoorLevel: Hashable, Sendable {
  let id: String
  /// How high it lies: 0 at the street, negative below.
  let ordinal: Double
  /// As signs call it, "Ground floor".
  public let name: String
  /// For a small button, "G".
  public let shortName: String

  /// Whether both are the same level, of whichever building.
  public static func == (a: IndoorLevel, b: IndoorLevel) -> Bool { a.id == b.id }

  /// By what makes it equal to others.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A building whose levels can be chosen. Equal to another that stands for the same one.
public struct IndoorBuilding: Hashable, Sendable {
  let id: String
  /// What of the ground it stands on, for the style's own picture of it to make room.
  let ground: [ClearedGround.Area]
  private let outline: [IndoorVenue.Area]
  /// Of the outline: a venue may have thousands of buildings, and most of them are told apart by this alone.
  let bounds: CoordinateBounds
  /// What it is called; nil for nothing.
  public let name: String?
  /// From the highest down; never empty.
  public let levels: [IndoorLevel]
  /// The index in `levels` of the level that is shown until another is chosen: that at the street, or the one nearest to it.
  public let defaultLevelIndex: Int
  /// Whether all of it lies below the street, so that it may be hidden.
  public let isUnderground: Bool

  /// `levels` from the highest down.
  init(_ building: IndoorVenue.Building, name: String?, levels: [IndoorLevel]) {
    (id, self.name, self.levels, outline) = (building.id, name, levels, building.outline)
    bounds = CoordinateBounds(outline.flatMap { $0.rings.joined() })
    ground = building.ground.compactMap { ClearedGround.Area(rings: $0.rings) }
    defaultLevelIndex = levels.indices.min { abs(levels[$0].ordinal) < abs(levels[$1].ordinal) } ?? 0
    isUnderground = levels.allSatisfy { $0.ordinal < 0 }
  }

  /// Whether a place lies in its outline.
  public func contains(_ coordinate: LocationCoordinate) -> Bool {
    bounds.contains(coordinate) && outline.contains { $0.contains(coordinate) }
  }

  /// Whether both stand for the same building.
  public static func == (a: IndoorBuilding, b: IndoorBuilding) -> Bool { a.id == b.id }

  /// By what makes it equal to others.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
