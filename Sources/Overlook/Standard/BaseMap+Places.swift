import OverlookGeometry
import OverlookStyle
import OverlookStyledMap
import OverlookSupport

extension BaseMap {
  /// What the labels of the style name, as they were given room.
  func seenPlaces(in map: MapView, limit: Int) -> [SeenPlace] {
    guard let styledMap else { return [] }
    let labels = Set(styledMap.document.layers.filter { $0.kind == .symbol }.map(\.id))
    let all = ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: map.cameraController.view.size)
    var places: [SeenPlace] = []
    for drawn in styledMap.features(in: all, layers: labels) where places.count < limit {
      let name = OutsideText.cleaned(styledMap.labelText(of: drawn), limit: 128)
      guard !name.isEmpty, let feature = RenderedFeature(drawn) else { continue }
      places.append(SeenPlace(name, kind: feature.kindName, at: feature.location, isInteractive: feature.isPointOfInterest))
    }
    return places
  }
}

extension RenderedFeature {
  /// What it is, in the words of its schema: "museum", "city".
  fileprivate var kindName: String {
    for key in ["subclass", "kind", "class", "type"] {
      if case .text(let text)? = attributes[key], !text.isEmpty { return text.replacing("_", with: " ") }
    }
    return (sourceLayer ?? "").replacing("_", with: " ")
  }
}
