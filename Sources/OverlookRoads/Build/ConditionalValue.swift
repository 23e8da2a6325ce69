/// The parts of a value like "30 @ (22:00-06:00); 50 @ (Mo-Fr 07:00-19:00)".
struct ConditionalValue {
  var value: String
  var times: [RoadTimes]

  /// Those whose conditions are times; `unknown` counts the others.
  static func parse(_ text: String, unknown: inout Int) -> [ConditionalValue] {
    guard text.utf8.count <= 1000 else {
      unknown += 1
      return []
    }
    var values: [ConditionalValue] = []
    for part in pieces(text) {
      let halves = part.split(separator: "@", maxSplits: 1)
      guard halves.count == 2, let times = WeekTimes.parse(condition(halves[1])) else {
        unknown += 1
        continue
      }
      values.append(ConditionalValue(value: trimmed(halves[0]), times: times))
    }
    return values
  }

  /// What semicolons outside of parentheses part.
  private static func pieces(_ text: String) -> [Substring] {
    var (pieces, depth, start) = ([Substring](), 0, text.startIndex)
    for place in text.indices {
      switch text[place] {
      case "(": depth += 1
      case ")": depth -= 1
      case ";" where depth <= 0:
        pieces.append(text[start..<place])
        start = text.index(after: place)
      default: break
      }
    }
    pieces.append(text[start...])
    return pieces.filter { !trimmed($0).isEmpty }
  }

  private static func condition(_ text: Substring) -> String {
    var text = trimmed(text)
    if text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    return text
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.firstIndex { $0 != " " } ?? text.endIndex
    let end = text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? start
    return String(text[start..<end])
  }
}

/// The part of OpenStreetMap's opening hours that signs on roads use: months, weekdays, spans of hours.
enum WeekTimes {
  private static let days = ["mo", "tu", "we", "th", "fr", "sa", "su"]
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  /// More are no sign.
  private static let limit = 64

  /// Nil for what is not understood as a whole.
  static func parse(_ text: String) -> [RoadTimes]? {
    if text == "24/7" { return [RoadTimes()] }
    var times: [RoadTimes] = []
    for rule in text.lowercased().split(separator: ";") {
      guard let parsed = self.rule(rule) else { return nil }
      times += parsed
    }
    return times.isEmpty || times.count > limit ? nil : times
  }

  private static func rule(_ text: Substring) -> [RoadTimes]? {
    var (monthMask, dayMask): (UInt32?, UInt32?) = (nil, nil)
    var spans: [(UInt32, UInt32)] = []
    for word in text.replacing(", ", with: ",").split(separator: " ") {
      for part in word.split(separator: ",") {
        // Holidays are not known here; what else the rule says holds.
        if part == "ph" || part == "sh" { continue }
        if let mask = mask(part, days) {
          dayMask = (dayMask ?? 0) | mask
        } else if let mask = mask(part, months) {
          monthMask = (monthMask ?? 0) | mask
        } else if let span = span(part) {
          spans.append(span)
        } else {
          return nil
        }
      }
    }
    guard monthMask != nil || dayMask != nil || !spans.isEmpty else { return nil }
    if spans.isEmpty { spans = [(0, 1440)] }
    return spans.map { RoadTimes(months: monthMask ?? 0xFFF, weekdays: dayMask ?? 0x7F, start: $0.0, end: $0.1) }
  }

  /// "mo-fr", "sa", "nov-mar": a bit for each.
  private static func mask(_ text: Substring, _ names: [String]) -> UInt32? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count <= 2, let from = names.firstIndex(of: String(ends[0])),
      let to = names.firstIndex(of: String(ends[ends.count - 1]))
    else { return nil }
    var (mask, number) = (UInt32(0), from)
    while true {
      mask |= 1 << UInt32(number)
      if number == to { return mask }
      number = (number + 1) % names.count
    }
  }

  /// "07:00-19:00" as minutes.
  private static func span(_ text: Substring) -> (UInt32, UInt32)? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = minute(ends[0]), let end = minute(ends[1]), start < 1440 else { return nil }
    return (start, end > 1440 ? end - 1440 : end)
  }

  private static func minute(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count <= 2 }), let hour = UInt32(parts[0]), let minute = UInt32(parts[1]),
      hour <= 48, minute < 60
    else { return nil }
    let sum = hour * 60 + minute
    return sum <= 2880 ? sum : nil
  }
}
