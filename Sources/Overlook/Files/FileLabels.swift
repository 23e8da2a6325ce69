import OverlookCanvas
import OverlookControls
import OverlookFiles
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// Names beside the points of a file, where there is room among the labels of the map.
@MainActor final class FileLabels: OverlayItem {
  private struct Name {
    var place: LocationCoordinate
    var text: String
    /// Points from the place to the lower edge of what stands there.
    var below: Double
  }

  private var names: [Name] = []
  private weak var map: MapView?
  private(set) var labels: [OverlayLabel] = []
  /// Of files with more points none are named, and in a view no more than the second number.
  private static let (nameLimit, viewLimit) = (5000, 400)
  /// On maps in dark colours.
  private static let darkHalo = TextHalo(color: Color(red: 0.08, green: 0.09, blue: 0.11), width: 1.5)

  /// Takes the names of a file that `overlays` draw; `map` is asked for a frame.
  func set(_ document: FileDocument, property: String?, above overlays: FileOverlays?, _ map: MapView?) {
    names = []
    defer { map?.requestFrame(.overlays) }
    guard let column = property.flatMap(document.properties.column) else { return }
    for feature in 0..<document.featureCount {
      guard let shape = document.shapes.shapes(of: feature).first, document.shapes.shapes[shape].kind == .points,
        let text = document.properties.value(feature, column)?.text, !text.isEmpty
      else { continue }
      guard names.count < Self.nameLimit else { return names = [] }
      let position = document.shapes.positions(ofFeature: feature).lowerBound
      let below = overlays?.pointsBelow(feature) ?? 0
      names.append(Name(place: document.shapes.place(position), text: OutsideText.cleaned(text, limit: 64), below: below))
    }
  }

  func set(_ map: MapView?) {
    guard map !== self.map else { return }
    self.map?.remove(self)
    self.map = map
    if !names.isEmpty || map != nil { map?.add(self) }
  }

  func update(with projection: Projection) {
    labels = []
    guard let map else { return }
    let isDark = map.shownTheme == .dark
    for (number, name) in names.enumerated() where labels.count < Self.viewLimit {
      let point = projection.point(for: name.place)
      guard point.x > 0, point.y > 0, point.x < map.size.width, point.y < map.size.height else { continue }
      var label = OverlayLabel(id: number, text: name.text, position: ScreenPoint(x: point.x, y: point.y + name.below + 4))
      label.anchor = TextAnchor(.center, .top)
      label.fontSize = TypeScale.secondary
      if isDark { (label.color, label.halo) = (.white, Self.darkHalo) }
      labels.append(label)
    }
  }
}
