package import OverlookGeometry
package import OverlookSupport

/// What came of a request for a tile.
package enum TileOutcome: Sendable {
  case image(Image)
  case missing
  /// It cannot be had, now or at all; nil where a layer has none now and does not say why.
  case failed(LoadFault?)
  /// The picture is not kept on the disk: the layer itself is to be asked.
  case notKept
}

/// What a load tells the main thread.
package struct TileArrival: Sendable {
  package var tile: TileID
  /// Of the load; arrivals of loads that are no longer current are dropped.
  package var number: UInt64
  package var outcome: TileOutcome
}

/// One request for one tile: the receiver that a map hands to a layer.
package final class TileLoad: TileReceiver {
  package let tile: TileID
  package let number: UInt64
  package let ticket: WorkTicket
  private let mailbox: Mailbox<TileArrival>
  private let pictures: KeptPictures?

  package convenience init(tile: TileID, number: UInt64, ticket: WorkTicket, mailbox: Mailbox<TileArrival>) {
    self.init(tile: tile, number: number, ticket: ticket, mailbox: mailbox, pictures: nil)
  }

  /// - Parameter pictures: Where the picture that is delivered is kept; nil for nowhere.
  init(tile: TileID, number: UInt64, ticket: WorkTicket, mailbox: Mailbox<TileArrival>, pictures: KeptPictures?) {
    self.tile = tile
    self.number = number
    self.ticket = ticket
    self.mailbox = mailbox
    self.pictures = pictures
  }

  package func receiveTile(x: Int, y: Int, zoom: Int, image: Image?) {
    // An answer to another question, which a subclass of a user may give by mistake.
    guard x == tile.x, y == tile.y, zoom == tile.z else { return }
    guard let image else { return finish(.failed(nil)) }
    pictures?.keep(image, of: tile)
    finish(image === TileLayer.noTile ? .missing : .image(image))
  }

  package func finish(_ outcome: TileOutcome) {
    guard !ticket.isCancelled else { return }
    mailbox.post(TileArrival(tile: tile, number: number, outcome: outcome))
  }
}
