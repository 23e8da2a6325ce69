import OverlookCanvas
import OverlookGeometry
import OverlookPanorama
import OverlookSupport

/// What is marked in the picture of a panorama: a dot where it is seen, and below it what it says.
@MainActor enum PanoramaSpotDrawing {
  /// Points of a line of text, and at most from a dot to the ends of its text.
  private static let (textSize, mostWidth) = (14.0, 280.0)
  private static let (radius, rim) = (5.0, 2.0)

  static func draw(_ spots: [PanoramaSpot], on canvas: Canvas, _ transform: PanoramaTransform) {
    let halo = TextHalo(color: Color.black.withAlpha(0.7), width: 2)
    for spot in spots {
      let point = transform.point(for: spot.orientation)
      guard point.x.isFinite, point.y.isFinite, point.x > -mostWidth / 2, point.x < transform.size.width + mostWidth / 2,
        point.y > -40, point.y < transform.size.height + 40
      else { continue }
      canvas.fillCircle(center: point, radius: radius + rim, color: .white)
      canvas.fillCircle(center: point, radius: radius, color: Color(red: 0.10, green: 0.36, blue: 0.78))
      let text = canvas.fitted(OutsideText.shown(spot.text), size: textSize, width: mostWidth)
      canvas.text(
        text, at: ScreenPoint(x: point.x, y: point.y + radius + rim + 10), size: textSize, color: .white,
        anchor: TextAnchor(.center, .middle), halo: halo)
    }
  }
}
