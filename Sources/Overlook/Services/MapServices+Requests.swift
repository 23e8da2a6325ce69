public import OverlookNetwork

// What the app has to say about what its maps ask for.
extension MapServices {
  /// Looks at every request that is about to go to the network, and may change its address and headers or refuse it (nil): for
  /// signed addresses, tokens that expire, mirrors. Holds for all maps, from the next request on; default nil.
  ///
  /// - It is called off the main thread, on several threads at once, and may take its time, to renew a token for instance; what
  ///   takes as long as the request itself may (30 seconds for a tile) has failed. One that blocks its thread instead of awaiting
  ///   keeps others waiting.
  /// - Another address must be an http or https one, and may lie in the local network.
  /// - Headers are secret unless they say otherwise. To another server than the one that was asked first (its name, its port, or
  ///   http after https), secret ones go only when the transform added or changed them.
  /// - Redirects are followed without asking again; secret headers and parameters of the address stay with the first server.
  /// - The cache knows answers by the addresses that were asked for before the change, so that tokens that rotate find what
  ///   earlier ones brought; what it can answer is not shown to the transform, nor is what goes to the app's own protocols.
  /// - What is refused is not asked for again until tiles are reloaded or the network is back. Other addresses than the first one
  ///   appear in no log.
  @MainActor public static var requestTransform: RequestTransform? {
    get { NetworkSettings.shared.requestTransform.current }
    set { NetworkSettings.shared.requestTransform.current = newValue }
  }

  /// Has the app answer what lies under `scheme`, as `myscheme://tiles/3/4/5.png`: wherever an http address may stand in tile
  /// templates, TileJSON and styles (sources, GeoJSON, sprites, glyphs). To be set before what names it is opened; nil takes the
  /// scheme back.
  ///
  /// - The handler is called off the main thread, for several requests at once, and its task is cancelled when nobody waits for
  ///   the answer any more, as for a tile that leaves the view. What takes as long as a server may (30 seconds for a tile) has
  ///   failed.
  /// - `ProtocolError.notFound` is what 404 is of a server, `.refused` is not tried again, any other error is, after a while. Its
  ///   text is logged.
  /// - Answers may be as large as those of servers: 8 MiB for a tile of pictures, 32 MiB for one of a style. They are not kept on
  ///   the disk, and are given while `isOffline` too: they are the app's, not the network's.
  /// - Documents of others may name the scheme as well. Archives and GeoTIFF files cannot be read through it, nor pictures over
  ///   time.
  ///
  /// Throws for a name that is none, and for http, https, file and the library's own ones, what may stand before a location among
  /// them (`pmtiles`, `cog`), which cannot be replaced.
  @MainActor public static func setProtocol(_ scheme: String, _ handler: ProtocolHandler?) throws(ProtocolNameError) {
    try CustomProtocols.shared.set(scheme, handler)
  }
}
