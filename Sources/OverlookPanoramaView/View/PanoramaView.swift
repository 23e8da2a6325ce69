import OverlookCamera
import OverlookCanvas
public import OverlookControls
import OverlookGPU
public import OverlookGeometry
package import OverlookInput
public import OverlookPanorama
package import OverlookPasses
import OverlookScene
package import OverlookStreetScene
public import OverlookSupport

/// Shows what one sees around a place of a street, and lets a person look about and walk on. A frame loop drives it, as a `MapView`.
/// Main thread only.
///
/// ```swift
/// let view = PanoramaView(service: PanoramaService(provider: folder))
/// view.moveNear(LocationCoordinate(latitude: 60.17, longitude: 24.94))
/// ```
@MainActor public final class PanoramaView {
  /// Told of moves, clicks and loading; held weakly.
  public weak var delegate: (any PanoramaViewDelegate)?
  /// Where panoramas and their pictures come from. Nil, the default, shows only what `show(_:picture:)` is given.
  public var service: PanoramaService?

  /// Whether drags, arrow keys and the like turn the camera. Default true. Moves by the program are never restricted.
  public var orientationGestures = true
  /// Whether wheel, pinch, + and - change the zoom. Default true.
  public var zoomGestures = true
  /// Whether a click on a link, a double click and the keys up and down walk to a neighbour. Default true.
  public var navigationGestures = true
  /// Hides the arrows to neighbours, which then cannot be clicked. Default false.
  public var navigationLinksHidden = false { didSet { if navigationLinksHidden != oldValue { setNeedsDisplay() } } }
  /// Hides the names of the streets that lead to neighbours. Default false.
  public var streetNamesHidden = false { didSet { if streetNamesHidden != oldValue { setNeedsDisplay() } } }
  /// Hides the compass. Default false.
  public var compassHidden = false { didSet { if compassHidden != oldValue { setNeedsDisplay() } } }
  /// How directions come to lie on the view. Default `rectilinear`.
  public var projection = PanoramaProjection.rectilinear { didSet { if projection != oldValue { cameraChanged() } } }
  /// Degrees, clockwise, that one's head is turned about the way one looks; what is no number counts as 0. Default 0.
  public var roll = 0.0 { didSet { if roll != oldValue { cameraChanged() } } }
  /// Seconds of the fade from one panorama to the next, 0 to 10. A walk takes twice as long. Default 0.4.
  public var transitionSeconds = 0.4
  /// Whether one goes to a panorama within 60 metres through the street: the eye turns to the arrow that was clicked, then moves, and
  /// both pictures lie on the ground and the houses, as far as they are known. Default true; false fades.
  public var walksThroughStreets = true
  /// Knows what stands around panoramas: what hides names, markers and paths, and what a walk leads through. Nil, the default, hides
  /// nothing.
  package var streets: StreetPanoramas? { didSet { askForSurroundings() } }
  /// Colour of what no picture covers. Default a dark grey.
  public var backgroundColor = Color(red: 0.12, green: 0.13, blue: 0.15) {
    didSet { if backgroundColor != oldValue { setNeedsDisplay() } }
  }
  /// Who draws the picture: as maps are drawn that are made with it, by default the processor without the driver, where that draws on
  /// it too.
  package var renderer = DrawingServices.renderer { didSet { if renderer != oldValue { setNeedsDisplay() } } }
  /// Whether each pixel finds its own place in the picture where the driver draws; nil, the default, for a graphics card's to do so.
  package var findsPlacesByPixel: Bool? { didSet { if findsPlacesByPixel != oldValue { setNeedsDisplay() } } }
  /// Where the driver's programs are kept from one start to the next, by default where maps keep theirs; nil for nowhere. To be set
  /// before the first frame.
  package var programFolder = DrawingServices.programFolder
  /// Colours of what is drawn above the picture. Default light.
  public var interfaceTheme = InterfaceTheme.light { didSet { controlLayer.area.theme = interfaceTheme } }

  /// The parts of the camera as numbers that can be animated one by one.
  public private(set) lazy var layer = PanoramaLayer(self)

  /// Where one looks, and how much is seen; setting it jumps there, and ends what moves.
  public var camera: PanoramaCamera {
    get { motion.camera }
    set {
      motion.stop()
      layer.removeAllAnimations()
      motion.camera = newValue
      isCameraChosen = true
      noteRest()
    }
  }

  /// What is shown; nil for nothing. Setting another one asks the service for its picture and fades over to it, the first excepted;
  /// where there is no picture the old one stays, and the delegate is told. Nil clears the view.
  public var panorama: Panorama? {
    get { moves.current?.panorama }
    set {
      guard let newValue else { return clear() }
      show(newValue)
    }
  }

  /// What kept a frame from being drawn, in one line; nil when the last one could be drawn.
  public internal(set) var graphicsError: String?
  /// The window that shows the view, while there is one.
  package weak var host: (any WindowHost)?
  package var useContext: (@MainActor (@MainActor () -> Void) -> Void)?
  /// Called to wake the frame loop; set by the loop that shows the view.
  package var wake: @Sendable () -> Void = {} { didSet { wakeRelay.set(wake) } }

