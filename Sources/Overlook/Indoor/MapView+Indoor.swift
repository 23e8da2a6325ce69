// Insides of buildings.
extension MapView {
  /// Whether the insides of buildings are drawn where `indoorPlans` have them; default true. False leaves the building and
  /// forgets the chosen levels. Not with the map type `none`.
  public var isIndoorEnabled: Bool {
    get { watched(\.isIndoorEnabled, standard.indoor.isEnabled) }
    set { change(\.isIndoorEnabled) { standard.indoor.isEnabled = newValue } }
  }

  /// Insides of buildings, drawn from zoom 17 on; default none.
  public var indoorPlans: [IndoorPlan] {
    get { watched(\.indoorPlans, standard.indoor.plans) }
    set { change(\.indoorPlans) { standard.indoor.plans = newValue } }
  }

  /// Which level of which building is shown.
  public var indoorDisplay: IndoorDisplay { standard.indoor.display }
}
