import OverlookSupport

/// Many elements as one overlay, with no object for any of them: the common part of the layers of many elements.
///
/// Not made directly and not subclassed by users. Elements are numbered from 0 in the order in which they were given; later ones
/// are drawn over earlier ones. Main thread only.
public class DataLayer: Overlay {
  /// Of the whole layer, 0 ... 1; values outside are clamped, those that are not finite count as 0. Default 1.
  public var opacity = 1.0 {
    didSet { if opacity != oldValue { didChange() } }
  }

  /// What `shownValues` looks at, in Float precision: a time, a weight, a class. Default 0 for all.
  public var filterValue = LayerValue.constant(0.0) {
    didSet {
      takeFilterValues(from: 0)
      didChange()
    }
  }

  /// Only elements whose filter value lies in the range are drawn and tapped; nil, the default: all. A change costs no upload.
  public var shownValues: ClosedRange<Double>? {
    didSet { if shownValues != oldValue { didChange() } }
  }

  /// The number of elements.
  public var count: Int { 0 }

  init() {
    super.init(isTappable: false)
  }

  package override var kind: OverlayKind { .dataLayer }

  final override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    guard let row = row(key: key) else { return 0 }
    store.noteDataReach(reachPoints)
    return store.dataLayers.insert(row, of: self)
  }

  /// Brings the row up to date with the layer's values.
  final func didChange() {
    guard let store, let key = store.dataLayers.row(slot)?.key, let row = row(key: key) else { return }
    store.noteDataReach(reachPoints)
    store.dataLayers.replace(slot, with: row)
    store.requestRedraw()
  }

  /// Copies what every layer of elements has; the elements must be there.
  final func copyDataValues(to other: DataLayer) {
    copyCommonValues(to: other)
    other.opacity = opacity
    other.filterValue = filterValue
    other.shownValues = shownValues
  }

  // MARK: What each kind of layer brings

  /// The row as it has to be now.
  func row(key: DrawKey) -> DataRow? { nil }

  /// How far an element reaches from its place on the screen.
  var reachPoints: Double { 0 }

  /// Packs the filter values of the elements from number `first` on.
  func takeFilterValues(from first: Int) {}

  // MARK: What they draw with

  /// 0 ... 1.
  final var drawnOpacity: Float { opacity.isFinite ? Float(min(max(opacity, 0), 1)) : 0 }

  /// Nil where every element has the value of the constant, or nothing is filtered.
  final func drawnRange(_ values: LayerColumn<Float>) -> ClosedRange<Float>? {
    values.isEmpty ? nil : shownValues.map { Float($0.lowerBound)...Float($0.upperBound) }
  }

  /// Whether all elements have one value, and it is not shown.
  final var isFilteredOut: Bool {
    filterValue.constant.map { shownValues?.contains($0) == false } ?? false
  }
}
