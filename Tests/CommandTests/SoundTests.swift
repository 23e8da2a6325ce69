import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// What is heard of `overlook guide --voice`, by a sound server of the test's own whose only loudspeaker is a recorder.
  @Suite struct SoundTests {
    private static let isPossible = ["pulseaudio", "parec", "espeak-ng"].allSatisfy { Tool.path($0) != nil }
    private static let samplesPerSecond = 8000

    /// A sound server with one loudspeaker, which nobody hears.
    private final class Ear {
      private let server: Tool
      let environment: [String: String?]

      init(_ place: Workplace) throws {
        let folder = place.path + "/ear"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let socket = "unix:" + folder + "/socket"
        environment = ["HOME": folder, "XDG_RUNTIME_DIR": folder, "PULSE_SERVER": socket, "PULSE_RUNTIME_PATH": folder]
        var own = environment
        own["PULSE_SERVER"] = .some(nil)
        server = try Tool(
          "pulseaudio",
          [
            "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L", "module-null-sink sink_name=ear", "-L",
            "module-native-protocol-unix socket=\(folder)/socket auth-anonymous=1",
          ], environment: own)
        try #require(blockUntil { FileManager.default.fileExists(atPath: folder + "/socket") }, "\(server.errors)")
      }

      deinit { server.kill() }

      /// Records until the tool is ended.
      func record(into path: String) async throws -> Tool {
        let form = ["--raw", "--format=s16le", "--rate=\(SoundTests.samplesPerSecond)", "--channels=1", "--latency-msec=50"]
        let tool = try Tool("parec", ["-d", "ear.monitor"] + form + [path], environment: environment)
        try #require(await eventually { FileManager.default.contents(atPath: path)?.isEmpty == false }, "\(tool.errors)")
        return tool
      }
    }

    /// Seconds from the first sound to the last one.
    private static func heard(_ path: String) throws -> Double {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let loud = stride(from: 0, to: bytes.count - 1, by: 2).filter {
        Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8).magnitude > 300
      }
      guard let first = loud.first, let last = loud.last else { return 0 }
      return Double(last - first) / 2 / Double(samplesPerSecond)
    }

    /// Seconds of the same sentence from espeak-ng alone, without the silence around it.
    private static func expected(_ text: String, _ place: Workplace) async throws -> Double {
      let path = place.path + "/alone.wav"
      _ = try await Tool.run("espeak-ng", ["-v", "en", "-w", path, text])
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      try #require(bytes.count > 44)
      let rate = (0..<4).reduce(0) { $0 + Int(bytes[24 + $1]) << (8 * $1) }
      let raw = place.path + "/alone.raw"
      try Data(bytes.dropFirst(44)).write(to: URL(fileURLWithPath: raw))
      return try heard(raw) * Double(samplesPerSecond) / Double(rate)
    }

    /// One who stands at the start of a route and hears its first sentence; how long it was heard, and how long it is.
    private func sentence(
      _ place: Workplace, _ ear: Ear, environment: [String: String?]
    ) async throws -> (heard: Double, alone: Double, errors: String) {
      let rows = (0..<3).map { "2026-01-01T00:00:0\($0)Z,0,10.002" }
      let trace = try place.file("trace.csv", Array((["time,lat,lon"] + rows).joined(separator: "\n").utf8))
      let recording = place.path + "/heard.raw"
      let recorder = try await ear.record(into: recording)
      let arguments = ["guide", "0,10.002", "0.008,10.01", "--region", try place.townExtract(), "--trace", trace]
      let outcome = try await place.overlook(
        arguments + ["--voice", "--json", "--language", "en"], environment: ear.environment.merging(environment) { $1 })
      // What is in the buffers of the server is still to come.
      try await Task.sleep(for: .seconds(0.5))
      recorder.kill()
      let text = try outcome.output.split(separator: "\n").compactMap { line -> String? in
        let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return event?["event"] as? String == "instruction" ? event?["text"] as? String : nil
      }
      #expect(text.count == 1, "\(outcome.output)")
      return (try Self.heard(recording), try await Self.expected(try #require(text.first), place), outcome.errors)
    }

    @Test(.enabled(if: isPossible, "pulseaudio, its tools or espeak-ng are not installed"))
    func withoutASpeechServiceEspeakIsHeard() async throws {
      let place = try Workplace()
      let ear = try Ear(place)
      let (heard, alone, errors) = try await sentence(
        place, ear, environment: ["SPEECHD_ADDRESS": "unix_socket:\(place.path)/nobody"])
      #expect(alone > 1 && abs(heard - alone) < 0.1 * alone + 0.2, "\(heard) s of \(alone) s")
      #expect(errors.contains("espeak-ng speaks instead"))
    }

    @Test(
      .enabled(
        if: isPossible && Tool.path("speech-dispatcher") != nil, "pulseaudio, its tools, or speech-dispatcher are not installed"))
    func theSpeechServiceIsHeard() async throws {
      let place = try Workplace()
      let ear = try Ear(place)
      let folder = place.path + "/spd"
      try FileManager.default.createDirectory(atPath: folder + "/conf", withIntermediateDirectories: true)
      let settings = """
        LogLevel 1
        LogDir "\(folder)"
        AudioOutputMethod "pulse"
        AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
        DefaultModule espeak-ng
        """
      try Data(settings.utf8).write(to: URL(fileURLWithPath: folder + "/conf/speechd.conf"))
      let service = try Tool(
        "speech-dispatcher",
        ["-s", "-c", "unix_socket", "-S", folder + "/s", "-C", folder + "/conf", "-L", folder, "-P", folder + "/pid", "-t", "0"],
        environment: ear.environment)
      defer { service.kill() }
      try #require(await eventually { FileManager.default.fileExists(atPath: folder + "/s") })
      let (heard, alone, errors) = try await sentence(place, ear, environment: ["SPEECHD_ADDRESS": "unix_socket:\(folder)/s"])
      // Its own settings say how fast it speaks.
      #expect(alone > 1 && abs(heard - alone) < 0.3 * alone + 0.3, "\(heard) s of \(alone) s")
      #expect(!errors.contains("is left"), "\(errors)")
    }
  }
}
