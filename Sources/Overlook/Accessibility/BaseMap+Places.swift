import OverlookGeometry
import OverlookStyle
import OverlookStyledMap

extension BaseMap {
  /// What the labels of the style name, as they were given room.
  func seenPlaces(in map: MapView, limit: Int) -> [SeenPlace] {
    guard let styledMap else { return [] }
    let labels = Set(styledMap.document.layers.filter { $0.kind == .symbol }.map(\.id))
    let all = ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: map.cameraController.view.size)
    var places: [SeenPlace] = []
    for feature in styledMap.features(in: all, layers: labels) where places.count < limit {
      guard let feature = RenderedFeature(feature), let name = feature.localName(language) else { continue }
      places.append(SeenPlace(name, kind: feature.kindName, at: feature.location, isInteractive: feature.isPointOfInterest))
    }
    return places
  }
}

extension RenderedFeature {
  /// The name in a language, else the plain one; the number of a road without a name.
  fileprivate func localName(_ language: String?) -> String? {
    let keys = (language.map { ["name:\($0)", "name_\($0)"] } ?? []) + ["name", "ref"]
    for key in keys {
      if case .text(let text)? = attributes[key], !text.isEmpty { return text }
    }
    return nil
  }

  /// What it is, in the words of its schema: "museum", "city".
  fileprivate var kindName: String {
    for key in ["subclass", "kind", "class", "type"] {
      if case .text(let text)? = attributes[key], !text.isEmpty { return text.replacing("_", with: " ") }
    }
    return (sourceLayer ?? "").replacing("_", with: " ")
  }
}
