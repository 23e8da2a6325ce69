import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookSupport
import OverlookTiles

/// The features of vector tiles that are in view, each cut at the edges of its tile.
final class VectorTilesView: FileView {
  let bounds: CoordinateBounds
  let featureCount: Int? = nil
  let name: String
  var format: String { source.kind.title }
  private let source: TileSource
  private let services: TileServices

  /// Tiles that are read for a view, and features of all of them.
  private static let (tileLimit, featureLimit) = (32, 200_000)

  init(_ source: TileSource, services: TileServices) {
    (self.source, self.services) = (source, services)
    bounds = source.bounds
    name = source.name
  }

  func features(in bounds: CoordinateBounds, ticket: WorkTicket, reading: FileReading) throws(FormatError) -> FileDocument {
    let choice = choice(in: bounds)
    var features = VectorTileFeatures(source.layers.map(\.name), format: format, limit: Self.featureLimit)
    reading.begin(UInt64(clamping: choice.tiles.count))
    var faults: [String] = []
    for (tile, content) in zip(choice.tiles, contents(of: choice.tiles, ticket)) {
      try reading.advance(1, thing: format)
      switch content {
      case .bytes(let bytes)?:
        do throws(FormatError) {
          try features.add(bytes.bytes, of: tile)
          bytes.keep?.keep()
        } catch {
          faults.append("\(error)")
          features.note("\(error)", of: tile)
        }
      case .failed(let fault)?:
        faults.append(fault.message)
        features.note(fault.message, of: tile)
      case .missing?: break
      case nil: try reading.check(format)
      }
    }
    if let first = faults.first, faults.count == choice.tiles.count { throw .unreadable(source.messageName, fault: first) }
    var document = features.finished()
    document.isCutShort = document.isCutShort || choice.isPart || choice.zoom < source.maximumZoom
    if choice.isPart { document.notes.append("only what is in the middle of the view is shown, as there is too much: go nearer") }
    return document
  }

  // MARK: Tiles

  private struct Choice {
    var tiles: [TileID] = []
    var zoom = 0
    /// Whether there are more in view.
    var isPart = false
  }

  /// The closest zoom of which a view has no more tiles than are read; of the lowest one, those in the middle.
  private func choice(in bounds: CoordinateBounds) -> Choice {
    guard bounds.isValid else { return Choice() }
    for zoom in stride(from: source.maximumZoom, through: source.minimumZoom, by: -1) {
      let area = PackArea(bounds: bounds, zooms: zoom...zoom, extent: source.extent)
      if area.tileCount <= Self.tileLimit { return Choice(tiles: Array(area.tiles), zoom: zoom) }
    }
    let zoom = source.minimumZoom
    var (part, area) = (bounds.contains(self.bounds.center) ? self.bounds : bounds, PackArea?.none)
    // Each step takes a quarter of each side.
    for _ in 0..<100 {
      let next = PackArea(bounds: part, zooms: zoom...zoom, extent: source.extent)
      area = next
      if next.tileCount <= Self.tileLimit { break }
      part = part.shrunk(to: 0.75)
    }
    return Choice(tiles: area.map { Array($0.tiles.prefix(Self.tileLimit)) } ?? [], zoom: zoom, isPart: true)
  }

  /// What there is of each tile, nil where nobody waited for it.
  private func contents(of tiles: [TileID], _ ticket: WorkTicket) -> [TileContent?] {
    guard !tiles.isEmpty else { return [] }
    let gathering = AnswerGathering<TileContent>(tiles.count)
    let tickets = tiles.map { _ in WorkTicket(following: ticket) }
    ticket.onCancel {
      for ticket in tickets { ticket.cancel() }
      gathering.end()
    }
    defer { ticket.clearCancelHandler() }
    for (index, tile) in tiles.enumerated() {
      source.provider.fetch(tile, ticket: tickets[index], services: services) { gathering.give($0, at: index) }
    }
    gathering.wait()
    return gathering.answers
  }
}

extension CoordinateBounds {
  /// About the same middle, with a share of its sides.
  fileprivate func shrunk(to share: Double) -> CoordinateBounds {
    let (middle, height, width) = (center, latitudeSpan * share / 2, longitudeSpan * share / 2)
    return CoordinateBounds(
      southWest: LocationCoordinate(
        latitude: middle.latitude - height, longitude: Angle.wrappedDegrees(middle.longitude - width)),
      northEast: LocationCoordinate(latitude: middle.latitude + height, longitude: Angle.wrappedDegrees(middle.longitude + width))
    )
  }
}
