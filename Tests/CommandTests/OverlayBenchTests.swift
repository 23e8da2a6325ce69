import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook bench overlays --kind` and the files that it reads.
  @Suite struct OverlayBenchTests {
    private func file(_ name: String, _ numbers: [Double], in place: Workplace) throws -> String {
      try place.file(name, numbers.flatMap { number in withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) } })
    }

    @Test func drawsTheFilesOfAUserAndTellsItsFigures() async throws {
      let place = try Workplace()
      let lines = try file("lines.f64", [2, 0, 2, 4, -0.1, 51.5, 0.1, 51.6, -0.3, 51.45, -0.2, 51.3], in: place)
      let cameras = #"[{"center": [-0.1, 51.5], "zoom": 9}, {"center": [-0.1, 51.5], "zoom": 9.5, "bearing": 20, "tilt": 60}]"#
      let path = try place.file("path.json", Array(cameras.utf8))
      let run = try await place.overlook(["bench", "overlays", "--kind", "lines", "--data", lines, "--path", path, "--json"])
      run.expectSuccess()
      let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      let results = try #require(report["results"] as? [[String: Any]])
      var figures: [String: Double] = [:]
      for result in results { figures[result["name"] as? String ?? ""] = result["value"] as? Double }
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
}
