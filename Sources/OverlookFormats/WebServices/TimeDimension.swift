/// The times for which a layer has pictures. Intervals are kept as they are and expanded only on demand.
package struct TimeDimension: Hashable, Sendable {
  package enum Entry: Hashable, Sendable {
    /// A time as the server writes it.
    case instant(String)
    /// Times from `start` to `end`, both included, `period` (an ISO 8601 duration) apart; any time between where that is empty.
    case interval(start: String, end: String, period: String)
  }

  package var entries: [Entry] = []
  /// The time served when none is asked for; "current" is possible.
  package var defaultTime: String?
  /// The server answers a time in between with the nearest one.
  package var hasNearestValue = false
  /// The server understands "current".
  package var hasCurrent = false

  /// The most entries that are kept of one list; the last ones, which are the newest.
  static let entryLimit = 100_000

  package init(entries: [Entry] = [], defaultTime: String? = nil, hasNearestValue: Bool = false, hasCurrent: Bool = false) {
    self.entries = entries
    self.defaultTime = defaultTime
    self.hasNearestValue = hasNearestValue
    self.hasCurrent = hasCurrent
  }

  /// Reads a list of times and intervals apart by commas. What is no time is left out.
  init(list: String, defaultTime: String?, hasNearestValue: Bool, hasCurrent: Bool) {
    let parts = list.utf8.split(separator: UInt8(ascii: ",")).suffix(Self.entryLimit)
    entries = parts.compactMap { Self.entry(XMLText.trimmed(String(decoding: $0, as: UTF8.self))) }
    self.defaultTime = defaultTime.flatMap { Self.isUsable($0) ? $0 : nil }
    self.hasNearestValue = hasNearestValue
    self.hasCurrent = hasCurrent
  }

  static func entry(_ text: String) -> Entry? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { XMLText.trimmed(String($0)) }
    guard let start = parts.first, isUsable(start), parts.count <= 3 else { return nil }
    guard parts.count > 1 else { return .instant(start) }
    guard isUsable(parts[1]) else { return nil }
    let period = parts.count > 2 && ISOPeriod(parts[2]) != nil ? parts[2] : ""
    return .interval(start: start, end: parts[1], period: period)
  }

  /// Whether `text` is a time, or the word for the newest one.
  static func isUsable(_ text: String) -> Bool {
    text.lowercased() == "current" || ISOTime(text) != nil
  }

  /// Whether `time` is one of these times, to the precision it is given with.
  package func contains(_ time: String) -> Bool {
    if time.lowercased() == "current" { return hasCurrent || defaultTime?.lowercased() == "current" }
    if time == defaultTime { return true }
    guard let wanted = ISOTime(time) else { return false }
    return entries.contains { entry in
      switch entry {
      case .instant(let text):
        return text == time || ISOTime(text)?.secondsSinceEpoch == wanted.secondsSinceEpoch
      case .interval(let start, let end, let period):
        guard let start = ISOTime(start), let end = ISOTime(end) else { return false }
        let steps = TimeSteps(start: start, end: end, period: ISOPeriod(period))
        return steps.nearest(to: wanted)?.secondsSinceEpoch == wanted.secondsSinceEpoch
      }
    }
  }

  /// The time nearest to `time`, as the server writes it or would write it; nil when there are no times.
  package func nearest(to time: ISOTime) -> String? {
    var best: (distance: Double, text: String)?
    for entry in entries {
      guard let (candidate, text) = Self.nearest(to: time, in: entry) else { continue }
      let distance = abs(candidate.secondsSinceEpoch - time.secondsSinceEpoch)
      if best.map({ distance < $0.distance }) ?? true { best = (distance, text) }
    }
    return best?.text
  }

  private static func nearest(to time: ISOTime, in entry: Entry) -> (ISOTime, String)? {
    switch entry {
    case .instant(let text): return ISOTime(text).map { ($0, text) }
    case .interval(let start, let end, let period):
      guard let start = ISOTime(start), let end = ISOTime(end) else { return nil }
      return TimeSteps(start: start, end: end, period: ISOPeriod(period)).nearest(to: time).map { ($0, $0.text) }
    }
  }

  /// The first `limit` times in the order of the entries, intervals expanded.
  package func times(limit: Int) -> [String] {
    var result: [String] = []
    for entry in entries where result.count < limit {
      switch entry {
      case .instant(let text): result.append(text)
      case .interval(let start, let end, let period):
        guard let start = ISOTime(start), let end = ISOTime(end) else { continue }
        let steps = TimeSteps(start: start, end: end, period: ISOPeriod(period))
        var index = 0
        while result.count < limit, let time = steps[index] {
          result.append(time.text)
          index += 1
        }
      }
    }
    return result
  }

  /// The last `limit` times of each entry, and of those the last `limit` in the order of the entries, intervals expanded.
  package func latestTimes(limit: Int) -> [String] {
    var result: [String] = []
    for entry in entries.reversed() where result.count < limit {
      switch entry {
      case .instant(let text): result.append(text)
      case .interval(let start, let end, let period):
        guard let start = ISOTime(start), let end = ISOTime(end) else { continue }
        let steps = TimeSteps(start: start, end: end, period: ISOPeriod(period))
        var index = steps.lastIndex ?? -1
        while result.count < limit, let time = steps[index] {
          result.append(time.text)
          index -= 1
        }
      }
    }
    return result.reversed()
  }

  /// The newest time that is named, as the server writes it.
  package var last: String? {
    entries.last.map { entry in
      switch entry {
      case .instant(let text): return text
      case .interval(_, let end, _): return end
      }
    }
  }

  /// "first to last", for messages.
  var summary: String {
    guard let first = entries.first, let last else { return "none" }
    switch first {
    case .instant(let text): return text == last ? text : "\(text) to \(last)"
    case .interval(let start, _, _): return "\(start) to \(last)"
    }
  }
}

