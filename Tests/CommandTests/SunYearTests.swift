import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// The years of `overlook sun`, `sun reach` and `sun hours`, named or not, as text and as JSON.
  @Suite struct SunYearTests {
    private struct Row: Equatable {
      var time: String
      var name: String
    }

    private func output(_ arguments: [String]) async throws -> String {
      let outcome = try await Workplace().overlook(["sun"] + arguments)
      outcome.expectSuccess()
      return outcome.output
    }

    private func rows(_ output: String) throws -> [Row] {
      try output.split(separator: "\n").map { line in
        let gap = try #require(line.range(of: "  "), "\(line)")
        return Row(time: String(line[..<gap.lowerBound]), name: String(line[gap.upperBound...]))
      }
    }

    private func object(_ text: some StringProtocol) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    /// By the United States Naval Observatory, UTC to the minute.
    private static let seasons = [
      ("march equinox", "2026-03-20T14:46:00Z"), ("june solstice", "2026-06-21T08:24:00Z"),
      ("september equinox", "2026-09-23T00:05:00Z"), ("december solstice", "2026-12-21T20:50:00Z"),
    ]
    private static let phases = ["new moon", "first quarter", "full moon", "last quarter"]

    @Test func itsSeasonsPhasesAndEclipsesAreLinesInTheirOrder() async throws {
      let rows = try rows(await output(["--year", "2026"]))
      let dates = try rows.map { try date($0.time) }
      #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(rows.allSatisfy { $0.time.hasPrefix("2026-") && $0.time.hasSuffix("Z") })
      for (name, time) in Self.seasons {
        let found = rows.filter { $0.name == name }
        try #require(found.count == 1, "\(name): \(found)")
        let seconds = try date(found[0].time).timeIntervalSince(try date(time))
        #expect(abs(seconds) < 90, "\(name): \(found)")
      }
      // By the catalogue of NASA (F. Espenak).
      let eclipses = rows.filter { $0.name.contains("eclipse") }.map { "\($0.time.prefix(10)) \($0.name)" }
      #expect(
        eclipses == [
          "2026-02-17 new moon, annular solar eclipse", "2026-03-03 full moon, total lunar eclipse",
          "2026-08-12 new moon, total solar eclipse", "2026-08-28 full moon, partial lunar eclipse",
        ])
      // Each phase follows the one before, all the year through.
      let moons = rows.compactMap { row in Self.phases.firstIndex { row.name.hasPrefix($0) } }
      #expect((48...50).contains(moons.count) && moons.count == rows.count - 4)
      #expect(zip(moons, moons.dropFirst()).allSatisfy { ($0 + 1) % 4 == $1 }, "\(moons)")
    }

    @Test func theSameIsJSON() async throws {
      let text = try rows(await output(["--year", "2026"]))
      let year = try object(await output(["--year", "2026", "--json"]))
      #expect(year["year"] as? Double == 2026)
      var found = try Self.seasons.map { name, _ in
        Row(time: try #require(year[name.replacing(" ", with: "_")] as? String), name: name)
      }
      let kinds = [
        "annularSolar": "annular solar", "totalSolar": "total solar", "totalLunar": "total lunar",
        "partialLunar": "partial lunar",
      ]
      for phase in try #require(year["moon_phases"] as? [[String: Any]]) {
        let eclipse = try (phase["eclipse"] as? String).map { ", \(try #require(kinds[$0])) eclipse" } ?? ""
        let name = try #require(phase["phase"] as? String) + eclipse
        found.append(Row(time: try #require(phase["time"] as? String), name: name))
      }
      #expect(found.sorted { $0.time < $1.time } == text)
    }

    @Test func theYearIsNamedOrThatOfTheTimeOrThePresentOne() async throws {
      let present = Calendar(identifier: .gregorian).component(.year, from: Date())
      func year(_ arguments: [String]) async throws -> Double? { try object(await output(arguments))["year"] as? Double }
      #expect(try await year(["--year", "--json"]) == Double(present))
      #expect(try await year(["--year", "2030", "--json"]) == 2030)
      #expect(try await year(["--json", "--year", "--time", "2031-05-01"]) == 2031)
      #expect(try await year(["--year", "2032", "--json", "--time", "2031-05-01"]) == 2032)
      let rows = try rows(await output(["--year", "2030"]))
      #expect(rows.allSatisfy { $0.time.hasPrefix("2030-") } && rows.contains { $0.time.hasPrefix("2030-06-21") })
    }

    /// The year begins at midnight of the clock that the time was read from.
    @Test func theOffsetOfTheTimeIsThatOfTheYear() async throws {
      let text = try await output(["--year", "--time", "2026-01-01T01:30:00+02:00"])
      let rows = try rows(text)
      #expect(rows.allSatisfy { $0.time.hasPrefix("2026-") && $0.time.hasSuffix("+02:00") }, "\(text)")
      let equinox = try #require(rows.first { $0.name == "march equinox" })
      #expect(equinox.time.hasPrefix("2026-03-20T16:4"))
      let json = try object(await output(["--year", "--json", "--time", "2025-12-31T23:30:00-02:00"]))
      #expect(json["year"] as? Double == 2025 && (json["june_solstice"] as? String)?.hasSuffix("-02:00") == true)
    }

    @Test func theYearOfAWindowIsAsLongAsItsDays() async throws {
      let order = ["reach", "--at", "60.1685,24.945", "--open", "--zone", "Europe/Helsinki"]
      let lines = try await output(order + ["--year", "2028"]).split(separator: "\n")
      #expect(lines.count == 26 && lines.first?.hasSuffix(", 2028:") == true, "\(lines)")
      let days = lines.dropFirst().dropLast().map { $0.prefix(12).trimmingCharacters(in: .whitespaces) }
      let expected = (1...12).flatMap { month in [1, 15].map { String(format: "2028-%02d-%02d", month, $0) } }
      #expect(days == expected)
      let total = try #require(lines.last?.split(separator: " ").first.flatMap { Double($0) })
      let json = try await output(order + ["--year", "2028", "--json"]).split(separator: "\n").map { try object($0) }
      #expect(json.count == 366 && json.first?["day"] as? String == "2028-01-01" && json.last?["day"] as? String == "2028-12-31")
      let sum = json.reduce(0) { $0 + ($1["hours"] as? Double ?? .nan) }
      #expect(abs(sum - total) < 3 && total > 500, "\(sum) \(total)")
      func hours(_ month: String) -> Double {
        json.filter { ($0["day"] as? String)?.hasPrefix(month) == true }.reduce(0) { $0 + ($1["hours"] as? Double ?? 0) }
      }
      #expect(hours("2028-06") > 2 * hours("2028-12"))
      let present = Calendar(identifier: .gregorian).component(.year, from: Date())
      let flag = try await output(order + ["--year"])
      #expect(flag.contains(", \(present):") && flag.contains(" hours in the year"))
    }

    /// A block of central Helsinki: the ground has up to so many hours, and so many places of the Sun count.
    private func hours(_ arguments: [String]) async throws -> (places: Int, most: Double, bytes: [UInt8]) {
      let place = try Workplace()
      let outcome = try await place.overlook(
        ["sun", "hours", "--bounds", "24.940,60.168,24.944,60.170", "--cell", "4", "-o", "hours.tif"] + arguments)
      outcome.expectSuccess()
      let words = outcome.output.split(separator: " ").map(String.init)
      let places = try #require(words.firstIndex(of: "places").flatMap { Int(words[$0 - 1]) }, "\(outcome.output)")
      let most = try #require(words.dropLast().last.flatMap { Double($0) }, "\(outcome.output)")
      return (places, most, try place.bytes("hours.tif"))
    }

    @Test func aYearOfHoursIsNamedOrThePresentOne() async throws {
      let present = Calendar(identifier: .gregorian).component(.year, from: Date())
      let year = try await hours(["--year", "2026"])
      // 24 days of 96 times, in half of which the Sun stands above the horizon; half of the year's 8,766 hours, and some refraction.
      #expect((1_150...1_200).contains(year.places) && (3_000...4_500).contains(year.most), "\(year.places) \(year.most)")
      let named = try await hours(["--year", "\(present)"])
      for other in [try await hours(["--year"]), try await hours([])] {
        #expect(other.bytes == named.bytes && other.places == named.places && other.most == named.most)
      }
      let old = try await hours(["--year", "1700"])
      #expect(old.bytes != year.bytes && abs(old.most - year.most) < 50)
      // A day is not a year.
      let day = try await hours(["--date", "2026-06-21"])
      #expect((215...240).contains(day.places) && (14...19.2).contains(day.most), "\(day.places) \(day.most)")
    }

    @Test(
      arguments: [
        (["--year", "1599"], "--year must lie in 1600 to 2600"), (["--year", "2601"], "--year must lie in 1600 to 2600"),
        (["--year", "soon"], "soon"),
        (["--year", "2026", "--date", "2026-06-21"], "exclude each other"),
        (["--year", "--date", "2026-06-21"], "exclude each other"),
      ] as [([String], String)])
    func yearsThatAreNoneAreTold(_ arguments: [String], _ word: String) async throws {
      let places = [
        ["hours", "--bounds", "24.94,60.168,24.944,60.17", "-o", "x.tif"], ["reach", "--at", "60.1685,24.945", "--open"],
      ]
      for order in places {
        let outcome = try await Workplace().overlook(["sun"] + order + arguments)
        #expect(outcome.status != 0 && outcome.errors.contains(word), "\(outcome.errors)")
      }
    }
  }
}
