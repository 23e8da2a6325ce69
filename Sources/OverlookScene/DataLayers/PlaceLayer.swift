public import OverlookGeometry

/// The common part of the layers whose elements have one place each: `PointLayer`, `IconLayer`, `HeatmapLayer` and
/// `ColumnLayer`.
///
/// Not made directly and not subclassed by users. What is given is packed once, 8 bytes a place and 4 for each attribute that
/// differs from element to element; a change of some elements uploads those. Elements are numbered from 0 in the order in which
/// they were given. Places have a precision of 19 mm; one that is not valid keeps its number and is not drawn. Main thread only.
@MainActor
public class PlaceLayer: DataLayer {
  let columns = PlaceColumns()

  init(positions: [LocationCoordinate]) {
    super.init()
    columns.replaceAll(with: Self.packed(positions))
  }

  /// The number of elements.
  public override var count: Int { columns.count }

  /// Where the element of this number lies, to the layer's precision; nil when there is none or it is not valid.
  public func position(of index: Int) -> LocationCoordinate? {
    let places = columns.places.elements
    guard places.indices.contains(index), places[index].isValid else { return nil }
    return places[index].worldPoint.coordinate
  }

  // MARK: Changes

  /// Replaces all elements. Attributes given as columns or closures are taken anew.
  public func setPositions(_ positions: [LocationCoordinate]) {
    columns.replaceAll(with: Self.packed(positions))
    takeAttributes(from: 0)
    didChange()
  }

  /// Replaces all elements by pairs of longitude and latitude in degrees; an odd number at the end is left out. As many as there
  /// were keep their attributes, otherwise those are taken anew.
  public func setPositions(longitudesAndLatitudes numbers: [Double]) {
    let isSameCount = numbers.count / 2 == count
    columns.replaceAll(with: Self.packed(longitudesAndLatitudes: numbers))
    if !isSameCount { takeAttributes(from: 0) }
    didChange()
  }

  /// Moves the elements `first`, `first` + 1, ... to `positions`; what would lie past the end is left out.
  public func replacePositions(from first: Int, with positions: [LocationCoordinate]) {
    guard first >= 0, first < count else { return }
    columns.replace(from: first, with: Self.packed(positions.prefix(count - first)))
    didChange()
  }

  /// Moves the element `indices[0]` to `positions[0]`, and so on; numbers that no element has are left out, and so is what one
  /// list has more than the other.
  public func replacePositions(at indices: [Int], with positions: [LocationCoordinate]) {
    columns.replace(at: indices, with: Self.packed(positions.prefix(indices.count)))
    didChange()
  }

  /// Adds elements after the last one.
  public func append(_ positions: [LocationCoordinate]) {
    let first = count
    columns.append(Self.packed(positions))
    takeAttributes(from: first)
    didChange()
  }

  private static func packed(_ positions: some Collection<LocationCoordinate>) -> ContiguousArray<FixedPlace> {
    ContiguousArray(positions.lazy.map(FixedPlace.init))
  }

  private static func packed(longitudesAndLatitudes numbers: [Double]) -> ContiguousArray<FixedPlace> {
    var places = ContiguousArray<FixedPlace>()
    places.reserveCapacity(numbers.count / 2)
    for index in 0..<numbers.count / 2 {
      places.append(FixedPlace(LocationCoordinate(latitude: numbers[2 * index + 1], longitude: numbers[2 * index])))
    }
    return places
  }

  // MARK: Attributes

  /// Packs the attributes of the elements from number `first` on.
  func takeAttributes(from first: Int) {
    takeFilterValues(from: first)
  }

  override func takeFilterValues(from first: Int) {
    columns.filterValues.takeFilterValues(filterValue, from: first, count: count)
    columns.noteChange()
  }

  /// Packs one attribute of the elements from number `first` on.
  func take<Value, Packed>(
    _ source: LayerValue<Value>, from first: Int, missing: Packed, failed: Packed,
    into column: ReferenceWritableKeyPath<PlaceColumns, LayerColumn<Packed>>, _ pack: (Value) -> Packed
  ) {
    columns[keyPath: column].take(source, from: first, count: count, missing: missing, failed: failed, pack)
    columns.noteChange(isOfColors: column as AnyKeyPath == \PlaceColumns.colors)
  }

  /// Replaces some values of a column; nothing happens while all elements have one value.
  func replace<Value, Packed>(
    _ column: ReferenceWritableKeyPath<PlaceColumns, LayerColumn<Packed>>, from first: Int, with values: [Value],
    _ pack: (Value) -> Packed
  ) {
    guard columns[keyPath: column].replace(from: first, with: values, pack) else { return }
    columns.noteChange(isOfColors: column as AnyKeyPath == \PlaceColumns.colors)
    didChange()
  }

  // MARK: Overlay

  func copyPlaceValues(to other: PlaceLayer) {
    other.columns.replaceAll(with: columns.places.elements)
    copyDataValues(to: other)
  }

  final override func row(key: DrawKey) -> DataRow? {
    let isVisible = drawnOpacity > 0 && reachPoints.isFinite && hasVisibleElements && !isFilteredOut
    return DataRow(key: key, isTappable: isTappable, bounds: isVisible ? bounds : nil, content: content)
  }

  // MARK: What each kind has of its own

  /// What the renderer takes.
  var content: DataRow.Content {
    // Every kind has its own; the base is never made.
    .points(columns, PointStyle(largestRadius: 0, unit: .points, strokeWidthPoints: 0, strokeColor: 0, opacity: 0))
  }
  /// Whether anything can be seen.
  var hasVisibleElements: Bool { true }
  /// What the elements cover of the world, as far as that is the same at all zooms.
  var bounds: WorldRect? { columns.chunks.bounds }
}
