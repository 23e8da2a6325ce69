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

    @Test func checksDocuments() async throws {
      let place = try Workplace()
      let style =
        #"{"version": 8, "sources": {}, "layers": [{"id": "a", "type": "background", "paint": {"background-opacity": 2, "x": 1}}]}"#
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
