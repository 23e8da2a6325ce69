internal import OverlookFormats

extension ExpressionParser {
  mutating func parseStep(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count >= 5 else {
      return fail(place, "Expected at least 4 arguments, but found only \(items.count - 1).")
    }
    guard !items.count.isMultiple(of: 2) else { return fail(place, "Expected an even number of arguments.") }
    guard let input = parse(items[1], place.at(1, expecting: .number)) else { return nil }
    var output = place.expected == .value ? nil : place.expected
    guard let first = parse(items[2], place.at(2, expecting: output)) else { return nil }
    output = output ?? first.type
    var parts = [input, first]
    var stops: [Double] = []
    for index in stride(from: 3, to: items.count, by: 2) {
      guard addStop(items[index], to: &stops, "step", place.at(index, expecting: nil)),
        let part = parse(items[index + 1], place.at(index + 1, expecting: output))
      else { return nil }
      parts.append(part)
    }
    return append(.step(stops), parts, output ?? .value)
  }

  mutating func parseInterpolate(_ items: [JSONValue], _ place: Place, _ space: InterpolationSpace) -> Part? {
    guard items.count > 1, let kind = items[1].array, !kind.isEmpty else {
      return fail(place.at(1, expecting: nil), "Expected an interpolation type expression.")
    }
    guard let curve = parseCurve(kind, place.at(1, expecting: nil)) else { return nil }
    guard items.count >= 5 else {
      return fail(place, "Expected at least 4 arguments, but found only \(items.count - 1).")
    }
    guard !items.count.isMultiple(of: 2) else { return fail(place, "Expected an even number of arguments.") }
    guard let input = parse(items[2], place.at(2, expecting: .number)) else { return nil }
    var output = place.expected == .value ? nil : place.expected
    if space != .rgb, output != .colorArray { output = .color }
    var parts = [input]
    var stops: [Double] = []
    for index in stride(from: 3, to: items.count, by: 2) {
      guard addStop(items[index], to: &stops, "interpolate", place.at(index, expecting: nil)),
        let part = parse(items[index + 1], place.at(index + 1, expecting: output))
      else { return nil }
      parts.append(part)
      output = output ?? part.type
    }
    guard let output, Self.isInterpolatable(output) else {
      return fail(place, "Type \(output ?? .value) is not interpolatable.")
    }
    return append(.interpolate(stops, curve, space), parts, output)
  }

  private mutating func parseCurve(_ kind: [JSONValue], _ place: Place) -> InterpolationCurve? {
    switch kind[0].string {
    case "linear": return .exponential(base: 1)
    case "exponential":
      guard kind.count > 1, let base = kind[1].number else {
        fail(place.at(1, expecting: nil), "Exponential interpolation requires a numeric base.")
        return nil
      }
      return .exponential(base: base)
    case "cubic-bezier":
      let points = kind.dropFirst().compactMap(\.number)
      guard kind.count == 5, points.count == 4, points.allSatisfy({ (0...1).contains($0) }) else {
        fail(place, "Cubic bezier interpolation requires four numeric arguments with values between 0 and 1.")
        return nil
      }
      return .cubicBezier(UnitBezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
    default:
      fail(place.at(0, expecting: nil), "Unknown interpolation type \(StyleValue(kind[0]).text)")
      return nil
    }
  }

  private mutating func addStop(_ json: JSONValue, to stops: inout [Double], _ name: String, _ place: Place) -> Bool {
    let pairs = #"Input/output pairs for "\#(name)" expressions must be"#
    guard let stop = json.number else {
      fail(
        place, "\(pairs) defined using literal numeric values (not computed expressions) for the input values.")
      return false
    }
    guard stops.last.map({ $0 < stop }) ?? true else {
      fail(place, "\(pairs) arranged with input values in strictly ascending order.")
      return false
    }
    stops.append(stop)
    return true
  }

  private static func isInterpolatable(_ type: StyleType) -> Bool {
    switch type {
    case .number, .color, .projectionDefinition, .padding, .numberArray, .colorArray, .variableAnchorOffsetCollection,
      .array(.number, .some):
      true
    default: false
    }
  }
}
