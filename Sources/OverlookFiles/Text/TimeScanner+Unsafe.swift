import OverlookFormats

/// Reads times as files of tracks write them: "2024-05-01T10:00:00Z", with fractions of a second, an offset, or a space for the T.
enum TimeScanner {
  /// Seconds since 1970; nil for what is no time.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    quick(text) ?? ISOTime(String(decoding: text.filter { $0 > 0x20 || $0 == 0x20 }, as: UTF8.self).trimmed)?.secondsSinceEpoch
  }

  static func seconds(_ text: [UInt8]) -> Double? {
    text.withUnsafeBufferPointer { seconds($0) }
  }

  /// The form nearly all have, without making a `String` of it.
  private static func quick(_ t: UnsafeBufferPointer<UInt8>) -> Double? {
    guard t.count >= 20, t[4] == 0x2D, t[7] == 0x2D, t[10] == 0x54 || t[10] == 0x20, t[13] == 0x3A, t[16] == 0x3A,
      t[t.count - 1] == 0x5A, let century = two(t, 0), let year = two(t, 2), let month = two(t, 5), let day = two(t, 8),
      let hour = two(t, 11), let minute = two(t, 14), let second = two(t, 17), (1...12).contains(month), (1...31).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction = 0.0
    if t.count > 20 {
      guard t[19] == 0x2E else { return nil }
      var scale = 0.1
      for i in 20..<t.count - 1 {
        guard t[i] &- 0x30 <= 9 else { return nil }
        fraction += Double(t[i] - 0x30) * scale
        scale /= 10
      }
    }
    let days = CivilDays.days(year: 100 * century + year, month: month, day: day)
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second) + fraction
  }

  private static func two(_ t: UnsafeBufferPointer<UInt8>, _ i: Int) -> Int? {
    let (high, low) = (t[i] &- 0x30, t[i + 1] &- 0x30)
    return high <= 9 && low <= 9 ? Int(10 * high + low) : nil
  }
}

/// Days of the proleptic Gregorian calendar.
enum CivilDays {
  /// Since 1970-01-01 (Hinnant, chrono-Compatible Low-Level Date Algorithms). Years 0 ... 9999.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension String {
  /// Without white space around it.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
