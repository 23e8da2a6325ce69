public import OverlookSupport

/// Where the picture of a requested tile goes.
///
/// May be called from any thread, during the request or at any time after it. A map that no longer wants the tile ignores the
/// call.
public protocol TileReceiver: AnyObject, Sendable {
  /// Delivers the tile that was asked for by the same `x`, `y` and `zoom`.
  ///
  /// - Parameter image: The picture; `TileLayer.noTile` when none exists here and never will; nil when there is none now and
  ///   there may be one later, in which case the map asks again after a while and shows the tile's parent meanwhile.
  func receiveTile(x: Int, y: Int, zoom: Int, image: Image?)
}
