public import Foundation

/// Times of day and days as the interface's language writes them.
public struct TimeFormat: Hashable, Sendable {
  /// Of CLDR, with the country of the machine's locale where that is of the language.
  private let locale: Locale
  /// Where the clock hangs.
  public var timeZone: TimeZone

  /// The writing of `language`, on the clocks of `timeZone`.
  public init(_ language: InterfaceLanguage = .current, timeZone: TimeZone = .current) {
    self.init(language, timeZone: timeZone, environment: ProcessInfo.processInfo.environment)
  }

  package init(_ language: InterfaceLanguage, timeZone: TimeZone, environment: [String: String]) {
    locale = Locale(identifier: Self.identifier(of: language, in: environment))
    self.timeZone = timeZone
  }

  /// In the interface's language, on the clocks of this machine.
  public static var current: TimeFormat { TimeFormat() }

  /// Digits are the European ones, as everywhere in the interface; English without a country is that of Britain, with the day before the
  /// month and 24 hours.
  static func identifier(of language: InterfaceLanguage, in environment: [String: String]) -> String {
    let name = LocaleName.times(environment) ?? ""
    let country = InterfaceLanguage.language(name) == language ? LocaleName.country(name) : nil
    let full = country.map { "\(language.code)_\($0)" } ?? (language == .english ? "en_GB" : language.code)
    return "\(full)@numbers=latn"
  }

  /// A time of day: "14:32"; "–" for what is none.
  public func clock(secondsSince1970: Double) -> String { text(secondsSince1970, date: .none, time: .short) }

  /// A day: "26 Nov 2026"; "–" for what is none.
  public func day(secondsSince1970: Double) -> String { text(secondsSince1970, date: .medium, time: .none) }

  /// A day and a time of it: "26 Nov 2026, 14:32"; "–" for what is none.
  public func moment(secondsSince1970: Double) -> String { text(secondsSince1970, date: .medium, time: .short) }

  /// A full hour of a day, 0 ... 23, by itself: "14", or "2 PM" where clocks have twelve hours.
  package func hour(_ hour: Int) -> String {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = .gmt
    formatter.timeStyle = .short
    guard formatter.dateFormat?.contains("a") == true else { return "\(hour)" }
    formatter.dateFormat = "h a"
    return formatter.string(from: Date(timeIntervalSince1970: Double(hour) * 3_600))
  }

  private func text(_ seconds: Double, date: DateFormatter.Style, time: DateFormatter.Style) -> String {
    guard seconds.isFinite, abs(seconds) < 1e11 else { return "–" }
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = timeZone
    formatter.dateStyle = date
    formatter.timeStyle = time
    return formatter.string(from: Date(timeIntervalSince1970: seconds))
  }
}
