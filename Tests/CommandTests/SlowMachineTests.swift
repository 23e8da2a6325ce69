import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// A disk and a server that take their time: the picture waits for neither.
  @Suite(.serialized, .enabled(if: Tool.path("strace") != nil, "strace is not installed"))
  struct SlowMachineTests {
    /// What each read of an archive, and each answer of the server, takes at least.
    private static let delay = 0.6

    private let place: Workplace
    private let server: LoopbackServer

    init() async throws {
      place = try Workplace()
      let picture = try PNGEncoder.encode(Image(width: 256, height: 256, scale: 1) { _, _ in SIMD4(40, 120, 60, 255) })
      let answer = LoopbackServer.message(200, picture, ["Content-Type: image/png"])
      server = try #require(LoopbackServer { _ in .late(seconds: Self.delay, answer) })
    }

    /// A tour of six seconds over the archive of the world and a server.
    private func tour(delayed call: String?) async throws -> [String: Double] {
      let injection = call.map { ["-e", "inject=\($0):delay_enter=\(Int(Self.delay * 1e6))"] } ?? []
      let outcome = try await Tool.run(
        "strace",
        ["-f", "--seccomp-bpf", "-qq", "-o", "calls", "-e", "trace=pread64"] + injection + [
          Workplace.program, "bench", "soak", "--json", "--paced", "--frames", "360", "--tiles",
          server.url("{z}/{x}/{y}.png"),
        ], environment: Workplace.environment.merging(["XDG_CACHE_HOME": place.cachePath]) { $1 }, in: place.path, seconds: 120)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try Figures(outcome.output).values
    }

    @Test func noTurnOfTheLoopWaitsForThem() async throws {
      let quick = try await tour(delayed: nil)
      let slow = try await tour(delayed: "pread64")
      let longest = try #require(slow["a turn, longest"])
      // In the debug program the longest turn is one of work; none has one wait more in it.
      #expect(longest < max(quick["a turn, longest"] ?? 0, 100) + 500 * Self.delay, "\(longest) ms")
      let reads = try String(contentsOfFile: place.path + "/calls", encoding: .utf8)
      #expect(reads.contains("DELAYED"), "the disk was slow")
      #expect(server.requests.count > 4, "the server was asked")
    }
  }
}

/// The figures of a report by their names.
private struct Figures: Decodable {
  private struct Result: Decodable {
    let name: String
    let value: Double
  }
  private let results: [Result]

  init(_ json: String) throws { self = try JSONDecoder().decode(Figures.self, from: Data(json.utf8)) }

  var values: [String: Double] { Dictionary(results.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }) }
}
