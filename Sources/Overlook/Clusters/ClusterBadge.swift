import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// The disc with a number that stands for a cluster.
@MainActor final class ClusterBadge: CanvasView {
  private let text: String
  private let diameter: Double
  private let color: Color

  /// Discs of one text are one picture.
  private static var known: [String: ClusterBadge] = [:]
  private static let rim = 4.0

  private init(_ text: String, diameter: Double, color: Color) {
    self.text = text
    self.diameter = diameter
    self.color = color
  }

  /// A marker with the disc of `cluster`; larger clusters lie above smaller ones.
  static func marker(_ cluster: MarkerCluster) -> Marker {
    let count = cluster.markers.count
    let marker = Marker(position: cluster.position)
    marker.iconView = badge(count)
    marker.tracksViewChanges = false
    marker.groundAnchor = UnitPoint(x: 0.5, y: 0.5)
    marker.zIndex = count
    marker.title = "\(count)"
    return marker
  }

  private static func badge(_ count: Int) -> ClusterBadge {
    let text = text(count)
    if let badge = known[text] { return badge }
    // From a hundred on a number is one of some forty texts.
    let badge =
      switch count {
      case ..<10: ClusterBadge(text, diameter: 34, color: Color(red: 0.16, green: 0.42, blue: 0.82))
      case ..<100: ClusterBadge(text, diameter: 40, color: Color(red: 0.11, green: 0.36, blue: 0.76))
      case ..<1000: ClusterBadge(text, diameter: 46, color: Color(red: 0.36, green: 0.25, blue: 0.72))
      default: ClusterBadge(text, diameter: 54, color: Color(red: 0.62, green: 0.16, blue: 0.45))
      }
    known[text] = badge
    return badge
  }

  /// Whole numbers up to 99, then the hundreds, thousands and so on that there are at least.
  private static func text(_ count: Int) -> String {
    switch count {
    case ..<100: "\(count)"
    case ..<1000: "\(count / 100 * 100)+"
    case ..<1_000_000: count < 10_000 ? "\(count / 1000)k+" : "\(count / 10_000 * 10)k+"
    default: "\(count / 1_000_000)M+"
    }
  }

  var size: ScreenSize { ScreenSize(width: diameter + 2 * Self.rim, height: diameter + 2 * Self.rim) }

  func draw(in canvas: Canvas) {
    let center = ScreenPoint(x: size.width / 2, y: size.height / 2)
    canvas.fillCircle(center: center, radius: diameter / 2 + Self.rim, color: color.withAlpha(0.3))
    canvas.fillCircle(center: center, radius: diameter / 2, color: color)
    canvas.text(text, at: center, size: TypeScale.body, color: .white, anchor: TextAnchor(.center, .middle))
  }
}
