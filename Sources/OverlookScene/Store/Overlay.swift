/// Something that can be attached to one map: the common part of `Marker`, `Polyline`, `Polygon`, `Circle`,
/// `GroundOverlay`, `ModelOverlay`, `ModelLayer` and the layers of many elements.
///
/// Not made directly and not subclassed by users. An overlay is on at most one map; the map keeps it alive while it is attached.
/// Values that name no place or size (a coordinate that is not valid, a negative radius, a width that is not a number) are stored
/// as given: such an overlay stays attached and is neither drawn nor tapped until the value is mended. Main thread only.
@MainActor
public class Overlay {
  // The order of the fields is that of memory: a change of one among a million finds none of them in a cache, and is done the
  // sooner the fewer lines of it lie apart.

  /// Where the overlay is attached.
  package internal(set) weak var store: OverlayStore?
  /// The row in the store's table of this kind; meaningful while `store` is not nil.
  package internal(set) var slot = 0
  /// Nil until one of them is set.
  private var notes: Notes?

  /// What a program may say of an overlay that changes nothing of how it is drawn.
  private final class Notes {
    var title: String?
    var userData: Any?
  }

  /// A short description; that of a marker is the title of its info window. Default nil.
  public var title: String? {
    get { notes?.title }
    set {
      guard newValue != title else { return }
      makeNotes().title = newValue
      store?.requestRedraw()
    }
  }

  /// Anything the program wants to remember with the overlay; never looked at. Default nil.
  public var userData: Any? {
    get { notes?.userData }
    set { if newValue != nil || notes != nil { makeNotes().userData = newValue } }
  }

  /// Whether taps are told to the map's delegate. Default true for markers, false for the others.
  public var isTappable: Bool {
    didSet { if isTappable != oldValue { store?.noteTappable(self) } }
  }

  /// Overlays with a higher number are drawn over those with a lower one, equal numbers in the order of attaching. Markers lie
  /// above all other overlays whatever their number. Default 0.
  public var zIndex: Int = 0 {
    didSet { if zIndex != oldValue { store?.noteZIndex(self) } }
  }

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

  /// Whether the map's labels lie above it.
  var liesBelowLabels: Bool { false }

  /// Makes the row in `store` and returns its slot.
  func makeRow(in store: OverlayStore, key: DrawKey) -> Int { 0 }

  /// The row is there and the overlay is attached.
  func wasAttached() {}

  /// The row is about to go; what the store keeps beside it goes too.
  func willRemoveRow(from store: OverlayStore) {}

  private func makeNotes() -> Notes {
    if let notes { return notes }
    let made = Notes()
    notes = made
    return made
  }

  final func copyCommonValues(to other: Overlay) {
    other.title = title
    other.userData = userData
    other.isTappable = isTappable
    other.zIndex = zIndex
  }
}
