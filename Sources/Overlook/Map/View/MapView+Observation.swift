public import Observation
public import OverlookInput
import OverlookRender
public import OverlookSupport

/// What reads the following of a map within `withObservationTracking(_:onChange:)` hears of its next change, on the main thread:
///
/// - camera, projection, size, padding, `cameraMode` and `followingPerspective`; `selectedMarker`, `myLocation`;
/// - what the map shows: `mapType`, `mapStyle`, `nightStyle`, `language`, `sunLight`, `backgroundColor`, `isBuildingsEnabled`,
///   `isBuildingOcclusionEnabled`, `isTrafficEnabled`, `trafficSource`, `isIndoorEnabled`, `indoorPlans`, `isMyLocationEnabled`,
///   `locationProvider`, `components`, `fileLayers`, `attributions`; `interfaceTheme`, `hidesControls`, `reducesMotion` and `isHUDVisible`;
/// - how it stands: `isRendering`, `isOffline`, `preferredFrameRate`, `graphicsError`, `baseMapError`, `trafficError`, and `isAtRest`,
///   `loadingState`, `loadingFaults` and `styleMessages`, which are compared with what was read of them in each frame, and each time
///   that the map was asked for one and needed none.
///
/// What these hold (the properties of overlays, of layers and of `settings`) is not watched, nor are `controls`, `focusedControl`, the
/// limits of the camera and the times of frames.
extension MapView: Observable {}

extension MapView {
  /// `value`, for somebody who may want to hear of its change.
  func watched<Value>(_ property: KeyPath<MapView, Value>, _ value: Value) -> Value {
    observation.access(self, keyPath: property)
    return value
  }

  /// Changes a property by `body`, and tells who watches it.
  func change<Value>(_ property: KeyPath<MapView, Value>, _ body: () -> Void) {
    observation.withMutation(of: self, keyPath: property, body)
  }

  /// Tells who watches what nobody sets.
  func tellChanges() {
    if state.rest.takeChange(to: isResting) { change(\.isAtRest) {} }
    if state.loading.takeChange(to: loadingNow) { change(\.loadingState) {} }
    if state.faults.takeChange(to: componentList.loadingFaults) { change(\.loadingFaults) {} }
  }
}

// Properties of the map itself.
extension MapView {
  /// Colour of what no tile covers. Default a deep blue.
  public var backgroundColor: Color {
    get { watched(\.backgroundColor, state.backgroundColor) }
    set {
      guard newValue != state.backgroundColor else { return }
      change(\.backgroundColor) { state.backgroundColor = newValue }
      requestFrame(.tiles)
    }
  }

  /// Whether this map may not use the network, whatever `MapServices.isOffline` says of all maps; default false.
  public var isOffline: Bool {
    get { watched(\.isOffline, state.isOffline) }
    set {
      guard newValue != state.isOffline else { return }
      change(\.isOffline) { state.isOffline = newValue }
      applyOffline()
    }
  }

  /// How often the map is drawn while it moves. Default: as often as the display shows pictures.
  public var preferredFrameRate: FrameRate {
    get { watched(\.preferredFrameRate, state.preferredFrameRate) }
    set {
      guard newValue != state.preferredFrameRate else { return }
      change(\.preferredFrameRate) { state.preferredFrameRate = newValue }
    }
  }

  /// Credits of all that is shown, each once, in drawing order.
  public var attributions: [String] { watched(\.attributions, state.attributions) }

  func collectAttributions() {
    let attributions = componentList.attributions
    guard attributions != state.attributions else { return }
    change(\.attributions) { state.attributions = attributions }
  }

  /// Whether frames are drawn; false after `stopRendering()`.
  public var isRendering: Bool { watched(\.isRendering, state.isRendering) }

  /// Draws frames again after `stopRendering()`; nothing happens when it draws already.
  public func startRendering() {
    guard !state.isRendering else { return }
    change(\.isRendering) { state.isRendering = true }
    requestFrame(.exposed)
  }

  /// Draws no more frames and gives its GPU resources back with the next turn of the frame loop; the map keeps its content and
  /// its camera. Nothing happens when it has stopped already.
  public func stopRendering() {
    guard state.isRendering else { return }
    change(\.isRendering) { state.isRendering = false }
    wakeRelay.wake()
  }

  /// What kept a frame from being drawn, in one line: a driver without OpenGL 3.3, a shader that does not compile. Nil when the
  /// last frame could be drawn.
  public internal(set) var graphicsError: String? {
    get { watched(\.graphicsError, state.graphicsError) }
    set {
      guard newValue != state.graphicsError else { return }
      change(\.graphicsError) { state.graphicsError = newValue }
      mapErrors.isOutdated = true
    }
  }
}
