/// Where a layer of many elements takes one of their attributes from.
public enum LayerValue<Value> {
  /// All elements have this value.
  case constant(Value)
  /// The element of each number has the value of that number; elements beyond the end have the attribute's default.
  case column([Value])
  /// Called once for each element, when the attribute is set and when elements are added. An element for which it throws is not
  /// drawn.
  case each((_ index: Int) throws -> Value)

  /// The values of the elements `range`, packed; nil when all are the same. `missing` stands for those of a column that is too
  /// short and `failed` for those whose closure threw.
  func packed<Packed>(
    _ range: Range<Int>, missing: Packed, failed: Packed, _ pack: (Value) -> Packed
  ) -> ContiguousArray<Packed>? {
    switch self {
    case .constant: return nil
    case .column(let values):
      var packed = ContiguousArray<Packed>()
      packed.reserveCapacity(range.count)
      let given = range.clamped(to: values.indices)
      for index in given { packed.append(pack(values[index])) }
      packed.append(contentsOf: repeatElement(missing, count: range.count - given.count))
      return packed
    case .each(let value):
      var packed = ContiguousArray<Packed>()
      packed.reserveCapacity(range.count)
      for index in range { packed.append((try? value(index)).map(pack) ?? failed) }
      return packed
    }
  }

  /// The value of all elements, if it is one.
  var constant: Value? {
    if case .constant(let value) = self { value } else { nil }
  }
}
