import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookScene
import OverlookStyledMap
import OverlookSupport

/// Gives markers and labels of items that share the room with others what the placement of the map's labels decides for them.
@MainActor struct OverlayCollisions {
  var labels = ItemLabels()
  /// Of the view itself.
  var controls = StandingControls()
  /// Of what components write on the view itself.
  var texts = ComponentTexts()
  /// What the last placement was asked about.
  private var markers: [CollidingMarker] = []
  /// When the placement was made whose decisions were taken over last.
  private var decidedSeconds = -Double.infinity
  private var lastUpdate = 0.0
  private var own: OwnPlacement?

  /// Of a map that has no labels.
  private struct OwnPlacement {
    var result: PlacementResult
    var view: ViewTransform
    var version: Int
  }

  /// Whether the next frame looks different though nothing happens.
  private(set) var needsFrame = false

  /// Another number when `obstacles` would answer otherwise for the same view.
  func version(_ store: OverlayStore) -> Int { store.collisionVersion + labels.version + controls.version + texts.version }

  /// What `place` of `SymbolPlacement` is told of the markers in `store` and of labels.
  mutating func obstacles(_ store: OverlayStore, _ view: ViewTransform) -> [LabelObstacle] {
    markers = store.collidingMarkers(in: view, marginPoints: SymbolPlacement.marginPoints)
    let ofMarkers = markers.map { marker in
      LabelObstacle(
        id: UInt64(clamping: marker.sequence), rect: marker.rect, behavior: marker.behavior, priority: marker.zIndex)
    }
    return ofMarkers + labels.obstacles(view)
  }

  /// Once a frame, after labels of items were gathered and before markers are brought to the GPU. `placement` is that of the
  /// map's labels; nil on a map without any.
  mutating func update(
    _ store: OverlayStore, _ placement: PlacementResult?, view: ViewTransform, now: Double, isStill: Bool
  ) {
    defer { lastUpdate = now }
    needsFrame = false
    if placement != nil { own = nil }
    guard !store.collidingMarkers.isEmpty || store.hasFadingMarkers || !labels.isEmpty else {
      own = nil
      return
    }
    let result = placement ?? ownPlacement(store, view, now: now, isStill: isStill)
    let part = max(now - lastUpdate, 0) / StyledMap.fadeSeconds
    if store.hasFadingMarkers { store.stepFades(part) }
    if result.timeSeconds != decidedSeconds || isStill {
      decidedSeconds = result.timeSeconds
      take(result, store, view, isStill: isStill)
      labels.take(result.shownObstacles)
    }
    labels.stepFades(isStill ? 1 : part)
    needsFrame = store.hasFadingMarkers || labels.isFading || own.map { $0.view != view || $0.version != version(store) } ?? false
  }

  private func take(_ result: PlacementResult, _ store: OverlayStore, _ view: ViewTransform, isStill: Bool) {
    let seen = ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: view.size)
    for marker in markers where marker.behavior == .optionalAndHidesLowerPriority {
      store.decideCollision(
        marker, hasRoom: result.shownObstacles.contains(UInt64(clamping: marker.sequence)),
        isImmediate: isStill || !marker.rect.intersects(seen))
    }
  }

  /// Made as seldom as that of labels.
  private mutating func ownPlacement(
    _ store: OverlayStore, _ view: ViewTransform, now: Double, isStill: Bool
  ) -> PlacementResult {
    if let own {
      if own.view == view, own.version == version(store) { return own.result }
      let age = now - own.result.timeSeconds
      if !isStill, age >= 0, age < StyledMap.placementIntervalSeconds { return own.result }
    }
    let result = SymbolPlacement.place(
      [], view: view, previous: nil, now: now, fadeSeconds: 0, obstacles: obstacles(store, view))
    own = OwnPlacement(result: result, view: view, version: version(store))
    return result
  }
}

extension MapView {
  /// What of overlays takes room from the labels of the map in any view of it.
  func labelObstacles(in view: ViewTransform) -> [LabelObstacle] {
    standard.overlays.collisions.obstacles(overlayStore, view)
  }

  /// The same for the view that is seen, which has controls and what components write.
  func labelObstaclesWithControls(in view: ViewTransform) -> [LabelObstacle] {
    labelObstacles(in: view) + standard.overlays.collisions.controls.obstacles + standard.overlays.collisions.texts.obstacles
  }

  /// Has the map's labels leave room for what a component writes, in points of the view: from the next placement on, until it says otherwise.
  func keepLabelsClear(of rects: [ScreenRect], for component: any MapComponent) {
    guard standard.overlays.collisions.texts.take(rects, of: component) else { return }
    styledMap?.obstacleVersion = standard.overlays.collisions.version(overlayStore)
  }

  /// Notes where controls lie that labels leave room for. Before labels are placed, and once more when controls are drawn, for some
  /// know only then where they lie.
  func noteStandingControls() {
    let controls = standardControls
    let isNewer = standard.overlays.collisions.controls.take(
      controls.scaleBar, controls.credits, controls.compass, controls.zoom, of: controlLayer, isShown: !isBare)
    if isNewer { styledMap?.obstacleVersion = standard.overlays.collisions.version(overlayStore) }
  }

  /// What the style draws in this frame; labels and markers have their room afterwards.
  func placeLabels(view: ViewTransform, now: Double) -> StyleFrame? {
    noteStandingControls()
    styledMap?.obstacleVersion = standard.overlays.collisions.version(overlayStore)
    let frame = styledMap?.frame(now: now)
    standard.overlays.collisions.update(overlayStore, frame?.placement, view: view, now: now, isStill: isStill)
    return frame
  }
}
