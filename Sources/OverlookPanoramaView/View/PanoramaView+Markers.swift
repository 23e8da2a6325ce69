public import OverlookScene

extension PanoramaView {
  /// Shows the markers of a map, these from now on.
  package func showMarkers(_ markers: [Marker]) { self.markers.take(markers) }

  private struct WeakView {
    weak var view: PanoramaView?
  }

  /// The view that each marker is in; most are in none, and a million of them are not to grow by a word each.
  private static var views: [ObjectIdentifier: WeakView] = [:]

  fileprivate static func view(of marker: Marker) -> PanoramaView? { views[ObjectIdentifier(marker)]?.view }

  fileprivate static func setView(_ view: PanoramaView?, of marker: Marker) {
    let old = self.view(of: marker)
    guard old !== view else { return }
    views = views.filter { $0.value.view != nil }
    views[ObjectIdentifier(marker)] = view.map { WeakView(view: $0) }
    old?.markers.remove(marker)
    old?.setNeedsDisplay()
    view?.markers.add(marker)
    view?.setNeedsDisplay()
  }
}

extension Marker {
  /// The panorama view that shows the marker too, at its bearing, on the ground, and smaller the farther it is away; beyond 300 metres it
  /// is not shown. It shows what `icon` or `iconView` shows, turned by `rotation`: from up, or from north where `isFlat` lays it on the
  /// ground. The view keeps the marker; a marker may be on a map and in a panorama at once. Nil, the default, takes it out.
  public var panoramaView: PanoramaView? {
    get { PanoramaView.view(of: self) }
    set { PanoramaView.setView(newValue, of: self) }
  }
}
