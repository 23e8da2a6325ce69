extension TileSource {
  /// Opens a location, whatever it is: an address with placeholders, a TileJSON document, a TMS, WMTS or WMS, an MBTiles,
  /// PMTiles or GeoTIFF file. What is neither said by a prefix (`SourcePrefix`) nor by an option is told by its content.
  ///
  /// Asks the network through `services`, and reads on their workers.
  package static func open(
    _ location: String, options: Options = Options(), services: TileServices
  ) async throws(TileSourceError) -> TileSource {
    try await SourceOpener(location, options: options, services: services).open()
  }

  /// Throws what is wrong with the text of a location, before anything is looked at.
  package static func check(_ location: String, options: Options = Options()) throws(TileSourceError) {
    _ = try SourceLocation(location, options: options)
  }

  /// Whether a server must be asked what is at a location before any tile can be.
  package static func isDescribedByServer(_ location: String, options: Options = Options()) -> Bool {
    if case .web? = (try? SourceLocation(location, options: options))?.form { true } else { false }
  }

  /// A location as messages show it: without what is secret in it, on one line.
  package static func displayName(of location: String) -> String {
    SourceText.redacted(location)
  }

  /// The name under which the cache keeps what comes from a location, free of secrets.
  package static func cacheName(of location: String) -> String {
    SourceLocation.cacheName(of: location)
  }

  /// What the document at a location offers to choose from, also when none of it can be shown; of an archive the layers of its
  /// vector tiles; empty for what has neither.
  package static func layers(
    of location: String, options: Options = Options(), services: TileServices
  ) async throws(TileSourceError) -> [Layer] {
    let opener = try SourceOpener(location, options: options, services: services)
    return try await opener.layers()
  }
}
