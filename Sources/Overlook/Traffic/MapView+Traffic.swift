import Logging
import OverlookGeometry
import OverlookRender
import OverlookStyledMap

/// What is told of an incident that was tapped, above the map.
@MainActor final class IncidentCard {
  let panel = InfoWindowPanel()
  var incident: TrafficIncident?
  /// Whether there is newer traffic than when it was last looked up.
  var isOutdated = false

  /// Above the middle of the icon.
  static let liftPoints = 14.0

  func isHit(_ point: ScreenPoint) -> Bool { incident != nil && panel.rect?.contains(point) == true }
}

// Traffic and what hinders it.
extension MapView {
  private static let trafficLog = Logger(label: "overlook.traffic")

  /// The map without a base has no traffic either.
  var showsTraffic: Bool { isTrafficEnabled && trafficSource != nil && mapType != .none }

  /// What keeps the traffic that is shown up to date.
  var shownFeed: TrafficFeed? { showsTraffic ? trafficFeed : nil }

  /// Traffic comes from elsewhere, or is wanted or not from now on.
  func changeTraffic() {
    trafficFeed = nil
    if isTrafficEnabled, let trafficSource {
      trafficFeed = TrafficFeed(trafficSource, services: services, wake: wakeRelay.callback)
    }
    trafficError = nil
    showIncident(nil)
    applySupplements()
  }

  /// Brings traffic up to date.
  func updateTraffic(now: Double) {
    guard let feed = shownFeed else { return }
    if feed.step(now: now) {
      applySupplements()
      incidentCard.isOutdated = true
    }
    guard feed.problem != trafficError else { return }
    trafficError = feed.problem
    if let trafficError, !isStill { Self.trafficLog.warning("traffic: \(trafficError)") }
  }

  /// The incident whose icon is drawn at a point; nil for none.
  func incident(at point: ScreenPoint) -> TrafficIncident? {
    incidents(at: point).first
  }

  /// Those whose icons are drawn at a point, the topmost first.
  private func incidents(at point: ScreenPoint) -> [TrafficIncident] {
    guard showsTraffic else { return [] }
    return features(at: point, layers: [TrafficSource.incidentLayer]).compactMap { TrafficIncident($0) }
  }

  /// Those whose data lies at a point, whether or not other icons left them room.
  private func knownIncidents(at point: ScreenPoint) -> [TrafficIncident] {
    guard showsTraffic, let styledMap else { return [] }
    let found = styledMap.features(
      in: ScreenRect(x: point.x, y: point.y, width: 0, height: 0), layers: [TrafficSource.incidentLayer], asPlaced: false)
    return found.compactMap { RenderedFeature($0).flatMap { TrafficIncident($0) } }
  }

  /// An incident was tapped.
  func tap(_ incident: TrafficIncident) {
    if delegate?.mapView(self, didTap: incident) == true { return }
    if settings.trafficIncidentCards { showIncident(incident) }
  }

  /// Opens the card of an incident in the place of another; nil closes it.
  func showIncident(_ incident: TrafficIncident?) {
    guard incident != incidentCard.incident else { return }
    incidentCard.incident = incident
    requestFrame(.interface)
  }

  /// Has an open card say, once newer traffic is drawn where the incident is, what that says of it; closes it where that says
  /// nothing.
  func renewIncidentCard() {
    guard incidentCard.isOutdated, let styledMap, styledMap.isComplete, !styledMap.needsFrame else { return }
    guard let shown = incidentCard.incident else { return incidentCard.isOutdated = false }
    let place = projection.point(for: shown.location)
    // What is out of view, or of a zoom without incidents, is not laid out; the card stays until it can be told.
    guard place.x >= 0, place.y >= 0, place.x <= size.width, place.y <= size.height,
      styledMap.isDrawn(TrafficSource.incidentLayer)
    else { return }
    incidentCard.isOutdated = false
    let there = knownIncidents(at: place)
    showIncident(
      there.first { $0.attributes == shown.attributes }
        ?? there.first { incident in
          // Places come from tiles, so that they differ a little from zoom to zoom.
          let point = projection.point(for: incident.location)
          return abs(point.x - place.x) < 1 && abs(point.y - place.y) < 1
        })
  }

  func drawIncidentCard(on canvas: Canvas) {
    guard let incident = incidentCard.incident, settings.trafficIncidentCards,
      case let point = projection.point(for: incident.location), point.x.isFinite, point.y.isFinite
    else { return incidentCard.panel.hide() }
    incidentCard.panel.theme = interfaceTheme
    incidentCard.panel.draw(
      .text(title: incident.title, snippet: incident.details), tip: ScreenPoint(x: point.x, y: point.y - IncidentCard.liftPoints),
      on: canvas)
  }
}
