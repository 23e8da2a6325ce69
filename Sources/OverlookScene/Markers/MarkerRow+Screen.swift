import Glibc
package import OverlookCamera
package import OverlookGeometry

// Where an icon is seen.
extension MarkerRow {
  /// The rectangle around the icon in a copy of the world, in points of the view; nil where a part of it lies behind the eye.
  func screenBounds(_ view: ViewTransform, copy: Int) -> ScreenRect? {
    var low = ScreenPoint(x: .infinity, y: .infinity)
    var high = ScreenPoint(x: -.infinity, y: -.infinity)
    for corner in [UnitPoint(x: 0, y: 0), UnitPoint(x: 1, y: 0), UnitPoint(x: 0, y: 1), UnitPoint(x: 1, y: 1)] {
      guard let corner = screenPoint(of: corner, view, copy: copy) else { return nil }
      low = ScreenPoint(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = ScreenPoint(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    return ScreenRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// Where a point of the icon is seen in a copy of the world, in points of the view; nil behind the eye.
  package func screenPoint(of point: UnitPoint, _ view: ViewTransform, copy: Int) -> ScreenPoint? {
    let place = WorldPoint(x: position.x + Double(copy), y: position.y)
    let (x, y) = (Double(originX) + point.x * Double(width), Double(originY) + point.y * Double(height))
    let (sine, cosine) = rotationRadians == 0 ? (0, 1) : (sin(Double(rotationRadians)), cos(Double(rotationRadians)))
    let (right, down) = (x * cosine - y * sine, x * sine + y * cosine)
    if isFlat {
      return view.screenPoint(
        for: WorldPoint(x: place.x + right / view.pointsPerWorld, y: place.y + down / view.pointsPerWorld))
    }
    guard let foot = view.screenPoint(for: place) else { return nil }
    return ScreenPoint(x: foot.x + right, y: foot.y + down)
  }
}
