package import OverlookGeometry
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
  /// Another number after every change of a model or a layer of models; time that passes for them is none.
  package internal(set) var modelVersion = 0
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
  package var count: Int { sum { $0.count } }

  /// Another number after every change of which overlays there are or of their order.
  package var structureVersion: Int { sum { $0.structureVersion } }

  /// Attaches `overlay` as the last of its zIndex, and detaches it from where it was before. Nothing happens when it is here
  /// already.
  package func add(_ overlay: Overlay) {
    if let current = overlay.store {
      if current === self { return }
      current.remove(overlay)
    }
    let key = DrawKey(zIndex: overlay.zIndex, sequence: nextSequence, isBelowLabels: overlay.liesBelowLabels)
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
    overlay.willRemoveRow(from: self)
    with(overlay.kind, RowRemoval(slot: overlay.slot))
    if markers.count == 0 { markerReachPoints = 0 }
    requestRedraw()
    if let marker = overlay as? Marker {
      marker.endAnimations()
      onMarkerRemoved(marker)
    }
  }

  /// Detaches every overlay.
  package func removeAll() {
    for kind in OverlayKind.all {
      for overlay in overlays(of: kind) { overlay?.store = nil }
      with(kind, Emptying())
    }
    playingModels.removeAll()
    modelVersion &+= 1
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
    for kind in OverlayKind.all {
      for case let overlay? in overlays(of: kind) {
        if let key = key(kind, slot: overlay.slot) { found.append((key.sequence, overlay)) }
      }
    }
    return found.sorted { $0.sequence < $1.sequence }.map(\.overlay)
  }

  /// The drawing order of the overlay of `kind` in `slot`; nil when there is none.
  package func key(_ kind: OverlayKind, slot: Int) -> DrawKey? { facts(kind, slot: slot).key }

  /// What the overlay of `kind` in `slot` covers of the world, x unwrapped; nil when it covers nothing or there is none.
  package func bounds(_ kind: OverlayKind, slot: Int) -> WorldRect? { facts(kind, slot: slot).bounds }

  /// What an attached overlay covers of the world, x unwrapped; nil when it covers nothing or is not here.
  package func bounds(of overlay: Overlay) -> WorldRect? {
    overlay.store === self ? bounds(overlay.kind, slot: overlay.slot) : nil
  }

  /// Forgets which rows changed; called once a frame, after everything that draws has taken the changes over.
  package func clearChanges() {
    for kind in OverlayKind.all { with(kind, Clearing()) }
  }

  private func overlays(of kind: OverlayKind) -> ContiguousArray<Overlay?> { facts(kind).overlays }

  private func facts(_ kind: OverlayKind, slot: Int? = nil) -> TableFacts {
    var facts = TableFacts(slot: slot)
    with(kind, &facts)
    return facts
  }

  private func sum(_ number: (TableFacts) -> Int) -> Int {
    var sum = 0
    for kind in OverlayKind.all { sum += number(facts(kind)) }
    return sum
  }
}

// The tables by kind.
extension OverlayStore {
  /// Has `work` done on the table of a kind: the one place that names them all.
  func with<Work: TableWork>(_ kind: OverlayKind, _ work: inout Work) {
    switch kind {
    case .marker: work.run(on: &markers)
    case .polyline: work.run(on: &polylines)
    case .polygon: work.run(on: &polygons)
    case .circle: work.run(on: &circles)
    case .groundOverlay: work.run(on: &groundOverlays)
    case .dataLayer: work.run(on: &dataLayers)
    case .model: work.run(on: &models)
    }
  }

  private func with<Work: TableWork>(_ kind: OverlayKind, _ work: Work) {
    var work = work
    with(kind, &work)
  }
}

// Called by the overlays.
extension OverlayStore {
  func noteZIndex(_ overlay: Overlay) {
    let zIndex = DrawKey.zIndex(overlay.zIndex, isBelowLabels: overlay.liesBelowLabels)
    with(overlay.kind, ZIndexChange(slot: overlay.slot, zIndex: zIndex))
    if overlay.kind == .marker, collidingMarkers.contains(overlay.slot) { collisionVersion += 1 }
    requestRedraw()
  }

  func noteTappable(_ overlay: Overlay) {
    with(overlay.kind, TappableChange(slot: overlay.slot, isTappable: overlay.isTappable))
  }

  /// Lets go of what is kept of the marker in `slot` beside its row.
  func forgetMarker(_ slot: Int) {
    guard let row = markers.row(slot) else { return }
    releaseIcon(row.icon, of: slot)
    noteCollision(slot, .required)
    viewMarkers.remove(slot)
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
