import Glibc
import OverlookCamera
public import OverlookCanvas
public import OverlookControls
public import OverlookGeometry
public import OverlookInput
public import OverlookPanorama
public import OverlookPanoramaView
public import OverlookSupport

/// Whoever stands in a panorama, on the map: where that is, and a cone of what is seen, which turns with the panorama. A person drags it
/// from its button at the lower right edge, or from where it stands, onto a street; the grip at the end of the cone turns the panorama.
/// While it is carried the places where there are panoramas light up. Main thread only.
///
/// ```swift
/// let person = PanoramaPerson(in: panoramaView)
/// map.add(person)
/// ```
@MainActor public final class PanoramaPerson: MapComponent {
  /// The view that shows what the person sees; held weakly. Nil while nobody stands anywhere.
  public weak var view: PanoramaView? { didSet { map?.setNeedsDisplay() } }
  /// From the person to the end of the cone, points, 20 to 500. Default 70.
  public var radiusPoints = 70.0 { didSet { if radiusPoints != oldValue { map?.setNeedsDisplay() } } }
  /// Hides the button that the person is taken from. Default false.
  public var buttonHidden = false { didSet { if buttonHidden != oldValue { map?.setNeedsDisplay() } } }
  /// Where the person was put down, and how far a panorama may be from there, metres: what a hand can aim at. By default `view` moves
  /// there.
  public lazy var onPutDown: (LocationCoordinate, _ radiusMeters: Double) -> Void = { [weak self] place, radius in
    self?.view?.moveNear(place, radius: radius)
  }
  /// Where there are panoramas within bounds; asked when the person is taken up and when the map moves meanwhile. Default: none.
  public var coverage: (@Sendable (CoordinateBounds) async -> PanoramaCoverageShape)?

  /// What of it the last frame drew.
  private struct Look: Equatable {
    var place: LocationCoordinate?
    var heading = 0.0
    var degrees = 0.0
  }

  /// What a hand has hold of.
  private enum Hold: Equatable {
    case person(ScreenPoint)
    case cone
  }

  private static let gripPoints = 14.0
  private static let blue = Color(red: 0.17, green: 0.45, blue: 0.90)

  private weak var map: MapView?
  private var look = Look()
  private var hold: Hold?
  private let button = PanoramaPersonControl()
  private let light = PanoramaCoverageDrawing()

  /// The person who sees what `view` shows.
  public init(in view: PanoramaView? = nil) {
    self.view = view
    button.onEvent = { [weak self] in self?.respond(to: $0) }
  }

  /// Called by the map that it was added to.
  public func didAttach(to map: MapView) {
    self.map = map
    light.onChange = { [weak map] in map?.requestFrame(.overlays) }
    light.wake = { [wake = map.wake] in wake() }
    map.addDragClaimant(self)
  }

  /// Called by the map that it was removed from.
  public func didDetach(from map: MapView) {
    light.stop()
    map.removeDragClaimant(self)
    self.map = nil
  }

  /// Stays: the person is no overlay of the app's data.
  public func didClear(_ map: MapView) {}

  /// The button.
  public var controls: [any Control] { buttonHidden ? [] : [button] }

  /// Follows the panorama.
  public func update(_ frame: MapFrame) -> RedrawReasons {
    var reasons: RedrawReasons = light.takeAnswers() ? .overlays : []
    if isCarried, let map { light.look(at: map.projection.visibleBounds, coverage) }
    let fresh = Look(
      place: view?.panorama?.coordinate, heading: view?.camera.orientation.heading ?? 0, degrees: view?.shownDegrees ?? 0)
    if fresh != look {
      look = fresh
      reasons.insert(.overlays)
    }
    return reasons
  }

  private var isCarried: Bool {
    if case .person = hold { return true }
    return false
  }

  // MARK: Drawing

  /// Draws the person above the map.
  public func draw(on canvas: Canvas, _ frame: MapFrame) {
    if isCarried { light.draw(on: canvas, frame.projection) }
    let stands = place(in: frame.view)
    if let stands { drawCone(on: canvas, frame, from: stands) }
    if case .person(let point) = hold {
      if let stands { canvas.strokeLine(from: stands, to: point, width: 2, color: Self.blue.withAlpha(0.6)) }
      canvas.fillCircle(center: point, radius: 5, color: Color.black.withAlpha(0.35))
      PanoramaFigure.draw(on: canvas, feet: point, height: 38)
    } else if let stands {
      canvas.fillCircle(center: stands, radius: 9, color: .white)
      canvas.fillCircle(center: stands, radius: 7, color: Self.blue)
    }
  }

