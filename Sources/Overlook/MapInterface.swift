import OverlookGeometry
import OverlookInput
import OverlookRender
import OverlookSupport

/// What lies above the map in points of the view: credits, scale, compass, the box that is being drawn, the figures of the
/// frames.
@MainActor final class MapInterface: EventResponder {
  let hud = HUD()
  let statistics = FrameStatistics()
  let notices = NoticePanel()
  /// Of the row of pictures over time that the map shows.
  let timed = TimedControls()
  /// Of the building in the middle of the view.
  let floors = FloorPicker()
  var boxZoomRect: ScreenRect?
  /// Distances that the controls keep from the edges.
  var padding = EdgeInsets.zero {
    didSet {
      compass.padding = padding
      timed.padding = padding
      floors.padding = padding
    }
  }
  /// The compass was clicked.
  var onCompassClick: () -> Void = {}
  /// The notices were clicked.
  var onNoticeClick: () -> Void = {}

  private let attribution = AttributionPanel()
  private let scaleBar = ScaleBar()
  private let compass = CompassControl()
  private var size = ScreenSize(width: 0, height: 0)
  private var isCompassPressed = false
  private var areNoticesPressed = false

  /// Room that the scale bar takes from the credits, in points.
  private static let scaleBarWidth = 130.0

  /// Advances fades; true when the interface looks different in the next frame, the last one of a fade included.
  func update(bearing: Double, showsCompass: Bool, now: Double) -> Bool {
    let opacity = compass.opacity
    let isFading = compass.update(bearing: bearing, isEnabled: showsCompass, now: now)
    return isFading || compass.opacity != opacity
  }

  /// Fills the canvas; `metersPerPoint` is that of the camera's target.
  func draw(on canvas: Canvas, credits: [String], metersPerPoint: Double, now: Double) {
    size = canvas.size
    if let boxZoomRect { BoxZoomRectangle.draw(boxZoomRect, into: canvas) }
    scaleBar.draw(into: canvas, metersPerPoint: metersPerPoint, leftInset: padding.left, bottomInset: padding.bottom)
    attribution.draw(
      into: canvas, texts: credits, bottomInset: padding.bottom, rightInset: padding.right,
      leftInset: padding.left + Self.scaleBarWidth)
    timed.draw(into: canvas)
    compass.draw(into: canvas)
    floors.draw(into: canvas)
    drawFigures(on: canvas, now: now)
    notices.draw(into: canvas, topInset: padding.top)
  }

  /// The figures of the frames alone.
  func drawFigures(on canvas: Canvas, now: Double) {
    hud.draw(into: canvas, statistics, now: now)
  }

  /// Whether something that can be clicked lies at a point; nil where nothing lies that takes clicks from the map.
  func isControl(at point: ScreenPoint) -> Bool? {
    let isHit = notices.isHit(point) || compass.isHit(point, in: size) || floors.isHit(point, in: size)
    return timed.isControl(at: point) ?? (isHit ? true : nil)
  }

  /// The controls, as the topmost layer of the map's router.
  func respond(to event: InputEvent) -> EventDisposition {
    switch event.kind {
    case .buttonPressed(.left, let point, _) where timed.press(at: point):
      return .captured
    case .pointerMoved(let point) where timed.isHeld:
      timed.drag(to: point)
      return .handled
    case .buttonReleased(.left, let point, _) where timed.isHeld:
      timed.release(at: point)
      return .handled
    case .buttonPressed(.left, let point, _) where floors.press(at: point, in: size):
      return .captured
    case .buttonReleased(.left, let point, _) where floors.isPressed:
      floors.release(at: point, in: size)
      return .handled
    case .buttonPressed(.left, let point, _) where notices.isHit(point):
      areNoticesPressed = true
      return .captured
    case .buttonReleased(.left, let point, _) where areNoticesPressed:
      areNoticesPressed = false
      if notices.isHit(point) { onNoticeClick() }
      return .handled
    case .buttonPressed(.left, let point, _) where compass.isHit(point, in: size):
      isCompassPressed = true
      return .captured
    case .buttonReleased(.left, let point, _) where isCompassPressed:
      isCompassPressed = false
      if compass.isHit(point, in: size) { onCompassClick() }
      return .handled
    case .focusLost:
      timed.cancel()
      floors.cancel()
      (isCompassPressed, areNoticesPressed) = (false, false)
      return .ignored
    default:
      return .ignored
    }
  }
}
