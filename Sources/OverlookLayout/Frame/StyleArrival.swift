/// A tile of a style that came and that the screen does not have yet: what of it is to be brought to the driver before it is drawn.
package struct StyleArrival: Sendable {
  /// Names the tile's content, for the answer.
  package var id: UInt64
  /// The layers that draw it, each with nothing but the tile.
  package var layers: [StyleFrameLayer]
  /// Whether nobody sees it yet.
  package var isAhead: Bool

  package init(id: UInt64, layers: [StyleFrameLayer], isAhead: Bool) {
    (self.id, self.layers, self.isAhead) = (id, layers, isAhead)
  }
}
