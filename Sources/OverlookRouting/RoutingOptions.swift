/// What a traveller wants of a route.
public struct RoutingOptions: Hashable, Sendable {
  /// Whether roads with a toll are left out where there is another way.
  public var avoidsTolls: Bool
  /// Whether motorways are left out where there is another way.
  public var avoidsMotorways: Bool
  /// Whether ferries are left out where there is another way. Default true. A server that cannot leave them out, or finds no way without
  /// them, is asked again with them.
  public var avoidsFerries: Bool
  /// Whether roads without a hard surface are left out where there is another way.
  public var avoidsUnpaved: Bool
  /// Which of two routes is the better one. Default `fastest`.
  public var strategy: RoutingStrategy
  /// How many other routes are wanted beside the best one, 0 to 5; there may be fewer. Default 0.
  public var alternatives: Int
  /// In which language the instructions are, by its code of BCP 47; default "en". English where there is none in it.
  public var language: String
  /// What the vehicle measures; only trucks are asked for it.
  public var vehicle: VehicleDimensions

  /// Options that differ from the default in what is given.
  public init(
    avoidsTolls: Bool = false, avoidsMotorways: Bool = false, avoidsFerries: Bool = true, avoidsUnpaved: Bool = false,
    strategy: RoutingStrategy = .fastest, alternatives: Int = 0, language: String = "en",
    vehicle: VehicleDimensions = VehicleDimensions()
  ) {
    self.avoidsTolls = avoidsTolls
    self.avoidsMotorways = avoidsMotorways
    self.avoidsFerries = avoidsFerries
    self.avoidsUnpaved = avoidsUnpaved
    self.strategy = strategy
    self.alternatives = alternatives
    self.language = language
    self.vehicle = vehicle
  }

  /// The fastest route over all roads, by ferry only where nothing else leads there, with instructions in English.
  public static let defaultOptions = RoutingOptions()
}

/// Which of two routes is the better one.
public enum RoutingStrategy: String, Hashable, Sendable, CaseIterable {
  /// The one that takes less time, with what makes a road more or less pleasant for the mode.
  case fastest
  /// The one of fewer metres, whatever time it takes. Servers of OSRM have none such: of the routes between two places that they offer the
  /// shortest comes first.
  case shortest
}

/// What a truck measures; roads that do not let it pass are left out.
public struct VehicleDimensions: Hashable, Sendable {
  /// Metres; nil where it is not known.
  public var height: Double?
  /// Metres; nil where it is not known.
  public var width: Double?
  /// Metres; nil where it is not known.
  public var length: Double?
  /// Tonnes; nil where it is not known.
  public var weight: Double?
  /// Tonnes; nil where it is not known.
  public var axleLoad: Double?
  /// Whether it carries what is dangerous.
  public var carriesHazardousGoods: Bool

  /// A vehicle of these dimensions.
  public init(
    height: Double? = nil, width: Double? = nil, length: Double? = nil, weight: Double? = nil, axleLoad: Double? = nil,
    carriesHazardousGoods: Bool = false
  ) {
    self.height = height
    self.width = width
    self.length = length
    self.weight = weight
    self.axleLoad = axleLoad
    self.carriesHazardousGoods = carriesHazardousGoods
  }
}
