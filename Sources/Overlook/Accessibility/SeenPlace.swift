public import OverlookGeometry
import OverlookSupport

/// Something that is seen on the map, as it is told to those who cannot see it.
public struct SeenPlace: Hashable, Sendable {
  /// What it is called.
  public var name: String
  /// What it is, in a word or two: "marker", "museum"; empty for unknown.
  public var kind: String
  /// Where it is.
  public var location: LocationCoordinate
  /// What else is to be said of it; default nothing.
  public var detail: String
  /// Whether a click on it does something. Default true.
  public var isInteractive: Bool

  /// What a marker without a title is called.
  static var unnamedMarker: String { localized("Marker") }

  /// Something at a place.
  public init(
    _ name: String, kind: String = "", at location: LocationCoordinate, detail: String = "", isInteractive: Bool = true
  ) {
    self.name = name
    self.kind = kind
    self.location = location
    self.detail = detail
    self.isInteractive = isInteractive
  }
}
