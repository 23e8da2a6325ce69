public import OverlookCanvas
public import OverlookGeometry
public import OverlookPanorama
package import OverlookStreetScene

/// Something above a panorama that its owner draws: each frame that is drawn, the item takes what it needs from the view and then draws
/// with the canvas's lines, shapes, text and pictures. Main thread only.
///
/// All items are updated, then sorted by `zIndex` (which may depend on what the update found), then drawn, above the links and below the
/// controls. Call `setNeedsDisplay()` of the view when an item wants to be drawn again without a camera change.
@MainActor public protocol PanoramaItem: AnyObject {
  /// Order among the items; asked after `update(with:)`. Default 0; equal numbers lie in the order of adding.
  var zIndex: Int { get }

  /// Takes what the item needs from the view of this frame.
  func update(with view: PanoramaSight)

  /// Draws into `canvas`, in points of the view.
  func draw(in canvas: Canvas)
}

extension PanoramaItem {
  /// 0.
  public var zIndex: Int { 0 }
}

/// What a view of a panorama shows in one frame: from directions to its points and back.
public struct PanoramaSight: Sendable {
  package let transform: PanoramaTransform
  /// The panorama; nil for none.
  public let panorama: Panorama?
  /// What stands around it, as far as it is known.
  package let surroundings: StreetSurroundings?
  /// Where names of streets stand already.
  package let names: [ScreenRect]
  /// Where the panorama was taken; nil where that is not known.
  public var coordinate: LocationCoordinate? { panorama?.coordinate }

  package init(
    _ transform: PanoramaTransform, panorama: Panorama?, surroundings: StreetSurroundings? = nil, names: [ScreenRect] = []
  ) {
    self.names = names
    self.transform = transform
    self.panorama = panorama
    self.surroundings = surroundings
  }

  /// Of the eye above the ground, metres.
  package var eyeHeight: Double { surroundings?.height ?? panorama?.heightMeters ?? StreetSurroundings.usualHeight }

  /// Whether a house or a tree stands before the sky in a direction (x east, y up, z north); false where nothing is known of them.
  func isSkyHidden(_ direction: SIMD3<Double>) -> Bool {
    // The ground at the horizon hides nothing.
    surroundings?.depth.distance(toward: SIMD3(direction.x, direction.z, max(direction.y, 0.005))) != nil
  }

  /// Where one looks.
  public var camera: PanoramaCamera { transform.camera }
  /// Of the view, in points.
  public var size: ScreenSize { transform.size }

  /// The point that shows a direction, which may lie outside of the view; NaN for both numbers when it points away.
  public func point(for orientation: Orientation) -> ScreenPoint { transform.point(for: orientation) }

  /// The direction that a point shows; NaN where the projection shows nothing.
  public func orientation(for point: ScreenPoint) -> Orientation { transform.orientation(for: point) }
}
