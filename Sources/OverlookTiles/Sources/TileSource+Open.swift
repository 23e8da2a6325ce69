import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

extension TileSource {
  /// Opens a location: the address of a tile server with placeholders, or a tile archive on this machine.
  ///
  /// Files are read on the workers of `services`.
  package static func open(
    _ location: String, options: Options = Options(), services: TileServices
  ) async throws(TileSourceError) -> TileSource {
    if location.contains("{"), HTTPAddress.hasWebScheme(location) {
      return try open(template: location, options: options)
    }
    return try await services.onWorker { () throws(FormatError) in try openArchive(path: location, options: options) }
      .get(orSource: location)
  }

  private static func open(template text: String, options: Options) throws(TileSourceError) -> TileSource {
    let template: TileURLTemplate
    do throws(TileURLTemplate.Problem) {
      template = try TileURLTemplate(text)
    } catch {
      throw .badLocation(source: text, fault: "\(error)")
    }
    let extent = TileExtent(
      minimumZoom: options.minimumZoom ?? 0, maximumZoom: options.maximumZoom ?? 30, bounds: options.bounds)
    return TileSource(
      kind: .template, name: template.serverName, messageName: template.serverName, identity: text,
      provider: HTTPTileProvider(extent: extent) { template.url(x: $0.x, y: $0.y, zoom: $0.z)?.absoluteString },
      extent: extent, tilePixels: options.tilePixels ?? 256, isRemote: true)
  }
}

extension HTTPAddress {
  /// Whether `text` begins as an address of the web does.
  static func hasWebScheme(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}

extension Result where Failure == FormatError {
  /// The value, or the error as one of the source.
  func get(orSource source: String) throws(TileSourceError) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw TileSourceError(error, source: source)
    }
  }
}

extension TileServices {
  /// What `body` makes on a worker, which it may block.
  func onWorker<Value: Sendable>(
    _ body: @escaping @Sendable () throws(FormatError) -> Value
  ) async -> Result<Value, FormatError> {
    await withCheckedContinuation { continuation in
      workers.submit(WorkTicket()) {
        do throws(FormatError) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }
}
