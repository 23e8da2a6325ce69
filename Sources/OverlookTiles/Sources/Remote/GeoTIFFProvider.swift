import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Synchronization

/// A GeoTIFF file, here or on a server, of which tiles of any size can be asked for. Thread-safe.
protocol GeoTIFFDrawing: Sendable {
  /// As `TileProvider.fetch`, for a tile of `side` pixels.
  func fetch(
    _ tile: TileID, side: Int, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void)
}

/// What is told of a GeoTIFF file, without the file.
struct GeoTIFFDescription: Sendable {
  let bounds: CoordinateBounds
  let minimumZoom: Int
  let maximumZoom: Int
  let byteCount: Int?
  let details: String
  let warnings: [String]

  init(_ file: GeoTIFF) {
    bounds = file.bounds
    minimumZoom = file.minimumZoom
    maximumZoom = file.maximumZoom
    byteCount = file.byteCount
    details = file.details
    warnings = file.warnings
  }
}

/// The tiles of one size of a GeoTIFF file.
struct GeoTIFFProvider: TileProvider {
  let file: any GeoTIFFDrawing
  /// Pixels.
  let side: Int
  let extent: TileExtent

  func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    guard extent.contains(tile) else { return completion(.missing) }
    file.fetch(tile, side: side, ticket: ticket, services: services, completion: completion)
  }
}

/// A GeoTIFF file on this machine, drawn on workers.
final class LocalGeoTIFF: GeoTIFFDrawing {
  private let file: Mutex<GeoTIFF>
  private let path: String

  init(_ file: GeoTIFF, path: String) {
    self.file = Mutex(file)
    self.path = path
  }

  func fetch(
    _ tile: TileID, side: Int, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    services.workers.submit(ticket) { [self] in
      let content = content(of: tile, side: side, ticket, services)
      if !ticket.isCancelled { completion(content) }
    }
  }

  private func content(of tile: TileID, side: Int, _ ticket: WorkTicket, _ services: TileServices) -> TileContent {
    let now = file.withLock { $0 }
    do throws(FormatError) {
      switch try now.draw(tile, side: side, pool: services.decoders, isCancelled: { ticket.isCancelled }) {
      case .image(let image): return .bytes(TileBytes(picture: image))
      case .nothing, .needsParts, .cancelled: return .missing
      }
    } catch .changed {
      return openAgain()
    } catch {
      return .failed(.refusal("\(error)"))
    }
  }

  /// The tile that met the change is asked for again with the rest.
  private func openAgain() -> TileContent {
    do throws(FormatError) {
      let fresh = try GeoTIFF(path: path)
      file.withLock { $0 = fresh }
      return .failed(.passing("\(path) was changed by another program and opened again"))
    } catch {
      return .failed(.passing("\(error)"))
    }
  }
}

extension TileSource {
  /// The tiles of the GeoTIFF file at `path`.
  static func openGeoTIFF(path: String, options: Options) throws(FormatError) -> TileSource {
    let file = try GeoTIFF(path: path)
    return TileSource(
      GeoTIFFDescription(file), LocalGeoTIFF(file, path: path), name: path, messageName: path, identity: path, options: options,
      isRemote: false)
  }

  /// The tiles of a GeoTIFF file on a web server.
  init(_ remote: RemoteGeoTIFF, name: String, identity: String, options: Options) {
    self.init(
      remote.opened, remote, name: name, messageName: remote.file.host, identity: identity, options: options, isRemote: true)
  }

  private init(
    _ file: GeoTIFFDescription, _ drawing: any GeoTIFFDrawing, name: String, messageName: String, identity: String,
    options: Options,
    isRemote: Bool
  ) {
    let extent = TileExtent(
      minimumZoom: options.minimumZoom ?? file.minimumZoom, maximumZoom: options.maximumZoom ?? file.maximumZoom,
      bounds: options.bounds ?? file.bounds)
    let side = options.tilePixels ?? 256
    self.init(
      kind: .geoTIFF, name: name, messageName: messageName, identity: identity,
      provider: GeoTIFFProvider(file: drawing, side: side, extent: extent), extent: extent, tileFormat: .png, tilePixels: side,
      byteCount: file.byteCount, details: file.details, isRemote: isRemote, warnings: file.warnings)
    denseProvider = GeoTIFFProvider(file: drawing, side: 2 * side, extent: extent)
  }
}
