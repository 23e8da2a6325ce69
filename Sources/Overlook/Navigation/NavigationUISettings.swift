public import OverlookInput

/// Which controls a navigator shows on the map that it has taken over. A map may forbid some of them (`UISettings.navigationHeader`).
@MainActor public final class NavigationUISettings {
  /// What to do next, at the upper edge. Default: true.
  public var navigationHeader = true { didSet { onChange?() } }
  /// Time, distance and arrival, with the buttons of guidance. Default: true.
  public var etaCard = true { didSet { onChange?() } }
  /// The footer: the same card, named by its place.
  public var navigationFooter: Bool {
    get { etaCard }
    set { etaCard = newValue }
  }
  /// How fast one goes and may go. Default: true.
  public var speedometer = true { didSet { onChange?() } }
  /// The button that follows the traveller again. Default: true.
  public var recenterButton = true { didSet { onChange?() } }
  /// The compass while the map is turned. Default: true.
  public var compass = true { didSet { onChange?() } }
  /// Cards of incidents of the traffic that are clicked on. Default: true.
  public var trafficIncidentCards = true { didSet { onChange?() } }
  /// Whether the traffic ahead is told now and then, by voice and by a card on the map: what is near ahead, and what the traffic on the
  /// route costs when it becomes known, changes by two minutes, and every ten minutes. Default: true.
  public var trafficPrompts = true { didSet { onChange?() } }
  /// Whether routes to choose from are shown before guidance begins. Default: true.
  public var routePreview = true { didSet { onChange?() } }
  /// Light or dark; nil, the default, for what the Sun says where the traveller is.
  public var mode: NavigationUIMode? { didSet { onChange?() } }
  /// Told of what people do with the controls. Held weakly.
  public weak var delegate: (any NavigationUISettingsDelegate)?

  var onChange: (() -> Void)?

  init() {}
}
