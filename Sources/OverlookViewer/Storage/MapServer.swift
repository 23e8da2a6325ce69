import Foundation

/// A server of detailed maps that the window offers.
package struct MapServer: Hashable, Sendable {
  /// As people know it.
  package let name: String
  /// A TileJSON document, which names the credits.
  package let address: String
  /// Where its terms are; nil for a server that the person has named.
  package let terms: String?

  /// Vector tiles of the whole world in the layers that the embedded styles draw, from OpenStreetMap. Its terms allow programs to
  /// use it without a key, a registration or a limit; those of the servers of OpenStreetMap itself, which live on donations, do not
  /// want programs that many people have to depend on them.
  package static let standard = MapServer(
    name: "OpenFreeMap", address: "https://tiles.openfreemap.org/planet", terms: "https://openfreemap.org/tos/")

  /// The server at an address.
  package static func at(_ address: String) -> MapServer {
    if address == standard.address { return standard }
    return MapServer(name: URL(string: address)?.host ?? address, address: address, terms: nil)
  }
}
