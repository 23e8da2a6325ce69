import Foundation
import OverlookBench
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook bench overlays --kind` and the files that it reads.
  @Suite struct OverlayBenchTests {
    private func file(_ name: String, _ numbers: [Double], in place: Workplace) throws -> String {
      try place.file(name, numbers.flatMap { number in withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) } })
    }

    private func figures(_ output: String) throws -> [String: Double] {
      let report = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      let results = try #require(report["results"] as? [[String: Any]])
      return try results.reduce(into: [:]) { figures, result in
        figures[try #require(result["name"] as? String)] = try #require(result["value"] as? Double)
      }
    }

    /// Bare loops draw what the overlays show: they cover as much of the picture.
    @Test(arguments: [
      ("points", 3), ("moving", 2), ("icons", 3), ("markers", 3), ("lines", 2), ("polygons", 2), ("extrusions", 2), ("ground", 1),
    ]) func bareLoopsDrawTheSame(kind: String, loops: Int) async throws {
      let place = try Workplace()
      let path = try place.file("path.json", Array(#"[{"center": [-0.12, 51.5], "zoom": 10, "bearing": 20, "tilt": 30}]"#.utf8))
      let run = try await place.overlook(
        ["bench", "overlays", "--kind", kind, "--count", "300", "--path", path, "--baseline", "--json"])
      run.expectSuccess()
      let figures = try figures(run.output)
      let covered = try #require(figures["covered"])
      let bare = figures.filter { $0.key.hasPrefix("bare ") && $0.key.hasSuffix(", covered") }
      #expect(bare.count == loops)
      // But for what the edges of shapes take of pixels.
      for (name, share) in bare { #expect(share > 0.5 * covered && share < 1.5 * covered, "\(name): \(share), not \(covered)") }
      #expect(figures.filter { $0.key.hasPrefix("against bare ") && $0.value > 0 }.count == 2 * loops)
    }

    @Test func hiddenMarkersAndSingleChangesAskNothingMoreOfTheDriver() async throws {
      let place = try Workplace()
      let run = try await place.overlook(
        ["bench", "overlays", "--count", "300", "--part", "attaching", "--part", "hidden", "--part", "changes", "--json"])
      run.expectSuccess()
      let figures = try figures(run.output)
      #expect(figures["off screen, draws beyond those of none"] == 0)
      #expect(figures["off screen, bytes uploaded beyond those of none"] == 0)
      #expect(figures["one change, uploads beyond those of every frame"] == 1)
      // An instance.
      #expect(figures["one change, bytes of that upload"] == 36)
      // 30 of 3000, each at most an upload of its own.
      let uploads = try #require(figures["scattered changes, uploads beyond those of every frame"])
      #expect(uploads > 0 && uploads <= 30)
      for name in [
        "attaching 30 markers", "attaching 300 markers", "one change among 3000, until the frame starts",
        "30 scattered changes among 3000, set and brought to the driver",
        "30 scattered points of a layer of 3000, moved until the frame starts",
      ] { #expect((figures[name] ?? 0) > 0, "\(name)") }
      #expect(figures["markers against the bare draw"] == nil, "a part that was not asked for")
    }

    /// "0 heap allocations in a steady frame with any mix of overlays".
    @Test func framesWithOverlaysOfEveryKindTakeNothingFromTheHeap() async throws {
      let place = try Workplace()
      let run = try await place.overlook(["bench", "frame", "--part", "allocations", "--json"])
      run.expectSuccess()
      let figures = try figures(run.output)
      #expect(figures.count == 6)
      for (name, blocks) in figures { #expect(blocks == 0, "\(name)") }
    }

    @Test func partsOfOtherBenchmarksAreRefused() async throws {
      let place = try Workplace()
      try await place.overlook(["bench", "overlays", "--part", "weather"]).expectUsageError("knows no weather")
      try await place.overlook(["bench", "frame", "--part", "decoding"]).expectUsageError("knows no decoding")
    }

    @Test func drawsTheFilesOfAUserAndTellsItsFigures() async throws {
      let place = try Workplace()
      let lines = try file("lines.f64", [2, 0, 2, 4, -0.1, 51.5, 0.1, 51.6, -0.3, 51.45, -0.2, 51.3], in: place)
      let cameras = #"[{"center": [-0.1, 51.5], "zoom": 9}, {"center": [-0.1, 51.5], "zoom": 9.5, "bearing": 20, "tilt": 60}]"#
      let path = try place.file("path.json", Array(cameras.utf8))
      let run = try await place.overlook(["bench", "overlays", "--kind", "lines", "--data", lines, "--path", path, "--json"])
      run.expectSuccess()
      let figures = try figures(run.output)
      #expect(figures["count"] == 2)
      for name in ["load_ms", "frame_median_ms", "frame_p99_ms", "frame_min_ms", "cpu_ms", "peak_rss_mb", "covered"] {
        #expect((figures[name] ?? 0) > 0, "\(name)")
      }
    }

    @Test func saysWhatIsWrongWithAFile() async throws {
      let place = try Workplace()
      let odd = try place.file("odd.f64", [1, 2, 3])
      let half = try file("half.f64", [1], in: place)
      let wild = try file("wild.f64", [2, 0, 3, 9, 1, 2, 3, 4], in: place)
      let endless = try file("endless.f64", [.infinity, 0, 3], in: place)
      for (kind, file, fault) in [
        ("points", odd, "no whole number"), ("points", half, "no latitude"), ("lines", wild, "offsets"),
        ("polygons", endless, "number of parts"), ("points", "/no/such/file", "cannot be read"),
      ] {
        let run = try await place.overlook(["bench", "overlays", "--kind", kind, "--data", file])
        run.expectError("\(file)")
        run.expectError(fault)
      }
      try await place.overlook(["bench", "overlays", "--kind", "points", "--path", odd]).expectError("odd.f64")
    }

    /// Places that are none are left out, and do not end the program.
    @Test func drawsWhatIsLeftOfWildNumbers() async throws {
      let place = try Workplace()
      let wild = try file("wild.f64", [.nan, 51.5, -0.1, .infinity, 1e300, -1e300, -0.12, 51.5], in: place)
      try await place.overlook(["bench", "overlays", "--kind", "points", "--data", wild, "--frames", "3"]).expectSuccess()
    }
  }

  /// The weather loop of `overlook bench frame`, with few and small pictures.
  @MainActor @Suite struct WeatherBenchTests {
    @Test func aLoopDrawsNoBasePlaneAndUploadsNothingAfterItsFirstRound() throws {
      var report = BenchReport(benchmark: "frame", renderer: "")
      try WeatherBench.measure(side: 64, frameCount: 5, steps: 20, into: &report)
      func figure(_ name: String) -> Double? { report.results.first { $0.name == "weather loop, \(name)" }?.value }
      #expect(figure("drawings of the base plane") == 0)
      #expect(figure("bytes uploaded in a step beyond those of every frame") == 0)
      #expect(figure("frames of 5 left out") == 0)
    }
  }
}
