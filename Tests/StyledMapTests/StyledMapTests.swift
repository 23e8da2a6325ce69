import OverlookStyle
import OverlookStyledMap
import Testing

@MainActor @Suite struct StyledMapTests {
  @Test func aMapKeepsTheStyleItWasMadeWith() throws {
    let document = try StyleDocument(Array(#"{"version": 8, "name": "plain", "sources": {}, "layers": []}"#.utf8))
    #expect(StyledMap(document: document).document.name == "plain")
  }
}
