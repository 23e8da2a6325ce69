import Overlook
import OverlookFiles

extension MapPlace {
  /// Where the map looks: near enough to see streets, where the address does not say.
  var camera: CameraPosition { CameraPosition(target: coordinate, zoom: zoom ?? 16) }

  /// What marks the place on the map.
  @MainActor var marker: Marker {
    let marker = Marker(position: coordinate)
    marker.title = title
    return marker
  }
}
