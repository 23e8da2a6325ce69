import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook route`, `match` and `isochrone`, over the roads of an extract and over a server.
  @Suite struct RouteTests {
    private func region(_ place: Workplace) throws -> String { try place.townExtract() }

    private func object(_ text: some StringProtocol) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func aRouteIsToldAsTextAndAsJSON() async throws {
      let place = try Workplace()
      let region = try region(place)
      let text = try await place.overlook(["route", "0,10.002", "0.008,10.01", "--region", region, "--language", "de"])
      text.expectSuccess()
      #expect(text.output.contains("Links abbiegen auf Hill Road"))
      let outcome = try await place.overlook(["route", "0,10.002", "0.008,10.01", "--region", region, "--json"])
      outcome.expectSuccess()
      let document = try object(outcome.output)
      #expect(document["status"] as? String == "ok")
      let route = try #require((document["routes"] as? [[String: Any]])?.first)
      #expect(abs(try #require(route["distance_m"] as? Double) - 1779) < 10)
      let legs = try #require(route["legs"] as? [[String: Any]])
      let steps = try #require(legs.first?["steps"] as? [[String: Any]])
      #expect(steps.compactMap { ($0["maneuver"] as? [String: Any])?["type"] as? String } == ["depart", "turn", "arrive"])
    }

    @Test func otherFormsAreThoseOfTheirPrograms() async throws {
      let place = try Workplace()
      let region = try region(place)
      let gpx = try await place.overlook(["route", "0,10.002", "0.008,10.01", "--region", region, "--gpx"])
      gpx.expectSuccess()
      #expect(gpx.output.hasPrefix("<?xml") && gpx.output.contains("<trkpt "))
      let geoJSON = try await place.overlook(["route", "0,10.002", "0.008,10.01", "--region", region, "--geojson"])
      #expect(try object(geoJSON.output)["type"] as? String == "FeatureCollection")
    }

    @Test func whatHasNoRouteIsAStatusAndASentence() async throws {
      let place = try Workplace()
      let outcome = try await place.overlook(["route", "0,10.002", "50,5", "--region", try region(place), "--json"])
      #expect(outcome.status == 1 && outcome.errors.contains("outside of town.osm"))
      #expect(try object(outcome.output)["status"] as? String == "no_road")
      let unknown = try await place.overlook(["route", "qqxxzzqqxxzz", "0,10.01", "--json"])
      #expect(unknown.status == 1 && unknown.errors.contains("no place is found"))
      let answer = try object(unknown.output)
      #expect(answer["status"] as? String == "bad_request" && (answer["message"] as? String)?.contains("qqxxzzqqxxzz") == true)
      let usage = try await place.overlook(["route", "0,10.002"])
      #expect(usage.status == 2)
      let missing = try await place.overlook(["route", "0,10", "0,10.01", "--region", "nowhere.osm"])
      #expect(missing.status == 1 && missing.errors.contains("nowhere.osm"))
    }

    /// The short way leads under a bridge.
    @Test func aTruckGoesWhereItFits() async throws {
      let place = try Workplace()
      let extract = """
        <osm version='0.6'>
        <node id='1' lat='0' lon='10'/><node id='2' lat='0' lon='10.005'/><node id='3' lat='0' lon='10.015'/>
        <node id='4' lat='0' lon='10.02'/><node id='5' lat='0.005' lon='10.01'/>
        <way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='secondary'/></way>
        <way id='2'><nd ref='2'/><nd ref='3'/><tag k='highway' v='secondary'/><tag k='maxheight' v='3.5'/></way>
        <way id='3'><nd ref='3'/><nd ref='4'/><tag k='highway' v='secondary'/></way>
        <way id='4'><nd ref='2'/><nd ref='5'/><nd ref='3'/><tag k='highway' v='secondary'/></way>
        </osm>
        """
      let region = try place.file("bridge.osm", Array(extract.utf8))
      func metres(_ options: [String]) async throws -> Double {
        let outcome = try await place.overlook(["route", "0,10.001", "0,10.019", "--region", region, "--json"] + options)
        outcome.expectSuccess()
        let route = try #require((try object(outcome.output)["routes"] as? [[String: Any]])?.first)
        return try #require(route["distance_m"] as? Double)
      }
      let short = try await metres([])
      #expect(try await metres(["--mode", "truck"]) > short + 300)
      #expect(try await abs(metres(["--mode", "truck", "--height", "3.2"]) - short) < 1)
      let car = try await place.overlook(["route", "0,10.001", "0,10.019", "--region", region, "--weight", "12"])
      car.expectUsageError("--weight is of trucks")
      let none = try await place.overlook(["route", "0,10", "0,10.01", "--region", region, "--mode", "truck", "--height", "0"])
      none.expectUsageError("--height must be more than 0, and 1000 at most")
    }

    @Test func placesOnTheWayArePassedOrStoppedAt() async throws {
      let place = try Workplace()
      let region = try region(place)
      func route(_ options: [String]) async throws -> [String: Any] {
        let outcome = try await place.overlook(
          ["route", "0,10.002", "0,10.018", "--via", "0.004,10.01", "--region", region, "--json"] + options)
        outcome.expectSuccess()
        return try #require((try object(outcome.output)["routes"] as? [[String: Any]])?.first)
      }
      #expect((try await route([])["legs"] as? [Any])?.count == 2)
      #expect((try await route(["--pass"])["legs"] as? [Any])?.count == 1)
      // Who looks west drives to the end of the road first.
      let east = try #require(try await route(["--heading", "90"])["distance_m"] as? Double)
      let west = try #require(try await route(["--heading", "270"])["distance_m"] as? Double)
      #expect(west > east + 300)
      for options in [["--heading", "361"], ["--heading", "nan"], ["--side", "left"]] {
        let outcome = try await place.overlook(["route", "0,10.002", "0,10.018", "--region", region] + options)
        outcome.expectUsageError(options[0])
      }
    }

    @Test func linesAreAnsweredWithTheirTimes() async throws {
      let place = try Workplace()
      let region = try region(place)
      let lines =
        #"{"from":[0,10.002],"to":[0.008,10.01]}"# + "\n" + #"{"from":[0,10.002],"to":"0, 10.018","mode":"foot"}"# + "\n{}\n"
      let batch = try place.file("pairs.jsonl", Array(lines.utf8))
      let outcome = try await place.overlook(["route", "--batch", batch, "--region", region, "--json"])
      #expect(outcome.status == 1 && outcome.errors.contains("1 of 3 lines"))
      let answers = try outcome.output.split(separator: "\n").map(object)
      #expect(answers.map { $0["status"] as? String } == ["ok", "ok", "bad_request"])
      #expect(answers.prefix(2).allSatisfy { ($0["query_ms"] as? Double ?? -1) >= 0 })
    }

    @Test func eachLineOfABatchIsOverTheRegionThatHasItsPlaces() async throws {
      let place = try Workplace()
      let lines = [
        #"{"from":[53.5575,13.261],"to":[53.56,13.27]}"#, #"{"from":[60.1699,24.9434],"to":[60.172,24.947]}"#,
        #"{"from":[60.1699,24.9434],"to":[60.1676,24.93]}"#, "[1,",
      ]
      let batch = try place.file("pairs.jsonl", Array(lines.joined(separator: "\n").utf8))
      let outcome = try await place.overlook(["route", "--batch", batch, "--json"])
      let answers = try outcome.output.split(separator: "\n").map(object)
      #expect(answers.map { $0["status"] as? String } == ["ok", "ok", "bad_request", "bad_request"])
      #expect((answers[2]["message"] as? String)?.hasPrefix("60.16760, 24.93000 lies outside of Helsinki") == true)
      #expect((answers[3]["message"] as? String)?.contains("pairs.jsonl at line 4, column 4") == true)
    }

    @Test func aServerIsAskedInPlaceOfARegion() async throws {
      let server = try #require(LoopbackServer { _ in .status(400, Array(#"{"error_code":442,"error":"No path"}"#.utf8)) })
      defer { server.stop() }
      let place = try Workplace()
      let outcome = try await place.overlook(["route", "0,10", "0,11", "--server", "valhalla:\(server.url(""))", "--json"])
      #expect(outcome.status == 1)
      #expect(try object(outcome.output)["status"] as? String == "no_route")
      #expect(server.requests.first?.hasPrefix("POST /route ") == true)
    }

    @Test func aTraceIsMatched() async throws {
      let place = try Workplace()
      let fixes = (0..<20).map { "<trkpt lat='0.00003' lon='\(10.002 + Double($0) * 0.0005)'/>" }.joined()
      let trace = try place.file("walk.gpx", Array("<gpx version='1.1'><trk><trkseg>\(fixes)</trkseg></trk></gpx>".utf8))
      let outcome = try await place.overlook(["match", trace, "--region", try region(place), "--json"])
      outcome.expectSuccess()
      let document = try object(outcome.output)
      #expect((document["matches"] as? [Any])?.count == 1)
      let places = try #require(document["fixes"] as? [[String: Any]])
      #expect(places.count == 20 && places.allSatisfy { $0["name"] as? String == "Long Street" })
    }

    /// What `route --gpx` prints has the route and its track.
    @Test func aTraceIsTheTracksOfAFile() async throws {
      let place = try Workplace()
      let region = try region(place)
      let route = try await place.overlook(["route", "0,10.002", "0.008,10.01", "--region", region, "--gpx"])
      route.expectSuccess()
      #expect(route.output.contains("<rtept "))
      let trace = try place.file("route.gpx", Array(route.output.utf8))
      let outcome = try await place.overlook(["match", trace, "--region", region, "--json"])
      outcome.expectSuccess()
      let document = try object(outcome.output)
      #expect((document["matches"] as? [Any])?.count == 1)
      let points = route.output.components(separatedBy: "<trkpt ").count - 1
      #expect((document["fixes"] as? [Any])?.count == points)
    }

    @Test func anAreaOfReachIsGeoJSON() async throws {
      let place = try Workplace()
      let outcome = try await place.overlook([
        "isochrone", "0,10.01", "--minutes", "1,2", "--mode", "foot", "--region", try region(place), "--geojson",
      ])
      outcome.expectSuccess()
      let features = try #require(try object(outcome.output)["features"] as? [[String: Any]])
      #expect(features.compactMap { ($0["properties"] as? [String: Any])?["minutes"] as? Double } == [2, 1])
    }
  }
}