/// The times of an interval, by number.
private struct TimeSteps {
  let start: ISOTime
  let end: ISOTime
  let period: ISOPeriod?

  /// Nil behind the end. Without a period the interval has its two ends.
  subscript(index: Int) -> ISOTime? {
    guard index >= 0, start.secondsSinceEpoch <= end.secondsSinceEpoch else { return nil }
    guard let period else { return index == 0 ? start : index == 1 && end != start ? end : nil }
    let (months, overflow) = period.months.multipliedReportingOverflow(by: index)
    guard !overflow, var time = period.months == 0 ? start : start.adding(months: months) else { return nil }
    time.secondsSinceEpoch += period.seconds * Double(index)
    guard time.secondsSinceEpoch <= end.secondsSinceEpoch else { return nil }
    let hasClock = period.seconds.truncatingRemainder(dividingBy: 86_400) != 0
    if hasClock && time.precision.rawValue < ISOTime.Precision.minute.rawValue { time.precision = .second }
    return time
  }

  /// Nil when there are none, or more than can be counted.
  var lastIndex: Int? {
    guard let period else { return self[1] == nil ? (self[0] == nil ? nil : 0) : 1 }
    let length = end.secondsSinceEpoch - start.secondsSinceEpoch
    guard length >= 0, let guess = Int(exactly: (length / period.approximateSeconds).rounded(.up)) else { return nil }
    // Months are not all as long as the mean one: the guess may be off by some.
    for index in (max(guess - 3, 0)...(guess + 3)).reversed() where self[index] != nil { return index }
    return nil
  }

  func nearest(to time: ISOTime) -> ISOTime? {
    guard start.secondsSinceEpoch <= end.secondsSinceEpoch else { return nil }
    guard let period else {
      if time.secondsSinceEpoch <= start.secondsSinceEpoch { return start }
      return time.secondsSinceEpoch >= end.secondsSinceEpoch ? end : time
    }
    let length = min(time.secondsSinceEpoch, end.secondsSinceEpoch) - start.secondsSinceEpoch
    guard length > 0, let guess = Int(exactly: (length / period.approximateSeconds).rounded()) else { return self[0] }
    // Months are not all as long as the mean one: the guess may be off by some.
    let spread = period.months == 0 ? 1 : 3
    var best: ISOTime?
    for index in max(guess - spread, 0)...(guess + spread) {
      guard let candidate = self[index] else { continue }
      let distance = abs(candidate.secondsSinceEpoch - time.secondsSinceEpoch)
      if best.map({ distance < abs($0.secondsSinceEpoch - time.secondsSinceEpoch) }) ?? true { best = candidate }
    }
    return best
  }
}
