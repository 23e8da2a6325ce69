/// Colours for classes of a value, such as millimetres of rain an hour: each class has the colour of the highest stop that is not
/// above the value. A value type; any thread.
public struct ColorScale: Hashable, Sendable {
  /// Where a class begins.
  public struct Stop: Hashable, Sendable {
    /// The least value of the class, in the scale's unit.
    public let value: Double
    /// Its colour.
    public let color: Color

    /// A class from `value` on.
    public init(value: Double, color: Color) {
      self.value = value
      self.color = color
    }
  }

  /// For people.
  public let name: String
  /// Of the values, such as "mm/h"; may be empty.
  public let unit: String
  /// By value, ascending; at least one.
  public let stops: [Stop]

  /// More classes than can be told apart, and than a legend has room for.
  package static let maximumStops = 64

  /// Nil without a stop, with more than 64, and when a value is not finite. Stops may be in any order; of equal values the last
  /// counts.
  public init?(name: String, unit: String, stops: [Stop]) {
    guard (1...Self.maximumStops).contains(stops.count), stops.allSatisfy(\.value.isFinite) else { return nil }
    self.init(
      name: name, unit: unit,
      sorted: stops.enumerated().sorted { ($0.element.value, $0.offset) < ($1.element.value, $1.offset) }.map(\.element))
  }

  private init(name: String, unit: String, sorted: [Stop]) {
    self.name = name
    self.unit = unit
    stops = sorted.enumerated().filter { index, stop in
      index + 1 == sorted.count || sorted[index + 1].value != stop.value
    }.map(\.element)
  }

  /// The colour of `value`; clear below the first class and for what is no number.
  public func color(for value: Double) -> Color {
    guard let index = stops.lastIndex(where: { $0.value <= value }) else { return .clear }
    return stops[index].color
  }
}

// The scales that come with the library.
extension ColorScale {
  /// Rain as radar pictures show it: blue, green, yellow, red, magenta. Millimetres an hour.
  public static let rain = ofRain(
    "Radar",
    [
      (130, 205, 255, 110), (60, 150, 255, 160), (30, 90, 230, 190), (0, 200, 90, 210), (250, 240, 60, 225), (255, 150, 0, 235),
      (230, 0, 40, 245), (170, 0, 170, 255),
    ])

  /// Rain in colours whose brightness alone tells more from less, for eyes that do not tell red from green. Millimetres an hour.
  public static let evenRain = ofRain(
    "Even",
    [
      (253, 231, 37, 120), (160, 218, 57, 165), (74, 193, 109, 190), (31, 161, 135, 210), (39, 127, 142, 225), (54, 92, 141, 235),
      (70, 50, 126, 245), (68, 1, 84, 255),
    ])

  /// Rain in one colour that grows stronger, for busy maps. Millimetres an hour.
  public static let plainRain = ofRain(
    "Plain",
    [
      (30, 80, 200, 40), (30, 80, 200, 75), (28, 74, 190, 110), (26, 66, 178, 145), (22, 56, 160, 175), (18, 44, 138, 205),
      (12, 32, 112, 230), (6, 18, 84, 255),
    ])

  /// The scales of rain that a person can choose from.
  public static let scalesOfRain = [rain, evenRain, plainRain]

  /// The classes of the usual legend of radar pictures, in millimetres an hour.
  private static let rainValues = [0.1, 0.5, 2, 5, 10, 25, 50, 100]

  private static func ofRain(_ name: String, _ colors: [(Float, Float, Float, Float)]) -> ColorScale {
    ColorScale(
      name: name, unit: "mm/h",
      sorted: zip(rainValues, colors).map { value, color in
        Stop(
          value: value,
          color: Color(red: color.0 / 255, green: color.1 / 255, blue: color.2 / 255, alpha: color.3 / 255))
      })
  }
}
