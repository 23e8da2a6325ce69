import Overlook
import OverlookGeometry

/// Figures as overlays of a map.
@MainActor final class FigureOverlays {
  private var shown: [(figure: Figure, overlays: [Overlay])] = []
  private let zIndex: Int

  init(zIndex: Int) { self.zIndex = zIndex }

  /// Those on the map now.
  var identifiers: Set<ObjectIdentifier> { Set(shown.flatMap { $0.overlays.map { ObjectIdentifier($0) } }) }

  /// Shows `figures`; what is as before is left alone.
  func show(_ figures: [Figure], on map: MapView?) {
    for index in figures.indices {
      if shown.indices.contains(index) {
        if shown[index].figure == figures[index] { continue }
        if update(shown[index].overlays, figures[index]) {
          shown[index].figure = figures[index]
          continue
        }
        for overlay in shown[index].overlays { overlay.map = nil }
        shown[index] = (figures[index], make(figures[index], on: map))
      } else {
        shown.append((figures[index], make(figures[index], on: map)))
      }
    }
    while shown.count > figures.count {
      for overlay in shown.removeLast().overlays { overlay.map = nil }
    }
  }

  /// The figure that an overlay belongs to.
  func index(of overlay: Overlay) -> Int? { shown.firstIndex { $0.overlays.contains { $0 === overlay } } }

  private func make(_ figure: Figure, on map: MapView?) -> [Overlay] {
    let overlay: Overlay
    switch figure.kind {
    case .point: overlay = Marker()
    case .line: overlay = Polyline()
    case .area, .circle: overlay = Polygon()
    // Drawn above the map.
    case .text: return []
    }
    overlay.zIndex = zIndex
    _ = update([overlay], figure)
    overlay.map = map
    return [overlay]
  }

  /// False where other overlays are needed.
  private func update(_ overlays: [Overlay], _ figure: Figure) -> Bool {
    switch (overlays.first, figure.kind) {
    case (let marker as Marker, .point):
      marker.position = figure.places.first ?? .invalid
      marker.icon = Marker.markerImage(color: figure.color)
      marker.title = figure.name.isEmpty ? nil : figure.name
      marker.snippet = figure.note.isEmpty ? nil : figure.note
    case (let line as Polyline, .line):
      line.path = Path(figure.places)
      line.geodesic = true
      line.strokeWidth = figure.width
      line.strokeColor = figure.color
      line.strokeCap = .round
    case (let area as Polygon, .area), (let area as Polygon, .circle):
      area.path = Path(figure.outline)
      area.holes = figure.holes.map { Path($0) }
      area.geodesic = true
      area.strokeWidth = figure.width
      area.strokeColor = figure.color
      area.fillColor = figure.fillOpacity > 0 ? figure.color.withAlpha(Float(figure.fillOpacity)) : nil
    case (nil, .text): return true
    default: return false
    }
    return true
  }
}
