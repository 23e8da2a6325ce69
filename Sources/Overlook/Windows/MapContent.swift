import OverlookControls
import OverlookGeometry
public import OverlookInput

extension MapView: WindowView {
  /// The map as a frame loop sees it.
  public var windowContent: any WindowContent { MapContent(self) }
}

/// What a frame loop calls, handed on to the map.
final class MapContent: CoveredContent {
  private let map: MapView

  init(_ map: MapView) {
    self.map = map
  }

  var wake: @Sendable () -> Void {
    get { map.wake }
    set { map.wake = newValue }
  }

  var host: (any WindowHost)? {
    get { map.host }
    set { map.host = newValue }
  }

  var useContext: (@MainActor (@MainActor () -> Void) -> Void)? {
    get { map.useContext }
    set { map.useContext = newValue }
  }

  var coveredRect: ScreenRect? {
    get { map.controlLayer.area.covered }
    set { map.controlLayer.area.covered = newValue }
  }

  var raisedRects: [ScreenRect] { map.controlLayer.raisedRects }
  var needsNewContext: Bool { map.contextLoss != nil }
  var preferredFrameRate: FrameRate { map.preferredFrameRate }

  func prepare(for size: ScreenSize, framebuffer: PixelSize) { map.prepare(for: size, framebuffer: framebuffer) }
  func resize(to size: ScreenSize, framebuffer: PixelSize) { map.resize(to: size, framebuffer: framebuffer) }
  func handle(_ event: InputEvent) { map.handle(event) }
  func prepareFrame(now: Double) -> Bool { map.prepareFrame(now: now) }
  func drawFrame(now: Double) { map.drawFrame(now: now) }
  func frameShown(swapSeconds: Double) { map.frameShown(swapSeconds: swapSeconds) }
  func nextDeadline(now: Double) -> Double? { map.nextDeadline(now: now) }
  func invalidatePicture() { map.invalidatePicture() }
  func releaseGraphics() { map.releaseGraphics() }
  func releaseMemory(isSeen: Bool) { map.releaseMemory(isSeen: isSeen) }
}
