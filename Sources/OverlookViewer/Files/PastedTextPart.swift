import Overlook
import OverlookFiles
import OverlookFormats
import OverlookSupport

/// Texts that mean something on a map: coordinates, links to maps, GeoJSON, WKT, tables, encoded lines. A place is marked and looked at;
/// features become a layer.
@MainActor final class PastedTextPart: ViewerPart {
  private weak var window: ViewerWindow?
  private var marker: Marker?
  private var count = 0

  func didAttach(to window: ViewerWindow) { self.window = window }

  func open(_ text: String) -> Bool {
    guard let map = window?.map else { return false }
    let pasted: PastedText
    do throws(FormatError) { pasted = try PastedText.read(text) } catch { return false }
    switch pasted {
    case .place(let place): show(place, on: map)
    case .document(let document):
      count += 1
      let name = localized("Pasted text {number}", ["number": "\(count)"])
      if let layers = window?.part(LayersPart.self)?.content {
        layers.opener.open(document, name: name)
      } else {
        map.add(FileLayer(document, name: name))
      }
    case .files: return false
    }
    return true
  }

  private func show(_ place: MapPlace, on map: MapView) {
    let marker = self.marker ?? Marker()
    self.marker = marker
    marker.position = place.coordinate
    marker.title = place.title ?? CoordinateText.decimal(place.coordinate)
    marker.map = map
    map.selectedMarker = marker
    map.animate(to: CameraPosition(target: place.coordinate, zoom: place.zoom ?? max(map.camera.zoom, 16)))
  }
}
