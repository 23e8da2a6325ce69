internal import OverlookFormats

extension ExpressionParser {
  mutating func parseFunction(_ name: String, _ items: [JSONValue], _ place: Place) -> Part? {
    guard let function = ExpressionFunction.named(name) else {
      return fail(
        place.at(0, expecting: nil),
        #"Unknown expression "\#(name)". If you wanted a literal array, use ["literal", [...]]."#)
    }
    let count = items.count - 1
    let forms = function.forms.filter { $0.takes(count) }
    guard let form = forms.first else { return failWithTypes(items, place, function.forms) }
    let known = faults.count
    guard let parts = parseOperands(items, of: form, place) else {
      // Forms with the same number of operands take the same types: only the fault names them all. What is wrong within an
      // operand is told as it is: reading it once more at each level would take twice as long for each.
      guard forms.count > 1, isOperandMismatch(faults[known...], items, place) else { return nil }
      faults.removeLast()
      return failWithTypes(items, place, forms)
    }
    return append(
      Self.specialized(function.operation, parts), parts, function.type, dependencies: function.dependencies(count))
  }

  private mutating func parseOperands(
    _ items: [JSONValue], of form: ExpressionFunction.Signature, _ place: Place
  ) -> [Part]? {
    var parts: [Part] = []
    for index in 1..<max(items.count, 1) {
      guard let part = parse(items[index], place.at(index, expecting: form.type(at: index - 1))) else { return nil }
      parts.append(part)
    }
    return parts
  }

  /// Says what was expected and what is there, types of operands told without adapting them.
  private mutating func failWithTypes(
    _ items: [JSONValue], _ place: Place, _ forms: [ExpressionFunction.Signature]
  ) -> Part? {
    guard let parts = parseOperands(items, from: 1, place, expecting: nil) else { return nil }
    let found = parts.map(\.type.description).joined(separator: ", ")
    let expected = forms.map(\.text).joined(separator: " | ")
    return fail(place, "Expected arguments of type \(expected), but found (\(found)) instead.")
  }

  /// Whether all that is wrong is that an operand itself has another type.
  private func isOperandMismatch(_ found: ArraySlice<ExpressionFault>, _ items: [JSONValue], _ place: Place) -> Bool {
    guard found.count == 1, let fault = found.first, fault.isMismatch else { return false }
    return items.indices.contains { fault.key == place.at($0, expecting: nil).key }
  }

  /// A property with a fixed name needs no operand.
  private static func specialized(_ operation: ExpressionOperation, _ parts: [Part]) -> ExpressionOperation {
    guard parts.count == 1, let name = parts[0].literal?.string else { return operation }
    switch operation {
    case .member: return .property(name)
    case .hasMember: return .hasProperty(name)
    default: return operation
    }
  }
}
