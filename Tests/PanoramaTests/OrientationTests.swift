import OverlookPanorama
import Testing

@Suite struct OrientationTests {
  @Test func equalDegreesAreEqual() {
    #expect(Orientation(heading: 270, pitch: 10) == Orientation(heading: 270, pitch: 10))
  }
}
