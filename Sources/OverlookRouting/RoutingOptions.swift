/// What a traveller wants of a route.
public struct RoutingOptions: Hashable, Sendable {
  /// Whether roads with a toll are left out where there is another way.
  public var avoidsTolls: Bool
  /// Whether motorways are left out where there is another way.
  public var avoidsMotorways: Bool
  /// Whether ferries are left out where there is another way.
  public var avoidsFerries: Bool
  /// Whether roads without a hard surface are left out where there is another way.
  public var avoidsUnpaved: Bool
  /// How many other routes are wanted beside the best one, 0 to 5; there may be fewer. Default 0.
  public var alternatives: Int
  /// In which language the instructions are, by its code of BCP 47; default "en". English where there is none in it.
  public var language: String
  /// What the vehicle measures; only trucks are asked for it.
  public var vehicle: VehicleDimensions

  /// Options that differ from the default in what is given.
  public init(
    avoidsTolls: Bool = false, avoidsMotorways: Bool = false, avoidsFerries: Bool = false, avoidsUnpaved: Bool = false,
    alternatives: Int = 0, language: String = "en", vehicle: VehicleDimensions = VehicleDimensions()
  ) {
    self.avoidsTolls = avoidsTolls
    self.avoidsMotorways = avoidsMotorways
    self.avoidsFerries = avoidsFerries
    self.avoidsUnpaved = avoidsUnpaved
    self.alternatives = alternatives
    self.language = language
    self.vehicle = vehicle
  }

  /// The fastest route over all roads, with instructions in English.
  public static let defaultOptions = RoutingOptions()
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
