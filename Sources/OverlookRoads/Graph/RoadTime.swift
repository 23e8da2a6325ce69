package import Foundation

/// A moment of the week where the roads are, for what holds at certain times only.
package struct RoadTime: Hashable, Sendable {
  /// 0 Monday ... 6 Sunday.
  package var weekday: Int
  /// Of the day, 0 ..< 1440.
  package var minute: Int
  /// 1 ... 12.
  package var month: Int

  package init(weekday: Int, minute: Int, month: Int = 1) {
    self.weekday = min(max(weekday, 0), 6)
    self.minute = min(max(minute, 0), 1439)
    self.month = min(max(month, 1), 12)
  }

  package init(_ date: Date, in zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.weekday, .hour, .minute, .month], from: date)
    self.init(
      weekday: ((parts.weekday ?? 1) + 5) % 7, minute: (parts.hour ?? 0) * 60 + (parts.minute ?? 0), month: parts.month ?? 1)
  }
}

/// A time rule: months, weekdays, and minutes of the day; a span that ends before it starts goes on over midnight.
struct RoadTimes: Hashable, Sendable {
  static let stride = 2
  /// A bit each; from January.
  var months: UInt32 = 0xFFF
  /// A bit each; from Monday.
  var weekdays: UInt32 = 0x7F
  /// Minutes; end exclusive, 1440 at most.
  var start: UInt32 = 0
  var end: UInt32 = 1440

  var words: [UInt32] { [months | weekdays << 12, start | end << 16] }

  init(months: UInt32 = 0xFFF, weekdays: UInt32 = 0x7F, start: UInt32 = 0, end: UInt32 = 1440) {
    self.months = months
    self.weekdays = weekdays
    self.start = start
    self.end = end
  }

  init(_ first: UInt32, _ second: UInt32) {
    self.init(months: first & 0xFFF, weekdays: first >> 12 & 0x7F, start: second & 0xFFFF, end: second >> 16)
  }

  func contains(_ time: RoadTime) -> Bool {
    guard months >> UInt32(time.month - 1) & 1 == 1 else { return false }
    let minute = UInt32(time.minute)
    func isDay(_ day: Int) -> Bool { weekdays >> UInt32(day) & 1 == 1 }
    if start < end { return isDay(time.weekday) && minute >= start && minute < end }
    // Over midnight: the morning belongs to the day before.
    return isDay(time.weekday) && minute >= start || isDay((time.weekday + 6) % 7) && minute < end
  }
}

/// Something of a road that holds at certain times only.
struct RoadCondition: Hashable, Sendable {
  static let stride = 3
  enum Kind: UInt32 {
    case speed, access
  }

  var kind = Kind.speed
  /// A bit for each mode.
  var modes: UInt32 = 31
  /// Bit 0 forward, bit 1 backward.
  var directions: UInt32 = 3
  /// Tenths of kilometres per hour, or a `RoadAccess`.
  var value: UInt32 = 0
  /// Into the graph's times.
  var times: Range<Int> = 0..<0

  init() {}

  init(_ words: ArraySlice<UInt32>) {
    let first = words[words.startIndex]
    kind = Kind(rawValue: first & 1) ?? .speed
    modes = first >> 1 & 31
    directions = first >> 6 & 3
    value = first >> 8 & 0xFFFF
    let start = Int(words[words.startIndex + 1])
    times = start..<start + Int(words[words.startIndex + 2])
  }

  var words: [UInt32] {
    [
      kind.rawValue | modes << 1 | directions << 6 | min(value, 0xFFFF) << 8, UInt32(clamping: times.lowerBound),
      UInt32(clamping: times.count),
    ]
  }

  func holds(at time: RoadTime, _ direction: RoadDirection, _ graph: RoadGraph) -> Bool {
    directions & 1 << UInt32(direction.rawValue) != 0 && graph.isTime(time, in: times)
  }
}

extension RoadGraph {
  func conditions(ofRow row: Int) -> some Sequence<RoadCondition> {
    let first = Int(columns.rows[row + 18])
    return (first..<first + Int(columns.rows[row + 19])).lazy.map { number in
      let start = number * RoadCondition.stride
      return RoadCondition(self.columns.conditions[start..<start + RoadCondition.stride])
    }
  }

  func isTime(_ time: RoadTime, in times: Range<Int>) -> Bool {
    times.contains { RoadTimes(columns.times[2 * $0], columns.times[2 * $0 + 1]).contains(time) }
  }
}
