/// A time in the forms of ISO 8601 that WMS and WMTS use (OGC 06-042, annex D): from a year alone to fractions of a second. Times
/// without a zone are taken as UTC; the proleptic Gregorian calendar holds.
package struct ISOTime: Hashable, Sendable {
  enum Precision: Int, Hashable, Sendable {
    case year, month, day, minute, second, fraction
  }

  /// Since 1970-01-01T00:00:00Z. For less precise times, of the first instant.
  package var secondsSinceEpoch: Double
  var precision: Precision

  init(secondsSinceEpoch: Double, precision: Precision) {
    self.secondsSinceEpoch = secondsSinceEpoch
    self.precision = precision
  }

  /// A time to the minute.
  package init(minutesOf secondsSinceEpoch: Double) {
    self.init(secondsSinceEpoch: secondsSinceEpoch, precision: .minute)
  }

  /// A time to the second, and to the millisecond where it is not a whole one.
  package init(secondsOf secondsSinceEpoch: Double) {
    self.init(
      secondsSinceEpoch: secondsSinceEpoch,
      precision: secondsSinceEpoch == secondsSinceEpoch.rounded() ? .second : .fraction)
  }

  /// Nil when `text` is no time. Years 0 ... 9999.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (4...40).contains(bytes.count) else { return nil }
    let mark = bytes.firstIndex { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") || $0 == 0x20 }
    guard let (days, precision) = Self.date(bytes[..<(mark ?? bytes.count)]) else { return nil }
    secondsSinceEpoch = Double(days) * 86_400
    self.precision = precision
    guard let mark else { return }
    guard precision == .day, let (seconds, timePrecision) = Self.time(bytes[(mark + 1)...]) else { return nil }
    secondsSinceEpoch += seconds
    self.precision = timePrecision
  }

  /// In UTC, as precise as this time is, in the form that servers write.
  package var text: String {
    let days = (secondsSinceEpoch / 86_400).rounded(.down)
    guard let dayNumber = Int(exactly: days), abs(dayNumber) < 4_000_000 else { return "" }
    let (year, month, day) = Self.civil(fromDays: dayNumber)
    func padded(_ value: Int, _ width: Int = 2) -> String {
      let digits = "\(value)"
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
    if precision == .year { return padded(year, 4) }
    if precision == .month { return "\(padded(year, 4))-\(padded(month))" }
    let date = "\(padded(year, 4))-\(padded(month))-\(padded(day))"
    if precision == .day { return date }
    let milliseconds = Int(exactly: ((secondsSinceEpoch - days * 86_400) * 1000).rounded()) ?? 0
    let (seconds, rest) = (min(milliseconds / 1000, 86_399), milliseconds % 1000)
    let time = "\(date)T\(padded(seconds / 3600)):\(padded(seconds / 60 % 60))"
    if precision == .minute { return time + "Z" }
    return "\(time):\(padded(seconds % 60))" + (precision == .fraction ? ".\(padded(rest, 3))Z" : "Z")
  }

  /// Days since 1970-01-01, from YYYY, YYYY-MM, YYYY-MM-DD or YYYYMMDD.
  private static func date(_ text: ArraySlice<UInt8>) -> (days: Int, precision: Precision)? {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if parts.count == 1, text.count == 8, let number = number(text) {
      return days(year: number / 10_000, month: number / 100 % 100, day: number % 100).map { ($0, .day) }
    }
    guard let first = parts.first, first.count == 4, let year = number(first) else { return nil }
    let rest = parts.dropFirst().map { $0.count == 2 ? number($0) : nil }
    switch rest.count {
    case 0: return days(year: year, month: 1, day: 1).map { ($0, .year) }
    case 1: return rest[0].flatMap { days(year: year, month: $0, day: 1) }.map { ($0, .month) }
    case 2:
      guard let month = rest[0], let day = rest[1] else { return nil }
      return days(year: year, month: month, day: day).map { ($0, .day) }
    default: return nil
    }
  }

  /// Seconds of a day, from hh[:mm[:ss[.fff]]] or hhmmss, with Z or an offset behind it.
  private static func time(_ text: ArraySlice<UInt8>) -> (seconds: Double, precision: Precision)? {
    var clock = text
    var offset = 0.0
    if let last = clock.last, last == UInt8(ascii: "Z") || last == UInt8(ascii: "z") {
      clock = clock.dropLast()
    } else if let sign = clock.firstIndex(where: { $0 == 0x2B || $0 == 0x2D }) {
      let digits = clock[(sign + 1)...].filter { $0 != UInt8(ascii: ":") }
      guard digits.count == 2 || digits.count == 4, let value = number(digits[...]) else { return nil }
      let minutes = digits.count == 2 ? value * 60 : value / 100 * 60 + value % 100
      guard minutes <= 18 * 60 else { return nil }
      offset = Double(minutes * 60) * (clock[sign] == 0x2D ? -1 : 1)
      clock = clock[..<sign]
    }
    let point = clock.firstIndex { $0 == 0x2E || $0 == 0x2C }
    var fraction = 0.0
    if let point {
      let digits = clock[(point + 1)...]
      guard (1...9).contains(digits.count), let value = number(digits) else { return nil }
      fraction = digits.reduce(Double(value)) { value, _ in value / 10 }
      clock = clock[..<point]
    }
    let digits = clock.filter { $0 != UInt8(ascii: ":") }
    guard [2, 4, 6].contains(digits.count), point == nil || digits.count == 6, let value = number(digits[...]) else { return nil }
    let parts =
      digits.count == 2
      ? (value, 0, 0)
      : digits.count == 4
        ? (value / 100, value % 100, 0)
        : (value / 10_000, value / 100 % 100, value % 100)
    guard parts.0 <= 24, parts.1 < 60, parts.2 <= 60 else { return nil }
    let seconds = Double(parts.0 * 3600 + parts.1 * 60 + parts.2) + fraction - offset
    return (seconds, point != nil ? .fraction : digits.count == 6 ? .second : .minute)
  }

  /// At most nine digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Days since 1970-01-01 of a date that exists; Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  static func days(year: Int, month: Int, day: Int) -> Int? {
    guard (0...9999).contains(year), (1...12).contains(month), (1...dayCount(year: year, month: month)).contains(day) else {
      return nil
    }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The inverse of `days`.
  static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// This time and `months` months; the last day of the month where the same day does not exist. Nil outside years 0 ... 9999.
  func adding(months: Int) -> ISOTime? {
    let days = (secondsSinceEpoch / 86_400).rounded(.down)
    guard let dayNumber = Int(exactly: days), abs(dayNumber) < 4_000_000 else { return nil }
    let (year, month, day) = Self.civil(fromDays: dayNumber)
    let (count, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, count >= 0, count < 120_000 else { return nil }
    let (newYear, newMonth) = (count / 12, count % 12 + 1)
    let newDay = min(day, Self.dayCount(year: newYear, month: newMonth))
    guard let newDays = Self.days(year: newYear, month: newMonth, day: newDay) else { return nil }
    return ISOTime(secondsSinceEpoch: secondsSinceEpoch + Double(newDays - dayNumber) * 86_400, precision: precision)
  }
}

/// A duration of ISO 8601: P1D, PT15M, P1Y6M. Months and seconds are kept apart because months differ in length.
struct ISOPeriod: Hashable, Sendable {
  var months = 0
  var seconds = 0.0

  /// Nil when `text` is no duration, or one of no length.
  init?(_ text: String) {
    var rest = text.uppercased().utf8[...]
    guard text.utf8.count <= 64, rest.popFirst() == UInt8(ascii: "P") else { return nil }
    var isTime = false
    while let first = rest.first {
      if first == UInt8(ascii: "T") {
        guard !isTime else { return nil }
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x2E }
      rest = rest.dropFirst(digits.count)
      guard let unit = rest.popFirst(), digits.count <= 12, let value = DocumentNumber.double(String(digits)), value >= 0 else {
        return nil
      }
      guard add(value, unit: unit, isTime: isTime) else { return nil }
    }
    guard months > 0 || seconds > 0, months == 0 || seconds == 0 || months < 120_000 else { return nil }
  }

  private mutating func add(_ value: Double, unit: UInt8, isTime: Bool) -> Bool {
    switch (unit, isTime) {
    case (UInt8(ascii: "Y"), false): return addMonths(value * 12)
    case (UInt8(ascii: "M"), false): return addMonths(value)
    case (UInt8(ascii: "W"), false): seconds += value * 7 * 86_400
    case (UInt8(ascii: "D"), false): seconds += value * 86_400
    case (UInt8(ascii: "H"), true): seconds += value * 3600
    case (UInt8(ascii: "M"), true): seconds += value * 60
    case (UInt8(ascii: "S"), true): seconds += value
    default: return false
    }
    return true
  }

  private mutating func addMonths(_ value: Double) -> Bool {
    guard value <= 120_000, let count = Int(exactly: value.rounded(.down)) else { return false }
    months += count
    return months <= 120_000
  }

  /// A length to divide by, in seconds: a month as long as the mean one.
  var approximateSeconds: Double { Double(months) * 2_629_746 + seconds }
}
