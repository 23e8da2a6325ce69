public import OverlookCamera
import OverlookGeometry
import OverlookInput

/// The parts of a map's camera, and of the padding of its view, as numbers that can be animated one by one: `map.layer`.
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
    numbers = self
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

  /// By the rules of the transaction, and at once outside of any; the target moves to the middle of what is visible.
  func setPadding(_ padding: EdgeInsets) {
    guard LayerTransaction.current != nil else {
      for key in Self.insets.keys { removeAnimation(for: key) }
      map?.cameraController.setPadding(padding)
      map?.paddingChanged()
      return
    }
    for (key, side) in Self.insets { set(padding.clean[keyPath: side], for: key) }
  }

  private func shown(_ key: Key) -> Double { shownValue(for: key) ?? 0 }

  private static let maximumLatitude = 85.0

  private static let parts: [Key: WritableKeyPath<CameraPosition, Double>] = [
    .cameraLatitude: \.target.latitude, .cameraLongitude: \.target.longitude, .cameraBearing: \.bearing,
    .cameraZoomLevel: \.zoom, .cameraViewingAngle: \.viewingAngle,
  ]

  private static let insets: [Key: WritableKeyPath<EdgeInsets, Double>] = [
    .paddingTop: \.top, .paddingLeft: \.left, .paddingBottom: \.bottom, .paddingRight: \.right,
  ]
}

extension MapLayer: AnimatedNumbers {
  package func shownValue(for key: Key) -> Double? {
    guard let map else { return nil }
    if let side = Self.insets[key] { return map.cameraController.padding[keyPath: side] }
    return Self.parts[key].map { map.cameraController.camera[keyPath: $0] }
  }

  package func cleaned(_ value: Double, for key: Key) -> Double? {
    guard value.isFinite, let limits = map?.cameraController.limits else { return nil }
    return switch key {
    case .cameraLatitude: min(max(value, -Self.maximumLatitude), Self.maximumLatitude)
    case .cameraLongitude: Angle.wrappedDegrees(value)
    case .cameraBearing: Angle.bearingDegrees(value)
    case .cameraZoomLevel: limits.clampedZoom(value)
    case .cameraViewingAngle: min(max(value, 0), CameraPosition.maximumViewingAngle)
    case .paddingTop, .paddingLeft, .paddingBottom, .paddingRight: max(value, 0)
    default: value
    }
  }

  package func period(of key: Key) -> Double? {
    key == .cameraLongitude || key == .cameraBearing ? 360 : nil
  }

  package func show(_ values: [Key: Double]) {
    guard let map else { return }
    var camera = map.cameraController.camera
    var padding = map.cameraController.padding
    for (key, value) in values {
      if let part = Self.parts[key] { camera[keyPath: part] = value }
      if let side = Self.insets[key] { padding[keyPath: side] = value }
    }
    if padding != map.cameraController.padding {
      map.cameraController.setPadding(padding)
      map.paddingChanged()
    }
    map.cameraController.drive(to: camera)
    map.cameraChanged()
  }

  package func runningChanged() {
    guard let map else { return }
    if isAnimating, !map.cameraController.isDriven { map.cancelQueuedMotion() }
    map.cameraController.isDriven = isAnimating
    if isAnimating { map.requestFrame(.animation) }
  }

  /// A number that is set ends a gesture.
  package func willSet(_ key: Key) { map?.endGesture() }
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
  /// `top` of `MapView.padding`.
  public static let paddingTop = Self(rawValue: "paddingTop")
  /// `left` of `MapView.padding`.
  public static let paddingLeft = Self(rawValue: "paddingLeft")
  /// `bottom` of `MapView.padding`.
  public static let paddingBottom = Self(rawValue: "paddingBottom")
  /// `right` of `MapView.padding`.
  public static let paddingRight = Self(rawValue: "paddingRight")
}

extension MapView {
  /// Ends the gesture that has hold of the map, as if the window had lost the focus.
  func endGesture() {
    guard cameraController.isGestureHeld else { return }
    let last = frameTimes.last
    gestures.handle(
      InputEvent(timeSeconds: last.isFinite ? last : 0, kind: .focusLost), settings: settings.gestures)
    respondToGestures(now: last)
  }
}
