import Glibc
public import OverlookGeometry

extension CameraPosition {
  /// The zoom at which `meters` on the ground at `coordinate` span `points` of an untilted view: log2(points * 2 pi R
  /// cos(latitude) / (256 meters)). It may lie outside what a camera can have. 0 when a number is not finite or not positive.
  public static func zoom(at coordinate: LocationCoordinate, forMeters meters: Double, perPoints points: Double) -> Double {
    guard coordinate.isValid, meters > 0, points > 0, meters.isFinite, points.isFinite else { return 0 }
    let metersPerWorld = Mercator.metersPerWorldUnit(atLatitude: coordinate.latitude)
    return log2(points) + log2(metersPerWorld / Mercator.pointsPerWorldAtZoom0) - log2(meters)
  }

  /// Whether two cameras would draw practically the same picture: nothing in a view of up to 4096 points would move by more than
  /// `renderingPrecisionPoints`.
  public static func areEqualForRendering(_ a: CameraPosition, _ b: CameraPosition) -> Bool {
    // Zooming by dz moves what lies r from the centre by r ln 2 dz, turning by da radians moves it by r da.
    let reach = 2048.0
    let pointsPerWorld = Mercator.pointsPerWorldAtZoom0 * exp2(max(a.zoom, b.zoom))
    let (first, second) = (WorldPoint(a.target), WorldPoint(b.target))
    let dx = (first.x - second.x).remainder(dividingBy: 1)
    let dy = first.y - second.y
    let turn = Angle.shortestTurn(fromDegrees: a.bearing, toDegrees: b.bearing) * Angle.radiansPerDegree
    let tilt = (a.viewingAngle - b.viewingAngle) * Angle.radiansPerDegree
    let shift = (dx * dx + dy * dy).squareRoot() * pointsPerWorld
    let growth = abs(a.zoom - b.zoom) * log(2.0) * reach
    return max(max(shift, growth), max(abs(turn), abs(tilt)) * reach) <= renderingPrecisionPoints
  }

  /// Points by which two cameras may differ on the screen and count as equal for rendering.
  public static let renderingPrecisionPoints = 1.0 / 64
}
