public import OverlookCanvas
public import OverlookScene
import OverlookSupport

extension Overlay {
  /// The map that shows the overlay; nil removes it. An overlay is on one map at a time, and the map keeps it alive.
  public var map: MapView? {
    get { store?.owner as? MapView }
    set {
      guard map !== newValue else { return }
      store?.remove(self)
      newValue?.overlayStore.add(self)
    }
  }
}

extension MapView {
  /// Removes all overlays, clusterers, overlay items and tile layers that were added; the base map with its type and the camera
  /// stay. The info window closes and a marker that is being dragged is let go.
  public func clear() {
    forEachComponent { $0.didClear(self) }
    requestFrame([.overlays, .tiles])
  }
}

extension MapView {
  /// Adds an item that draws itself; once, and it is kept until it is removed.
  public func add(_ item: any OverlayItem) {
    guard !overlayItems.contains(where: { $0 === item }) else { return }
    standard.overlays.items.append(item)
    requestFrame(.overlays)
  }

  /// Removes an item; nothing happens when it is not on the map.
  public func remove(_ item: any OverlayItem) {
    standard.overlays.items.removeAll { $0 === item }
    requestFrame(.overlays)
  }
}

extension MapView {
  /// Every attached overlay, as rows.
  package var overlayStore: OverlayStore { standard.overlays.store }

  /// How many overlays are attached.
  public var overlayCount: Int { overlayStore.count }

  /// Things drawn by their owner's code, in the order of adding.
  var overlayItems: [any OverlayItem] { standard.overlays.items }
}
