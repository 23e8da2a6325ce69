import OverlookGeometry
package import OverlookSupport

/// Every overlay that is attached to one map, as rows by kind.
///
/// Overlay objects are handles: setting one of their properties writes the row here, marks it, and asks for a frame. The store
/// keeps attached overlays alive; they know it weakly, so that a map can go away before its overlays do.
@MainActor
package final class OverlayStore {
  /// The map that this is the store of.
  package weak var owner: AnyObject?
  /// Called after every change that can be seen; must be cheap.
  package var requestRedraw: () -> Void = {}

  package internal(set) var markers = OverlayTable<MarkerRow>()
  package internal(set) var polylines = OverlayTable<PolylineRow>()
  package internal(set) var polygons = OverlayTable<PolygonRow>()
  package internal(set) var circles = OverlayTable<CircleRow>()
  package internal(set) var groundOverlays = OverlayTable<GroundOverlayRow>()
  package internal(set) var dataLayers = OverlayTable<DataRow>()
  package internal(set) var models = OverlayTable<ModelRow>()
  /// The images of the markers.
  package internal(set) var icons = IconTable()
  /// No icon of an attached marker reaches farther than this from the marker's position, in points.
  package internal(set) var markerReachPoints = 0.0

  /// No element of an attached data layer reaches farther than this from its place, in points.
  package private(set) var dataReachPoints = 0.0
  /// No stroke of an attached overlay is wider, in points, or reaches farther than half of this from its path.
  package private(set) var widestStrokePoints = 0.0

  /// Slots of the markers whose collisions matter: those that are not merely required.
  package internal(set) var collidingMarkers = DirtyRows()
  /// Another number after every change of a colliding marker.
  package internal(set) var collisionVersion = 0
  /// Slots of the models for which time passes.
  var playingModels = DirtyRows()
  /// Slots of the markers that come in or go.
  var fadingMarkers = DirtyRows()

  /// Slots of the markers whose icons are drawn by a view.
  var viewMarkers = DirtyRows()
  /// The layers of the markers that move by themselves.
  var animatedLayers = ContiguousArray<MarkerLayer>()
  /// Holds them while they are stepped, and the room of their array afterwards.
  var steppedLayers = ContiguousArray<MarkerLayer>()
  /// By slot: the icons of more than one picture.
  var animatedIcons: [Int: Image] = [:]
  /// Called after a marker was removed by itself; not by `removeAll`.
  package var onMarkerRemoved: (Marker) -> Void = { _ in }

  private var nextSequence = 0

  package init(owner: AnyObject? = nil) {
    self.owner = owner
  }

  /// Attached overlays of all kinds.
  package var count: Int {
    markers.count + polylines.count + polygons.count + circles.count + groundOverlays.count + dataLayers.count
      + models.count
  }

  /// Another number after every change of which overlays there are or of their order.
  package var structureVersion: Int {
    markers.structureVersion + polylines.structureVersion + polygons.structureVersion + circles.structureVersion
      + groundOverlays.structureVersion + dataLayers.structureVersion + models.structureVersion
  }

  /// Attaches `overlay` as the last of its zIndex, and detaches it from where it was before. Nothing happens when it is here
  /// already.
  package func add(_ overlay: Overlay) {
    if let current = overlay.store {
      if current === self { return }
      current.remove(overlay)
    }
    let key = DrawKey(zIndex: overlay.zIndex, sequence: nextSequence)
    nextSequence += 1
    overlay.slot = overlay.makeRow(in: self, key: key)
    overlay.store = self
    overlay.wasAttached()
    requestRedraw()
  }

  /// Detaches `overlay`. Nothing happens when it is not here.
  package func remove(_ overlay: Overlay) {
    guard overlay.store === self else { return }
    overlay.store = nil
    switch overlay.kind {
    case .marker:
      if let row = markers.remove(overlay.slot) {
        releaseIcon(row.icon, of: overlay.slot)
        noteCollision(overlay.slot, .required)
        viewMarkers.remove(overlay.slot)
      }
      if markers.count == 0 { markerReachPoints = 0 }
    case .polyline: polylines.remove(overlay.slot)
    case .polygon: polygons.remove(overlay.slot)
    case .circle: circles.remove(overlay.slot)
    case .groundOverlay: groundOverlays.remove(overlay.slot)
    case .dataLayer: dataLayers.remove(overlay.slot)
    case .model:
      models.remove(overlay.slot)
      playingModels.remove(overlay.slot)
    }
    requestRedraw()
    if let marker = overlay as? Marker {
      marker.endAnimations()
      onMarkerRemoved(marker)
    }
  }

  /// Detaches every overlay.
  package func removeAll() {
    for kind in OverlayKind.allCases {
      for overlay in overlays(of: kind) { overlay?.store = nil }
    }
    markers.removeAll()
    polylines.removeAll()
    polygons.removeAll()
    circles.removeAll()
    groundOverlays.removeAll()
    dataLayers.removeAll()
    models.removeAll()
    playingModels.removeAll()
    icons = IconTable(after: icons)
    animatedIcons.removeAll()
    if !collidingMarkers.isEmpty { collisionVersion += 1 }
    collidingMarkers.removeAll()
    fadingMarkers.removeAll()
    viewMarkers.removeAll()
    markerReachPoints = 0
    widestStrokePoints = 0
    dataReachPoints = 0
    requestRedraw()
    // Last: the outcomes are told to code that may attach overlays.
    let layers = animatedLayers
    for layer in layers { layer.end(.all) }
  }

  /// The overlay of `kind` in `slot`; nil when there is none.
  package func overlay(_ kind: OverlayKind, slot: Int) -> Overlay? {
    let overlays = overlays(of: kind)
    return overlays.indices.contains(slot) ? overlays[slot] : nil
  }

  /// All attached overlays in the order of attaching: a copy, so that overlays may come and go while it is walked through.
  package var attachedOverlays: [Overlay] {
    var found: [(sequence: Int, overlay: Overlay)] = []
    found.reserveCapacity(count)
    for kind in OverlayKind.allCases {
      for case let overlay? in overlays(of: kind) {
        if let key = key(kind, slot: overlay.slot) { found.append((key.sequence, overlay)) }
      }
    }
    return found.sorted { $0.sequence < $1.sequence }.map(\.overlay)
  }

  /// The drawing order of the overlay of `kind` in `slot`; nil when there is none.
  package func key(_ kind: OverlayKind, slot: Int) -> DrawKey? {
    switch kind {
    case .marker: markers.row(slot)?.key
    case .polyline: polylines.row(slot)?.key
    case .polygon: polygons.row(slot)?.key
    case .circle: circles.row(slot)?.key
    case .groundOverlay: groundOverlays.row(slot)?.key
    case .dataLayer: dataLayers.row(slot)?.key
    case .model: models.row(slot)?.key
    }
  }

  /// Forgets which rows changed; called once a frame, after everything that draws has taken the changes over.
  package func clearChanges() {
    markers.clearChanges()
    polylines.clearChanges()
    polygons.clearChanges()
    circles.clearChanges()
    groundOverlays.clearChanges()
    dataLayers.clearChanges()
    models.clearChanges()
  }

  private func overlays(of kind: OverlayKind) -> ContiguousArray<Overlay?> {
    switch kind {
    case .marker: markers.overlays
    case .polyline: polylines.overlays
    case .polygon: polygons.overlays
    case .circle: circles.overlays
    case .groundOverlay: groundOverlays.overlays
    case .dataLayer: dataLayers.overlays
    case .model: models.overlays
    }
  }
}

