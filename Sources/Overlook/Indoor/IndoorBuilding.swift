import OverlookFormats
public import OverlookGeometry

/// One level of a building. Levels that buildings share are equal, whatever they are called (IN-06).
public struct IndoorLevel: Hashable, Sendable {
  let id: String
  /// How high it lies: 0 at the street, negative below.
  let ordinal: Double
  /// As signs call it, "Ground floor" (IN-04).
  public let name: String
  /// For a small button, "G" (IN-05).
  public let shortName: String

  /// Whether both are the same level, of whichever building.
  public static func == (a: IndoorLevel, b: IndoorLevel) -> Bool { a.id == b.id }

  /// By what makes it equal to others.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A building whose levels can be chosen. Equal to another that stands for the same one.
public struct IndoorBuilding: Hashable, Sendable {
  let id: String
  let outline: [IndoorVenue.Area]
  /// What it is called; nil for nothing.
  public let name: String?
  /// From the highest down; never empty (IN-01).
  public let levels: [IndoorLevel]
  /// The index in `levels` of the level that is shown until another is chosen: that at the street, or the one nearest to it
  /// (IN-02).
  public let defaultLevelIndex: Int
  /// Whether all of it lies below the street, so that it may be hidden (IN-03).
  public let isUnderground: Bool

  init(id: String, name: String?, levels: [IndoorLevel], outline: [IndoorVenue.Area]) {
    (self.id, self.name, self.levels, self.outline) = (id, name, levels, outline)
    defaultLevelIndex = levels.indices.min { abs(levels[$0].ordinal) < abs(levels[$1].ordinal) } ?? 0
    isUnderground = levels.allSatisfy { $0.ordinal < 0 }
  }

  /// Whether a place lies in its outline.
  public func contains(_ coordinate: LocationCoordinate) -> Bool { outline.contains { $0.contains(coordinate) } }

  /// Whether both stand for the same building.
  public static func == (a: IndoorBuilding, b: IndoorBuilding) -> Bool { a.id == b.id }

  /// By what makes it equal to others.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
