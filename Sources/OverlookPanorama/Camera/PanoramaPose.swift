/// How the camera that took a picture was turned, in degrees. Default: its middle to the north, level.
public struct PanoramaPose: Hashable, Sendable {
  /// Of the middle of the picture, clockwise from true north.
  public var heading: Double
  /// Of the middle of the picture above the horizon.
  public var pitch: Double
  /// Of the camera, clockwise: the horizon turns counterclockwise in the picture.
  public var roll: Double

  /// A pose of these degrees; what is not finite counts as 0.
  public init(heading: Double = 0, pitch: Double = 0, roll: Double = 0) {
    self.heading = heading.isFinite ? heading : 0
    self.pitch = pitch.isFinite ? pitch : 0
    self.roll = roll.isFinite ? roll : 0
  }

  /// World from picture.
  package var rotation: PanoramaRotation { PanoramaRotation(heading: heading, pitch: pitch, roll: roll) }
}
