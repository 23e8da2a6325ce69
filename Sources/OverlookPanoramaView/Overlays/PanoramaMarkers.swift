import OverlookCanvas
import OverlookScene
import OverlookGeometry
import OverlookPanorama
import OverlookStreetScene
import OverlookSupport

/// The markers of a view: each at its bearing and pitch, smaller the farther it is away.
@MainActor final class PanoramaMarkers {
  /// Metres beyond which a marker is not shown.
  static let farthest = 300.0
  /// Of the camera above the ground, where the panorama does not say, metres.
  private static let usualHeight = StreetSurroundings.usualHeight
  /// Of the middle of a marker above the ground, metres.
  private static let middleHeight = 1.0

  /// What of a marker is drawn.
  private struct Look: Equatable {
    var position: LocationCoordinate
    var icon: ObjectIdentifier
    var view: ObjectIdentifier?
    var tracksView: Bool
    var opacity: Double
    var rotation: Double
    var isFlat: Bool
    var anchor: UnitPoint
    var zIndex: Int
  }

  private struct Placed {
    let marker: Marker
    let icon: Image
    let opacity: Double
    let shape: PanoramaMarkerShape
  }

  /// What a view that stands for an icon looks like here: a map that shows the marker too may have another density.
  private struct ViewPicture {
    let view: any CanvasView
    var picture: Image?
    var pixelsPerPoint: Double
  }

  /// Those whose `panoramaView` is this one.
  private var own: [Marker] = []
  /// Those that are here because they are on a map.
  private var ofMap: [Marker] = []
  /// Each once.
  private(set) var all: [Marker] = []
  private var looks: [Look] = []
  private var placed: [Placed] = []
  private var viewPictures: [ObjectIdentifier: ViewPicture] = [:]

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
      let shown = marker.shownPlace
      return Look(
        position: shown.position, icon: ObjectIdentifier(marker.shownIcon), view: marker.iconView.map { ObjectIdentifier($0) },
        tracksView: marker.tracksViewChanges, opacity: shown.opacity, rotation: shown.rotation, isFlat: marker.isFlat,
        anchor: marker.groundAnchor, zIndex: marker.zIndex)
    }
    guard fresh != looks else { return false }
    looks = fresh
    return true
  }

  /// Whether one of these views is what a marker shows, and follows.
  func follows(_ changed: [any CanvasView]) -> Bool {
    changed.contains { view in all.contains { $0.tracksViewChanges && $0.iconView === view } }
  }

  /// Brings the pictures of the views of the markers near a place up to date. Before the frame's canvas is filled.
  func updateViews<Fault: Error>(
    _ panorama: Panorama?, pixelsPerPoint: Double, _ picture: (any CanvasView) throws(Fault) -> Image?
  ) throws(Fault) {
    guard let place = panorama?.coordinate else { return }
    var known: [ObjectIdentifier: ViewPicture] = [:]
    for marker in all {
      guard let view = marker.iconView, SphericalGeometry.distance(from: place, to: marker.position) <= Self.farthest else {
        continue
      }
      let old = viewPictures[ObjectIdentifier(marker)].flatMap { $0.view === view ? $0 : nil }
      if let old, old.pixelsPerPoint == pixelsPerPoint, !marker.tracksViewChanges {
        known[ObjectIdentifier(marker)] = old
      } else {
        known[ObjectIdentifier(marker)] = ViewPicture(view: view, picture: try picture(view), pixelsPerPoint: pixelsPerPoint)
      }
    }
    viewPictures = known
  }

  /// Finds where the markers lie, the farthest first, and leaves out those that houses hide.
  func update(_ panorama: Panorama?, _ transform: PanoramaTransform, _ surroundings: StreetSurroundings?) {
    placed.removeAll(keepingCapacity: true)
    guard !all.isEmpty, let place = panorama?.coordinate else { return }
    let height = panorama?.heightMeters ?? Self.usualHeight
    let near = all.map { ($0, $0.shownPlace, SphericalGeometry.distance(from: place, to: $0.shownPlace.position)) }
      .filter { marker, shown, meters in
        guard shown.position.isValid, meters <= Self.farthest, shown.opacity > 0 else { return false }
        // What a person sees of a marker is its middle, and on the ground what lies there.
        let middle = marker.isFlat ? 0 : Self.middleHeight
        return surroundings.map { $0.isSeen($0.place(shown.position, above: middle)) } ?? true
      }
    // What lies on the ground is under what stands on it.
    let order = near.sorted { ($0.0.isFlat ? 0 : 1, $0.0.zIndex, -$0.2) < ($1.0.isFlat ? 0 : 1, $1.0.zIndex, -$1.2) }
    for (marker, shown, meters) in order {
      let icon = viewPictures[ObjectIdentifier(marker)]?.picture ?? marker.shownIcon
      let shape = PanoramaMarkerShape(
        marker, icon: icon, meters: meters, heading: SphericalGeometry.heading(from: place, to: shown.position), height: height,
        rotation: shown.rotation, transform)
      if let shape { placed.append(Placed(marker: marker, icon: icon, opacity: shown.opacity, shape: shape)) }
    }
  }

  func draw(on canvas: Canvas) {
    for item in placed { canvas.image(item.icon, on: item.shape.grid, columns: item.shape.columns, opacity: item.opacity) }
  }

  /// The topmost that can be tapped.
  func marker(at point: ScreenPoint) -> Marker? {
    placed.last { $0.marker.isTappable && $0.shape.contains(point) }?.marker
  }
}
