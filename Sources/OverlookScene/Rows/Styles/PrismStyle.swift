/// What a layer of columns looks like where that is the same for all of them.
package struct PrismStyle: Hashable, Sendable {
  /// Corners of the ground plan.
  package var sides: Int
  /// To the first corner, clockwise from north, in radians.
  package var angle: Float
  /// Of the corners from the middle, in metres.
  package var radius: Float
  /// In metres. Nil: `PlaceColumns.sizes`.
  package var height: Float?
  /// The largest height of any.
  package var largestHeight: Float
  /// Premultiplied, red in the lowest byte. Nil: `PlaceColumns.colors`.
  package var color: UInt32?
  package var hasVerticalGradient: Bool
  /// 0 ... 1, of the layer as a whole.
  package var opacity: Float
  /// Only those with such a value in `PlaceColumns.filterValues` are drawn; nil: all.
  package var shownValues: ClosedRange<Float>?
}
