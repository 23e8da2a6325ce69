package import OverlookNetwork

/// Which servers no pack may be made of.
package enum PackPolicy {
  /// Tile servers of communities, whose rules forbid downloading areas. A name stands for itself and all below it.
  ///
  /// operations.osmfoundation.org/policies/tiles and /policies/vector, fossgis.de/arbeitsgruppen/osm-server/nutzungsbedingungen,
  /// wiki.openstreetmap.org/wiki/OpenRailwayMap/API; for the others wiki.openstreetmap.org/wiki/Raster_tile_providers.
  package static let closedHosts = [
    "tile.openstreetmap.org", "vector.openstreetmap.org", "tiles.openstreetmap.org", "tile.osm.org", "vector.osm.org",
    "tile.openstreetmap.de", "tile.openstreetmap.fr", "tile-cyclosm.openstreetmap.fr", "tile.openstreetmap.jp",
    "tile.opentopomap.org", "tiles.openrailwaymap.org", "tiles.openseamap.org", "t1.openseamap.org",
    "tile.waymarkedtrails.org", "tile.memomaps.de", "tiles.wmflabs.org", "maps.wikimedia.org",
  ]

  /// Why no pack may be made of what `request` asks for; nil when nothing is known against it.
  package static func refusal(_ request: HTTPRequest) -> String? {
    let named = request.headers.filter { $0.name.lowercased() == "host" }.map { "http://\($0.value)/" }
    let closed = ([request.url] + named).lazy.compactMap { HTTPAddress($0) }.first { $0.isHost(of: closedHosts) }
    return closed.map { refusal(host: $0.host) }
  }

  package static func refusal(host: String) -> String {
    """
    \(host) forbids downloading areas of its map: it is run by volunteers on donations. Take the tiles of a server whose rules \
    allow it, of one of your own, or an extract
    """
  }
}