// Called by the overlays.
extension OverlayStore {
  func noteZIndex(_ overlay: Overlay) {
    switch overlay.kind {
    case .marker:
      markers.setZIndex(overlay.zIndex, of: overlay.slot)
      if collidingMarkers.contains(overlay.slot) { collisionVersion += 1 }
    case .polyline: polylines.setZIndex(overlay.zIndex, of: overlay.slot)
    case .polygon: polygons.setZIndex(overlay.zIndex, of: overlay.slot)
    case .circle: circles.setZIndex(overlay.zIndex, of: overlay.slot)
    case .groundOverlay: groundOverlays.setZIndex(overlay.zIndex, of: overlay.slot)
    case .dataLayer: dataLayers.setZIndex(overlay.zIndex, of: overlay.slot)
    case .model: models.setZIndex(overlay.zIndex, of: overlay.slot)
    }
    requestRedraw()
  }

  func noteTappable(_ overlay: Overlay) {
    switch overlay.kind {
    case .marker: markers.setTappable(overlay.isTappable, of: overlay.slot)
    case .polyline: polylines.setTappable(overlay.isTappable, of: overlay.slot)
    case .polygon: polygons.setTappable(overlay.isTappable, of: overlay.slot)
    case .circle: circles.setTappable(overlay.isTappable, of: overlay.slot)
    case .groundOverlay: groundOverlays.setTappable(overlay.isTappable, of: overlay.slot)
    case .dataLayer: dataLayers.setTappable(overlay.isTappable, of: overlay.slot)
    case .model: models.setTappable(overlay.isTappable, of: overlay.slot)
    }
  }

