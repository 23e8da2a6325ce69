public import OverlookGeometry
public import OverlookScene

/// How markers are gathered into clusters.
public enum ClusterMethod: Hashable, Sendable {
  /// The markers of each square of a grid on the screen. The quickest; neighbours may fall into two squares.
  case grid
  /// The markers in their order: each that belongs to no cluster yet begins one and takes those within the radius; who is in
  /// reach of several belongs to the nearest beginner.
  case distance
  /// The clusters of the next deeper zoom level in the same way, but who is taken stays taken: what is one at a level is one at
  /// all levels farther out.
  case hierarchical
}

/// Markers that are shown as one. Main thread only.
@MainActor public struct MarkerCluster {
  /// The mean of the markers' places on the map.
  public let position: LocationCoordinate
  /// Two or more, in the order in which they were added.
  public let markers: [Marker]

  /// The smallest bounds that have all markers.
  public var bounds: CoordinateBounds { CoordinateBounds(markers.map(\.position)) }
}
