package import OverlookGeometry
package import OverlookRoads

/// A trace on the roads.
package struct MatchedTrace: Sendable {
  /// The ways that were gone; more than one where the trace has gaps that no road bridges.
  package var pieces: [MatchedPiece] = []
  /// For each fix where it lies on the roads; nil where none is near, or none that goes on.
  package var places: [MatchedPlace?] = []
}

/// A way without gaps.
package struct MatchedPiece: Sendable {
  package var path: RoadPath
  /// The numbers of the first and the last fix on it.
  package var fixes: ClosedRange<Int>
}

/// Where a fix lies on the roads.
package struct MatchedPlace: Hashable, Sendable {
  package var position: RoadPosition
  package var coordinate: LocationCoordinate
  /// Metres from the fix.
  package var distance: Double
  /// The number of the piece.
  package var piece: Int
}
