internal import OverlookFormats

extension ExpressionParser {
  /// What the results of a decision must be, as far as it is known before the first of them.
  private func expectedOutput(_ place: Place) -> StyleType? {
    place.expected == .value ? nil : place.expected
  }

  mutating func parseCase(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count >= 4 else {
      return fail(place, "Expected at least 3 arguments, but found only \(items.count - 1).")
    }
    guard items.count.isMultiple(of: 2) else { return fail(place, "Expected an odd number of arguments.") }
    var output = expectedOutput(place)
    var parts: [Part] = []
    for index in stride(from: 1, to: items.count - 1, by: 2) {
      guard let test = parse(items[index], place.at(index, expecting: .boolean)),
        let result = parse(items[index + 1], place.at(index + 1, expecting: output))
      else { return nil }
      parts += [test, result]
      output = output ?? result.type
    }
    guard let otherwise = parse(items[items.count - 1], place.at(items.count - 1, expecting: output)) else { return nil }
    return append(.choose, parts + [otherwise], output ?? .value)
  }

  mutating func parseMatch(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count >= 5 else {
      return fail(place, "Expected at least 4 arguments, but found only \(items.count - 1).")
    }
    guard items.count.isMultiple(of: 2) == false else { return fail(place, "Expected an even number of arguments.") }
    var output = expectedOutput(place)
    var labelType: StyleType?
    var table = MatchTable()
    var results: [Part] = []
    for index in stride(from: 2, to: items.count - 1, by: 2) {
      guard addLabels(items[index], result: results.count, to: &table, &labelType, place.at(index, expecting: nil)),
        let result = parse(items[index + 1], place.at(index + 1, expecting: output))
      else { return nil }
      results.append(result)
      output = output ?? result.type
    }
    guard let input = parse(items[1], place.at(1, expecting: .value)),
      let otherwise = parse(items[items.count - 1], place.at(items.count - 1, expecting: output))
    else { return nil }
    if input.type != .value, let labelType, !check(input.type, is: labelType, place.at(1, expecting: nil)) { return nil }
    return append(.match(table), [input] + results + [otherwise], output ?? .value)
  }

  /// One label or an array of them. False after a fault.
  private mutating func addLabels(
    _ json: JSONValue, result: Int, to table: inout MatchTable, _ type: inout StyleType?, _ place: Place
  ) -> Bool {
    let labels = json.array ?? [json]
    guard !labels.isEmpty else {
      fail(place, "Expected at least one branch label.")
      return false
    }
    for label in labels {
      let isNew: Bool
      let labelType: StyleType
      switch label {
      case .number(let number):
        guard abs(number) <= 9_007_199_254_740_991 else {
          fail(place, "Branch labels must be integers no larger than 9007199254740991.")
          return false
        }
        guard number == number.rounded() else {
          fail(place, "Numeric branch labels must be integer values.")
          return false
        }
        labelType = .number
        isNew = table.numbers.updateValue(result, forKey: number) == nil
      case .string(let text):
        labelType = .string
        isNew = table.texts.updateValue(result, forKey: text) == nil
      case .null, .bool, .array, .object:
        fail(place, "Branch labels must be numbers or strings.")
        return false
      }
      guard check(labelType, is: type ?? labelType, place) else { return false }
      type = type ?? labelType
      guard isNew else {
        fail(place, "Branch labels must be unique.")
        return false
      }
    }
    return true
  }

  mutating func parseCoalesce(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count >= 2 else { return fail(place, "Expected at least one argument.") }
    var output = expectedOutput(place)
    let expected = output
    var parts: [Part] = []
    for index in 1..<items.count {
      guard let part = parse(items[index], place.at(index, expecting: output), annotation: .omit) else { return nil }
      parts.append(part)
      output = output ?? part.type
    }
    // Parts that may not fit are not checked one by one: the one that is taken is.
    let isUncertain = expected.map { type in parts.contains { !type.accepts($0.type) } } ?? false
    return append(.coalesce, parts, isUncertain ? .value : output ?? .value)
  }

  mutating func parseComparison(_ name: String, _ items: [JSONValue], _ place: Place) -> Part? {
    guard let comparison = Comparison(rawValue: name) else { return nil }
    guard items.count == 3 || items.count == 4 else { return fail(place, "Expected two or three arguments.") }
    guard var left = parseSide(1, comparison, items, place), var right = parseSide(2, comparison, items, place) else {
      return nil
    }
    guard Self.sameKind(left.type, right.type) || left.type == .value || right.type == .value else {
      return fail(place, "Cannot compare types '\(left.type)' and '\(right.type)'.")
    }
    if comparison.isOrder {
      if left.type == .value && right.type != .value {
        left = append(.assert(right.type), [left], right.type)
      } else if left.type != .value && right.type == .value {
        right = append(.assert(left.type), [right], left.type)
      }
    }
    guard items.count == 4 else { return append(.compare(comparison), [left, right], .boolean) }
    guard [left.type, right.type].allSatisfy({ $0 == .string || $0 == .value }) else {
      return fail(place, "Cannot use collator to compare non-string types.")
    }
    guard let collator = parse(items[3], place.at(3, expecting: .collator)) else { return nil }
    return append(.compareText(comparison), [left, right, collator], .boolean)
  }

  private mutating func parseSide(_ index: Int, _ comparison: Comparison, _ items: [JSONValue], _ place: Place) -> Part? {
    guard let part = parse(items[index], place.at(index, expecting: .value)) else { return nil }
    let comparable: [StyleType] = comparison.isOrder ? [.string, .number, .value] : [.boolean, .string, .number, .null, .value]
    guard comparable.contains(part.type) else {
      return fail(
        place.at(index, expecting: nil), #""\#(comparison.rawValue)" comparisons are not supported for type '\#(part.type)'."#)
    }
    return part
  }

  private static func sameKind(_ a: StyleType, _ b: StyleType) -> Bool { a == b || a.isArray && b.isArray }
}
