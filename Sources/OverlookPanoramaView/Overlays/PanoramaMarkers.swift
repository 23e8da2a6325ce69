import Glibc
import OverlookCanvas
public import OverlookScene
import OverlookGeometry
import OverlookPanorama
import OverlookStreetScene
import OverlookSupport

/// The markers of a view: each at its bearing and pitch, smaller the farther it is away.
@MainActor final class PanoramaMarkers {
  /// Metres beyond which a marker is not shown, and at which it has its size in a view of 90 degrees.
  static let (farthest, usual) = (300.0, 15.0)
  private static let scales = 0.3...2.5
  /// Of the camera above the ground, where the panorama does not say, metres.
  private static let usualHeight = StreetSurroundings.usualHeight
  /// Of the middle of a marker above the ground, metres.
  private static let middleHeight = 1.0

  /// What of a marker is drawn.
  private struct Look: Equatable {
    var position: LocationCoordinate
    var icon: ObjectIdentifier
    var opacity: Double
    var anchor: UnitPoint
    var zIndex: Int
  }

  private struct Placed {
    let marker: Marker
    let rect: ScreenRect
  }

  /// Those whose `panoramaView` is this one.
  private var own: [Marker] = []
  /// Those that are here because they are on a map.
  private var ofMap: [Marker] = []
  /// Each once.
  private(set) var all: [Marker] = []
  private var looks: [Look] = []
  private var placed: [Placed] = []

  func add(_ marker: Marker) {
    own.append(marker)
    gather()
  }

  func remove(_ marker: Marker) {
    own.removeAll { $0 === marker }
    gather()
  }

  /// Shows the markers of a map too, from now on these.
  func take(_ markers: [Marker]) {
    ofMap = markers
    gather()
  }

  private func gather() {
    let known = Set(own.map(ObjectIdentifier.init))
    all = own + ofMap.filter { !known.contains(ObjectIdentifier($0)) }
  }

  /// Whether a marker looks different than at the last call. There are few of them, and none of their setters pays for it.
  func takeChanges() -> Bool {
    if all.isEmpty, looks.isEmpty { return false }
    let fresh = all.map { marker in
      Look(
        position: marker.position, icon: ObjectIdentifier(marker.shownIcon), opacity: marker.opacity, anchor: marker.groundAnchor,
        zIndex: marker.zIndex)
    }
    guard fresh != looks else { return false }
    looks = fresh
    return true
  }

  /// Finds where the markers lie, the farthest first, and leaves out those that houses hide.
  func update(_ panorama: Panorama?, _ transform: PanoramaTransform, _ surroundings: StreetSurroundings?) {
    placed.removeAll(keepingCapacity: true)
    guard !all.isEmpty, let place = panorama?.coordinate else { return }
    let height = panorama?.heightMeters ?? Self.usualHeight
    let near = all.map { ($0, SphericalGeometry.distance(from: place, to: $0.position)) }
      .filter { marker, meters in
        guard marker.position.isValid, meters <= Self.farthest, marker.opacity > 0 else { return false }
        // What a person sees of a marker is its middle.
        return surroundings.map { $0.isSeen($0.place(marker.position, above: Self.middleHeight)) } ?? true
      }
    for (marker, meters) in near.sorted(by: { ($0.0.zIndex, -$0.1) < ($1.0.zIndex, -$1.1) }) {
      let orientation = Orientation(
        heading: SphericalGeometry.heading(from: place, to: marker.position),
        pitch: -atan2(height, max(meters, 0.5)) * Angle.degreesPerRadian)
      if let rect = Self.rect(marker, meters, transform.point(for: orientation), transform) {
        placed.append(Placed(marker: marker, rect: rect))
      }
    }
  }

  private static func rect(
    _ marker: Marker, _ meters: Double, _ foot: ScreenPoint, _ transform: PanoramaTransform
  ) -> ScreenRect? {
    guard foot.x.isFinite, foot.y.isFinite else { return nil }
    let telephoto = transform.focalLength / max(max(transform.size.width, transform.size.height) / 2, 1)
    let scale = min(max(usual / max(meters, 0.5) * telephoto, scales.lowerBound), scales.upperBound)
    let icon = marker.shownIcon
    let (width, height) = (icon.widthPoints * scale, icon.heightPoints * scale)
    let rect = ScreenRect(
      x: foot.x - width * marker.groundAnchor.x, y: foot.y - height * marker.groundAnchor.y, width: width, height: height)
    let isSeen =
      rect.origin.x < transform.size.width && rect.origin.y < transform.size.height && rect.origin.x + width > 0
      && rect.origin.y + height > 0
    return isSeen ? rect : nil
  }

  func draw(on canvas: Canvas) {
    for item in placed { canvas.image(item.marker.shownIcon, in: item.rect, opacity: item.marker.opacity) }
  }

  /// The topmost that can be tapped.
  func marker(at point: ScreenPoint) -> Marker? {
    placed.last { $0.marker.isTappable && $0.rect.contains(point) }?.marker
  }

  // MARK: Which view a marker is in

  private struct WeakView {
    weak var view: PanoramaView?
  }

  /// By marker; most have none, and a million of them are not to grow by a word each.
  private static var views: [ObjectIdentifier: WeakView] = [:]

  static func view(of marker: Marker) -> PanoramaView? { views[ObjectIdentifier(marker)]?.view }

  static func setView(_ view: PanoramaView?, of marker: Marker) {
    let old = self.view(of: marker)
    guard old !== view else { return }
    views = views.filter { $0.value.view != nil }
    views[ObjectIdentifier(marker)] = view.map { WeakView(view: $0) }
    old?.markers.remove(marker)
    old?.setNeedsDisplay()
    view?.markers.add(marker)
    view?.setNeedsDisplay()
  }
}

extension PanoramaView {
  /// Shows the markers of a map, these from now on.
  package func showMarkers(_ markers: [Marker]) { self.markers.take(markers) }
}

extension Marker {
  /// The panorama view that shows the marker too, at its bearing, on the ground, and smaller the farther it is away; beyond 300 metres it
  /// is not shown. The view keeps the marker; a marker may be on a map and in a panorama at once. Nil, the default, takes it out.
  public var panoramaView: PanoramaView? {
    get { PanoramaMarkers.view(of: self) }
    set { PanoramaMarkers.setView(newValue, of: self) }
  }
}
