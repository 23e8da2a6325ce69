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
  }
}
