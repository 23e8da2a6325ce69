import Foundation
import OverlookBench
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook bench overlays --scene`, `bench compare` and `--trace`.
  @Suite struct SceneBenchTests {
    private static let scene = """
      {"overlays": [
        {"kind": "points", "title": "dots", "count": 300}, {"kind": "polygons", "count": 20, "zIndex": 2}, {"kind": "ground"}],
       "path": [{"center": [-0.12, 51.5], "zoom": 11}, {"center": [-0.2, 51.45], "zoom": 10, "bearing": 30, "tilt": 40}],
       "frames": 12, "displayRate": 100}
      """

    private func object(_ text: String) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func tellsFramesAllocationsAndWhatEachLayerTakes() async throws {
      let place = try Workplace()
      let scene = try place.file("scene.json", Array(Self.scene.utf8))
      let run = try await place.overlook(
        ["bench", "overlays", "--scene", scene, "--count", "50", "--json", "--trace", "trace.json"])
      run.expectSuccess()
      let report = try object(run.output)
      var figures: [String: Double] = [:]
      for result in try #require(report["results"] as? [[String: Any]]) {
        figures[result["name"] as? String ?? ""] = result["value"] as? Double
      }
      #expect(figures["count"] == 370.0, "300 + 20 + 50")
      for name in ["load_ms", "frame_median_ms", "frame_p99_ms", "frame_max_ms", "cpu_ms", "rss_mb", "peak_rss_mb"] {
        #expect((figures[name] ?? 0) > 0, "\(name)")
      }
      #expect(figures["dropped_frames at 100 Hz"] != nil && figures["heap_blocks a frame"] != nil)
      let histograms = try #require(report["histograms"] as? [[String: Any]])
      let frame = try #require(histograms.first { $0["name"] as? String == "frame" })
      #expect(frame["count"] as? Int == 12)
      let buckets = try #require(frame["buckets"] as? [[Int]])
      #expect(buckets.reduce(0) { $0 + $1[2] } == 12)
      let costs = try #require(report["costs"] as? [[String: Any]])
      let dots = try #require(costs.first { $0["name"] as? String == "dots" })
      #expect((dots["draws"] as? Double ?? 0) > 0 && (dots["submit"] as? Double ?? 0) > 0)
      let trace = try object(String(decoding: try place.bytes("trace.json"), as: UTF8.self))
      #expect((trace["traceEvents"] as? [Any])?.isEmpty == false)
    }

    @Test(arguments: [
      ("", "scene.json"), ("[]", "no list of overlays"), (#"{"overlays": []}"#, "no list of overlays"),
      (#"{"overlays": [{"kind": "unicorns"}]}"#, "overlays[0]: kind"),
      (#"{"overlays": [{"kind": "points", "count": -4}]}"#, "overlays[0]: count"),
      (#"{"overlays": [{"kind": "points", "count": 1e300}]}"#, "overlays[0]: count"),
      (#"{"overlays": [{"kind": "points"}], "path": [{"zoom": 3}]}"#, "path[0]: no camera"),
      (#"{"overlays": [{"kind": "points"}], "displayRate": 0}"#, "displayRate"),
      (#"{"overlays": [{"kind": "points"}], "base": "moon"}"#, "base"),
      (#"{"overlays": [{"kind": "points", "data": "missing.f64"}]}"#, "missing.f64 cannot be read"),
    ]) func saysWhatIsWrongWithAScene(text: String, fault: String) async throws {
      let place = try Workplace()
      let scene = try place.file("scene.json", Array(text.utf8))
      try await place.overlook(["bench", "overlays", "--scene", scene]).expectError(fault)
    }

    @Test func comparesTheFiguresThatTwoReportsHave() async throws {
      let place = try Workplace()
      let a = #"{"results": [{"name": "x", "value": 4, "unit": "ms"}, {"name": "only", "value": 1, "unit": ""}]}"#
      let b = #"{"results": [{"name": "x", "value": 6, "unit": "ms"}, {"name": "new", "value": 1, "unit": ""}]}"#
      let paths = [try place.file("a.json", Array(a.utf8)), try place.file("b.json", Array(b.utf8))]
      let run = try await place.overlook(["bench", "compare"] + paths)
      run.expectSuccess()
      #expect(run.output.contains("1.500 x") && run.output.contains("only in A: only") && run.output.contains("only in B: new"))
      let json = try object(try await place.overlook(["bench", "compare", "--json"] + paths).output)
      #expect((json["compared"] as? [[String: Any]])?.first?["ratio"] as? Double == 1.5)
      try await place.overlook(["bench", "compare", paths[0], "/no/such.json"]).expectError("/no/such.json cannot be read")
      let broken = try place.file("c.json", Array("{}".utf8))
      try await place.overlook(["bench", "compare", paths[0], broken]).expectError("no results")
      try await place.overlook(["bench", "compare", paths[0]]).expectUsageError("two files")
    }

    @Test func aTraceThatCannotBeWrittenIsToldBeforeAnythingIsDrawn() async throws {
      let place = try Workplace()
      for path in ["/no/such/folder/t.json", place.path] {
        try await place.overlook(["snapshot", "-o", "a.png", "--trace", path]).expectError(path)
      }
      #expect(try place.names.isEmpty)
    }

    @Test func aTraceIsWholeWhenTheProgramIsInterrupted() async throws {
      let place = try Workplace()
      let run = try await place.shell(
        """
        set -m
        "$overlook" bench overlays --kind points --count 1000 --frames 100000 --trace t.json &
        for _ in $(seq 600); do [ "$(stat -c %s t.json 2>/dev/null || echo 0)" -gt 20000 ] && break; sleep 0.1; done
        kill -INT %1
        wait %1
        echo "status $?"
        """)
      // 128 + SIGINT: it ended as any interrupted program does.
      #expect(run.output.contains("status 130"), "\(run.output) \(run.errors)")
      let trace = try object(String(decoding: try place.bytes("t.json"), as: UTF8.self))
      let events = try #require(trace["traceEvents"] as? [[String: Any]])
      #expect(events.count { $0["name"] as? String == "frame" } > 10)
    }
  }
}

/// The histogram against the sorted durations themselves.
@Suite struct LatencyHistogramTests {
  @Test(arguments: [0.0000035, 0.004, 1.7, 400]) func percentilesAreRightToOnePartIn128(scale: Double) {
    var histogram = LatencyHistogram()
    let durations = (1...1000).map { (number: Int) -> Double in scale * Double(number * 7919 % 1000 + 1) / 1000 }
    for duration in durations { histogram.record(duration) }
    let sorted = durations.sorted()
    for (fraction, index) in [(0.5, 499), (0.9, 899), (0.99, 989), (0.999, 998), (1, 999)] {
      let error = abs(histogram.percentile(fraction) - sorted[index])
      #expect(error <= sorted[index] / 128 + 1e-6, "\(fraction)")
    }
    // To a microsecond.
    #expect(abs(histogram.minimum - sorted[0]) <= 1e-6 && abs(histogram.maximum - sorted[999]) <= 1e-6)
    let mean = durations.reduce(0, +) / 1000
    #expect(abs(histogram.mean - mean) <= mean / 128 + 1e-6)
    #expect(histogram.buckets.reduce(0) { $0 + $1.count } == 1000)
  }

  @Test func whatIsNoDurationCountsAsNone() {
    var histogram = LatencyHistogram()
    #expect(histogram.percentile(0.5) == 0 && histogram.buckets.isEmpty)
    for duration in [-1, .nan, 0, .infinity, 1e300] { histogram.record(duration) }
    #expect(histogram.count == 5 && histogram.minimum == 0 && histogram.maximum == 1000)
  }
}
