/// Dates as HTTP writes them (RFC 9110, 5.6.7), read without a locale and without Foundation's formatters, which are slow.
package enum HTTPDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Seconds since 1970 UTC of one of the three forms; nil for anything else. The day of the week is not looked at.
  package static func seconds(_ text: String) -> Double? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.lowercased().split(whereSeparator: { $0 == " " || $0 == "-" || $0 == "," }).map(String.init)
    switch words.count {
    // Sun Nov  6 08:49:37 1994
    case 5: return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
    // Sun, 06 Nov 1994 08:49:37 GMT, and Sunday, 06-Nov-94 08:49:37 GMT
    case 6 where ["gmt", "utc", "z"].contains(words[5]):
      return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
    default: return nil
    }
  }

  private static func seconds(day: String, month: String, year: String, time: String) -> Double? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2...2) }
    guard let day = number(day, digits: 1...2), let month = months.firstIndex(of: month), let year = fullYear(year),
      clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = daysSince1970(year: year, month: month + 1, day: day)
    return Double(days) * 86_400 + Double(hour * 3600 + minute * 60 + second)
  }

  /// Two digits are a year of 1970 ... 2069.
  private static func fullYear(_ text: String) -> Int? {
    if text.utf8.count == 2, let short = number(text, digits: 2...2) { return short < 70 ? 2000 + short : 1900 + short }
    return number(text, digits: 4...4)
  }

  private static func number(_ text: some StringProtocol, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// Of the Gregorian calendar; `month` 1 ... 12. The count of days of a year that begins in March, as everybody does it.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    // 719468: days from 1 March of year 0 to 1 January 1970.
    return shifted * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 1 - 719_468
  }
}
