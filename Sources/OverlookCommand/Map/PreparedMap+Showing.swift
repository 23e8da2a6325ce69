import Overlook
import OverlookRegions
import OverlookViewer

extension PreparedMap: MapViewDelegate {
  /// Shows all that is open.
  func show() throws {
    let sources = try PackStandIns(packs: packs, isComplete: awaited.isEmpty).applied(to: opened)
    showBase()
    for (place, layer) in shownLayers where sources[place] == nil {
      layer.layer.map = nil
      shownLayers[place] = nil
    }
    let places = sources.keys.sorted()
    for place in places where shownLayers[place] == nil {
      if let source = sources[place] { try show(source, at: place) }
    }
    // What comes late leaves the view alone that somebody chose meanwhile.
    if !wasMovedByHand { map.camera = camera(showing: places.compactMap { sources[$0] }) }
  }

  /// The embedded map, until what is asked for in its place is there.
  private func showBase() {
    if order.namesStyle {
      if let style, map.mapStyle == nil, !drawsArchive { apply(style) }
    } else if order.sources.tiles != nil, let first = opened[0], !first.isVector {
      map.mapType = .none
    }
    guard map.mapStyle == nil, map.mapType != .none, !hasBase else { return }
    // Vector tiles bring a style of their own.
    if awaited.isEmpty, order.namesStyle || opened[0]?.isVector == true { return }
    hasBase = true
    map.showBaseMap()
    if let fault = map.baseMapError { warnings.append("the embedded world is not shown: \(fault)") }
  }

  func show(_ source: TileSource, at place: Int) throws {
    if source.isVector {
      // One style can be shown: that which was named, else that of the first vector tiles.
      if place == drawnPlace { return }
      if order.namesStyle && (!drawsArchive || drawnPlace != nil) { return }
      guard order.namesStyle || map.mapStyle == nil,
        let own = MapStyle(showing: source, at: location(place), named: order.style?.style ?? "day")
      else {
        throw CommandFailure(
          description: "\(TileSourceError.holdsVectorTiles(source: TileSource.displayName(of: location(place))))")
      }
      apply(try order.style?.varied(own) ?? own)
      if followsSun { map.nightStyle = MapStyle(showing: source, at: location(place), named: "night") }
      drawnPlace = place
      drawnSource = source
      return
    }
    // In the order in which they are named, whenever they come.
    let layer = map.addSource(source, zIndex: min(place - order.sources.locations.count, -1))
    shownLayers[place] = Source(name: source.messageName, layer: layer, isServer: source.isRemote && source.extent.bounds == nil)
    warnings += source.warnings.map { "\(source.messageName): \($0)" }
  }

  /// Whether the style that was named is one of ours that vector tiles are drawn in.
  private var drawsArchive: Bool {
    guard let name = order.style?.style, MapStyle.embeddedNames.contains(name) else { return false }
    return opened.values.contains(where: \.isVector)
  }

  private func apply(_ style: MapStyle) {
    map.mapStyle = style
    map.interfaceTheme = style.isDark ? .dark : .light
  }

  /// From where on the insides of buildings are seen.
  private static let indoorZoom = 17.5

  /// The plans of buildings from near enough to see them; nil where there are none.
  private var indoorCamera: CameraPosition? {
    guard let bounds = IndoorPlan.bounds(around: map.indoorPlans.compactMap(\.bounds)),
      let camera = map.camera(for: bounds)
    else { return nil }
    return CameraPosition(target: camera.target, zoom: max(camera.zoom, Self.indoorZoom))
  }

  func camera(showing sources: [TileSource]) -> CameraPosition {
    if let place = order.sources.places.last { return order.camera.camera(over: place.camera) }
    if let scene = order.scene { return order.camera.camera(over: scene.camera) }
    if let indoorCamera { return order.camera.camera(over: indoorCamera) }
    if let style, drawnPlace == nil { return order.camera.styleCamera(of: style, on: map) }
    var camera = start
    if !order.namesStyle || drawnPlace != nil {
      for source in sources where !source.isRemote || source.extent.bounds != nil {
        camera = map.camera(for: source.bounds) ?? camera
      }
    }
    return order.camera.camera(over: camera)
  }

  /// What cannot be loaded is said on the map until it can.
  func mapView(_ mapView: MapView, didChange loadingFaults: [LoadingFault]) {
    tell()
  }

  func mapView(_ mapView: MapView, willMove gesture: Bool) {
    if gesture { wasMovedByHand = true }
  }
}
