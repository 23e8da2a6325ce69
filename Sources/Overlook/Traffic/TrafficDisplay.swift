import Logging
import OverlookControls
import OverlookFormats
import OverlookGeometry
import OverlookInput
import OverlookRender
import OverlookStyle
import OverlookStyledMap
import OverlookSupport

/// Traffic on a map: its layers among those of the style, what keeps it up to date, and the card of an incident.
@MainActor final class TrafficDisplay: MapComponent {
  private static let log = Logger(label: "overlook.traffic")

  /// Whether traffic is drawn where the source has some.
  var isEnabled = false {
    didSet { if isEnabled != oldValue, source != nil { sourceDidChange() } }
  }
  /// Where traffic comes from; nil for nowhere.
  var source: TrafficSource? {
    didSet { if isEnabled { sourceDidChange() } }
  }
  /// What keeps the traffic that is shown from being the newest, in one line; nil while nothing does.
  private(set) var error: String? {
    didSet {
      errors = error.map { [.traffic($0)] } ?? []
      if error != oldValue { map?.change(\.trafficError) {} }
    }
  }
  private(set) var errors: [MapError] = []
  /// Of the source, while traffic is enabled; nil for traffic that stays as it is.
  private(set) var feed: TrafficFeed?
  /// Another one whenever `data` is.
  private(set) var version = 1
  let card = IncidentCard()
  private weak var map: MapView?

  /// Whether the map is seen from so far above that roofs lean over the streets, which then hide no traffic.
  private var isSeenFromAbove = true
  /// Degrees of the tilt from which on buildings hide traffic, and below which they do so no more.
  private static let leaningTilt = (from: 30.0, below: 25.0)

  var controls: [any Control] { [card] }

  func didAttach(to map: MapView) {
    self.map = map
    cameraDidChange(in: map)
    card.anchor = { [weak map] in map?.projection.point(for: $0) }
    card.isEnabled = { [weak map] in map?.showsIncidentCards == true }
  }

  /// The map without a base has no traffic either.
  var isShown: Bool { isEnabled && source != nil && map?.shownMapType != MapType.none }

  private var shownFeed: TrafficFeed? { isShown ? feed : nil }

  /// Where the traffic along a route is found.
  enum RouteData: Sendable {
    case geoJSON(JSONValue)
    case tiles(TrafficTiles)
  }

  /// Of what is shown; nil for nothing.
  var routeData: RouteData? {
    guard isEnabled else { return nil }
    switch source?.content {
    case .fixed(let data): return .geoJSON(data)
    case .file(_, _, let data): return .geoJSON(feed?.newest ?? data)
    case .address: return feed?.newest.map { .geoJSON($0) }
    case .tiles(let tiles, let layer):
      return map.flatMap { TrafficTiles(tiles, layer: layer, services: $0.services) }.map { .tiles($0) }
    case nil: return nil
    }
  }

  /// Traffic comes from elsewhere, or is wanted or not from now on.
  private func sourceDidChange() {
    feed = nil
    if isEnabled, let source, let map {
      feed = TrafficFeed(source, services: map.services, wake: map.wakeRelay.callback)
    }
    error = nil
    version += 1
    dismiss()
    map?.applySupplements()
  }

  func update(_ frame: MapFrame) -> RedrawReasons {
    guard let feed = shownFeed else { return [] }
    if feed.step(now: frame.now) {
      version += 1
      map?.applySupplements()
      card.isOutdated = true
    }
    guard feed.problem != error else { return [] }
    error = feed.problem
    if let error, !frame.isStill { Self.log.warning("traffic: \(error)") }
    return []
  }

  func cameraDidChange(in map: MapView) {
    let tilt = map.camera.viewingAngle
    let isAbove = tilt < (isSeenFromAbove ? Self.leaningTilt.from : Self.leaningTilt.below)
    guard isAbove != isSeenFromAbove else { return }
    isSeenFromAbove = isAbove
    if isShown { map.applySupplements() }
  }

  func nextDeadline(now: Double) -> Double? { shownFeed?.nextDeadline }
  var progress: LoadProgress { shownFeed?.isAwaited == true ? .loading : .ready }

  // MARK: Incidents

  /// The incident whose icon is drawn at a point, the topmost; nil for none.
  func incident(at point: ScreenPoint, in map: MapView) -> TrafficIncident? {
    guard isShown else { return nil }
    return map.features(at: point, layers: [TrafficIncident.layer]).lazy.compactMap { TrafficIncident($0) }.first
  }

  /// Those whose data lies at a point, whether or not other icons left them room.
  private func knownIncidents(at point: ScreenPoint, in map: MapView) -> [TrafficIncident] {
    guard isShown, let styledMap = map.styledMap else { return [] }
    let found = styledMap.features(
      in: ScreenRect(x: point.x, y: point.y, width: 0, height: 0), layers: [TrafficIncident.layer], asPlaced: false)
    return found.compactMap { RenderedFeature($0).flatMap { TrafficIncident($0) } }
  }

  func tap(at point: ScreenPoint, in map: MapView) -> Bool {
    guard let incident = incident(at: point, in: map) else { return false }
    if map.delegate?.mapView(map, didTap: incident) == true { return true }
    if map.showsIncidentCards { show(incident) }
    return true
  }

  func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool { incident(at: point, in: map) != nil }

  func dismiss() { show(nil) }

  /// Opens the card of an incident in the place of another; nil closes it.
  private func show(_ incident: TrafficIncident?) {
    guard incident != card.incident else { return }
    card.incident = incident
    map?.requestFrame(.interface)
  }

  /// Has an open card say, once newer traffic is drawn where the incident is, what that says of it; closes it where that says
  /// nothing.
  func didDrawFrame(in map: MapView) {
    guard card.isOutdated, let styledMap = map.styledMap, styledMap.isComplete, !styledMap.needsFrame else { return }
    guard let shown = card.incident else { return card.isOutdated = false }
    let place = map.projection.point(for: shown.location)
    // What is out of view, or of a zoom without incidents, is not laid out; the card stays until it can be told.
    guard place.x >= 0, place.y >= 0, place.x <= map.size.width, place.y <= map.size.height,
      styledMap.isDrawn(TrafficIncident.layer)
    else { return }
    card.isOutdated = false
    let there = knownIncidents(at: place, in: map)
    show(
      there.first { $0.attributes == shown.attributes }
        ?? there.first { incident in
          // Places come from tiles, so that they differ a little from zoom to zoom.
          let point = map.projection.point(for: incident.location)
          return abs(point.x - place.x) < 1 && abs(point.y - place.y) < 1
        })
  }
}

extension TrafficDisplay: StyleSupplement {
  var hasSupplement: Bool { isShown }

  func supplementing(_ document: StyleDocument) -> StyleDocument {
    guard isShown, let traffic = source?.document(feed?.newest) else { return document }
    return document.inserting(traffic, isSeenFromAbove ? .aboveBlocks : .aboveRoads)
  }
}
