package import OverlookGeometry

/// The ends of an arc.
package struct PlacePair: Hashable, Sendable, BitwiseCopyable {
  package var source: FixedPlace
  package var target: FixedPlace
}

/// The arcs of a layer as the renderer takes them, in the order of drawing.
@MainActor package final class ArcColumns {
  package private(set) var places = LayerColumn<PlacePair>()
  /// Premultiplied, red in the lowest byte. Empty while all arcs have one.
  package internal(set) var sourceColors = LayerColumn<UInt32>()
  package internal(set) var targetColors = LayerColumn<UInt32>()
  /// In points; NaN for arcs that are not drawn. Empty while all arcs have one width.
  package internal(set) var widths = LayerColumn<Float>()
  /// What the filter looks at. Empty without a filter.
  package internal(set) var filterValues = LayerColumn<Float>()
  /// Another number after every change.
  package private(set) var version = 0

  package var count: Int { places.count }

  func removeAll() {
    places.replaceAll(with: [])
    version += 1
  }

  func append(_ newPlaces: some Sequence<PlacePair>) {
    let added = ContiguousArray(newPlaces)
    if places.isEmpty { places.replaceAll(with: added) } else { places.append(contentsOf: added) }
    version += 1
  }

  /// After a change of a column that is not the places.
  func noteChange() { version += 1 }

  /// Forgets what changed; called by the renderer that took it over.
  package func clearChanges() {
    places.clearChanges()
    sourceColors.clearChanges()
    targetColors.clearChanges()
    widths.clearChanges()
    filterValues.clearChanges()
  }
}

/// What a layer of arcs looks like where that is the same for all of them.
package struct ArcStyle: Hashable, Sendable {
  /// In points. Nil: `ArcColumns.widths`.
  package var width: Float?
  /// The largest width of any arc.
  package var largestWidth: Float
  /// Premultiplied, red in the lowest byte. Nil: those of `ArcColumns`.
  package var sourceColor: UInt32?
  package var targetColor: UInt32?
  /// Of the middle above the ground, in distances of the ends.
  package var height: Float
  /// 0 ... 1, of all arcs.
  package var opacity: Float
  /// Only arcs with such a value in `ArcColumns.filterValues` are drawn; nil: all.
  package var shownValues: ClosedRange<Float>?
}
