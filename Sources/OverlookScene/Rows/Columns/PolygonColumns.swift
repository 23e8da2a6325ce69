import OverlookGeometry

/// The polygons of a layer as the renderer takes them, in the order of drawing.
@MainActor package final class PolygonColumns {
  /// All rings, each closed by its first place; those of fewer than three places are empty.
  package let rings = PathColumns()
  /// The first ring of each polygon; one more than there are polygons.
  package private(set) var firstRings: ContiguousArray<UInt32> = [0]
  /// Around each polygon; `PlaceBox.none` around those that cover nothing.
  package private(set) var boxes = ContiguousArray<PlaceBox>()
  /// Premultiplied, red in the lowest byte. Empty while all polygons have one colour.
  package internal(set) var colors = LayerColumn<UInt32>()
  /// In metres; NaN for polygons that are not drawn. Empty while all have one height.
  package internal(set) var heights = LayerColumn<Float>()
  /// In metres. Empty while all have one base.
  package internal(set) var bases = LayerColumn<Float>()
  /// What the filter looks at. Empty without a filter.
  package internal(set) var filterValues = LayerColumn<Float>()
  /// Another number after every change.
  package private(set) var version = 0
  /// Another number after every change but one of colours that hide what lies behind them as before.
  package private(set) var shapeVersion = 0

  package var count: Int { firstRings.count - 1 }

  package func rings(of polygon: Int) -> Range<Int> { Int(firstRings[polygon])..<Int(firstRings[polygon + 1]) }

  func removeAll() {
    rings.removeAll()
    firstRings = [0]
    boxes = []
    noteChange()
  }

  /// Adds polygons of so many rings each, behind rings that belong to none.
  func append(_ added: borrowing PlaceBuilder, skippingRings skipped: Int = 0, ringCounts: some Sequence<Int>) {
    var ring = rings.count + skipped
    let first = count
    if first == 0 { firstRings[0] = UInt32(ring) }
    rings.append(added)
    if first == 0 {
      firstRings.reserveCapacity(ringCounts.underestimatedCount + 1)
      boxes.reserveCapacity(ringCounts.underestimatedCount)
    }
    for ringCount in ringCounts {
      ring = min(ring + max(ringCount, 0), rings.count)
      firstRings.append(UInt32(ring))
    }
    for polygon in first..<count { boxes.append(box(around: polygon)) }
    noteChange()
  }

  /// Takes the places of others.
  func takePlaces(of other: PolygonColumns) {
    rings.takePlaces(of: other.rings)
    (firstRings, boxes) = (other.firstRings, other.boxes)
    noteChange()
  }

  /// Gives each ring what the filter looks at for its polygon.
  func spreadFilterValues() {
    rings.filterValues.replaceAll(with: spread(filterValues))
    rings.noteChange()
    noteChange()
  }

  /// Gives each ring the height of its polygon, for outlines of roofs.
  func spreadHeights() {
    rings.heights.replaceAll(with: spread(heights))
    rings.noteChange()
  }

  /// The same for the polygons `first ..< first + count`.
  func spreadHeights(from first: Int, count newCount: Int) {
    let last = min(first + newCount, count)
    guard first >= 0, first < last, rings.heights.count == rings.count else { return }
    var values = ContiguousArray<Float>()
    for polygon in first..<last {
      values.append(contentsOf: repeatElement(heights.elements[polygon], count: rings(of: polygon).count))
    }
    rings.heights.replace(from: Int(firstRings[first]), with: values)
    rings.noteChange()
  }

  /// Ends what `spreadHeights` did.
  func dropSpreadHeights() {
    guard !rings.heights.isEmpty else { return }
    rings.heights.replaceAll(with: [])
    rings.noteChange()
  }

  /// One number a polygon made one a ring; NaN for rings of none.
  private func spread(_ column: LayerColumn<Float>) -> ContiguousArray<Float> {
    var values = ContiguousArray<Float>()
    if column.isEmpty { return values }
    values.append(contentsOf: repeatElement(.nan, count: rings.count))
    for polygon in 0..<count {
      for ring in rings(of: polygon) { values[ring] = column.elements[polygon] }
    }
    return values
  }

  /// After a change of a column that is not the places.
  func noteChange(isOfColors: Bool = false) {
    version += 1
    if !isOfColors { shapeVersion += 1 }
  }

  /// Forgets what changed; called by the renderer that took it over.
  package func clearChanges() {
    colors.clearChanges()
    heights.clearChanges()
    bases.clearChanges()
    filterValues.clearChanges()
  }

  private func box(around polygon: Int) -> PlaceBox {
    var all: PlaceBox?
    let sequences = rings.sequences
    for ring in rings(of: polygon) {
      let range = sequences.range(of: ring)
      guard range.count > 1 else { continue }
      let box = PlaceBox(around: sequences.places.elements, range.lowerBound...range.upperBound - 1)
      if all == nil { all = box } else { all?.add(box) }
    }
    return all ?? .none
  }
}

/// What a layer of polygons looks like where that is the same for all of them.
package struct PolygonStyle: Hashable, Sendable {
  /// Premultiplied, red in the lowest byte. Nil: `PolygonColumns.colors`.
  package var color: UInt32?
  /// In metres, 0 where the ground is. Nil: `PolygonColumns.heights`.
  package var height: Float?
  /// The largest height of any polygon.
  package var largestHeight: Float
  /// In metres. Nil: `PolygonColumns.bases`.
  package var base: Float?
  /// Premultiplied; nil: as the walls.
  package var roofColor: UInt32?
  package var hasVerticalGradient: Bool
  /// Of the outlines, of flat polygons or roofs; width 0: none.
  package var outline: PathStyle
  /// 0 ... 1, of the layer as a whole where it is extruded, else of all polygons.
  package var opacity: Float
  /// Only polygons with such a value in `PolygonColumns.filterValues` are drawn; nil: all.
  package var shownValues: ClosedRange<Float>?
  /// Whether nothing is seen through any of them.
  package var isOpaque: Bool

  /// Whether any polygon has walls.
  package var isExtruded: Bool { largestHeight > 0 }
}
