internal import OverlookFormats

/// What is wrong with a filter of the time before expressions, with the place in it.
enum LegacyFilterCheck {
  private static let operators = ["==", "!=", ">", ">=", "<", "<=", "in", "!in", "all", "any", "none", "has", "!has"]
  private static let types = ["Point", "LineString", "Polygon"]

  /// The places in a filter of the time before expressions where an expression stands all the same. They are read as what they
  /// are, but other programs refuse such filters. Calls itself for combined filters, as deep as the document may be.
  static func expressions(in json: JSONValue, _ path: String = "") -> [String] {
    guard let items = json.array, let name = items.first?.string, ["all", "any", "none"].contains(name) else { return [] }
    return items.enumerated().dropFirst().flatMap { index, item -> [String] in
      let place = "\(path)[\(index)]"
      return isOnlyExpression(item) ? [place] : expressions(in: item, place)
    }
  }

  /// Whether it cannot be a filter of that time too, as `["has", "name"]` can.
  private static func isOnlyExpression(_ json: JSONValue) -> Bool {
    guard StyleReader.isExpressionFilter(json), let items = json.array, let name = items.first?.string else { return false }
    switch name {
    case "has": return false
    case "all", "any": return items.dropFirst().contains(where: isOnlyExpression)
    default: return true
    }
  }

  /// Calls itself for combined filters, as deep as the document may be.
  static func faults(of json: JSONValue, _ path: String = "") -> [LegacyFunctionCheck.Fault] {
    guard let items = json.array else { return [(path, "array expected, \(json.kindName) found")] }
    guard let first = items.first else { return [(path, "filter array must have at least 1 element")] }
    let name = first.string ?? ""
    guard operators.contains(name) else {
      return [("\(path)[0]", "expected one of [\(operators.joined(separator: ", "))], \(JSONWriter.text(first)) found")]
    }
    if ["all", "any", "none"].contains(name) {
      return items.enumerated().dropFirst().flatMap { index, item in
        name != "none" && StyleReader.isExpressionFilter(item) ? [] : faults(of: item, "\(path)[\(index)]")
      }
    }
    var found: [LegacyFunctionCheck.Fault] = []
    let count = items.count
    switch name {
    case "has", "!has": if count != 2 { found.append((path, "filter array for \"\(name)\" operator must have 2 elements")) }
    case "in", "!in": break
    default: if count != 3 { found.append((path, "filter array for operator \"\(name)\" must have 3 elements")) }
    }
    guard count > 1 else { return found }
    guard let key = items[1].string else { return found + [("\(path)[1]", "string expected, \(items[1].kindName) found")] }
    if key == "$type", ["<", "<=", ">", ">="].contains(name) {
      found.append((path, "\"$type\" cannot be used with operator \"\(name)\""))
    }
    for (index, value) in items.enumerated().dropFirst(2) where !name.hasSuffix("has") {
      let place = "\(path)[\(index)]"
      switch value {
      case .array, .object: found.append((place, "string, number, or boolean expected, \(value.kindName) found"))
      default:
        guard key == "$type", !types.contains(value.string ?? "") else { continue }
        found.append((place, "expected one of [\(types.joined(separator: ", "))], \(JSONWriter.text(value)) found"))
      }
    }
    return found
  }
}