  func updateMarker(_ marker: Marker) {
    guard let old = markers.row(marker.slot) else { return }
    replace(marker, old, icon: old.icon)
    requestRedraw()
  }

  /// Changes one value of a marker that decides neither where it lies nor whether it can be drawn: much less than a whole row.
  func modifyMarker(_ slot: Int, _ change: (inout MarkerRow) -> Void) {
    markers.modify(slot, change)
    if collidingMarkers.contains(slot) { collisionVersion += 1 }
    requestRedraw()
  }

  /// Changes where a marker lies, on the map before and after.
  func moveMarker(_ slot: Int, to position: WorldPoint) {
    markers.modify(slot) { $0.position = position }
    markers.place(slot, at: markers.row(slot)?.bounds)
    if collidingMarkers.contains(slot) { collisionVersion += 1 }
    requestRedraw()
  }

  /// `isInFrame`: a frame is being made, which will show it.
  func updateMarkerIcon(_ marker: Marker, isInFrame: Bool = false) {
    guard let old = markers.row(marker.slot) else { return }
    let icon = retainIcon(of: marker)
    releaseIcon(old.icon, of: marker.slot)
    noteIcon(marker.shownIcon, of: marker.slot)
    replace(marker, old, icon: icon)
    if !isInFrame { requestRedraw() }
  }

  private func replace(_ marker: Marker, _ old: MarkerRow, icon: IconID) {
    var row = marker.row(key: old.key, icon: icon)
    row.goOn(from: old)
    markers.replace(marker.slot, with: row)
    noteReach(of: row)
    noteCollision(marker.slot, row.collisionBehavior)
  }

  /// `points` is how far a stroke reaches from its path.
  func noteReach(ofStroke points: Double) {
    // Wider than any screen: what lies farther off cannot matter.
    if 2 * points > widestStrokePoints { widestStrokePoints = min(2 * points, 1e5) }
  }

  /// A shape looks otherwise from the next frame on; its outline reaches so far beyond it.
  func shapeDidChange(reachPoints: Double) {
    noteReach(ofStroke: reachPoints)
    requestRedraw()
  }

  func noteDataReach(_ points: Double) {
    dataReachPoints = max(dataReachPoints, min(points, 1e5))
  }

  func noteReach(of row: MarkerRow) {
    guard row.isDrawable else { return }
    let x = max(abs(row.originX), abs(row.originX + row.width))
    let y = max(abs(row.originY), abs(row.originY + row.height))
    let reach = Double(x * x + y * y).squareRoot()
    // Beyond this the icon could not be told from one that is not there.
    if reach > markerReachPoints { markerReachPoints = min(reach, 1e5) }
  }
}
