import OverlookFormats
import OverlookTestSupport
import Testing

extension CommandTests {
  /// What a person may type wrongly: status 2, before anything is done.
  @Suite struct UsageTests {
    private static let snapshot = ["snapshot", "-o", "out.png", "--size", "32x24"]

    @Test(arguments: [
      "--center=nan,0", "--center=91,0", "--center=-90.1,0", "--center=1e309,0", "--center=0,1e309", "--center=inf,inf",
      "--center=0,361", "--center=0,0,0", "--center=12", "--center=,", "--center=", "--zoom=nan", "--zoom=inf", "--zoom=1e309",
      "--zoom=abc", "--bearing=nan", "--tilt=-inf", "--size=0x0", "--size=99999x99999", "--size=-1x5", "--size=5", "--size=axb",
      "--size=1e3x5", "--scale=0", "--scale=nan", "--scale=-1", "--scale=9", "--timeout=-1", "--timeout=nan", "--frobnicate",
      "--tiles=", "--tiles=ftp://host/{z}/{x}/{y}", "--tiles=file:///{z}/{x}/{y}", "--tiles=http://host/{z}/{x}",
      "--tiles=http:///{z}/{x}/{y}",
      "--tiles=http://host/{z}/{x}/{y}/{nope}", "--tiles=http://host:99999/{z}/{x}/{y}",
    ]) func isToldInOneLineAndUsage(argument: String) async throws {
      let place = try Workplace()
      try await place.overlook(Self.snapshot + [argument]).expectUsageError()
      #expect(try place.names.isEmpty)
    }

    @Test func aRendererThatIsNoneIsToldWithThoseThatThereAre() async throws {
      let place = try Workplace()
      for arguments in [Self.snapshot, ["bench", "driver"]] {
        try await place.overlook(arguments + ["--renderer", "gpu"]).expectUsageError("automatic, driver, software")
        try await place.overlook(arguments, environment: ["OVERLOOK_RENDERER": "gpu"])
          .expectError("OVERLOOK_RENDERER is \"gpu\"", status: 2)
      }
      #expect(try place.names.isEmpty)
    }

    @Test(arguments: ["driver", "software"]) func benchNamesWhoDrew(renderer: String) async throws {
      let place = try Workplace()
      let bench = ["bench", "overlays", "--kind", "points", "--count", "10", "--frames", "2", "--renderer", renderer]
      let text = try await place.overlook(bench)
      text.expectSuccess()
      #expect(text.output.contains("drawn by \(renderer)"))
      let json = try await place.overlook(bench + ["--json"])
      #expect(json.output.contains("\"drawnBy\" : \"\(renderer)\""))
    }

    @Test func namesWhatIsMissing() async throws {
      let place = try Workplace()
      try await place.overlook(["snapshot"]).expectUsageError("--output")
      try await place.overlook(["replay"]).expectUsageError("log")
      try await place.overlook(["bench", "nothing"]).expectUsageError("nothing")
      try await place.overlook(["--frobnicate"]).expectUsageError("--frobnicate")
      try await place.overlook(["snapshot", "-o", ""]).expectError("name", status: 2)
    }

    /// The ends of what can be meant.
    @Test(arguments: [
      ["--zoom=0"], ["--zoom=24"], ["--bearing=-360"], ["--zoom=16", "--tilt=85"], ["--center=90,-180", "--zoom=22"],
      ["--center=-90,180", "--zoom=22"], ["--center", "-33.9,-18.4", "--bearing", "-20", "--zoom", "1"], ["--center=12, 34"],
      ["--scale=0.25", "--size=1x1"],
      ["--timeout=1e308"],
    ]) func extremesAreDrawn(arguments: [String]) async throws {
      let place = try Workplace()
      try await place.overlook(["snapshot", "-o", "out.png", "--size=64x48", "--no-demo"] + arguments).expectSuccess()
      #expect(try place.names == ["out.png"])
    }

    /// Longitudes beyond the 180th degree are taken as those of the other side, which is said.
    @Test(arguments: [("12,200", "12,-160"), ("24.94,-300.5", "24.94,59.5"), ("90,-360", "90,0")])
    func aCenterThatIsNotTakenAsItIsWrittenIsTold(center: String, taken: String) async throws {
      let place = try Workplace()
      let outcome = try await place.overlook(["snapshot", "-o", "out.png", "--size=64x48", "--no-demo", "--center=" + center])
      #expect(outcome.status == 0)
      #expect(outcome.errors == "overlook: warning: --center \(center) is taken as \(taken)\n")
    }

    @Test func helpAndVersionAreNoErrors() async throws {
      let place = try Workplace()
      for arguments in [["--help"], ["help", "snapshot"], ["snapshot", "--help"], ["--version"]] {
        let outcome = try await place.overlook(arguments)
        outcome.expectSuccess()
        #expect(!outcome.output.isEmpty)
      }
    }
  }
}
