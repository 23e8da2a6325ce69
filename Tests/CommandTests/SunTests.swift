import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook sun`: positions, days, years, directions and lines of JSON.
  @Suite struct SunTests {
    private func object(_ text: some StringProtocol) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// 51.5 degrees north at the solstice of June, at noon of local mean time: 90 - 51.48 + 23.44 degrees high.
    @Test func theSunOfAMidsummerNoonIsTold() async throws {
      let place = try Workplace()
      let outcome = try await place.overlook(["sun", "--at", "51.4778,0", "--time", "2026-06-21T12:02:00Z", "--json"])
      outcome.expectSuccess()
      let sun = try object(outcome.output)
      #expect(abs(try #require(sun["altitude_airless"] as? Double) - 61.96) < 0.02)
      #expect(abs(try #require(sun["azimuth"] as? Double) - 180) < 1)
      let text = try await place.overlook(["sun", "--at", "51.4778,0", "--time", "2026-06-21T12:02:00Z"])
      #expect(text.output.contains("shadow     0.53 heights long"))
    }

    @Test func aDayHasItsEvents() async throws {
      let place = try Workplace()
      let outcome = try await place.overlook([
        "sun", "--at", "-33.8688,151.2093", "--time", "2013-12-20T01:00:00Z", "--events",
      ])
      outcome.expectSuccess()
      // Sydney's sunset of that day, 20:05 in its time, to the nearest minute.
      let isAtFive = outcome.output.contains("2013-12-20T09:04:5") || outcome.output.contains("2013-12-20T09:05:0")
      #expect(isAtFive, "\(outcome.output)")
      #expect(outcome.output.contains("  set  ") && outcome.output.contains("  golden hour ends, blue hour begins "))
      #expect(outcome.output.contains("  civil dusk, blue hour ends "))
    }

    /// The offset of the time is that of the day and of what is told.
    @Test func aDayIsThatOfTheClockThatTheTimeWasReadFrom() async throws {
      let outcome = try await Workplace().overlook([
        "sun", "--at", "60.17,24.94", "--time", "2026-06-21T00:10:00+03:00", "--events",
      ])
      outcome.expectSuccess()
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.hasPrefix("2026-06-21T") && $0.contains("+03:00  ") }, "\(outcome.output)")
      #expect(lines.contains { $0.hasPrefix("2026-06-21T22:50") && $0.contains("  set  ") }, "\(outcome.output)")
    }

    /// At the pole everything lies to the south, and what is rounded to a whole turn lies to the north.
    @Test func noAzimuthIsAWholeTurn() async throws {
      let place = try Workplace()
      for time in ["2026-03-20T12:00:00Z", "2026-06-21T12:00:00Z"] {
        for latitude in ["90", "89.9999", "-90"] {
          let outcome = try await place.overlook(["sun", "--at", "\(latitude),0", "--time", time, "--events"])
          #expect(outcome.status == 0 && !outcome.output.contains("360.0"), "\(outcome.output)")
        }
      }
    }

    /// Clocks go forward at two in the morning of that day, which began with another offset than its noon has.
    @Test func aDayOnWhichClocksAreChangedBeginsAtItsMidnight() async throws {
      let outcome = try await Workplace().overlook([
        "sun", "reach", "--at", "60.1685,24.945", "--open", "--date", "2026-09-27", "--zone", "Pacific/Auckland",
      ])
      outcome.expectSuccess()
      #expect(outcome.output.contains(", 2026-09-27:"), "\(outcome.output)")
    }

    @Test func aDirectionIsFound() async throws {
      let outcome = try await Workplace().overlook([
        "sun", "--at", "40.7536,-73.9832", "--time", "2025-01-01", "--find", "299.1,0.4", "--json",
      ])
      outcome.expectSuccess()
      let passages = try #require(try object(outcome.output)["passages"] as? [[String: Any]])
      #expect(!passages.isEmpty)
      #expect(passages.allSatisfy { abs(($0["azimuth"] as? Double ?? 0) - 299.1) < 1 })
    }

    @Test func linesAreAnsweredAndFaultsAreNamed() async throws {
      let place = try Workplace()
      let lines = [
        #"{"lat": 60.17, "lon": 24.94, "time": "2026-06-21T12:00:00Z", "body": "moon"}"#, "",
        #"{"lat": 91, "lon": 0, "time": "2026-06-21T12:00:00Z"}"#, #"{"lat": 0, "lon": 0, "time": "soon"}"#, "{",
        #"{"lat": 0, "lon": 0, "time": "3000-01-01T00:00:00Z"}"#, "[" + String(repeating: "1,", count: 9000),
        #"{"lat": 0, "lon": 0, "time": "2000-01-01T00:00:00Z", "body": "mars"}"#,
        #"{"lat": 0, "lon": 0, "time": "2000-01-01T00:00:00Z"}"#,
      ]
      let file = try place.file("lines.jsonl", Array(lines.joined(separator: "\n").utf8))
      let outcome = try await place.overlook(["sun", "--batch", file])
      #expect(outcome.status == 1 && outcome.errors.contains("6 of 9 lines had an error"), "\(outcome.errors)")
      let answers = try outcome.output.split(separator: "\n").map { try object($0) }
      #expect(answers.count == 8)
      #expect(answers.map { $0["error"] == nil } == [true, false, false, false, false, false, false, true])
      #expect((answers[1]["error"] as? String)?.contains("place is none") == true)
      #expect((answers[4]["error"] as? String)?.contains("1600 to 2600") == true)
    }

    @Test(
      arguments: [
        (["--time", "2026-01-01"], "--at"), (["--at", "60,25", "--time", "noon"], "no time"),
        (["--at", "60,25", "--body", "mars"], "body"), (["--at", "60,25", "--find", "500,1"], "azimuth"),
        (["--batch", "x", "--year"], "--batch"), (["--at", "60,25", "--time", "1500-01-01"], "1600"),
        (["--year", "1599"], "1600 to 2600"), (["--year", "soon"], "soon"),
        (["reach", "--at", "60,25", "--open", "--facing", "-90"], "exclude each other"),
        (["--batch", "nowhere.jsonl"], "No such file"), (["--at", "60,25", "--height", "nan"], "height"),
      ] as [([String], String)])
    func mistakesAreTold(_ arguments: [String], _ word: String) async throws {
      let outcome = try await Workplace().overlook(["sun"] + arguments)
      #expect(outcome.status != 0 && outcome.errors.contains(word), "\(outcome.errors)")
    }

    /// A block of central Helsinki over a day: a TIFF of as many floats as cells, none of them more than the day has.
    @Test func hoursOfSunAreWrittenAsNumbersAndAsAPicture() async throws {
      let place = try Workplace()
      let bounds = ["--bounds", "24.940,60.168,24.944,60.170", "--cell", "4", "--date", "2026-06-21"]
      let outcome = try await place.overlook(["sun", "hours", "-o", "hours.tif"] + bounds)
      outcome.expectSuccess()
      let bytes = try place.bytes("hours.tif")
      // 222 x 223 metres, by the circumference of the parallel.
      let count = (bytes.count - 270) / 4
      #expect(abs(count - 56 * 56) < 120)
      let values = stride(from: bytes.count - 4 * count, to: bytes.count, by: 4).map { (index: Int) -> Float in
        var bits: UInt32 = 0
        for byte in 0..<4 { bits |= UInt32(bytes[index + byte]) << UInt32(8 * byte) }
        return Float(bitPattern: bits)
      }
      #expect(values.allSatisfy { (0...19.2).contains($0) })
      #expect(values.contains { $0 > 15 } && values.contains { $0 < 6 })
      try Self.expectPlace(bytes)
      let picture = try await place.overlook(["sun", "hours", "-o", "hours.png"] + bounds + ["--cell", "1"])
      picture.expectSuccess()
      #expect(picture.output.contains("places of the Sun"))
      try Self.expectRoundMarks(try ImageDecoder.decode(place.bytes("hours.png")), picture.output)
      try Self.expectReference(String(decoding: try place.bytes("hours.png.aux.xml"), as: UTF8.self))
      #expect(try place.names.filter { $0.hasPrefix("hours.") }.sorted() == ["hours.png", "hours.png.aux.xml", "hours.tif"])
    }

    /// The same, for cells of a metre: west, a pixel eastwards, 0, north, 0, a pixel southwards.
    private static func expectReference(_ text: String) throws {
      let opened = try #require(text.range(of: "<GeoTransform>")), closed = try #require(text.range(of: "</GeoTransform>"))
      let numbers = text[opened.upperBound..<closed.lowerBound].split(separator: ",").compactMap {
        Double($0.trimmingCharacters(in: .whitespaces))
      }
      try #require(numbers.count == 6, "\(text)")
      let (axis, radians) = (6_378_137.0, Double.pi / 180)
      let cell = axis / 6_371_009 / cos(60.169 * radians)
      #expect(abs(numbers[0] - axis * 24.940 * radians) < 0.01 && abs(numbers[1] - cell) < 1e-4, "\(numbers)")
      #expect(abs(numbers[3] - axis * log(tan(.pi / 4 + 60.170 * radians / 2))) < 0.01, "\(numbers)")
      #expect(numbers[5] == -numbers[1] && numbers[2] == 0 && numbers[4] == 0, "\(numbers)")
      #expect(text.contains(">EPSG:3857</SRS>") && text.hasPrefix("<PAMDataset>"))
    }

    @Test func aPictureThatGoesIntoAPipeHasNothingBesideIt() async throws {
      let place = try Workplace()
      let outcome = try await place.overlook([
        "sun", "hours", "--bounds", "24.940,60.168,24.944,60.170", "--cell", "4", "--date", "2026-06-21", "-o", "/dev/null",
      ])
      outcome.expectSuccess()
      #expect(try place.names.allSatisfy { !$0.hasSuffix(".xml") } && access("/dev/null.aux.xml", F_OK) != 0)
    }

    /// Of the projection's numbers (EPSG:3857), for the north-western corner and the cell of four metres on the ground.
    private static func expectPlace(_ bytes: [UInt8]) throws {
      func double(_ offset: Int) -> Double {
        Double(bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) })
      }
      let (axis, radians) = (6_378_137.0, Double.pi / 180)
      // The scale follows the directory of 13 entries, the tie point the scale.
      #expect(abs(double(218) - axis * 24.940 * radians) < 0.01, "\(double(218))")
      #expect(abs(double(226) - axis * log(tan(.pi / 4 + 60.170 * radians / 2))) < 0.01, "\(double(226))")
      #expect(abs(double(170) - 4 * axis / 6_371_009 / cos(60.169 * radians)) < 1e-4, "\(double(170))")
    }

    /// Marks of the legend stand at steps of 1, 2 or 5 times a power of ten, and below them are letters with smooth edges.
    private static func expectRoundMarks(_ image: Image, _ output: String) throws {
      let most = try #require(output.split(separator: " ").dropLast().last.flatMap { Double($0) }, "\(output)")
      func red(_ column: Int, _ row: Int) -> UInt8 { image.pixels[4 * (row * image.width + column)] }
      let marks = (0..<image.width).filter { red($0, image.height - 21) < 60 }
      try #require(marks.count >= 2 && marks[0] == 12, "\(marks)")
      let step = Double(marks[1] - 12) / Double(image.width - 25) * most
      let mantissa = step / pow(10, (log10(step) + 0.05).rounded(.down))
      #expect([1.0, 2, 5].contains { abs(mantissa / $0 - 1) < 0.08 }, "\(step) of \(most)")
      let greys = Set((0..<image.width).map { red($0, image.height - 8) })
      #expect(greys.count > 4, "\(greys)")
    }

    /// At night the map of the night is lit, unless a style was named.
    @Test func theStyleOfTheNightComesWithTheTime() async throws {
      let place = try Workplace()
      func brightness(_ arguments: [String]) async throws -> Double {
        let view = ["--center", "60.1690,24.9440", "--zoom", "16.3", "--size", "320x240", "-o", "o.png"]
        try await place.overlook(["snapshot"] + view + arguments).expectSuccess()
        let pixels = try ImageDecoder.decode(try place.bytes("o.png")).pixels
        return Double(pixels.reduce(0) { $0 + Int($1) }) / Double(pixels.count)
      }
      let night = ["--sun-light", "2026-01-15T20:00:00Z"]
      let (own, day, dark) = try await (
        brightness(night), brightness(night + ["--style", "day"]), brightness(night + ["--style", "night"])
      )
      #expect(own + 15 < day && dark < day, "\(own), \(day), \(dark)")
      let noon = try await brightness(["--sun-light", "2026-06-21T10:00:00Z"])
      #expect(noon > own + 40)
    }

    @Test(arguments: [
      ["--bounds", "24,60,25,61", "--cell", "0.25"], ["--bounds", "-170,-10,-169.99,-9.99"],
      ["--bounds", "24.94,60.168,24.944,60.17", "--cell", "nan"],
      ["--bounds", "24.94,60.168,24.944,60.17", "--year", "99999"],
      ["--bounds", "24.94,60.168,24.944,60.17", "--date", "yesterday"],
    ]) func whatHasNoHoursOfSunIsTold(arguments: [String]) async throws {
      let outcome = try await Workplace().overlook(["sun", "hours", "-o", "x.png"] + arguments)
      #expect(outcome.status == 1 || outcome.status == 2)
      #expect(!outcome.errors.isEmpty)
    }
  }
}
