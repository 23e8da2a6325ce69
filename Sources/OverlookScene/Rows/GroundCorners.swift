public import OverlookGeometry

/// Where the corners of an image lie on the Earth, in the order in which they are met around it. Neighbours are joined the short
/// way.
public struct GroundCorners: Hashable, Sendable {
  /// Of the image, whatever lies north.
  public var topLeft: LocationCoordinate
  /// Of the image.
  public var topRight: LocationCoordinate
  /// Of the image.
  public var bottomRight: LocationCoordinate
  /// Of the image.
  public var bottomLeft: LocationCoordinate

  /// Four corners of an image.
  public init(
    topLeft: LocationCoordinate, topRight: LocationCoordinate, bottomRight: LocationCoordinate, bottomLeft: LocationCoordinate
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Four corners in their order; nil for another number.
  package init?(_ corners: [LocationCoordinate]) {
    guard corners.count == 4 else { return nil }
    self.init(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
  }

  /// In their order.
  package var places: [LocationCoordinate] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// In the world, x unwrapped from the top left corner on; nil for corners that are not valid, or between which no image can be
  /// stretched because one of them points inwards or two sides cross.
  var quad: GroundQuad? {
    guard topLeft.isValid, topRight.isValid, bottomRight.isValid, bottomLeft.isValid else { return nil }
    let first = WorldPoint(topLeft)
    func near(_ place: LocationCoordinate) -> WorldPoint {
      let point = WorldPoint(place)
      return WorldPoint(x: point.x + (first.x - point.x).rounded(), y: point.y)
    }
    let quad = GroundQuad(
      topLeft: first, topRight: near(topRight), bottomRight: near(bottomRight), bottomLeft: near(bottomLeft))
    return GroundMapping(quad) == nil ? nil : quad
  }
}
