import OverlookFormats
package import OverlookGeometry
package import OverlookNetwork
package import OverlookSupport

/// Gives the bytes of single tiles: an archive, a server. Thread-safe.
package protocol TileProvider: Sendable {
  /// Starts to get one tile and returns at once. `completion` is called once, on any thread, and must not block; never after
  /// `ticket` was cancelled.
  func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void)
}

/// What a provider has for one tile.
package enum TileContent: Sendable {
  case bytes(TileBytes)
  /// There is no such tile.
  case missing
  /// It cannot be had, now or at all.
  case failed(LoadFault)

  /// The same of the one document at `location`: that it does not exist is a fault.
  package func document(at location: String) -> Result<TileBytes, LoadFault> {
    switch self {
    case .bytes(let bytes): .success(bytes)
    case .missing: .failure(.refusal("\(location) does not exist"))
    case .failed(let fault): .failure(fault)
    }
  }
}

/// A tile as it came, not yet decoded, or as it was drawn.
package struct TileBytes: Sendable {
  /// The content coding of HTTP is undone, and what an archive compresses is decompressed. A vector tile of a server may still be
  /// gzip data inside. Of a tile that was drawn, a PNG file, which is made with every call.
  package var bytes: [UInt8] {
    get { picture.flatMap { try? PNGEncoder.encode($0) } ?? stored }
    set {
      stored = newValue
      picture = nil
    }
  }
  private var stored: [UInt8]
  /// The picture of a tile that was drawn; nil for one that came as bytes.
  package private(set) var picture: Image?
  /// To be called when the bytes turned out to be good: only then a cache keeps them. Nil when nothing would.
  package var keep: CacheReceipt?
  /// Whether the network was not asked.
  package var isFromCache: Bool

  package init(bytes: [UInt8], keep: CacheReceipt? = nil, isFromCache: Bool = false) {
    stored = bytes
    self.keep = keep
    self.isFromCache = isFromCache
  }

  /// A tile that was drawn on this machine.
  package init(picture: Image) {
    stored = []
    self.picture = picture
    isFromCache = false
  }
}
