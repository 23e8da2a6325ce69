import Testing

@testable import OverlookSupport

@Suite struct ColorLuminanceTests {
  /// The weights are those of ITU-R BT.709-6, item 3.2, which add up to one.
  @Test func weightsAreThoseOfTheRecommendation() {
    #expect(Color.luminance(SIMD3(1, 0, 0)) == 0.2126)
    #expect(Color.luminance(SIMD3(0, 1, 0)) == 0.7152)
    #expect(Color.luminance(SIMD3(0, 0, 1)) == 0.0722)
    #expect(abs(Color.luminance(SIMD3(repeating: 1)) - 1) < 1e-6)
  }
}
