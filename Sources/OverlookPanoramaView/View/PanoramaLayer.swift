public import OverlookCamera
import OverlookInput
import OverlookGeometry
import OverlookPanorama

/// The parts of a panorama's camera as numbers that can be animated one by one: `view.layer`.
///
/// ```swift
/// LayerTransaction.animate(seconds: 2) { view.layer.cameraHeading = 270 }
/// ```
///
/// Reading a number gives what is shown. A gesture, an animation of the view and a camera that is set stop the animations where they are.
public final class PanoramaLayer: AnimatableLayer {
  private weak var view: PanoramaView?

  init(_ view: PanoramaView) {
    super.init()
    self.view = view
    numbers = self
  }

  /// Degrees clockwise from true north, wrapped to 0 ..< 360; animated the short way round.
  public var cameraHeading: Double {
    get { shownValue(for: .cameraHeading) ?? 0 }
    set { set(newValue, for: .cameraHeading) }
  }

  /// Degrees above the horizon, clamped to -90 ... 90.
  public var cameraPitch: Double {
    get { shownValue(for: .cameraPitch) ?? 0 }
    set { set(newValue, for: .cameraPitch) }
  }

  /// Zoom, clamped to 1 ... 5.
  public var cameraZoom: Double {
    get { shownValue(for: .cameraZoom) ?? PanoramaCamera.defaultZoom }
    set { set(newValue, for: .cameraZoom) }
  }

  /// Field of view in degrees, clamped to 1 ... 160.
  public var cameraFOV: Double {
    get { shownValue(for: .cameraFOV) ?? PanoramaCamera.defaultFOV }
    set { set(newValue, for: .cameraFOV) }
  }

  private static let parts: [Key: WritableKeyPath<PanoramaCamera, Double>] = [
    .cameraHeading: \.orientation.heading, .cameraPitch: \.orientation.pitch, .cameraZoom: \.zoom, .cameraFOV: \.fov,
  ]
}

extension PanoramaLayer: AnimatedNumbers {
  package func shownValue(for key: Key) -> Double? {
    guard let view else { return nil }
    return Self.parts[key].map { view.camera[keyPath: $0] }
  }

  package func cleaned(_ value: Double, for key: Key) -> Double? {
    guard value.isFinite, let part = Self.parts[key] else { return nil }
    var camera = PanoramaCamera(heading: 0, pitch: 0)
    camera[keyPath: part] = value
    return camera[keyPath: part]
  }

  package func period(of key: Key) -> Double? { key == .cameraHeading ? 360 : nil }

  package func show(_ values: [Key: Double]) {
    guard let view else { return }
    for (key, value) in values {
      if let part = Self.parts[key] { view.motion.camera[keyPath: part] = value }
    }
    if isAnimating { view.cameraChanged() } else { view.noteRest() }
  }

  package func runningChanged() {
    guard let view else { return }
    if isAnimating { view.setNeedsDisplay() } else { view.noteRest() }
  }

  package func willSet(_ key: Key) { view?.motion.stop() }
}

extension AnimatableLayer.Key {
  /// `PanoramaLayer.cameraHeading`.
  public static let cameraHeading = Self(rawValue: "cameraHeading")
  /// `PanoramaLayer.cameraPitch`.
  public static let cameraPitch = Self(rawValue: "cameraPitch")
  /// `PanoramaLayer.cameraZoom`.
  public static let cameraZoom = Self(rawValue: "cameraZoom")
  /// `PanoramaLayer.cameraFOV`.
  public static let cameraFOV = Self(rawValue: "cameraFOV")
}
