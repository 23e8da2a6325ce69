import Foundation
import OverlookSupport
import Testing

@MainActor @Suite struct MeasureFormatTests {
  private static let english = NumberFormat.english
  private static let spanish = NumberFormat(decimalSeparator: ",", groupingSeparator: " ", minimumGroupingDigits: 2)

  @Test func numbersHaveTheSeparatorsOfTheLanguage() {
    #expect(Self.english.text(1_234_567) == "1,234,567" && Self.english.text(-999) == "-999")
    #expect(Self.spanish.text(1234) == "1234" && Self.spanish.text(12_345) == "12 345")
    #expect(Self.english.text(Int.min).hasPrefix("-9,223,372"))
    #expect(Self.english.text(1234.567, decimals: 2) == "1,234.57" && Self.spanish.text(0.05, decimals: 2) == "0,05")
    #expect(Self.english.text(2.50, decimals: 2, keepsZeros: false) == "2.5")
    #expect(Self.english.text(3.0, decimals: 2, keepsZeros: false) == "3" && Self.english.text(3.0, decimals: 2) == "3.00")
    #expect(Self.english.text(-0.001, decimals: 1) == "0.0" && Self.english.text(-1.25, decimals: 1) == "-1.3")
    #expect(Self.english.text(.nan, decimals: 1) == "–" && Self.english.text(1e300, decimals: 9) == "–")
  }

  /// The lengths by hand: a foot is 0.3048 m, a mile 1609.344 m, a nautical mile 1852 m.
  @Test(arguments: [
    (UnitSystem.metric, 0.0, "0 m"), (.metric, 0.42, "42 cm"), (.metric, 7.25, "7.3 m"), (.metric, 854.4, "854 m"),
    (.metric, 999.4, "999 m"), (.metric, 999.6, "1 km"), (.metric, 4834, "4.83 km"), (.metric, 9996, "10 km"),
    (.metric, 48_340, "48.3 km"), (.metric, 2_340_400, "2,340 km"), (.imperial, 100, "328 ft"), (.imperial, 1609.344, "1 mi"),
    (.imperial, 12_874.752, "8 mi"), (.nautical, 500, "500 m"), (.nautical, 2778, "1.5 nmi"), (.metric, -1, "–"),
    (.metric, .nan, "–"), (.imperial, .infinity, "–"),
  ]) func lengthsAreToldInTheUnitsOfASystem(units: UnitSystem, metres: Double, text: String) {
    #expect(MeasureFormat(units: units, numbers: Self.english).length(metres) == text)
  }

  @Test(arguments: [
    (0.0, "0 m"), (444, "440 m"), (996, "1 km"), (1449, "1.4 km"), (15_400, "15 km"), (9960, "10 km"), (166_800, "170 km"),
  ])
  func shortLengthsHaveTwoDigits(metres: Double, text: String) {
    #expect(MeasureFormat(units: .metric, numbers: Self.english).length(metres, digits: 2) == text)
  }

  @Test(arguments: [
    (UnitSystem.metric, 640.0, "640 m²"), (.metric, 32_000, "3.2 ha"), (.nautical, 12_400_000, "12.4 km²"),
    (.imperial, 4046.856_422_4, "1 ac"), (.imperial, 9.290_304, "100 ft²"), (.imperial, 2_589_988.110_336 * 3, "3 mi²"),
    (.metric, -5, "–"),
  ]) func areasAreToldInTheUnitsOfASystem(units: UnitSystem, squareMetres: Double, text: String) {
    #expect(MeasureFormat(units: units, numbers: Self.english).area(squareMetres) == text)
  }

  @Test(arguments: [
    (UnitSystem.metric, 13.4, "48 km/h"), (.metric, 1.25, "4.5 km/h"), (.imperial, 13.4112, "30 mph"),
    (.nautical, 5.144444, "10 kn"),
  ]) func speedsAreToldInTheUnitsOfASystem(units: UnitSystem, metresPerSecond: Double, text: String) {
    #expect(MeasureFormat(units: units, numbers: Self.english).speed(metresPerSecond) == text)
  }

  @Test(arguments: [(20.0, "< 1 min"), (725, "12 min"), (3600, "1 h"), (3900, "1 h 5 min"), (.nan, "–")])
  func timesAreToldToTheMinute(seconds: Double, text: String) {
    #expect(MeasureFormat(units: .metric, numbers: Self.english).duration(seconds) == text)
  }

  @Test func daysAndTimesAreWrittenAsInTheLanguage() throws {
    // 2026-11-26 14:32:00 UTC.
    let seconds = 1_795_703_520.0
    let utc = try #require(TimeZone(secondsFromGMT: 0))
    let german = TimeFormat(try #require(.language("de")), timeZone: utc)
    #expect(german.clock(secondsSince1970: seconds) == "14:32" && german.day(secondsSince1970: seconds) == "26.11.2026")
    #expect(TimeFormat(.english, timeZone: utc).day(secondsSince1970: seconds) == "26 Nov 2026")
    #expect(TimeFormat(try #require(.language("fi")), timeZone: utc).clock(secondsSince1970: seconds) == "14.32")
    let arabic = TimeFormat(try #require(.language("ar")), timeZone: utc).clock(secondsSince1970: seconds)
    #expect(arabic.contains("2:32") || arabic.contains("02:32"))
    #expect(german.clock(secondsSince1970: .nan) == "–")
    #expect((0..<24).map(german.hour) == (0..<24).map { "\($0)" })
    let american = TimeFormat(.english, timeZone: utc, environment: ["LANG": "en_US.UTF-8"])
    let words = [american.clock(secondsSince1970: seconds), american.hour(0), american.hour(12), american.hour(15)]
    // Letters may keep a narrow space from the digits.
    #expect(words.map { $0.map { $0.isWhitespace ? " " : "\($0)" }.joined() } == ["2:32 PM", "12 AM", "12 PM", "3 PM"])
    let british = TimeFormat(.english, timeZone: utc, environment: ["LANG": "en_GB.UTF-8"])
    #expect(british.clock(secondsSince1970: seconds) == "14:32" && british.hour(15) == "15")
  }
}
