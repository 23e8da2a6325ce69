package import OverlookGeometry

/// The columns of a layer as the renderer takes them, in the order in which they were given.
@MainActor package final class PrismColumns {
  package private(set) var places = LayerColumn<FixedPlace>()
  /// Premultiplied, red in the lowest byte. Empty while all have one colour.
  package internal(set) var colors = LayerColumn<UInt32>()
  /// In metres; NaN for those that are not drawn. Empty while all have one height.
  package internal(set) var heights = LayerColumn<Float>()
  /// What the filter looks at. Empty without a filter.
  package internal(set) var filterValues = LayerColumn<Float>()
  package private(set) var chunks = PlaceChunks()
  /// Another number after every change.
  package private(set) var version = 0

  package var count: Int { places.count }

  func replaceAll(with newPlaces: ContiguousArray<FixedPlace>) {
    places.replaceAll(with: newPlaces)
    chunks.update(places.elements, changed: places.elements.indices)
    version += 1
  }

  func append(_ newPlaces: ContiguousArray<FixedPlace>) {
    let first = places.count
    places.append(contentsOf: newPlaces)
    chunks.update(places.elements, changed: first..<places.count)
    version += 1
  }

  /// After a change of a column that is not the places.
  func noteChange() { version += 1 }

  /// Forgets what changed; called by the renderer that took it over.
  package func clearChanges() {
    places.clearChanges()
    colors.clearChanges()
    heights.clearChanges()
    filterValues.clearChanges()
  }
}

/// What a layer of columns looks like where that is the same for all of them.
package struct PrismStyle: Hashable, Sendable {
  /// Corners of the ground plan.
  package var sides: Int
  /// To the first corner, clockwise from north, in radians.
  package var angle: Float
  /// Of the corners from the middle, in metres.
  package var radius: Float
  /// In metres. Nil: `PrismColumns.heights`.
  package var height: Float?
  /// The largest height of any.
  package var largestHeight: Float
  /// Premultiplied, red in the lowest byte. Nil: `PrismColumns.colors`.
  package var color: UInt32?
  package var hasVerticalGradient: Bool
  /// 0 ... 1, of the layer as a whole.
  package var opacity: Float
  /// Only those with such a value in `PrismColumns.filterValues` are drawn; nil: all.
  package var shownValues: ClosedRange<Float>?
}
