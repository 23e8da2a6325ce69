import Foundation
package import OverlookFormats
package import OverlookGeometry
import OverlookSupport

/// What a pack is made of.
package struct PackPlan: Sendable {
  package let source: TileSource
  package let area: PackArea
  /// As asked for.
  package let bounds: CoordinateBounds
  package let services: TileServices
  package let polite: PoliteFetcher

  /// - Parameters:
  ///   - zooms: 0 ... 30; those that the source does not have are left out.
  ///   - services: Whose network is `polite`.
  package init(
    source: TileSource, bounds: CoordinateBounds, zooms: ClosedRange<Int>, services: TileServices, polite: PoliteFetcher
  ) {
    self.source = source
    self.bounds = bounds
    self.services = services
    self.polite = polite
    area = PackArea(bounds: bounds, zooms: zooms, extent: source.extent)
  }

  /// What makes this pack and no other.
  package var purpose: PackJournal.Purpose {
    PackJournal.Purpose(
      source: source.identity, west: bounds.southWest.longitude, south: bounds.southWest.latitude,
      east: bounds.northEast.longitude, north: bounds.northEast.latitude, zooms: area.levels.map(\.zoom))
  }

  /// What the source says that its tiles are; nil when it does not.
  package var sourceFormat: TileArchiveHeader.TileFormat? {
    TileArchiveHeader.TileFormat(rawValue: source.tileFormat.rawValue).flatMap { $0 == .unknown ? nil : $0 }
  }

  /// What the pack says about itself.
  ///
  /// - Parameter layerNames: The layers of vector tiles, for a source that does not describe them.
  package func header(format: TileArchiveHeader.TileFormat, layerNames: [String] = []) -> TileArchiveHeader {
    let (southWest, northEast) = Self.common(bounds, source.extent.bounds)
    return TileArchiveHeader(
      tileFormat: format, minimumZoom: area.levels.first?.zoom ?? 0, maximumZoom: area.levels.last?.zoom ?? 0,
      southWest: southWest, northEast: northEast, attribution: source.attribution, name: source.name,
      source: PackedProvider.sourceName(source.identity),
      vectorLayers: format == .mvt ? source.archive?.header.vectorLayers ?? Self.layers(layerNames) : nil)
  }

  /// Where both have something, as corners that a header of an archive can say: it knows nothing of the antimeridian.
  private static func common(
    _ bounds: CoordinateBounds, _ limits: CoordinateBounds?
  ) -> (southWest: LocationCoordinate, northEast: LocationCoordinate) {
    var south = max(bounds.southWest.latitude, -Mercator.maximumLatitude)
    var north = min(bounds.northEast.latitude, Mercator.maximumLatitude)
    var (west, east) = (bounds.southWest.longitude, bounds.northEast.longitude)
    if west >= east { (west, east) = (-180, 180) }
    if let limits {
      south = max(south, limits.southWest.latitude)
      north = min(north, limits.northEast.latitude)
      if limits.southWest.longitude < limits.northEast.longitude {
        west = max(west, limits.southWest.longitude)
        east = min(east, limits.northEast.longitude)
      }
    }
    return (LocationCoordinate(latitude: south, longitude: west), LocationCoordinate(latitude: north, longitude: east))
  }

  /// The array that MBTiles 1.3 asks for, without what is known of fields.
  private static func layers(_ names: [String]) -> [UInt8]? {
    let layers = names.map { Layer(id: $0, fields: [:]) }
    return (try? JSONEncoder().encode(layers)).map { [UInt8]($0) }
  }

  private struct Layer: Encodable {
    var id: String
    var fields: [String: String]
  }

  /// The tile, decoded once to see that it is good; nil when the task was cancelled.
  func content(of tile: TileID) async -> PackContent? {
    switch await TileRequest(source: source, services: services).content(of: tile) {
    case nil: return nil
    case .missing: return .missing
    case .bytes(let bytes): return await checked(bytes.bytes)
    case .failed(let fault) where fault.isPassing:
      return fault.afterSeconds == nil ? .failed(fault.message) : .wait(fault.message)
    case .failed(let fault): return fault.concernsSource ? .stop(fault.message) : .impossible(fault.message)
    }
  }

  private func checked(_ bytes: [UInt8]) async -> PackContent {
    let expected = sourceFormat ?? .unknown
    // Servers of vector tiles say so that there is nothing to see.
    if bytes.isEmpty, expected == .mvt { return .missing }
    let checked = await services.onWorker { () throws(FormatError) in TileCheck.result(of: bytes, expected: expected) }
    guard case .success(let result) = checked else { return .failed("it could not be decoded") }
    if let error = result.error { return bad("\(source.messageName): \(error)") }
    guard let format = result.format else { return bad("\(source.messageName): it is of no known format") }
    if (format == .mvt) != (expected == .mvt), expected != .unknown {
      return bad("\(source.messageName): a tile that is \(format.rawValue) where \(expected.rawValue) was said")
    }
    return .tile(bytes, format)
  }

  /// A server may mend what it sends; a file that is read again has the same bytes.
  private func bad(_ message: String) -> PackContent {
    source.isRemote ? .failed(message) : .impossible(message)
  }
}

/// What came of asking for a tile.
enum PackContent: Sendable {
  case tile([UInt8], TileArchiveHeader.TileFormat)
  case missing
  /// The server asked for a pause.
  case wait(String)
  /// May work later.
  case failed(String)
  /// Will not work.
  case impossible(String)
  /// No tile of the source will work.
  case stop(String)
}
