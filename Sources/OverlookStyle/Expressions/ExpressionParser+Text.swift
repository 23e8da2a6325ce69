internal import OverlookFormats

extension ExpressionParser {
  /// The first two operands, with the faults of both; nil when one has any.
  private mutating func parseBoth(
    _ items: [JSONValue], _ place: Place, _ firstType: StyleType, _ secondType: StyleType
  ) -> (Part, Part)? {
    let first = parse(items[1], place.at(1, expecting: firstType))
    let second = parse(items[2], place.at(2, expecting: secondType))
    guard let first, let second else { return nil }
    return (first, second)
  }

  mutating func parseAt(_ items: [JSONValue], _ place: Place) -> Part? {
    guard expectOperands(2, items, place) else { return nil }
    let itemType = place.expected ?? .value
    guard let (index, array) = parseBoth(items, place, .number, .array(of: itemType, count: nil)) else { return nil }
    guard case .array(let type, _) = array.type else { return nil }
    return append(.item, [index, array], type)
  }

  mutating func parseIn(_ items: [JSONValue], _ place: Place) -> Part? {
    guard expectOperands(2, items, place), let (needle, haystack) = parseSearch(items, place) else { return nil }
    return append(.contains, [needle, haystack], .boolean)
  }

  mutating func parseIndexOf(_ items: [JSONValue], _ place: Place) -> Part? {
    guard (3...4).contains(items.count) else {
      return fail(place, "Expected 2 or 3 arguments, but found \(items.count - 1) instead.")
    }
    guard let (needle, haystack) = parseSearch(items, place) else { return nil }
    var parts = [needle, haystack]
    if items.count == 4 {
      guard let from = parse(items[3], place.at(3, expecting: .number)) else { return nil }
      parts.append(from)
    }
    return append(.indexOf, parts, .number)
  }

  private mutating func parseSearch(_ items: [JSONValue], _ place: Place) -> (Part, Part)? {
    guard let (needle, haystack) = parseBoth(items, place, .value, .value) else { return nil }
    guard [.boolean, .string, .number, .null, .value].contains(needle.type) else {
      fail(
        place, "Expected first argument to be of type boolean, string, number or null, but found \(needle.type) instead")
      return nil
    }
    return (needle, haystack)
  }

  mutating func parseSlice(_ items: [JSONValue], _ place: Place) -> Part? {
    guard (3...4).contains(items.count) else {
      return fail(place, "Expected 2 or 3 arguments, but found \(items.count - 1) instead.")
    }
    guard let (input, begin) = parseBoth(items, place, .value, .number) else { return nil }
    guard input.type.isArray || input.type == .string || input.type == .value else {
      return fail(place, "Expected first argument to be of type array or string, but found \(input.type) instead")
    }
    guard let end = parseOperands(items, from: 3, place, expecting: .number) else { return nil }
    return append(.slice, [input, begin] + end, input.type)
  }

  mutating func parseLength(_ items: [JSONValue], _ place: Place) -> Part? {
    guard expectOperands(1, items, place, "Expected 1 argument, but found \(items.count - 1) instead."),
      let input = parse(items[1], place.at(1, expecting: nil))
    else { return nil }
    guard input.type.isArray || input.type == .string || input.type == .value else {
      return fail(place, "Expected argument of type string or array, but found \(input.type) instead.")
    }
    return append(.length, [input], .number)
  }

  /// An operand named in an object of options; `fallback` when it is not there and one is needed. Nil after a fault.
  /// Faults in options are told at the first operand, wherever the options stand: authors know them so.
  private mutating func parseOption(
    _ name: String, _ options: JSONObject, _ place: Place, expecting type: StyleType
  ) -> Part?? {
    guard let json = options[name] else { return .some(nil) }
    return parse(json, place.at(1, expecting: type)).map { .some($0) }
  }

