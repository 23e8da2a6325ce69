/// How long and how far it is to a place.
public struct TimeAndDistance: Hashable, Sendable {
  /// Seconds.
  public let time: Double
  /// Metres.
  public let distance: Double

  /// So many seconds and metres.
  public init(time: Double, distance: Double) {
    self.time = time
    self.distance = distance
  }
}
