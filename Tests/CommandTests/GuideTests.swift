import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook guide`: drives over the roads of an extract.
  @Suite struct GuideTests {
    private static let way = ["guide", "0,10.002", "0.008,10.01"]

    private func region(_ place: Workplace) throws -> [String] {
      ["--region", try place.townExtract()]
    }

    private func events(_ text: String) throws -> [[String: Any]] {
      try text.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }

    private func names(_ events: [[String: Any]]) -> [String] { events.compactMap { $0["event"] as? String } }

    @Test func aSimulatedDriveIsToldEventByEvent() async throws {
      let place = try Workplace()
      let arguments = Self.way + ["--simulate", "--noise", "4", "--json"] + (try region(place))
      let outcome = try await place.overlook(arguments)
      outcome.expectSuccess()
      let events = try events(outcome.output)
      let names = names(events)
      #expect(names.last == "ended" && names.contains("location") && names.contains("banner") && !names.contains("off_route"))
      let told = events.filter { $0["event"] as? String == "instruction" }
      #expect(told.compactMap { $0["kind"] as? String }.prefix(4) == ["now", "prepare", "turn", "now"])
      #expect(told.contains { ($0["text"] as? String)?.contains("Hill Road") == true })
      let times = events.compactMap { $0["time"] as? Double }
      #expect(times.count == events.count && times == times.sorted() && times.first == 0)
      #expect(outcome.output == (try await place.overlook(arguments)).output)
    }

    @Test func aKeptRouteIsFollowedInAnotherLanguageAndUnits() async throws {
      let place = try Workplace()
      let region = try region(place)
      let route = try await place.overlook(["route"] + Self.way.dropFirst() + ["--json", "--language", "de"] + region)
      let file = try place.file("route.json", Array(route.output.utf8))
      let outcome = try await place.overlook(["guide", "--route", file, "--simulate", "--language", "de"] + region)
      outcome.expectSuccess()
      #expect(outcome.output.contains("links") && outcome.output.contains("arrived at the destination"))
    }

    @Test func aDriveInMilesIsToldInMilesThroughout() async throws {
      let place = try Workplace()
      let rows = (0..<3).map { "2026-01-01T00:00:0\($0)Z,0,10.002" }
      let trace = try place.file("trace.csv", Array((["time,lat,lon"] + rows).joined(separator: "\n").utf8))
      let outcome = try await place.overlook(Self.way + ["--trace", trace, "--units", "yards"] + (try region(place)))
      #expect(outcome.errors.contains(" mi before the destination"), "\(outcome.errors)")
      let drive = try await place.overlook(Self.way + ["--simulate", "--units", "yards"] + (try region(place)))
      drive.expectSuccess()
      #expect(drive.output.contains("yards") && !drive.output.contains("metres") && !drive.output.contains("km"))
    }

    /// With a voice, for a person who reads German; nobody hears it, for the voices are not found.
    @Test(arguments: [("de_DE.UTF-8", "", "losfahren"), ("C.UTF-8", "", "Head"), ("xx_XX.UTF-8", "pl:de", "Jedź")])
    func whatIsSpokenIsInTheLanguageOfTheDesktop(locale: String, wanted: String, word: String) async throws {
      let place = try Workplace()
      let trace = try place.file("trace.csv", Array("time,lat,lon\n2026-01-01T00:00:00Z,0,10.002\n".utf8))
      let arguments = Self.way + ["--trace", trace] + (try region(place))
      let environment: [String: String?] = [
        "LC_ALL": nil, "LC_MESSAGES": nil, "LANG": locale, "LANGUAGE": wanted, "PATH": "/nowhere",
        "SPEECHD_ADDRESS": "unix_socket:/nobody",
      ]
      let spoken = try await place.overlook(arguments + ["--voice"], environment: environment)
      #expect(spoken.output.contains(word), "\(spoken.output) \(spoken.errors)")
      let written = try await place.overlook(arguments, environment: environment)
      #expect(written.output.contains("Head"), "a command writes English")
    }

    @Test func aPlaceThatIsNotFoundIsToldInJSONAsByRoute() async throws {
      let place = try Workplace()
      let outcome = try await place.overlook(["guide", "qqxxzzqqxxzz", "0,10.01", "--simulate", "--json"])
      #expect(outcome.status == 1 && outcome.errors.contains("no place is found"))
      #expect(outcome.output.contains("bad_request") && outcome.output.contains("qqxxzzqqxxzz"), "\(outcome.output)")
    }

    /// Straight on where the route turns.
    @Test func aTraceThatLeavesTheRouteGetsAnotherOne() async throws {
      let place = try Workplace()
      let rows = (0..<80).map {
        "2026-01-01T00:\(String(format: "%02d:%02d", $0 / 60, $0 % 60))Z,0,\(10.002 + Double($0) * 0.00011)"
      }
      let trace = try place.file("trace.csv", Array((["time,lat,lon"] + rows).joined(separator: "\n").utf8))
      let log = place.path + "/drive.log"
      let outcome = try await place.overlook(Self.way + ["--trace", trace, "--json", "--log", log] + (try region(place)))
      let events = try events(outcome.output)
      let names = names(events)
      #expect(names.contains("off_route") && names.contains("reroute_wanted") && names.contains("rerouted"))
      #expect(outcome.errors.contains("before the destination"))
      // The same events again, from the log alone.
      let again = try await place.overlook(["guide", "--replay", log, "--json"])
      again.expectSuccess()
      #expect(again.output == outcome.output)
      var lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
      let index = try #require(lines.firstIndex { $0.contains("\"off_route\"}") || $0.hasPrefix("{\"event\":\"off_route\"") })
      lines[index] = lines[index].replacingOccurrences(of: "off_route", with: "wrong_way")
      let other = try place.file("other.log", Array(lines.joined(separator: "\n").utf8))
      let stopped = try await place.overlook(["guide", "--replay", other])
      #expect(stopped.status == 1 && stopped.errors.contains("line \(index + 1)"), "\(stopped.errors)")
    }

    @Test func whatCannotBeIsASentence() async throws {
      let place = try Workplace()
      let region = try region(place)
      try await place.overlook(["guide", "0,10.002", "50,5", "--simulate"] + region).expectError("outside of town.osm")
      try await place.overlook(["guide", "--replay", try place.file("a.log", Array("{".utf8))]).expectError(
        "a.log at line 1, column 2")
      try await place.overlook(["guide", "--route", try place.file("r.json", Array("{}".utf8)), "--simulate"]).expectError(
        "r.json")
      try await place.overlook(Self.way + ["--trace", "nowhere.gpx"] + region).expectError("nowhere.gpx")
      try await place.overlook(Self.way + ["--simulate", "--log", "/proc/a.log"] + region).expectError("/proc/a.log")
      for usage in [
        [], ["0,1"], ["0,1", "0,2"], ["0,1", "0,2", "--simulate", "--noise", "-1"], ["0,1", "0,2", "--simulate", "--trace", "a"],
      ] {
        #expect(try await place.overlook(["guide"] + usage).status == 2)
      }
    }

    @Test func aPipeThatClosesEndsIt() async throws {
      let place = try Workplace()
      let region = try region(place)
      let line =
        "set -o pipefail; \"$overlook\" \((Self.way + ["--simulate", "--json"] + region).joined(separator: " ")) | head -n 3 > out"
      #expect(try await place.shell(line).status == 0)
      #expect(try String(decoding: place.bytes("out"), as: UTF8.self).split(separator: "\n").count == 3)
    }
  }
}
