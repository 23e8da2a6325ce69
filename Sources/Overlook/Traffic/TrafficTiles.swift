import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookNavigation
import OverlookStyle
import OverlookSupport
import OverlookTiles

/// The traffic of vector tiles along routes. Of what is drawn only the view is known, and a route leads farther. A value; any thread.
struct TrafficTiles: Sendable {
  private let location: String
  private let layer: String
  private let services: TileServices

  /// Tiles that are asked for at a time.
  private static let parallel = 8

  /// Nil for a source of a style that says not where its tiles are.
  init?(_ source: JSONObject, layer: String, services: TileServices) {
    guard let location = source["url"]?.string ?? source["tiles"]?.array?.first?.string else { return nil }
    (self.location, self.layer, self.services) = (location, layer, services)
  }

  /// What one tile tells.
  struct Answer: Sendable {
    var tile: TileID
    /// Nil where it cannot be had now.
    var traffic: RoadTraffic?
  }

  /// What each of the tiles around `geometry` tells. Nil where nobody says which tiles there are.
  func answers(along geometry: [LocationCoordinate]) async -> [Answer]? {
    guard let source = try? await TileSource.open(location, services: services) else { return nil }
    let tiles = RouteTileCover.tiles(along: geometry, zooms: source.minimumZoom...max(source.minimumZoom, source.maximumZoom))
    var found = tiles.map { Answer(tile: $0) }
    await withTaskGroup(of: (Int, RoadTraffic?).self) { group in
      var waiting = tiles.indices.makeIterator()
      func begin() {
        guard !Task.isCancelled, let index = waiting.next() else { return }
        group.addTask { (index, await roads(in: tiles[index], of: source)) }
      }
      for _ in 0..<Self.parallel { begin() }
      while let (index, traffic) = await group.next() {
        found[index].traffic = traffic
        begin()
      }
    }
    return found
  }

  /// Nil for a tile that cannot be had now; one that is missing, or no tile, tells that there is nothing.
  private func roads(in tile: TileID, of source: TileSource) async -> RoadTraffic? {
    let content = await OneAnswer.first(ifCancelled: TileContent.missing) { ticket, give in
      source.provider.fetch(tile, ticket: ticket, services: services, completion: give)
    }
    let bytes: TileBytes
    switch content {
    case .bytes(let content): bytes = content
    case .missing: return RoadTraffic()
    case .failed: return nil
    }
    let layer = layer
    let result = await services.onWorker { () throws(FormatError) in
      try FeatureTile(vectorTile: bytes.bytes, wanted: [layer])
    }
    guard case .success(let features) = result else {
      bytes.keep?.drop()
      return RoadTraffic()
    }
    bytes.keep?.keep()
    return features.layer(layer).map { Self.roads($0, in: tile) } ?? RoadTraffic()
  }

  private static func roads(_ layer: FeatureLayer, in tile: TileID) -> RoadTraffic {
    let rect = tile.worldRect
    let unit = (rect.maxX - rect.minX) / Double(FeatureLayer.extent)
    func place(_ index: Int) -> LocationCoordinate {
      let point = layer.point(index)
      return WorldPoint(x: rect.minX + Double(point.x) * unit, y: rect.minY + Double(point.y) * unit).coordinate
    }
    let own = 0..<FeatureLayer.extent
    var traffic = RoadTraffic()
    for feature in layer.features {
      let properties = properties(of: feature, in: layer)
      switch feature.kind {
      case .line:
        for part in feature.parts { traffic.add(line: layer.points(ofPart: part).map(place), properties) }
      case .point:
        // What lies in the margin is told by the neighbour.
        let points = feature.parts.flatMap { layer.points(ofPart: $0) }.filter {
          own.contains(layer.point($0).x) && own.contains(layer.point($0).y)
        }
        traffic.add(incidentsAt: points.map(place), properties)
      case .polygon: break
      }
    }
    return traffic
  }

  private static func properties(of feature: Feature, in layer: FeatureLayer) -> [String: JSONValue] {
    var found: [String: JSONValue] = [:]
    var index = Int(feature.tags.lowerBound)
    while index + 1 < Int(feature.tags.upperBound), layer.tags.indices.contains(index + 1) {
      let (key, value) = (Int(layer.tags[index]), Int(layer.tags[index + 1]))
      if layer.keys.indices.contains(key), layer.values.indices.contains(value) {
        switch layer.values[value] {
        case .string(let text): found[layer.keys[key]] = .string(text)
        case .number(let number): found[layer.keys[key]] = .number(number)
        case .bool(let isTrue): found[layer.keys[key]] = .bool(isTrue)
        default: break
        }
      }
      index += 2
    }
    return found
  }
}