  let wakeRelay = WakeRelay()
  let motion = PanoramaMotion()
  let moves: PanoramaMoves
  let controlLayer: ControlLayer
  let compass = PanoramaCompass()
  let credits = AttributionPanel()
  let router = EventRouter()
  var gestures = GestureRecognizer()
  var gestureOutputs: [GestureOutput] = []
  let links = PanoramaLinkDrawing()
  let markers = PanoramaMarkers()
  var items: [any PanoramaItem] = []
  var pointer: ScreenPoint?
  var cursor = PointerCursor.arrow
  var graphics: PanoramaGraphics?
  var recovery = GPURecovery()
  var contextLoss: GPUError?
  var faultPlan: GPUFaultPlan?
  var size = ScreenSize(width: 0, height: 0)
  var framebuffer = PixelSize(width: 0, height: 0)
  var pixelsPerPoint = 1.0
  /// Whether the next frame is to be drawn.
  var isDirty = true
  /// The camera of the last word to the delegate.
  var toldCamera: PanoramaCamera?
  /// Whether the camera turns to where a walk is going to lead.
  var turnsToWalk = false
  var isTurningToWalk: Bool { turnsToWalk && motion.isMoving }
  let ahead = PanoramaAhead()
  let surroundings: PanoramaSurroundings
  let streetLabels = StreetLabelDrawing()
  var isRenderingTold = false
  /// Whether the program said where to look first.
  var isCameraChosen = false
  /// Time of the loop at the last `prepareFrame`.
  var now = 0.0

  /// Layers of input between the controls and the panorama, such as the keys of commands; held weakly.
  package var commandResponders: [any EventResponder] {
    get { router.responders.filter { $0 !== controlLayer } }
    set { router.responders = [controlLayer] + newValue }
  }

  /// A view of what `service` has; empty at first.
  public init(service: PanoramaService? = nil) {
    self.service = service
    moves = PanoramaMoves(wake: wakeRelay.callback)
    surroundings = PanoramaSurroundings(wake: wakeRelay.callback)
    controlLayer = ControlLayer(wake: wakeRelay.callback)
    controlLayer.onChange = { [weak self] in self?.setNeedsDisplay() }
    controlLayer.add(credits)
    controlLayer.add(compass)
    compass.onClick = { [weak self] in self?.updateCamera(.setHeading(0), duration: 0.4) }
    router.responders = [controlLayer]
    router.map = self
    motion.onEnd = { [weak self] in
      self?.turnsToWalk = false
      self?.noteRest()
    }
  }

  /// A view that looks for the panorama nearest to a place and shows it.
  public convenience init(
    service: PanoramaService, nearCoordinate coordinate: LocationCoordinate, radius: Double = PanoramaService.defaultRadius
  ) {
    self.init(service: service)
    moveNear(coordinate, radius: radius)
  }

  /// Asks for a frame although nothing that the view knows of has changed: an item wants to be drawn again.
  public func setNeedsDisplay() { isDirty = true }

  /// Switches the gestures for looking, zooming and walking.
  public func setAllGesturesEnabled(_ enabled: Bool) {
    orientationGestures = enabled
    zoomGestures = enabled
    navigationGestures = enabled
  }

  // MARK: The camera

  /// Moves the camera to `camera`, the short way round, over `duration` seconds; 0 or less jumps.
  public func animate(to camera: PanoramaCamera, duration: Double) {
    layer.removeAllAnimations()
    guard duration > 0, duration.isFinite else { return self.camera = camera }
    motion.start(.ease(to: camera, seconds: duration))
    setNeedsDisplay()
  }

  /// Applies a change to where the camera is going, over `duration` seconds; 0 or less at once.
  public func updateCamera(_ update: PanoramaCameraUpdate, duration: Double = 0) {
    animate(to: update.applied(to: motion.goal), duration: duration)
  }

  /// Begins with all around as a little planet, and comes down to what the camera shows within `duration` seconds, up to 60; 0 or less
  /// and gestures end it.
  public func flyIn(duration: Double = 2.5) {
    let goal = motion.goal
    layer.removeAllAnimations()
    guard duration > 0, duration.isFinite else { return camera = goal }
    motion.start(.opening(to: goal, seconds: min(duration, 60)))
    setNeedsDisplay()
  }

  // MARK: Directions

  /// From directions to points and back, as the view is now.
  package var transform: PanoramaTransform { transform(of: camera) }

  func transform(of camera: PanoramaCamera, pose: PanoramaPose = PanoramaPose()) -> PanoramaTransform {
    PanoramaTransform(
      camera: camera, size: size, projection: shownProjection, planetShare: motion.planetShare ?? 0, roll: roll, pose: pose)
  }

  /// That of the moment.
  var shownProjection: PanoramaProjection {
    motion.planetShare.map { .between(stereographic: $0) } ?? projection
  }

  /// The point of the view that shows a direction; it may lie outside of the view. NaN for both numbers when the direction is behind
  /// the camera.
  public func point(for orientation: Orientation) -> ScreenPoint { transform.point(for: orientation) }

  /// The direction that a point shows: in the middle of the view, that of the camera. NaN where the projection shows nothing.
  public func orientation(for point: ScreenPoint) -> Orientation { transform.orientation(for: point) }

  func cameraChanged() { setNeedsDisplay() }

  /// The camera has come to rest, or was set.
  func noteRest() {
    setNeedsDisplay()
    tellCamera()
  }

  func tellCamera() {
    guard toldCamera != camera else { return }
    toldCamera = camera
    delegate?.panoramaView(self, didMove: camera)
  }

  // MARK: Items

  /// Draws `item` above the picture in each frame from now on; nothing happens when it is here.
  public func add(_ item: any PanoramaItem) {
    guard !items.contains(where: { $0 === item }) else { return }
    items.append(item)
    setNeedsDisplay()
  }

  /// Ends `add(_:)`.
  public func remove(_ item: any PanoramaItem) {
    items.removeAll { $0 === item }
    setNeedsDisplay()
  }

  /// Shows a control above the picture; nothing happens when it is shown already.
  public func add(_ control: any Control) { controlLayer.add(control) }

  /// Takes a control away.
  public func remove(_ control: any Control) { controlLayer.remove(control) }
}
