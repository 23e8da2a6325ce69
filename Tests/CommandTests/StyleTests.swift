import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook style`, for authors of styles.
  @Suite struct StyleTests {
    @Test func evaluatesExpressionsOfAFile() async throws {
      let place = try Workplace()
      let document =
        #"[{"expression": ["+", 1, ["get", "x"]], "inputs": [[{}, {"properties": {"x": 2}}]]}, {"expression": ["nope"]}]"#
      let outcome = try await place.overlook(["style", "eval", try place.file("e.json", Array(document.utf8))])
      outcome.expectSuccess()
      #expect(outcome.output.contains(#""outputs":[3]"#))
      #expect(outcome.output.contains(#""key":"[0]""#))
    }

    @Test func saysWhereADocumentIsDamaged() async throws {
      let place = try Workplace()
      let file = try place.file("e.json", Array("{\n  \"expression\": }".utf8))
      let outcome = try await place.overlook(["style", "eval", file])
      outcome.expectError("line 2, column 17")
    }

    @Test func namesPlacesInTheLanguageThatIsAskedFor() async throws {
      let place = try Workplace()
      for language in ["en", "sv"] {
        try await place.overlook([
          "snapshot", "-o", "\(language).png", "--no-demo", "--center", "60.17,24.945", "--zoom", "16", "--size", "400x300",
          "--language", language,
        ]).expectSuccess()
      }
      #expect(try place.bytes("en.png") != place.bytes("sv.png"))
    }

    @Test func showsAModelThatIsGiven() async throws {
      let place = try Workplace()
      let corners = [Float](arrayLiteral: 40, 0, -40, -40, 0, -40, 0, 60, 0).flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt32(8 * $0)) }
      }
      let model = #"""
        {"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_lights_punctual"], "scene": 0, "scenes": [{"nodes": [0]}],
         "nodes": [{"children": [1]}, {"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
         "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
         "bufferViews": [{"buffer": 0, "byteLength": 36}],
         "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,\#(Data(corners).base64EncodedString())"}]}
        """#
      let file = try place.file("m.gltf", Array(model.utf8))
      let view = ["--no-demo", "--center", "0,0", "--zoom", "17", "--tilt", "50", "--size", "200x200"]
      try await place.overlook(["snapshot", "-o", "plain.png"] + view).expectSuccess()
      try await place.overlook(["snapshot", "-o", "model.png", "--model", file] + view).expectSuccess()
      #expect(try place.bytes("plain.png") != place.bytes("model.png"))
      try await place.overlook(["snapshot", "-o", "x.png", "--model", file]).expectError("--model needs --center")
      // Named as tiles, it is told how it is shown.
      try await place.overlook(["snapshot", "-o", "x.png", file]).expectError("is a glTF model, not tiles; try: --model")
    }

    @Test func showsTrafficAndTheInsidesOfBuildings() async throws {
      let place = try Workplace()
      let folder = try IndoorFolder()
      let road = Array(
        #"{"type": "Feature", "properties": {"congestion": "heavy"}, "geometry": {"type": "LineString", "coordinates": [[-1, 0], [1, 0]]}}"#
          .utf8)
      let traffic = try place.file("traffic.json", road)
      let plain = ["snapshot", "--no-demo", "--center", "0.0005,0.0005", "--zoom", "18", "--size", "200x200", "-o"]
      try await place.overlook(plain + ["plain.png"]).expectSuccess()
      try await place.overlook(plain + ["indoor.png", "--indoor", folder.path]).expectSuccess()
      try await place.overlook(plain + ["traffic.png", "--traffic", traffic]).expectSuccess()
      #expect(try place.bytes("plain.png") != place.bytes("indoor.png"))
      #expect(try place.bytes("plain.png") != place.bytes("traffic.png"))
      try await place.overlook(plain + ["no.png", "--indoor", traffic]).expectError(
        "traffic.json is damaged: it is no collection of features")
      try await place.overlook(plain + ["no.png", "--traffic", folder.path]).expectError(folder.path)
      let server = try #require(LoopbackServer { $0 == "traffic" ? .status(200, road) : .status(404) })
      defer { server.stop() }
      try await place.overlook(plain + ["live.png", "--traffic", server.url("traffic")]).expectSuccess()
      #expect(try place.bytes("live.png") == place.bytes("traffic.png"))
      let none = try await place.overlook(plain + ["none.png", "--traffic", server.url("none")])
      #expect(none.status == 0 && none.errors.contains("warning: traffic: \(server.url("none")) does not exist"))
    }

    /// With a style the picture holds the map alone, and what is asked for by its name.
    @Test func drawsTheFiguresOverAStyleWhereTheyAreWanted() async throws {
      let place = try Workplace()
      let style = try place.file("s.json", Array(#"{"version": 8, "sources": {}, "layers": []}"#.utf8))
      let plain = ["snapshot", "--style", style, "--size", "300x200", "-o"]
      try await place.overlook(plain + ["plain.png"]).expectSuccess()
      try await place.overlook(plain + ["figures.png", "--hud"]).expectSuccess()
      #expect(try place.bytes("plain.png") != place.bytes("figures.png"))
    }

    @Test func checksDocuments() async throws {
      let place = try Workplace()
      let style =
        #"{"version": 8, "owner": 1, "sources": {}, "layers": [{"id": "a", "type": "background", "paint": {"background-opacity": 2}}]}"#
      let outcome = try await place.overlook(["style", "check", try place.file("s.json", Array(style.utf8))])
      #expect(outcome.status == 1)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("overlook: warning: ") == true)
      #expect(lines.last?.hasSuffix("s.json: layers[0].paint.background-opacity: 2 is greater than the maximum value 1") == true)
      let sound = try place.file("t.json", Array(#"{"version": 8, "sources": {}, "layers": []}"#.utf8))
      try await place.overlook(["style", "check", sound]).expectSuccess()
    }
  }
}
