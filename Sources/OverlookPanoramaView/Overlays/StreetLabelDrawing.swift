import Glibc
import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookPanorama
import OverlookStreetScene
import OverlookSupport

/// The names of streets, along them, and of what lies at them, where the houses between do not hide them.
@MainActor final class StreetLabelDrawing {
  /// Metres within which names are shown, and from one name of a street to the next.
  private static let (streetMeters, spotMeters, apartMeters) = (140.0, 90.0, 45.0)
  /// Names of places stand so high over the ground, those of streets low.
  private static let (spotHeight, streetHeight) = (3.2, 0.4)
  private static let mostLabels = 60

  struct Label {
    let text: String
    let direction: SIMD3<Double>
    let meters: Double
    let isStreet: Bool
  }

  private var panoramaID: String?
  private(set) var labels: [Label] = []
  /// Where those that were drawn stand; emptied before each frame.
  var rooms: [ScreenRect] = []

  /// Finds out what is seen from a panorama, once for each.
  func update(_ panorama: Panorama?, _ surroundings: StreetSurroundings?) {
    guard let panorama, let surroundings else {
      panoramaID = nil
      return labels.removeAll()
    }
    guard panorama.panoramaID != panoramaID else { return }
    panoramaID = panorama.panoramaID
    labels = Self.labels(surroundings)
  }

  /// Those that are seen, the nearest first.
  static func labels(_ around: StreetSurroundings) -> [Label] {
    var found = spots(around) + streets(around)
    found.sort { $0.meters < $1.meters }
    return Array(found.prefix(mostLabels))
  }

  private static func spots(_ around: StreetSurroundings) -> [Label] {
    around.scene.spots.compactMap { spot in
      guard length(spot.place) < spotMeters, let front = around.front(of: spot.place, above: spotHeight), around.isSeen(front)
      else {
        return nil
      }
      return label(spot.text, front, isStreet: false)
    }
  }

  /// Along each street a name where it is seen first, and more of them farther away.
  private static func streets(_ around: StreetSurroundings) -> [Label] {
    var found: [Label] = []
    var places: [String: [SIMD2<Double>]] = [:]
    let names = around.scene.names.flatMap { name in
      points(along: name.line, every: 5).map { (name.text, $0) }
    }
    for (text, place) in names.sorted(by: { length($0.1) < length($1.1) }) {
      guard length(place) > 9, length(place) < streetMeters,
        places[text]?.contains(where: { length($0 - place) < apartMeters }) != true
      else { continue }
      let above = SIMD3(place.x, place.y, streetHeight - around.height)
      guard around.isSeen(above) else { continue }
      places[text, default: []].append(place)
      found.append(label(text, above, isStreet: true))
    }
    return found
  }

  private static func label(_ text: String, _ place: SIMD3<Double>, isStreet: Bool) -> Label {
    let meters = (place * place).sum().squareRoot()
    return Label(
      text: text, direction: SIMD3(place.x, place.z, place.y) / max(meters, 1e-6), meters: meters, isStreet: isStreet)
  }

  private static func points(along line: [SIMD2<Double>], every step: Double) -> [SIMD2<Double>] {
    zip(line, line.dropFirst()).flatMap { start, end in
      let count = max(min(Int(exactly: (length(end - start) / step).rounded()) ?? 1, 200), 1)
      return (0...count).map { start + (end - start) * (Double($0) / Double(count)) }
    }
  }

  private static func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }

  /// Draws those that find room and are not cut by an edge of the view, the nearest first.
  func draw(on canvas: Canvas, _ transform: PanoramaTransform) {
    let halo = TextHalo(color: Color(red: 0.06, green: 0.07, blue: 0.10).withAlpha(0.75), width: 2)
    for label in labels {
      let point = transform.point(direction: label.direction)
      guard point.x.isFinite, point.x > 0, point.x < transform.size.width, point.y > 0, point.y < transform.size.height else {
        continue
      }
      let size = (label.isStreet ? TypeScale.heading : TypeScale.body) - min(label.meters / 25, 4)
      let text = OutsideText.shown(label.text)
      let width = canvas.textWidth(text, size: size)
      let room = ScreenRect(x: point.x - width / 2 - 4, y: point.y - size, width: width + 8, height: 2 * size)
      guard room.lies(within: transform.size), !rooms.contains(where: { $0.overlaps(room) }) else { continue }
      rooms.append(room)
      if !label.isStreet {
        canvas.fillCircle(center: ScreenPoint(x: point.x, y: point.y + size * 0.95), radius: 3.2, color: .white)
        canvas.fillCircle(
          center: ScreenPoint(x: point.x, y: point.y + size * 0.95), radius: 2.2,
          color: Color(red: 0.83, green: 0.36, blue: 0.12))
      }
      canvas.text(
        text, at: point, size: size, color: label.isStreet ? .white : Color(red: 1, green: 0.95, blue: 0.85),
        anchor: TextAnchor(.center, .middle), halo: halo)
    }
  }
}
