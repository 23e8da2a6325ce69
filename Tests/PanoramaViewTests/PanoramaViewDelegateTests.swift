import OverlookPanorama
import OverlookPanoramaView
import Testing

@Suite @MainActor struct PanoramaViewDelegateTests {
  private final class Silent: PanoramaViewDelegate {}

  @Test func nobodyHasToListen() {
    let view = PanoramaView()
    let silent = Silent()
    view.delegate = silent
    view.camera = PanoramaCamera(heading: 10, pitch: 0)
    #expect(view.camera.orientation.heading == 10)
  }
}
