import Testing

@testable import OverlookStyle

/// Texts and values by CSS Color Module Level 4.
@Suite struct StyleColorTests {
  @Test(arguments: [
    ("#f00", "rgba(255,0,0,1)"), ("#0f08", "rgba(0,255,0,0.5333333333333333)"), ("#1a2b3c", "rgba(26,43,60,1)"),
    ("#1A2B3C80", "rgba(26,43,60,0.5019607843137255)"), ("rebeccapurple", "rgba(102,51,153,1)"),
    (" White ", "rgba(255,255,255,1)"),
    ("transparent", "rgba(0,0,0,0)"), ("rgb(1, 2, 3)", "rgba(1,2,3,1)"), ("rgba(1,2,3,0.5)", "rgba(1,2,3,0.5)"),
    ("rgb(100% 0% 0% / 50%)", "rgba(255,0,0,0.5)"), ("rgb(300, -5, 0)", "rgba(255,0,0,1)"),
    ("hsl(120, 100%, 25%)", "rgba(0,128,0,1)"),
    ("hsla(-240deg, 100%, 25%, 0.5)", "rgba(0,128,0,0.5)"), ("hsl(0 0% 50%)", "rgba(128,128,128,1)"),
  ])
  func readsCSS(text: String, expected: String) {
    #expect(StyleColor(css: text)?.text == expected)
  }

  @Test(arguments: [
    "", "#", "#12", "#12345", "#ggg", "rgb(1,2)", "rgb(1,2,3", "rgb(1 2 3 4)", "rgb(1,2%,3)", "rgb(nan,0,0)", "rgb(inf,0,0)",
    "rgb(0x10,0,0)", "hsl(0,1,1)", "no such colour", "rgb(1,2,3/4)", "rgb(,,)",
  ])
  func refusesWhatIsNoColour(text: String) {
    #expect(StyleColor(css: text) == nil)
  }

  /// sRGB green in CIELAB with D50: L 87.8185, a -79.2711, b 80.9946 (CSS Color 4, section 9.3, by its matrices); the middle
  /// between two equal colours is that colour, whatever the space.
  @Test func comesBackFromPerceptualSpaces() {
    let green = StyleColor(red: 0, green: 1, blue: 0)
    for mix in [PerceptualColor.interpolateLab(green, green, 0.5), PerceptualColor.interpolateHCL(green, green, 0.5)] {
      #expect(abs(mix.red) < 1e-3 && abs(mix.green - 1) < 1e-3 && abs(mix.blue) < 1e-3)
    }
  }
}
