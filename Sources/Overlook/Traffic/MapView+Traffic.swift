import OverlookRender

// Traffic and what hinders it.
extension MapView {
  /// Whether traffic is drawn where `trafficSource` has some; default false. Not with the map type `none`.
  public var isTrafficEnabled: Bool {
    get { watched(\.isTrafficEnabled, standard.traffic.isEnabled) }
    set { change(\.isTrafficEnabled) { standard.traffic.isEnabled = newValue } }
  }

  /// Where traffic comes from; default nil, for nowhere.
  public var trafficSource: TrafficSource? {
    get { watched(\.trafficSource, standard.traffic.source) }
    set { change(\.trafficSource) { standard.traffic.source = newValue } }
  }

  /// What keeps the traffic that is shown from being the newest, in one line; nil while nothing does.
  public var trafficError: String? { watched(\.trafficError, standard.traffic.error) }

  /// Whether the map and the navigator that has taken it over both want cards of incidents.
  var showsIncidentCards: Bool {
    settings.trafficIncidentCards && navigator?.navigationUISettings.trafficIncidentCards != false
  }
}
