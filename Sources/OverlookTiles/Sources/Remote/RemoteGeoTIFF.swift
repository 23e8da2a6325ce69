import OverlookFormats
package import OverlookGeometry
package import OverlookNetwork
package import OverlookSupport

/// A GeoTIFF file on a web server, read by range requests: a few for its directories, then those for the blocks of each tile, as
/// few as neighbours allow. Thread-safe.
///
/// As with `RemotePMTiles`, every request demands the state of the file that was opened, a file that is replaced is read anew,
/// and parts are kept on the disk under that state once they were decoded.
package final class RemoteGeoTIFF: GeoTIFFDrawing {
  /// One state of the file.
  final class Edition: Sendable {
    let geoTIFF: GeoTIFF
    /// Nil for a file that is here as a whole.
    let parts: RemoteParts?

    init(_ geoTIFF: GeoTIFF, _ parts: RemoteParts?) {
      self.geoTIFF = geoTIFF
      self.parts = parts
    }
  }

  /// A tile that is drawn as soon as all of its parts are here.
  private struct Drawing: Sendable {
    let order: RemoteOrder
    let side: Int
    let edition: Edition
    /// Nil for a file that is here as a whole.
    let parts: FileParts?
    /// How often parts were asked for.
    var rounds = 0
    /// Of those parts, in bytes.
    var byteCount: UInt64 = 0
  }

  let file: RemoteFile
  /// As it was found first.
  let opened: GeoTIFFDescription
  private let editions: EditionKeeper<Edition>

  /// Places of blocks come first, then blocks, and pages that had to make room meanwhile come again: this ends what would have no
  /// end.
  private static let maximumRounds = 32
  /// Bytes that one tile may need.
  private static let maximumTileBytes: UInt64 = 96 << 20

  /// Opens the file at `url`, an address with its secrets. `identity` names it in the cache, free of secrets.
  package static func open(
    url: String, headers: [HTTPHeader] = [], userAgent: String? = nil, identity: String, services: TileServices
  ) async throws(RemoteFileError) -> RemoteGeoTIFF {
    let file = RemoteFile(url: url, headers: headers, userAgent: userAgent)
    let opening = RemoteGeoTIFFOpening(file: file, identity: identity, services: services)
    return RemoteGeoTIFF(file, identity, try await opening.edition())
  }

  private init(_ file: RemoteFile, _ identity: String, _ edition: Edition) {
    self.file = file
    opened = GeoTIFFDescription(edition.geoTIFF)
    editions = EditionKeeper(edition, host: file.host, close: { $0.parts?.coalescer.close() }) {
      services throws(RemoteFileError) in
      try await RemoteGeoTIFFOpening(file: file, identity: identity, services: services).editionOnce()
    }
  }

  package func fetch(
    _ tile: TileID, side: Int, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    let order = RemoteOrder(tile, ticket, services, completion: completion)
    editions.start(order) { [self] in begin($0, side, $1) }
  }

  private func begin(_ order: RemoteOrder, _ side: Int, _ edition: Edition) {
    draw(Drawing(order: order, side: side, edition: edition, parts: edition.parts.map { FileParts($0.pages) }))
  }

  /// Draws on a worker, as far as the parts that are here go, and gets the others.
  private func draw(_ drawing: Drawing) {
    let order = drawing.order
    order.services.workers.submit(order.ticket) { [self] in
      let result = Result { () throws(FormatError) in
        try drawing.edition.geoTIFF.draw(
          order.tile, side: drawing.side, parts: drawing.parts, pool: order.services.decoders,
          isCancelled: { order.ticket.isCancelled })
      }
      if let parts = drawing.parts { drawing.edition.parts?.keep(parts, services: order.services) }
      switch result {
      case .success(.image(let image)): order.finish(.bytes(TileBytes(picture: image)))
      case .success(.nothing): order.finish(.missing)
      case .success(.cancelled): return
      case .success(.needsParts): get(drawing)
      case .failure(let error): order.finish(.failed(.passing("\(error)")))
      }
    }
  }

  private func get(_ drawing: Drawing) {
    let order = drawing.order
    guard let parts = drawing.parts, let remote = drawing.edition.parts else { return order.finish(.missing) }
    let missing = parts.takeMissing()
    var next = drawing
    next.rounds += 1
    next.byteCount += missing.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    guard next.byteCount <= Self.maximumTileBytes else {
      let message = "\(file.host): a tile would be made of more than \(Self.maximumTileBytes >> 20) MiB of the file"
      return order.finish(.failed(.refusal(message)))
    }
    guard !missing.isEmpty, next.rounds <= Self.maximumRounds else {
      let message = "\(file.host): parts of the file that a tile is made of do not stay in memory"
      return order.finish(.failed(.passing(message)))
    }
    remote.get(missing, for: parts, leader: order.ticket, services: order.services) { [self, next] fault in
      guard let fault else { return draw(next) }
      editions.fail(order, drawing.edition, fault) { [self] in begin($0, drawing.side, $1) }
    }
  }
}
