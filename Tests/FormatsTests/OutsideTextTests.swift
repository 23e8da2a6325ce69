import OverlookFormats
import OverlookSupport
import Testing

@Suite struct OutsideTextTests {
  @Test func replacesControlAndDirectionCharacters() {
    #expect(OutsideText.cleaned("a\u{1B}[31mb") == "a\u{FFFD}[31mb")
    #expect(OutsideText.cleaned("a\u{202E}b\u{2066}c\u{9B}d\u{7F}") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}")
  }

  @Test func makesOneLineOfMany() {
    #expect(OutsideText.cleaned("  one\r\n\n two\t three ") == "one two three")
  }

  @Test func cutsLongTextWithAnEllipsis() {
    let cut = OutsideText.cleaned(String(repeating: "x", count: 1000))
    #expect(cut.count == OutsideText.maximumLength + 1)
    #expect(cut.hasSuffix("\u{2026}"))
  }

  @Test func readsTheTextOfHTML() {
    let html = "<a href=\"https://example.org\">&copy; Open &amp; Free</a> &#169; &#xA9; &unknown; <b"
    #expect(OutsideText.plainText(fromHTML: html) == "\u{A9} Open & Free \u{A9} \u{A9} &unknown;")
  }

  @Test func errorsAreOneCleanLine() {
    let error = FormatError.malformed("a\nb", fault: "c\u{1B}d").inside("file")
    #expect(error.description == "file: a b is damaged: c\u{FFFD}d")
  }
}
