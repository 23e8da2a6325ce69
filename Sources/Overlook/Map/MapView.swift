import Observation
public import OverlookCamera
import OverlookControls
package import OverlookGPU
package import OverlookGeometry
public import OverlookInput
package import OverlookProfiling
import OverlookRender
public import OverlookSupport

/// A map: the entry point of the library. It owns the parts (camera, overlays, tile layers, gestures, renderer) and lends them
/// out; a frame loop drives it through `WindowContent`. Main thread only.
///
/// ```swift
/// let map = MapView(camera: CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 11))
/// let marker = Marker(position: LocationCoordinate(latitude: 60.17, longitude: 24.94))
/// marker.map = map
/// ```
@MainActor public final class MapView {
  /// Told of moves, taps and loading; held weakly.
  public weak var delegate: (any MapViewDelegate)?

  /// Which gestures and controls a person may use. Programmatic moves are not affected.
  public let settings = UISettings()

  /// What holds the view: gets the events that the map has no use for, and where `settings.consumesGesturesInView` is false also
  /// those that the map used. What it answers changes nothing. Held weakly; default none.
  public weak var nextResponder: (any EventResponder)?

  /// Called to wake the frame loop; set by the loop that shows the map.
  package var wake: @Sendable () -> Void = {} {
    didSet { wakeRelay.set(wake) }
  }

  /// The only writer of the camera.
  package let cameraController: CameraController
  /// The components that every map has: each by name for what extends the map for it, and for nothing else here.
  let standard = StandardComponents()
  /// All components.
  var componentList = ComponentList()
  /// How many components are being added, each by the one before.
  var attachDepth = 0
  /// All controls.
  let controlLayer: ControlLayer
  /// The parts of the camera as numbers that can be animated one by one.
  public private(set) lazy var layer = MapLayer(self)
  /// What the map cannot do, and who wants to know.
  let mapErrors = MapErrors()
  /// Why the next frame must be drawn; empty when it need not be.
  package internal(set) var reasons: RedrawReasons = [.exposed, .resize]
  /// Whether something is on its way that the next frame of the interface had better show: it waits a moment for that.
  var awaitsAnswer = false {
    didSet { frameTimes.answer = nil }
  }
  /// Whether the next frame shows the map alone and the one after it what lies above: what a window shows first comes sooner.
  package var showsMapFirst = false
  /// Asked where a person wants a menu, by a click of the right button or a long press, before the delegate is told; true when it is
  /// answered. The place is nil above the horizon.
  package var onContextMenu: ((ScreenPoint, LocationCoordinate?) -> Bool)?
  /// Layers of input between the controls and the map, such as the keys of commands; held weakly.
  package var commandResponders: [any EventResponder] {
    get { router.responders.filter { $0 !== controlLayer } }
    set { router.responders = [controlLayer] + newValue }
  }
  /// Whether a control of the map lies at a point of the view.
  package func hasControl(at point: ScreenPoint) -> Bool { controlLayer.part(at: point) != nil }
  /// Whether a text field has the keyboard.
  package var isEditingText: Bool { controlLayer.focused is TextField }
  /// The key for recording input was pressed; set by the program that owns the frame loop.
  package var onRecordingToggled: (() -> Void)?

  /// The window that shows the map, while there is one.
  package weak var host: (any WindowHost)?

  let router = EventRouter()
  var gestures = MapGestures()
  var queuedMotion: QueuedMotion?
  var delegateState = DelegateState()
  let hover = MapHover()
  var shownDebugView = DebugView.none
  /// Runs what it is given with the GL context current; nil while nobody shows the map.
  package var useContext: (@MainActor (@MainActor () -> Void) -> Void)?
  /// Who watches what of the map.
  let observation = ObservationRegistrar()
  /// Values of properties that are watched.
  var state = MapState()
  var surface = MapSurface()
  var frameTimes = FrameTimes()
  /// Whether the last `prepareFrame` used its time for what later frames need.
  package internal(set) var hasRehearsed = false
  /// Whether a map at rest has the driver made ready for what may come into view, as those in windows do. Default false: of a
  /// picture nothing more comes.
  package var rehearsesAhead = false
  /// What each part of a frame costs.
  package let profiler = FrameProfiler()
  /// Where frames are recorded; nil for nowhere.
  package var trace: TraceFile? {
    didSet { followTrace() }
  }
  var graphics: MapGraphics?
  /// What is to go wrong with the driver, for tests; set before the first frame.
  package var faultPlan: GPUFaultPlan?
  /// What the driver had no memory for, and when it is asked again.
  var recovery = GPURecovery()
  /// How the GL context was lost, while everything waits for another one.
  var contextLoss: GPUError?

  /// Whether the picture is to hold the map alone: no controls, no credits, nothing where the style draws nothing. The figures of
  /// the frames are drawn where they are asked for.
  package var isBare = false
  /// Whether nothing of a style fades, and what is wrong with it is only kept in `styleMessages`: for pictures. Set before the
  /// style.
  package var isStill = false
  package let wakeRelay = WakeRelay()
  let threads = MapThreads()

  /// A map of `mapType` looking at `camera`; by default at the whole world. It has no size until a window or a headless target
  /// shows it, and what depends on one waits (`moveCamera`).
  public convenience init(
    camera: CameraPosition = CameraPosition(latitude: 20, longitude: 0, zoom: 1.5), mapType: MapType = .normal
  ) {
    self.init(camera: camera, mapType: mapType, showsBaseMap: true)
  }

  /// A map of `size` in points, so that `projection`, `camera(for:)` and `visibleRegion` answer at once; the window or picture that
  /// shows it gives it another size.
  public convenience init(
    size: ScreenSize, camera: CameraPosition = CameraPosition(latitude: 20, longitude: 0, zoom: 1.5), mapType: MapType = .normal
  ) {
    self.init(camera: camera, mapType: mapType, showsBaseMap: true)
    cameraController.setSize(size)
  }

  /// Without a base map until `mapType` or `mapStyle` is set: for those who set a style at once.
  package init(
    camera: CameraPosition = CameraPosition(latitude: 20, longitude: 0, zoom: 1.5), mapType: MapType = .normal,
    showsBaseMap: Bool
  ) {
    controlLayer = ControlLayer(wake: wakeRelay.callback)
    cameraController = CameraController(camera: camera, size: nil)
    cameraController.onEvent = { [weak self] in self?.cameraEvent($0) }
    settings.onChange = { [weak self] in self?.requestFrame(.interface) }
    router.responders = [controlLayer]
    router.map = self
    connectControls()
    for component in standard.all { add(component) }
    OfflineListeners.add(self)
    showBaseMap(of: mapType, atOnce: showsBaseMap)
  }

  /// Marks the next frame as needed; many calls in one interval make one frame.
  ///
  /// Needs no wake: whoever calls is on the main thread, so the frame loop is not asleep and asks before it sleeps again.
  package func requestFrame(_ reasons: RedrawReasons) {
    self.reasons.formUnion(reasons)
  }

  /// Why a frame is due; none afterwards, for that frame is about to be drawn.
  @discardableResult
  package func takeReasons() -> RedrawReasons {
    defer { reasons = [] }
    return reasons
  }

  /// Asks for a frame although nothing that the map knows of has changed: an overlay item wants to be drawn again.
  public func setNeedsDisplay() {
    requestFrame(.overlays)
  }
}
