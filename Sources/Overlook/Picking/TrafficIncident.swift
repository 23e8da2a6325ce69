public import OverlookGeometry
import OverlookSupport

/// What hinders traffic at a place. A value.
public struct TrafficIncident: Hashable, Sendable {
  /// What it is, as its icon shows it. The raw value is what data calls it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Vehicles have collided or broken down.
    case accident
    /// Work on the road.
    case construction
    /// Nobody passes.
    case closure
    /// Vehicles queue.
    case congestion
    /// Things on the road, animals, damage.
    case hazard
    /// Ice, snow, fog, wind.
    case weather
    /// Marches, games, fairs.
    case event
    /// Anything else.
    case other

    /// What it is called where the data has no words of its own.
    var title: String {
      switch self {
      case .accident: localized("Accident")
      case .construction: localized("Road works")
      case .closure: localized("Road closed")
      case .congestion: localized("Congestion")
      case .hazard: localized("Hazard")
      case .weather: localized("Bad weather")
      case .event: localized("Event")
      case .other: localized("Incident")
      }
    }
  }

  /// What it is.
  public let kind: Kind
  /// What people call it: the data's `title`, shortened where it is very long, or the kind in the interface's language.
  public let title: String
  /// The data's `description`, shortened where it is very long; nil for none.
  public let details: String?
  /// Where it is.
  public let location: LocationCoordinate
  /// All that the data says of it, by name.
  public let attributes: [String: FeatureValue]

  /// The style layer that draws incidents.
  static let layer = "overlook:incidents"

  /// Nil for what is no incident.
  init?(_ feature: RenderedFeature) {
    guard feature.layer == Self.layer, let name = feature.attributes["incident"] else { return nil }
    kind = Kind(rawValue: name.text) ?? .other
    title = feature.attributes["title"].map { OutsideText.cleaned($0.text, limit: 200) } ?? kind.title
    details = feature.attributes["description"].map { OutsideText.cleaned($0.text, limit: 1000) }
    location = feature.location
    attributes = feature.attributes
  }
}
