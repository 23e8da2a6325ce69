import OverlookFormats
public import OverlookScene
public import OverlookSupport

/// One picture of a row over time.
public struct TimedFrame: Sendable {
  /// How the picture stands.
  public enum State: Hashable, Sendable {
    /// It has not come yet.
    case waiting
    /// It can be shown.
    case ready
    /// There is none for this time; `reason` says why, in one line.
    case noData(reason: String)
  }

  /// What the picture shows the weather of: seconds since 1970-01-01T00:00:00Z.
  public let timeSeconds: Double
  /// The same for people, such as "2024-02-09 13:30 UTC".
  public let timeText: String
  /// What the catalogue calls the step: a time, or the hours of a forecast.
  public let timeStep: String
  /// The layer of the catalogue that it belongs to.
  public let layerName: String
  /// Where the corners of the picture lie, for one that is not stretched over the bounds of its layer; nil for one that is.
  public let corners: GroundCorners?
  /// How it stands.
  public internal(set) var state = State.waiting
  /// The picture; nil while it waits, where there is none, and where the memory that pictures may take does not reach to it.
  public internal(set) var image: Image?

  init(timeSeconds: Double, timeStep: String, layerName: String, corners: GroundCorners? = nil) {
    self.timeSeconds = timeSeconds
    self.corners = corners
    timeText = ISOTime(minutesOf: timeSeconds).text.replacing("T", with: " ").replacing("Z", with: " UTC")
    self.timeStep = timeStep
    self.layerName = layerName
  }

  /// Whether it came, or is known not to come.
  var isResolved: Bool { state != .waiting }
}
