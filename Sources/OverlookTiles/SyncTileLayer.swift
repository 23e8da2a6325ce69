public import OverlookSupport

/// A tile layer whose pictures are made by a function that may take its time.
///
/// Abstract: override `tile(x:y:zoom:)`.
@MainActor open class SyncTileLayer: TileLayer {
  /// Makes the picture of one tile. Called off the main thread, from several threads at once; must be thread-safe.
  ///
  /// The coordinates are those of `TileLayer.requestTile`. Answer `TileLayer.noTile` when there is no tile and never will be, nil
  /// when there is none now and the map should ask again later. The method of this class answers nil.
  nonisolated open func tile(x: Int, y: Int, zoom: Int) -> Image? {
    nil
  }

  open override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    guard let services else { return receiver.receiveTile(x: x, y: y, zoom: zoom, image: nil) }
    let ticket = (receiver as? TileLoad)?.ticket ?? WorkTicket()
    services.workers.submit(ticket) { [self] in
      receiver.receiveTile(x: x, y: y, zoom: zoom, image: tile(x: x, y: y, zoom: zoom))
    }
  }

  package override var cancelsRequests: Bool { true }
}
