import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

extension TileSource {
  /// What one tile of a source turned out to be.
  package struct Sample: Sendable {
    /// `unknown` when no tile was found.
    package var format = Format.unknown
    /// Side in pixels of a picture.
    package var pixels: Int?
    /// What is wrong with the tile, in one line.
    package var warning: String?
  }

  /// Asks for a tile in the middle of the bounds, to see what it is. Throws when the source refuses all of its tiles.
  package func sample(services: TileServices) async throws(TileSourceError) -> Sample {
    var sample = Sample()
    var refusals = Refusals(sampleTiles.count)
    for tile in sampleTiles {
      switch try refusals.checked(await content(of: tile, services: services), messageName) {
      case .bytes(let bytes):
        let result = await services.onWorker { () throws(FormatError) in try TileKind.sniffed(bytes.bytes) }
        switch result {
        case .success(let kind):
          bytes.keep?.keep()
          return Sample(format: kind.format, pixels: kind.pixels)
        case .failure(let error):
          return Sample(warning: "tile \(tile.z)/\(tile.x)/\(tile.y): \(TileDecoding.report(of: bytes.bytes) ?? "\(error)")")
        }
      case .missing: continue
      case .failed(let fault): sample.warning = fault.message
      }
    }
    return sample
  }

  /// Counts likely tiles that a source refuses: when it refuses all of them, it refuses itself.
  private struct Refusals {
    private let tileCount: Int
    private var count = 0

    init(_ tileCount: Int) { self.tileCount = tileCount }

    /// `content`, the next one; throws when there is no use in asking on.
    mutating func checked(_ content: TileContent, _ source: String) throws(TileSourceError) -> TileContent {
      guard case .failed(let fault) = content, !fault.isPassing else { return content }
      count += 1
      if fault.concernsSource || count == tileCount { throw .unavailable(source: source, fault: fault.message) }
      return content
    }
  }

  /// The source with the names of the layers of its vector tiles, where nobody has told them: one of the tiles is looked into.
  /// The same where none of the likely ones is there. Throws when the server sends something else, or refuses all of its tiles.
  package func namingLayers(services: TileServices) async throws(TileSourceError) -> TileSource {
    guard isVector, layers.isEmpty else { return self }
    var refusals = Refusals(sampleTiles.count)
    for tile in sampleTiles {
      switch try refusals.checked(await content(of: tile, services: services), messageName) {
      case .bytes(let bytes):
        let result = await services.onWorker { () throws(FormatError) in try Self.layerNames(bytes.bytes, tile) }
        switch result {
        case .success(let names):
          bytes.keep?.keep()
          if names.isEmpty { continue }
          var named = self
          named.layers = names.map { Layer(vector: $0) }
          return named
        case .failure(let error): throw .unusable(source: messageName, fault: "\(error)")
        }
      case .missing, .failed: continue
      }
    }
    return self
  }

  private static func layerNames(_ bytes: [UInt8], _ tile: TileID) throws(FormatError) -> [String] {
    let thing = "tile \(tile.z)/\(tile.x)/\(tile.y)"
    guard TileDecoding.isVectorTile(bytes) else { throw .unrecognized(thing, found: ImageFormat.guess(bytes)) }
    let plain = Gzip.isGzip(bytes) ? try Gzip.inflate(bytes, limit: VectorTileLimits.byteCount, thing: thing) : bytes
    return try VectorTile(plain).layers.map(\.name)
  }

  private var sampleTiles: [TileID] { extent.likelyTiles }

  private func content(of tile: TileID, services: TileServices) async -> TileContent {
    await OneAnswer.first(ifCancelled: .failed(.passing("it was cancelled"))) { ticket, give in
      provider.fetch(tile, ticket: ticket, services: services, completion: give)
    }
  }
}

/// What the bytes of a tile are, told by their content.
struct TileKind: Sendable {
  var format: TileSource.Format
  /// Side in pixels of a picture.
  var pixels: Int?

  /// Decodes a picture; a vector tile is looked into only as far as its framing goes.
  static func sniffed(_ bytes: [UInt8]) throws(FormatError) -> TileKind {
    if let format = ImageFormat.sniffed(bytes) {
      let image = try ImageDecoder.decode(bytes)
      let kind: TileSource.Format =
        switch format {
        case .png: .png
        case .jpeg: .jpeg
        case .webp: .webp
        }
      return TileKind(format: kind, pixels: max(image.width, image.height))
    }
    if bytes.dropFirst(4).starts(with: Array("ftypavif".utf8)) { return TileKind(format: .avif) }
    if TileDecoding.isVectorTile(bytes) { return TileKind(format: .mvt) }
    throw .unrecognized("tile", found: ImageFormat.guess(bytes))
  }
}
