import OverlookSupport
import Testing

@Suite struct SlashesTests {
  @Test(arguments: [("", ""), ("/", ""), ("///", ""), ("a", "a"), ("a/b//", "a/b"), ("/a", "/a"), ("é/", "é")])
  func areTakenFromTheEndAlone(text: String, plain: String) {
    #expect(text.withoutTrailingSlashes == plain && text[...].withoutTrailingSlashes == plain)
  }
}
