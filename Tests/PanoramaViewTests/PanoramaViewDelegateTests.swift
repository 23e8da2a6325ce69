import OverlookPanorama
import OverlookPanoramaView
import Testing

@Suite @MainActor struct PanoramaViewDelegateTests {
  private final class Silent: PanoramaViewDelegate {}

  @Test func nobodyHasToListen() {
    let delegate: any PanoramaViewDelegate = Silent()
    delegate.panoramaViewDidTap(at: Orientation(heading: 0, pitch: 0))
    #expect(delegate is Silent)
  }
}
