import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// What is heard of `overlook guide --voice`, by a sound server of the test's own whose only loudspeaker is a recorder.
  @Suite struct SoundTests {
    private static let isPossible = ["pulseaudio", "parec", "espeak-ng", "setpriv"].allSatisfy { Tool.path($0) != nil }
    private static let samplesPerSecond = 8000

    /// One who stands at the start of a route hears its first sentence. A sound server with one loudspeaker, which nobody hears, and what
    /// records it are started and ended by one shell: of programs that outlive it the test would wait for the end.
    private static let script = #"""
      export HOME="$PWD/ear" XDG_RUNTIME_DIR="$PWD/ear" PULSE_RUNTIME_PATH="$PWD/ear"
      mkdir -p "$HOME"
      # Without what is open here: a test waits until nobody has that any more. Ends with this shell, however that ends.
      apart() {
        for file in /proc/self/fd/*; do [ "${file##*/}" -gt 2 ] && eval "exec ${file##*/}>&-"; done 2>/dev/null
        exec setpriv --pdeathsig KILL "$@"
      }
      (apart pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no -L "module-null-sink sink_name=ear" \
        -L "module-native-protocol-unix socket=$PWD/ear/socket auth-anonymous=1") >pulse.log 2>&1 &
      started=$!
      trap 'kill -KILL $started 2>/dev/null' EXIT
      await() {
        for _ in $(seq 900); do [ "$2" "$1" ] && return; sleep 0.1; done
        echo "$1 does not come: $(cat ./*.log)" >&2
        exit 1
      }
      await ear/socket -S
      export PULSE_SERVER="unix:$PWD/ear/socket"
      (apart parec -d ear.monitor --raw --format=s16le --rate=8000 --channels=1 --latency-msec=50 heard.raw) >parec.log 2>&1 &
      started="$started $!"
      await heard.raw -s
      if [ -e spd/speechd.conf ]; then
        (apart speech-dispatcher -s -c unix_socket -S "$PWD/s" -C "$PWD/spd" -L "$PWD" -P "$PWD/pid" -t 0) >spd.log 2>&1 &
        started="$started $!"
        await s -S
      fi
      export SPEECHD_ADDRESS="unix_socket:$PWD/s"
      "$overlook" guide 0,10.002 0.008,10.01 --region "$1" --trace trace.csv --voice --json --language en >events 2>errors
      # What is in the buffers of the server is still to come.
      sleep 0.5
      """#

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
      let rate = (0..<4).reduce(0) { (sum: Int, byte: Int) in sum + Int(bytes[24 + byte]) << (8 * byte) }
      let raw = place.path + "/alone.raw"
      try Data(bytes.dropFirst(44)).write(to: URL(fileURLWithPath: raw))
      return try heard(raw) * Double(samplesPerSecond) / Double(rate)
    }

    /// How long the sentence was heard, how long it is, and what was warned of.
    private func sentence(_ place: Workplace) async throws -> (heard: Double, alone: Double, errors: String) {
      let rows = (0..<3).map { "2026-01-01T00:00:0\($0)Z,0,10.002" }
      _ = try place.file("trace.csv", Array((["time,lat,lon"] + rows).joined(separator: "\n").utf8))
      let script = try place.file("hear", Array(Self.script.utf8))
      let extract = try place.townExtract()
      let outcome = try await place.shell("overlook=\"$overlook\" bash \(script) \(extract)")
      try #require(outcome.status == 0, "\(outcome.errors)")
      let events = try String(decoding: place.bytes("events"), as: UTF8.self)
      let text = try events.split(separator: "\n").compactMap { line -> String? in
        let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return event?["event"] as? String == "instruction" ? event?["text"] as? String : nil
      }
      #expect(text.count == 1, "\(outcome.errors)")
      let errors = try String(decoding: place.bytes("errors"), as: UTF8.self)
      return (try Self.heard(place.path + "/heard.raw"), try await Self.expected(try #require(text.first), place), errors)
    }

    @Test(.enabled(if: isPossible, "pulseaudio, its tools, espeak-ng or setpriv are not installed"))
    func withoutASpeechServiceEspeakIsHeard() async throws {
      let place = try Workplace()
      let (heard, alone, errors) = try await sentence(place)
      #expect(alone > 1 && abs(heard - alone) < 0.1 * alone + 0.2, "\(heard) s of \(alone) s")
      #expect(errors.contains("espeak-ng speaks instead"))
    }

    @Test(
      .enabled(
        if: isPossible && Tool.path("speech-dispatcher") != nil,
        "pulseaudio, its tools, espeak-ng, setpriv or speech-dispatcher are not installed"))
    func theSpeechServiceIsHeard() async throws {
      let place = try Workplace()
      let folder = place.path + "/spd"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let settings = """
        LogLevel 1
        LogDir "\(place.path)"
        AudioOutputMethod "pulse"
        AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
        DefaultModule espeak-ng
        """
      try Data(settings.utf8).write(to: URL(fileURLWithPath: folder + "/speechd.conf"))
      let (heard, alone, errors) = try await sentence(place)
      // Its own settings say how fast it speaks.
      #expect(alone > 1 && abs(heard - alone) < 0.3 * alone + 0.3, "\(heard) s of \(alone) s")
      #expect(!errors.contains("is left"), "\(errors)")
    }
  }
}
