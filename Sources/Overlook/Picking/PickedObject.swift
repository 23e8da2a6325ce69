public import OverlookCanvas
public import OverlookScene

/// What lies at a place or in a part of a map: an overlay, some elements of a layer of many, or an item that draws itself.
@MainActor public struct PickedObject {
  /// The overlay; nil for an item.
  public let overlay: Overlay?
  /// The item; nil for an overlay.
  public let item: (any OverlayItem)?
  /// Numbers of the elements of a layer of many, ascending: at a point the topmost one. Empty for everything else.
  public let rows: [Int]

  /// The first of `rows`.
  public var row: Int? { rows.first }

  init(_ overlay: Overlay, rows: [Int] = []) {
    self.overlay = overlay
    self.rows = rows
    item = nil
  }

  init(_ item: any OverlayItem) {
    self.item = item
    overlay = nil
    rows = []
  }

  /// Whether both are the same thing.
  func isSame(as other: PickedObject?) -> Bool {
    guard let other else { return false }
    return overlay === other.overlay && item === other.item && rows == other.rows
  }
}
