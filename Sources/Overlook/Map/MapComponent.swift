public import OverlookCamera
public import OverlookCanvas
public import OverlookControls
public import OverlookGeometry
public import OverlookInput
public import OverlookSupport

/// A part of a map that takes part in its frames: the base map, tile layers, traffic, a weather loop, or something of the app's.
///
/// A map updates its components from the topmost down, and draws them from the lowest up. A component may add and remove
/// components and controls, itself too, whenever it is called. Every member but `update` has a default that does nothing. Main
/// thread only.
@MainActor public protocol MapComponent: AnyObject {
  /// The component is on a map now.
  func didAttach(to map: MapView)

  /// The component is no longer on the map.
  func didDetach(from map: MapView)

  /// Brings the component to the time and view of a coming frame; tells why that frame has to be drawn, empty for no reason of
  /// its own. Called once a turn of the frame loop, while the map is seen.
  func update(_ frame: MapFrame) -> RedrawReasons

  /// The camera was changed, by whomever; called before the frame that shows it.
  func cameraDidChange(in map: MapView)

  /// The map's clock was set, or goes on by itself; called before the frame that shows it.
  func clockDidChange(in map: MapView)

  /// When `update` is to be called though nothing happens, in monotonic seconds; nil for never.
  func nextDeadline(now: Double) -> Double?

  /// Whether what is drawn changes with every frame, as in a fade.
  var needsFrame: Bool { get }

  /// Whether nothing of it is about to change by itself: no movement goes on, seen or not. Default: while `needsFrame` is false.
  var isAtRest: Bool { get }

  /// Where on the Earth is what the component shows, for the key that shows all that is on a map. Default: nowhere.
  var contentBounds: CoordinateBounds { get }

  /// How far all is that is wanted for the present view. The map tells that its picture is finished when that of every component
  /// is over. Default: all is there.
  var progress: LoadProgress { get }

  /// Why something that is wanted for the present view is missing, each cause once. Default: none.
  var loadingFaults: [LoadingFault] { get }

  /// Whether a frame for what came is better drawn later, with what comes next. Default: no.
  var prefersWaiting: Bool { get }

  /// What the component cannot do at present. The map tells its delegate of what is new. A stored array costs nothing to compare.
  var errors: [MapError] { get }

  /// Credits that the map has to show.
  var attributions: [String] { get }

  /// Controls that come and go with the component.
  var controls: [any Control] { get }

  /// An event on the map, below its controls, which no component above this one wanted; nil, the default, for the map's own gestures
  /// and keys. Who takes a press has to take what follows up to the release.
  func respond(to event: InputEvent, in map: MapView) -> EventDisposition?

  /// A click on the map that nothing above this component used; true when it was used here.
  func tap(at point: ScreenPoint, in map: MapView) -> Bool

  /// A click is over that `user` used, or nobody; also Escape, which nobody uses: what is selected need not be any more.
  func didTap(usedBy user: (any MapComponent)?, in map: MapView)

  /// A long press on the map that nothing above this component used; true when it was used here, and no menu is wanted.
  func longPress(at point: ScreenPoint, in map: MapView) -> Bool

  /// Whether a click at a point would be used: the pointer shows a hand there.
  func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool

  /// What of the component is seen on the map, for those who cannot see it: the most important first, `limit` at most. Asked only while
  /// somebody listens. Default: nothing.
  func seenPlaces(in map: MapView, limit: Int) -> [SeenPlace]

  /// A wheel or touchpad was moved sideways on the map, by `detents` of a wheel to the right; true when that was used. Asked from
  /// the topmost component down.
  func scrollSideways(by detents: Double, at point: ScreenPoint, in map: MapView) -> Bool

  /// A person clicked on the map, or pressed Escape: closes what that closes.
  func dismiss()

  /// Draws what lies above the map and below its controls.
  func draw(on canvas: Canvas, _ frame: MapFrame)

  /// A frame was drawn.
  func didDrawFrame(in map: MapView)

  /// What could not be had may be had now: the network is back.
  func retry()

  /// The app clears the map (`MapView.clear`): takes away what of overlays and layers it holds, itself too if it is one.
  func didClear(_ map: MapView)

  /// What the component keeps only to be quick later, cache by cache. Default: nothing.
  var memoryUse: [MemoryUse] { get }

  /// Gives that back, as far as the present view does without it: the map has been idle for a while, or nobody sees it. Does nothing
  /// by default.
  func trimMemory()

  /// Every object in the memory of the graphics card is gone; the next frame makes them anew.
  func didReleaseGraphics()
}

/// What a frame is for.
public struct MapFrame: Sendable {
  /// In seconds of the frame loop's monotonic clock.
  public let now: Double
  /// The camera's view, with the way from coordinates to points and back.
  public var projection: Projection { Projection(view) }
  /// Size of the view in points.
  public var size: ScreenSize { view.size }
  /// Pixels of the framebuffer per point.
  public let pixelsPerPoint: Double
  /// Whether the frame becomes a picture: nothing moves or fades in it.
  public let isStill: Bool
  package let view: ViewTransform
}

extension MapComponent {
  /// Does nothing.
  public func didAttach(to map: MapView) {}
  /// Does nothing.
  public func didDetach(from map: MapView) {}
  /// Does nothing.
  public func cameraDidChange(in map: MapView) {}
  /// Does nothing.
  public func clockDidChange(in map: MapView) {}
  /// Never.
  public func nextDeadline(now: Double) -> Double? { nil }
  /// No.
  public var needsFrame: Bool { false }
  /// While it needs no frame.
  public var isAtRest: Bool { !needsFrame }
  /// Nowhere.
  public var contentBounds: CoordinateBounds { .empty }
  /// All is there.
  public var progress: LoadProgress { .ready }
  /// None.
  public var loadingFaults: [LoadingFault] { [] }
  /// No.
  public var prefersWaiting: Bool { false }
  /// None.
  public var errors: [MapError] { [] }
  /// None.
  public var attributions: [String] { [] }
  /// None.
  public var controls: [any Control] { [] }
  /// Not used.
  public func respond(to event: InputEvent, in map: MapView) -> EventDisposition? { nil }
  /// Not used.
  public func tap(at point: ScreenPoint, in map: MapView) -> Bool { false }
  /// Does nothing.
  public func didTap(usedBy user: (any MapComponent)?, in map: MapView) {}
  /// Not used.
  public func longPress(at point: ScreenPoint, in map: MapView) -> Bool { false }
  /// Nothing.
  public func seenPlaces(in map: MapView, limit: Int) -> [SeenPlace] { [] }
  /// No.
  public func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool { false }
  /// Not used.
  public func scrollSideways(by detents: Double, at point: ScreenPoint, in map: MapView) -> Bool { false }
  /// Does nothing.
  public func dismiss() {}
  /// Draws nothing.
  public func draw(on canvas: Canvas, _ frame: MapFrame) {}
  /// Does nothing.
  public func didDrawFrame(in map: MapView) {}
  /// Does nothing.
  public func retry() {}
  /// Does nothing.
  public func didClear(_ map: MapView) {}
  /// Nothing.
  public var memoryUse: [MemoryUse] { [] }
  /// Does nothing.
  public func trimMemory() {}
  /// Does nothing.
  public func didReleaseGraphics() {}
}
