import Testing

@testable import OverlookFormats

@Suite struct TimeDimensionTests {
  private func dimension(_ list: String) -> TimeDimension {
    TimeDimension(list: list, defaultTime: nil, hasNearestValue: false, hasCurrent: false)
  }

  /// Seconds by `date -u -d ... +%s` of GNU coreutils.
  @Test(arguments: [
    ("1970-01-01", 0.0), ("2026-03-01", 1_772_323_200), ("2000-02-29T12:30:15Z", 951_827_415), ("1946", -757_382_400),
    ("1999-12", 944_006_400), ("20231231", 1_703_980_800), ("20231231T060000Z", 1_704_002_400),
    ("2026-03-01T00:00:00+02:00", 1_772_316_000), ("2026-03-01T00:00:00.250Z", 1_772_323_200.25),
    ("1582-10-15T00Z", -12_219_292_800),
    ("0000-01-01", -62_167_219_200),
  ])
  func readsTimes(text: String, seconds: Double) throws {
    #expect(try #require(ISOTime(text)).secondsSinceEpoch == seconds)
  }

  @Test(arguments: [
    "", "x", "2026-13-01", "2026-02-29", "2026-1-1", "2026-01-01T", "2026-01-01T25:00Z", "2026-01-01T00:61", "NaN", "12",
    "2026-01-01T00:00:00+99:00", "2026-01T00:00", "2026-01-01T00:00:00.Z", "2026-01-01-01", "99999999999999999999",
  ])
  func refusesWhatIsNoTime(text: String) {
    #expect(ISOTime(text) == nil)
  }

  @Test(arguments: ["1946", "1999-12", "2024-02-29", "2026-03-01T07:05:09Z", "2026-03-01T07:05Z", "1901-01-01T23:59:59.125Z"])
  func writesTimesAsPreciseAsTheyWere(text: String) throws {
    #expect(try #require(ISOTime(text)).text == text)
  }

  @Test(arguments: [
    ("P1D", 0, 86_400.0), ("PT15M", 0, 900), ("P1Y6M", 18, 0), ("P1W", 0, 604_800), ("P1DT1H1M1.5S", 0, 90_061.5), ("p1m", 1, 0),
  ])
  func readsPeriods(text: String, months: Int, seconds: Double) throws {
    let period = try #require(ISOPeriod(text))
    #expect(period.months == months && period.seconds == seconds)
  }

  @Test(arguments: ["", "P", "PT", "P0D", "1D", "P1", "P1H", "PT1D", "P-1D", "P1e5D", "P99999999999Y", "PnanD", "PTT1S"])
  func refusesWhatIsNoPeriod(text: String) {
    #expect(ISOPeriod(text) == nil)
  }

  @Test func expandsListsAndIntervalsInTheirOrder() {
    let times = dimension("2025-12-30/2026-01-02/P1D, 2026-02-01T06:00:00Z,rubbish,2026-02-02/2026-02-02T01:00:00Z/PT30M")
    #expect(
      times.times(limit: 100) == [
        "2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01T06:00:00Z", "2026-02-02T00:00:00Z",
        "2026-02-02T00:30:00Z", "2026-02-02T01:00:00Z",
      ])
    #expect(times.times(limit: 3) == ["2025-12-30", "2025-12-31", "2026-01-01"])
    #expect(times.last == "2026-02-02T01:00:00Z")
  }

  @Test func countsMonthsFromTheStartSoThatShortOnesDoNotWear() {
    #expect(
      dimension("2024-01-31/2024-05-31/P1M").times(limit: 10)
        == ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30", "2024-05-31"])
  }

  @Test func knowsWhatItContainsWithoutExpandingIt() {
    // 300 years of seconds, more than could be listed.
    let dense = dimension("1800-01-01T00:00:00Z/2100-01-01T00:00:00Z/PT1S")
    #expect(dense.contains("2026-07-04T12:34:56Z"))
    #expect(!dense.contains("2026-07-04T12:34:56.500Z"))
    #expect(!dense.contains("2100-01-01T00:00:01Z"))
    #expect(dense.times(limit: 2) == ["1800-01-01T00:00:00Z", "1800-01-01T00:00:01Z"])
    let monthly = dimension("1990-01-15/2030-01-15/P1M")
    #expect(monthly.contains("2017-09-15") && !monthly.contains("2017-09-16"))
    // An interval without a period is continuous.
    let open = dimension("2020-01-01/2021-01-01")
    #expect(open.contains("2020-06-05T04:03:02Z") && !open.contains("2021-01-02"))
  }

  @Test func findsTheNearestTime() throws {
    let times = dimension("2026-01-01/2026-01-10/P3D,2026-02-01")
    func nearest(_ text: String) throws -> String? { times.nearest(to: try #require(ISOTime(text))) }
    #expect(try nearest("1800-01-01") == "2026-01-01")
    #expect(try nearest("2026-01-05T13:00:00Z") == "2026-01-07")
    #expect(try nearest("2026-01-20") == "2026-01-10")
    #expect(try nearest("2026-01-23") == "2026-02-01")
    #expect(try nearest("2500-01-01") == "2026-02-01")
  }

  @Test func boundsWhatALieCanCost() throws {
    let clock = ContinuousClock()
    let time = clock.measure {
      let long = dimension(Array(repeating: "2026-01-01", count: 500_000).joined(separator: ","))
      #expect(long.entries.count == TimeDimension.entryLimit)
      let backwards = dimension("2026-01-01/1026-01-01/PT1S")
      #expect(backwards.times(limit: 10) == [])
      #expect(!backwards.contains("2000-01-01"))
      let tiny = dimension("0000-01-01T00:00:00Z/9999-12-31T00:00:00Z/PT0.000000001S")
      #expect(tiny.times(limit: 2).count == 2)
      _ = tiny.contains("2000-01-01")
    }
    #expect(time < .seconds(10))
    #expect(dimension("2026-01-01/").entries == [])
    #expect(dimension("a/b/c/d,2026/2027/P1Y/x").entries == [])
  }
}
