/// Something that can be attached to one map (OV-01): the common part of `Marker`, `Polyline`, `Polygon`, `Circle`,
/// `GroundOverlay`, `ModelOverlay`, `ModelLayer` and the layers of many elements.
///
/// Not made directly and not subclassed by users. An overlay is on at most one map; the map keeps it alive while it is attached.
/// Values that name no place or size (a coordinate that is not valid, a negative radius, a width that is not a number) are stored
/// as given: such an overlay stays attached and is neither drawn nor tapped until the value is mended. Main thread only.
@MainActor
public class Overlay {
  /// A short description; that of a marker is the title of its info window. Default nil.
  public var title: String? {
    didSet { if title != oldValue { store?.requestRedraw() } }
  }

  /// Anything the program wants to remember with the overlay; never looked at. Default nil.
  public var userData: Any?

  /// Whether taps are told to the map's delegate. Default true for markers, false for the others.
  public var isTappable: Bool {
    didSet { if isTappable != oldValue { store?.noteTappable(self) } }
  }

  /// Overlays with a higher number are drawn over those with a lower one, equal numbers in the order of attaching. Markers lie
  /// above all other overlays whatever their number. Default 0.
  public var zIndex: Int = 0 {
    didSet { if zIndex != oldValue { store?.noteZIndex(self) } }
  }

  /// Where the overlay is attached.
  package internal(set) weak var store: OverlayStore?
  /// The row in the store's table of this kind; meaningful while `store` is not nil.
  package internal(set) var slot = 0

  init(isTappable: Bool) {
    self.isTappable = isTappable
  }

  /// A copy with the same values that is on no map.
  public func copy() -> Overlay {
    // Every kind has its own copy; the base is never made.
    self
  }

  /// The kind, which names the table of the store.
  package var kind: OverlayKind { .marker }

  /// Makes the row in `store` and returns its slot.
  func makeRow(in store: OverlayStore, key: DrawKey) -> Int { 0 }

  /// The row is there and the overlay is attached.
  func wasAttached() {}

  final func copyCommonValues(to other: Overlay) {
    other.title = title
    other.userData = userData
    other.isTappable = isTappable
    other.zIndex = zIndex
  }
}
