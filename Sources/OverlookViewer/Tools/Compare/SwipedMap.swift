import Overlook
import OverlookGeometry
import OverlookPlatform
import OverlookSupport

/// Another map that lies above the right part of the one it is added to, up to a line: one place in two styles.
///
/// The other map is drawn into a picture of its own, with the camera of the map below and without controls, and the part of it beyond the
/// line is copied above everything of that map but its markers and controls.
@MainActor final class SwipedMap: MapComponent, OverlayItem {
  let other: MapView
  /// Of the width, from the left, where the line lies: 0 ... 1.
  var share = 0.5 {
    didSet {
      share = share.isFinite ? min(max(share, 0), 1) : oldValue
      if share != oldValue { isDirty = true }
    }
  }

  private let picture: OffscreenContent
  private weak var map: MapView?
  private var isDirty = true
  private let credits = SwipedCredits()
  private var frame: (now: Double, size: ScreenSize, pixels: PixelSize, scale: Double)?

  init(_ other: MapView) {
    self.other = other
    // Those of the map below are for both.
    for control in other.controls { other.remove(control) }
    picture = OffscreenContent(other.windowContent)
  }

  // MARK: Component

  func didAttach(to map: MapView) {
    self.map = map
    picture.content.wake = map.wake
    picture.content.useContext = map.useContext
    map.add(self as any OverlayItem)
    isDirty = true
  }

  func didDetach(from map: MapView) {
    map.remove(self as any OverlayItem)
    map.remove(credits)
    self.map = nil
    picture.content.wake = {}
    // The map lends the context, if there is one.
    map.useContext? { picture.releaseGraphics() }
  }

  func update(_ frame: MapFrame) -> RedrawReasons {
    guard let map else { return [] }
    let scale = frame.pixelsPerPoint
    let pixels = PixelSize(
      width: Int(exactly: (frame.size.width * scale).rounded()) ?? 0,
      height: Int(exactly: (frame.size.height * scale).rounded()) ?? 0)
    if self.frame?.pixels != pixels || self.frame?.size != frame.size { picture.resize(to: frame.size, framebuffer: pixels) }
    self.frame = (frame.now, frame.size, pixels, scale)
    if other.camera != map.camera { other.camera = map.camera }
    if credits.attributions != other.attributions {
      credits.attributions = other.attributions
      // A map asks its components for credits when they come.
      map.remove(credits)
      map.add(credits)
    }
    let isDue = picture.prepareFrame(now: frame.now) || isDirty
    isDirty = false
    return isDue ? .overlays : []
  }

  func nextDeadline(now: Double) -> Double? { picture.content.nextDeadline(now: now) }
  func trimMemory() { other.trimMemory() }
  func didReleaseGraphics() { picture.releaseGraphics() }

  func didClear(_ map: MapView) { map.add(self as any OverlayItem) }

  // MARK: Item

  /// Above everything that is no marker.
  var zIndex: Int { .max }

  func update(with projection: Projection) {}
  func draw(in canvas: Canvas) {}

  func drawOpenGL() {
    guard let frame else { return }
    picture.drawFrame(now: frame.now)
    let left = Int(exactly: (frame.size.width * share * frame.scale).rounded()) ?? 0
    picture.copy(
      PixelRect(x: left, y: 0, width: max(frame.pixels.width - left, 0), height: frame.pixels.height), toX: left, y: 0)
  }
}

/// The credits of the other map, which become known while it loads.
@MainActor private final class SwipedCredits: MapComponent {
  var attributions: [String] = []

  func update(_ frame: MapFrame) -> RedrawReasons { [] }
}
