import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// Keys in addresses and headers are for the server alone: none is in what the program prints or keeps (TL, robustness R8).
  @Suite struct SecretTests {
    private static let answers: [LoopbackServer.Answer] = [
      .status(200, Array("<html>sign in</html>".utf8)), .status(200, [1, 2, 3], headers: ["Cache-Control: max-age=600"]),
      .status(401), .status(400), .status(404), .status(429, headers: ["Retry-After: 900"]), .status(500), .raw([]), .reset([]),
      .status(302, headers: ["Location: file:///CANARY"]), .status(302, headers: ["Location: http://user:CANARY@[::1/"]),
      .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab".utf8)), .raw(Array("garbage".utf8)),
      .status(200, Array("{\"tilejson\": \"3.0.0\", \"tiles\": [\"x?key=CANARY\"], \"minzoom\": 99}".utf8)),
      .status(200, Array("<Capabilities><Layer>".utf8)),
    ]

    private static let ways: [@Sendable (_ port: Int) -> [String]] = [
      { ["http://127.0.0.1:\($0)/{z}/{x}/{y}?key=CANARY"] }, { ["http://me:CANARY@127.0.0.1:\($0)/{z}/{x}/{y}"] },
      { ["http://127.0.0.1:\($0)/tiles.json?access_token=CANARY"] }, { ["wmts:http://127.0.0.1:\($0)/wmts?apikey=CANARY"] },
      { ["wms:http://me:CANARY@127.0.0.1:\($0)/wms"] }, { ["tms:http://127.0.0.1:\($0)/tms?token=CANARY"] },
      { ["http://127.0.0.1:\($0)/a.pmtiles?signature=CANARY"] },
      { ["http://127.0.0.1:\($0)/{z}/{x}/{y}", "--header", "X-Api-Key: CANARY"] },
      { ["http://127.0.0.1:\($0)/{z}/{x}/{y}", "--header", "Authorization: Bearer CANARY"] },
    ]

    @Test(arguments: answers.indices) func keysAreSeenByTheServerAlone(index: Int) async throws {
      let server = try #require(LoopbackServer { _ in Self.answers[index] })
      defer { server.stop() }
      // A third of the ways with each answer; all ways meet a third of the answers.
      for (number, way) in Self.ways.enumerated() where number % 3 == index % 3 {
        let place = try Workplace()
        var arguments = way(server.port)
        let location = arguments.removeFirst()
        let before = server.requests.count
        var line = ""
        // On a busy machine the shorter time is over before the server is asked.
        for timeout in ["0.6", "30"] where server.requests.count == before {
          let command =
            number.isMultiple(of: 2)
            ? ["snapshot", "-o", "o.png", "--size=64x48", "--timeout=\(timeout)", "--tiles", location]
            : ["info", "--timeout=\(timeout)", location]
          let outcome = try await place.overlook(command + arguments)
          line = command.joined(separator: " ")
          #expect(
            !outcome.output.contains("CANARY") && !outcome.errors.contains("CANARY"),
            "\(line): \(outcome.output)\(outcome.errors)")
        }
        for file in FileManager.default.enumerator(atPath: place.cachePath)?.compactMap({ $0 as? String }) ?? [] {
          let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(place.cachePath)/\(file)"))
          // What a server sends is kept as it is, and may name a key; this one echoes none but where it is told to.
          if index == 13 { continue }
          #expect(bytes?.range(of: Data("CANARY".utf8)) == nil, "\(line): \(file)")
          #expect(!file.contains("CANARY"), "\(line): \(file)")
        }
      }
      let seen = server.requests.joined()
      #expect(seen.contains("CANARY"))
      if index % 3 == 2 { #expect(seen.contains("Authorization: Bearer CANARY")) }
    }
  }
}
