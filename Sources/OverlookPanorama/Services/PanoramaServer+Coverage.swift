import OverlookFormats
package import OverlookGeometry
import OverlookNetwork
import OverlookSupport

extension PanoramaServer {
  /// More tiles than this are not asked for at a time.
  private static let mostTiles = 12
  private static let tileBytes = 2 << 20

  /// By the service's own vector tiles; what does not come is left out.
  package func coverage(in bounds: CoordinateBounds) async -> PanoramaCoverageShape {
    guard let coverage, bounds.southWest.isValid, bounds.northEast.isValid else { return PanoramaCoverageShape() }
    var shape = PanoramaCoverageShape()
    for id in Self.tiles(in: bounds, zooms: coverage.zooms) {
      guard !Task.isCancelled else { break }
      let address = coverage.template.replacing("{z}", with: "\(id.z)").replacing("{x}", with: "\(id.x)")
        .replacing("{y}", with: "\(id.y)")
      var request = HTTPRequest(
        url: address, kind: .data, maximumBodyBytes: Self.tileBytes, timeoutSeconds: timeoutSeconds,
        caching: .store(source: Redactor.identity(self.address)))
      request.headers = authorization
      guard let response = try? await documents.fetch(request) else { continue }
      guard let found = try? Self.shape(response.body, coverage, id) else {
        response.keep?.drop()
        continue
      }
      response.keep?.keep()
      shape.lines += found.lines
      shape.places += found.places
    }
    return shape
  }

  /// The finest that are few enough.
  static func tiles(in bounds: CoordinateBounds, zooms: ClosedRange<Int>) -> [TileID] {
    guard bounds.southWest.isValid else { return [] }
    let (southWest, northEast) = (WorldPoint(bounds.southWest), WorldPoint(bounds.northEast))
    for zoom in zooms.reversed() {
      let count = Double(1 << zoom)
      func cell(_ value: Double) -> Int { Int(exactly: (min(max(value, 0), 0.999_999_999) * count).rounded(.down)) ?? 0 }
      let (west, east) = (cell(southWest.x), cell(northEast.x))
      let (north, south) = (cell(northEast.y), cell(southWest.y))
      guard north <= south else { return [] }
      // Across the antimeridian the east lies west of the west.
      let width = west <= east ? east - west + 1 : east - west + 1 + 1 << zoom
      if width * (south - north + 1) > mostTiles { continue }
      return (north...south).flatMap { y in (0..<width).map { TileID(z: zoom, x: (west + $0) & ((1 << zoom) - 1), y: y) } }
    }
    return []
  }

  static func shape(
    _ bytes: [UInt8], _ coverage: PanoramaCoverage, _ id: TileID
  ) throws(FormatError) -> PanoramaCoverageShape {
    let tile = try VectorTile(bytes)
    var (reader, shape) = (VectorTileReader(), PanoramaCoverageShape())
    reader.begin(tile)
    for layer in tile.layers where layer.name == coverage.lineLayer || layer.name == coverage.pointLayer {
      let (rect, extent) = (id.worldRect, Double(layer.extent))
      reader.begin(layer)
      while let feature = reader.nextFeature() {
        guard try reader.readGeometry(of: feature) else { continue }
        let geometry = reader.geometry
        for part in 0..<geometry.partCount {
          let places = geometry.part(part).map { index in
            WorldPoint(
              x: rect.minX + Double(geometry.coordinates[2 * index]) / extent * (rect.maxX - rect.minX),
              y: rect.minY + Double(geometry.coordinates[2 * index + 1]) / extent * (rect.maxY - rect.minY)
            ).coordinate
          }
          if feature.kind == .points { shape.places += places } else if places.count > 1 { shape.lines.append(places) }
        }
      }
    }
    return shape
  }
}