  mutating func parseCollator(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count == 2 else { return fail(place, "Expected one argument.") }
    guard let options = items[1].object else { return fail(place, "Collator options argument must be an object.") }
    guard let cases = parse(options["case-sensitive"] ?? .bool(false), place.at(1, expecting: .boolean)),
      let marks = parse(options["diacritic-sensitive"] ?? .bool(false), place.at(1, expecting: .boolean)),
      let locale = parseOption("locale", options, place, expecting: .string)
    else { return nil }
    return append(.collator, [cases, marks] + (locale.map { [$0] } ?? []), .collator, dependencies: .environment)
  }

  mutating func parseFormat(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count >= 2 else { return fail(place, "Expected at least one argument.") }
    if items[1].object != nil { return fail(place, "First argument must be an image or text section.") }
    var sections: [FormatSection] = []
    var parts: [Part] = []
    // Options belong to the content before them, and only once.
    var takesOptions = false
    for index in 1..<items.count {
      if takesOptions, let options = items[index].object, let last = sections.indices.last {
        takesOptions = false
        guard parseFormatOptions(options, place, index, into: &sections[last], &parts) else { return nil }
        continue
      }
      guard let content = parse(items[index], place.at(index, expecting: .value)) else { return nil }
      guard [.string, .value, .null, .resolvedImage].contains(content.type) else {
        return fail(place, "Formatted text type must be 'string', 'value', 'image' or 'null'.")
      }
      takesOptions = true
      sections.append(FormatSection(content: parts.count))
      parts.append(content)
    }
    return append(.format(sections), parts, .formatted)
  }

  private mutating func parseFormatOptions(
    _ options: JSONObject, _ place: Place, _ index: Int, into section: inout FormatSection, _ parts: inout [Part]
  ) -> Bool {
    guard let scale = parseOption("font-scale", options, place, expecting: .number),
      let font = parseOption("text-font", options, place, expecting: .array(of: .string, count: nil)),
      let color = parseOption("text-color", options, place, expecting: .color)
    else { return false }
    if let align = options["vertical-align"]?.string, !["bottom", "center", "top"].contains(align) {
      fail(place, "'vertical-align' must be one of: 'bottom', 'center', 'top' but found '\(align)' instead.")
      return false
    }
    guard let align = parseOption("vertical-align", options, place, expecting: .string) else { return false }
    section.scale = Self.add(scale, to: &parts)
    section.font = Self.add(font, to: &parts)
    section.color = Self.add(color, to: &parts)
    section.verticalAlign = Self.add(align, to: &parts)
    return true
  }

  private static func add(_ part: Part?, to parts: inout [Part]) -> Int? {
    guard let part else { return nil }
    parts.append(part)
    return parts.count - 1
  }

  mutating func parseImage(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count == 2 else { return fail(place, "Expected two arguments.") }
    guard let name = parse(items[1], place.at(1, expecting: .string)) else {
      return fail(place, "No image name provided.")
    }
    return append(.imageName, [name], .resolvedImage, dependencies: .environment)
  }

  mutating func parseNumberFormat(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count == 3 else { return fail(place, "Expected two arguments.") }
    guard let number = parse(items[1], place.at(1, expecting: .number)) else { return nil }
    guard let options = items[2].object else {
      return fail(place, "NumberFormat options argument must be an object.")
    }
    guard let locale = parseOption("locale", options, place, expecting: .string),
      let currency = parseOption("currency", options, place, expecting: .string),
      let unit = parseOption("unit", options, place, expecting: .string),
      let minimum = parseOption("min-fraction-digits", options, place, expecting: .number),
      let maximum = parseOption("max-fraction-digits", options, place, expecting: .number)
    else { return nil }
    if currency != nil && unit != nil {
      return fail(place, "NumberFormat options `currency` and `unit` are mutually exclusive")
    }
    var parts = [number]
    var format = NumberFormatParts()
    format.locale = Self.add(locale, to: &parts)
    format.currency = Self.add(currency, to: &parts)
    format.unit = Self.add(unit, to: &parts)
    format.minimumFractionDigits = Self.add(minimum, to: &parts)
    format.maximumFractionDigits = Self.add(maximum, to: &parts)
    return append(.numberFormat(format), parts, .string)
  }
}
