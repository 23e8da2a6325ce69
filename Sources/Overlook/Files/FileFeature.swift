public import OverlookGeometry

/// What a file says of one of its features.
public struct FileFeature: Hashable, Sendable {
  /// Its number in the file, from 0.
  public let index: Int
  /// What it is called; nil when the file gives it no name.
  public let title: String?
  /// Names and values of its properties, in the file's order, as people read them.
  public let properties: [Property]
  /// The smallest bounds of its geometry; empty for a feature without one.
  public let bounds: CoordinateBounds

  /// One thing that is said of a feature.
  public struct Property: Hashable, Sendable {
    /// As the file has it.
    public let name: String
    /// As people read it.
    public let value: String
  }
}
