import OverlookGeometry
import OverlookInput
import OverlookPanorama
import OverlookPanoramaView
import OverlookPasses
import OverlookPlatform
import OverlookScene
import OverlookSupport

/// A view in a headless loop, and what it told its delegate.
@MainActor final class PanoramaFixture: PanoramaViewDelegate {
  let view: PanoramaView
  let loop: HeadlessLoop
  let provider = TestProvider()
  private(set) var calls: [String] = []
  private(set) var taps: [ScreenPoint] = []
  private(set) var cameras: [PanoramaCamera] = []
  var takesMarkers = false

  init(width: Double = 320, height: Double = 240) throws {
    view = PanoramaView(service: PanoramaService(provider: provider))
    view.compassHidden = true
    loop = try HeadlessLoop(content: view, size: ScreenSize(width: width, height: height))
    view.delegate = self
    cameras.reserveCapacity(4096)
  }

  /// Shows a picture and waits until all of it is there.
  func show(_ picture: PanoramaPicture, _ panorama: Panorama = Panorama(panoramaID: "test")) {
    view.show(panorama, picture: picture)
    settle()
  }

  /// Draws until nothing is missing any more.
  @discardableResult func settle(seconds: Double = 90) -> Bool {
    loop.run(timeoutSeconds: seconds) { view.isComplete && loop.content.nextDeadline(now: loop.now) == nil }
  }

  func wait(seconds: Double = 90, until isDone: () -> Bool) -> Bool { loop.run(timeoutSeconds: seconds, until: isDone) }

  func click(_ x: Double, _ y: Double) {
    let point = ScreenPoint(x: x, y: y)
    loop.send(.pointerMoved(point))
    loop.send(.buttonPressed(.left, point, []))
    loop.send(.buttonReleased(.left, point, []))
    loop.renderFrame()
  }

  func clearCalls() { calls = [] }

  func panoramaView(_ view: PanoramaView, willMoveTo panoramaID: String) {
    calls.append("will \(panoramaID) from \(view.panorama?.panoramaID ?? "none")")
  }
  func panoramaView(_ view: PanoramaView, didMoveTo panorama: Panorama?) {
    calls.append("did \(panorama?.panoramaID ?? "none")")
  }
  func panoramaView(_ view: PanoramaView, didMoveTo panorama: Panorama, near coordinate: LocationCoordinate) {
    calls.append("near \(panorama.panoramaID)")
  }
  func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveNear coordinate: LocationCoordinate) {
    calls.append("no near")
  }
  func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveTo panoramaID: String) {
    calls.append("no \(panoramaID)")
  }
  func panoramaView(_ view: PanoramaView, didMove camera: PanoramaCamera) { cameras.append(camera) }
  func panoramaView(_ view: PanoramaView, didTapAt point: ScreenPoint) { taps.append(point) }
  func panoramaView(_ view: PanoramaView, didTap marker: Marker) -> Bool {
    calls.append("marker")
    return takesMarkers
  }
  func panoramaViewDidStartRendering(_ view: PanoramaView) { calls.append("start") }
  func panoramaViewDidFinishRendering(_ view: PanoramaView) { calls.append("finish") }
}

/// Who finds where the pixels of a panorama lie in its picture.
enum PanoramaDrawer: CaseIterable {
  /// The processor, for squares of the view.
  case squares
  /// The driver, for pieces that the processor cut.
  case pieces
  /// The driver, for each pixel, as on a graphics card.
  case pixels

  @MainActor func draw(_ view: PanoramaView) {
    view.renderer = self == .squares ? .software : .driver
    view.findsPlacesByPixel = self == .pixels
  }
}
