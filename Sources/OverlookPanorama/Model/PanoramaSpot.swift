/// Something that is marked in a panorama's picture.
public struct PanoramaSpot: Hashable, Sendable {
  /// Where it is seen.
  public var orientation: Orientation
  /// What it says.
  public var text: String

  /// A spot that says `text`.
  public init(orientation: Orientation, text: String) {
    self.orientation = orientation
    self.text = text
  }
}
