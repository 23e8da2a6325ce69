import OverlookAccessibility
import OverlookCanvas
import OverlookControls
import OverlookGeometry

/// What is told of an incident that was tapped, above its place on the map.
@MainActor final class IncidentCard: Control {
  let panel = InfoWindowPanel()
  var incident: TrafficIncident?
  /// Whether there is newer traffic than when it was last looked up.
  var isOutdated = false
  /// Where a coordinate is seen.
  var anchor: (LocationCoordinate) -> ScreenPoint? = { _ in nil }
  /// Whether cards are wanted.
  var isEnabled: () -> Bool = { true }

  /// Above the middle of the icon.
  private static let liftPoints = 14.0

  var level: ControlLevel { .callout }
  var isPartOfPictures: Bool { true }
  /// Bound to a place on the map.
  var isMirrored: Bool { false }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    incident.map { AccessibleElement(.alert, $0.title, detail: $0.details ?? "") }
  }

  private var tip: ScreenPoint? {
    guard let incident, isEnabled(), let point = anchor(incident.location), point.x.isFinite, point.y.isFinite else { return nil }
    return ScreenPoint(x: point.x, y: point.y - Self.liftPoints)
  }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard tip != nil else {
      panel.hide()
      return nil
    }
    // Where it lies is known when it was drawn.
    return panel.rect ?? ScreenRect(x: -1, y: -1, width: 0, height: 0)
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let incident, let tip else { return panel.hide() }
    panel.palette = area.palette
    panel.draw(.text(title: incident.title, snippet: incident.details), tip: tip, on: canvas)
  }
}
