import OverlookSupport

extension LayerColumn {
  /// Takes the values of the elements `first ..< count` from `source`; a column from which all elements take one value is empty.
  mutating func take<Value>(
    _ source: LayerValue<Value>, from first: Int, count: Int, missing: Element, failed: Element, _ pack: (Value) -> Element
  ) {
    let packed = source.packed(first..<count, missing: missing, failed: failed, pack) ?? []
    if first == 0 || packed.isEmpty {
      replaceAll(with: packed)
    } else {
      append(contentsOf: packed)
    }
  }

  /// Packs `values` into the elements `first`, `first` + 1, ...; what would lie past the end is left out. False when there is no
  /// such element: a column is empty while all have one value.
  mutating func replace<Value>(from first: Int, with values: [Value], _ pack: (Value) -> Element) -> Bool {
    guard elements.indices.contains(first) else { return false }
    replace(from: first, with: ContiguousArray(values.prefix(count - first).map(pack)))
    return true
  }
}

extension LayerColumn<Float> {
  /// The values that a filter looks at; those of elements whose closure threw are shown by none.
  mutating func takeFilterValues(_ source: LayerValue<Double>, from first: Int, count: Int) {
    take(source, from: first, count: count, missing: 0, failed: .nan) { Float($0) }
  }

  /// Lengths: NaN stands for what is not drawn, which is every length that is not above 0 and finite.
  mutating func takeLengths(_ source: LayerValue<Double>, from first: Int, count: Int, missing: Double) {
    take(source, from: first, count: count, missing: Self.packed(length: missing), failed: .nan, Self.packed(length:))
  }

  static func packed(length: Double) -> Float {
    length > 0 && length.isFinite ? Float(min(length, 1e7)) : .nan
  }

  /// Heights: those that are negative or not finite are 0, those of elements whose closure threw NaN, which is not drawn.
  mutating func takeHeights(_ source: LayerValue<Double>, from first: Int, count: Int) {
    take(source, from: first, count: count, missing: 0, failed: .nan, Self.packed(height:))
  }

  static func packed(height: Double) -> Float { height > 0 && height.isFinite ? Float(min(height, 1e6)) : 0 }

  /// The largest of the elements and of `constant`; 0 where none is a number above it. `known`: that of the elements before
  /// number `first`, which are not looked at.
  func largest(constant: Float?, from first: Int = 0, known: Float = 0) -> Float {
    // `max` of the standard library takes the other one when one is not a number, in this order.
    elements.dropFirst(first).reduce(max(first > 0 ? known : 0, constant ?? 0)) { max($0, $1) }
  }
}

extension LayerColumn<UInt32> {
  /// Premultiplied colours; an element whose closure threw has none.
  mutating func takeColors(_ source: LayerValue<Color>, from first: Int, count: Int, missing: Color = .blue) {
    take(source, from: first, count: count, missing: missing.packedPremultiplied, failed: 0, \.packedPremultiplied)
  }
}

extension LayerValue<Double> {
  /// The length of all elements as columns hold it; nil where each has its own.
  var packedLength: Float? { constant.map(LayerColumn<Float>.packed(length:)) }

  /// The height of all elements as columns hold it; nil where each has its own.
  var packedHeight: Float? { constant.map(LayerColumn<Float>.packed(height:)) }
}
