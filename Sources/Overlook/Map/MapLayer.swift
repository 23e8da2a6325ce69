import OverlookCamera
import OverlookGeometry
import OverlookInput

/// The parts of a map's camera as numbers that can be animated one by one: `map.layer`.
///
/// ```swift
/// LayerTransaction.animate(seconds: 2, easing: .easeOut) {
///   map.layer.cameraBearing = 90
///   map.layer.cameraZoomLevel = 14
/// }
/// ```
///
/// Reading a number gives what is shown. Changing one ends a gesture; a gesture, an animation of the map and a camera that is set
/// stop the animations where they are. The delegate is told as of any other move, also of one without length.
public final class MapLayer: AnimatableLayer {
  private weak var map: MapView?

  init(_ map: MapView) {
    super.init()
    self.map = map
    map.cameraController.driver = { [weak self] in self?.step(now: $0) }
    map.cameraController.onHalt = { [weak self] in self?.removeAllAnimations() }
  }

  /// Latitude of the target in degrees, clamped to -85 ... 85 or what the map reaches.
  public var cameraLatitude: Double {
    get { shown(.cameraLatitude) }
    set { set(newValue, for: .cameraLatitude) }
  }

  /// Longitude of the target in degrees, wrapped to -180 ..< 180; animated the short way round.
  public var cameraLongitude: Double {
    get { shown(.cameraLongitude) }
    set { set(newValue, for: .cameraLongitude) }
  }

  /// Degrees clockwise from north that point up, wrapped to 0 ..< 360; animated the short way round.
  public var cameraBearing: Double {
    get { shown(.cameraBearing) }
    set { set(newValue, for: .cameraBearing) }
  }

  /// Zoom, clamped to the limits of the map.
  public var cameraZoomLevel: Double {
    get { shown(.cameraZoomLevel) }
    set { set(newValue, for: .cameraZoomLevel) }
  }

  /// Degrees from the nadir, clamped to 0 and the limit of the zoom.
  public var cameraViewingAngle: Double {
    get { shown(.cameraViewingAngle) }
    set { set(newValue, for: .cameraViewingAngle) }
  }

  private func shown(_ key: Key) -> Double { shownValue(for: key) ?? 0 }

  private static let parts: [Key: WritableKeyPath<CameraPosition, Double>] = [
    .cameraLatitude: \.target.latitude, .cameraLongitude: \.target.longitude, .cameraBearing: \.bearing,
    .cameraZoomLevel: \.zoom, .cameraViewingAngle: \.viewingAngle,
  ]

  override func shownValue(for key: Key) -> Double? {
    guard let map, let part = Self.parts[key] else { return nil }
    return map.cameraController.camera[keyPath: part]
  }

  override func cleaned(_ value: Double, for key: Key) -> Double? {
    guard value.isFinite, let limits = map?.cameraController.limits else { return nil }
    return switch key {
    case .cameraLatitude: min(max(value, -Self.maximumLatitude), Self.maximumLatitude)
    case .cameraLongitude: Angle.wrappedDegrees(value)
    case .cameraBearing: Angle.bearingDegrees(value)
    case .cameraZoomLevel: limits.clampedZoom(value)
    case .cameraViewingAngle: min(max(value, 0), CameraPosition.maximumViewingAngle)
    default: value
    }
  }

  private static let maximumLatitude = 85.0

  override func period(of key: Key) -> Double? {
    key == .cameraLongitude || key == .cameraBearing ? 360 : nil
  }

  override func set(_ value: Double, for key: Key) {
    guard value.isFinite else { return }
    map?.endGesture()
    super.set(value, for: key)
  }

  override func show(_ values: [Key: Double]) {
    guard let map else { return }
    var camera = map.cameraController.camera
    for (key, value) in values {
      if let part = Self.parts[key] { camera[keyPath: part] = value }
    }
    map.cameraController.drive(to: camera)
    map.cameraChanged()
  }

  override func runningChanged() {
    guard let map else { return }
    if isAnimating, !map.cameraController.isDriven { map.cancelQueuedMotion() }
    map.cameraController.isDriven = isAnimating
    if isAnimating { map.requestFrame(.animation) }
  }
}

extension AnimatableLayer.Key {
  /// `MapLayer.cameraLatitude`.
  public static let cameraLatitude = Self(rawValue: "cameraLatitude")
  /// `MapLayer.cameraLongitude`.
  public static let cameraLongitude = Self(rawValue: "cameraLongitude")
  /// `MapLayer.cameraBearing`.
  public static let cameraBearing = Self(rawValue: "cameraBearing")
  /// `MapLayer.cameraZoomLevel`.
  public static let cameraZoomLevel = Self(rawValue: "cameraZoomLevel")
  /// `MapLayer.cameraViewingAngle`.
  public static let cameraViewingAngle = Self(rawValue: "cameraViewingAngle")
}

extension MapView {
  /// Ends the gesture that has hold of the map, as if the window had lost the focus.
  func endGesture() {
    guard cameraController.isGestureHeld else { return }
    gestures.handle(
      InputEvent(timeSeconds: lastFrameTime.isFinite ? lastFrameTime : 0, kind: .focusLost), settings: settings.gestures,
      into: &gestureOutputs)
    respondToGestures(now: lastFrameTime)
  }
}
