import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook search` and `overlook reverse`, with the places that the program brings along and with a server of our own.
  @Suite struct PlaceCommandTests {
    private func list(_ text: some StringProtocol) throws -> [[String: Any]] {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    }

    @Test func aPlaceIsToldWithAllThatIsKnownOfIt() async throws {
      let outcome = try await Workplace().overlook([
        "search", "berlin", "germany", "--near", "53.5,13.2", "--limit", "3", "--language", "en", "--json",
      ])
      outcome.expectSuccess()
      let places = try list(outcome.output)
      let first = try #require(places.first)
      #expect(places.count <= 3 && first["name"] as? String == "Berlin" && first["kind"] as? String == "city")
      #expect(abs(try #require(first["lat"] as? Double) - 52.52) < 0.05 && (first["bbox"] as? [Double])?.count == 4)
      #expect((first["address"] as? [String: String])?["country_code"] == "DE")
      #expect((first["lines"] as? [String])?.last == "Germany" && first["source"] as? String == "world")
      // By the great circle.
      #expect(abs(try #require(first["distance_m"] as? Double) - 109_900) < 2000)
    }

    @Test func linesOfAFileAreAnsweredOneByOne() async throws {
      let place = try Workplace()
      try "Seattle\n\nqqqqqqqqqq\nParis\n".write(toFile: "\(place.path)/texts", atomically: true, encoding: .utf8)
      let outcome = try await place.overlook(["search", "--batch", "texts"])
      outcome.expectSuccess()
      let lines = try outcome.output.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(lines.map { $0["query"] as? String } == ["Seattle", "qqqqqqqqqq", "Paris"])
      #expect(lines.allSatisfy { ($0["query_ms"] as? Double ?? -1) >= 0 })
      #expect(((lines[0]["results"] as? [[String: Any]])?.first?["name"] as? String) == "Seattle")
    }

    @Test func aSouthernPlaceNeedsNoQuotes() async throws {
      let outcome = try await Workplace().overlook(["reverse", "-33.87,151.21", "--json", "--language", "en"])
      outcome.expectSuccess()
      let first = try #require(try list(outcome.output).first)
      #expect((first["address"] as? [String: String])?["country"] == "Australia")
      let search = try await Workplace().overlook(["search", "-33.87,", "151.21", "--json"])
      #expect(try list(search.output).first?["kind"] as? String == "coordinate")
    }

    @Test func whatIsNotFoundIsSaid() async throws {
      let outcome = try await Workplace().overlook(["search", "qqqqqqqqqqqqqq"])
      #expect(outcome.status == 1 && outcome.output.contains("nothing was found"))
      let sea = try await Workplace().overlook(["reverse", "-48,-120"])
      #expect(sea.status == 1 && sea.output.contains("nothing is known there"))
    }

    @Test(arguments: [
      ["search"], ["search", "x", "--batch", "f"], ["search", "x", "--limit", "0"],
      ["search", "x", "--server", "google:http://a"],
      ["search", "x", "--region", "r", "--server", "photon:http://a"], ["search", "x", "--near", "95,0"],
      ["search", "x", "--wrong"],
      ["reverse"], ["reverse", "1,2", "3,4"], ["reverse", "here"],
    ])
    func mistakesAreUsage(arguments: [String]) async throws {
      let outcome = try await Workplace().overlook(arguments)
      #expect(outcome.status == 2 && outcome.errors.hasPrefix("overlook: error: "), "\(outcome.errors)")
    }

    @Test func aRegionThatIsNotThereIsNamed() async throws {
      let outcome = try await Workplace().overlook(["search", "x", "--region", "./nowhere.region"])
      #expect(outcome.status == 1 && outcome.errors.contains("nowhere"), "\(outcome.errors)")
    }

    @Test func aServerIsAskedAndItsAnswersAreKept() async throws {
      let answer = Array(
        #"[{"lat":"1.5","lon":"2.5","name":"Here","type":"village","addresstype":"village","address":{"village":"Here"}}]"#.utf8)
      let server = try #require(LoopbackServer { _ in .status(200, answer, headers: ["Cache-Control: max-age=600"]) })
      defer { server.stop() }
      let place = try Workplace()
      let arguments = ["search", "here", "--server", "nominatim:http://127.0.0.1:\(server.port)/api", "--json"]
      let outcome = try await place.overlook(arguments)
      outcome.expectSuccess()
      #expect(try list(outcome.output).first?["name"] as? String == "Here")
      #expect(server.requests.first?.contains("Overlook/") == true)
      let offline = try await place.overlook(arguments + ["--offline"])
      #expect(try list(offline.output).first?["name"] as? String == "Here")
      #expect(server.requests.count == 1)
      let other = try await place.overlook(["search", "elsewhere", "--offline"] + arguments.suffix(3))
      #expect(other.status == 1 && other.errors.contains("offline"), "\(other.errors)")
    }
  }
}