  private func place(in view: ViewTransform) -> ScreenPoint? {
    guard let place = look.place, place.isValid else { return nil }
    return view.screenPointClamped(for: WorldPoint(place))
  }

  private var radius: Double { radiusPoints.isFinite ? min(max(radiusPoints, 20), 500) : 70 }

  private func drawCone(on canvas: Canvas, _ frame: MapFrame, from stands: ScreenPoint) {
    let half = min(max(look.degrees, 2), 350) / 2
    let bearing = frame.view.camera.bearing
    let steps = 16
    var corners = [stands]
    for step in 0...steps {
      corners.append(end(stands, look.heading - bearing - half + 2 * half * Double(step) / Double(steps)))
    }
    canvas.fillPolygon(corners, color: Self.blue.withAlpha(0.3))
    canvas.strokePolyline(corners, width: 1.2, color: Self.blue.withAlpha(0.8), isClosed: true)
    let grip = end(stands, look.heading - bearing)
    canvas.fillCircle(center: grip, radius: hold == .cone ? 7 : 5.5, color: .white)
    canvas.fillCircle(center: grip, radius: hold == .cone ? 5 : 3.5, color: Self.blue)
  }

  private func end(_ stands: ScreenPoint, _ degrees: Double) -> ScreenPoint {
    let angle = degrees * Angle.radiansPerDegree
    return ScreenPoint(x: stands.x + radius * sin(angle), y: stands.y - radius * cos(angle))
  }

  // MARK: Hands

  /// A hand where the person stands, and at the end of the cone.
  public func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool { hold(at: point, in: map) != nil }

  private func hold(at point: ScreenPoint, in map: MapView) -> Hold? {
    guard let place = look.place, place.isValid else { return nil }
    let stands = map.projection.point(for: place)
    if Self.isNear(point, stands) { return .person(point) }
    return Self.isNear(point, end(stands, look.heading - map.camera.bearing)) ? .cone : nil
  }

  private static func isNear(_ point: ScreenPoint, _ other: ScreenPoint) -> Bool {
    let (x, y) = (point.x - other.x, point.y - other.y)
    return x * x + y * y <= gripPoints * gripPoints
  }

  private func respond(to event: PanoramaPersonControl.Event) {
    switch event {
    case .click: if let map { putDown(at: ScreenPoint(x: map.projection.size.width / 2, y: map.projection.size.height / 2)) }
    case .carried(let point): take(.person(point))
    case .dropped(let point):
      take(nil)
      putDown(at: point)
    case .cancelled: take(nil)
    }
  }

  private func take(_ hold: Hold?) {
    self.hold = hold
    if !isCarried { light.stop() }
    map?.requestFrame(.overlays)
  }

  private func putDown(at point: ScreenPoint) {
    guard let map, let place = map.groundCoordinate(at: point) else { return }
    let points = map.projection.points(forMeters: 1, at: place)
    onPutDown(place, PanoramaService.defaultRadius + (points > 0 ? 2 * Self.gripPoints / points : 0))
  }

  private func turnCone(to point: ScreenPoint) {
    guard let map, let view, let place = look.place else { return }
    let stands = map.projection.point(for: place)
    let (x, y) = (point.x - stands.x, stands.y - point.y)
    guard x * x + y * y > 1 else { return }
    var camera = view.camera
    camera.orientation.heading = atan2(x, y) * Angle.degreesPerRadian + map.camera.bearing
    view.camera = camera
  }
}

extension PanoramaPerson: DragClaimant {
  /// A press on the person, or on the end of the cone.
  public func claimsDrag(startingWith press: InputEvent) -> Bool {
    guard let map, case .buttonPressed(.left, let point, _) = press.kind else { return false }
    return hold(at: point, in: map) != nil
  }

  /// Carries the person, or turns the cone.
  public func handleDrag(_ event: InputEvent) {
    guard let map else { return }
    switch event.kind {
    case .buttonPressed(.left, let point, _):
      if let found = hold(at: point, in: map), found == .cone { take(.cone) }
    case .pointerMoved(let point):
      if hold == .cone { turnCone(to: point) } else { take(.person(point)) }
    case .buttonReleased(_, let point, _):
      let wasCarried = isCarried
      take(nil)
      if wasCarried { putDown(at: point) }
    case .focusLost: take(nil)
    default: break
    }
  }
}

extension Projection {
  /// Of what is seen.
  fileprivate var visibleBounds: CoordinateBounds { CoordinateBounds(region: visibleRegion()) }
}
