import OverlookNetwork
public import OverlookSupport

/// What a tile layer is attached to; told when the layer's properties change.
@MainActor package protocol TileLayerHost: AnyObject {
  /// A property that changes the picture was set, or the cache was cleared.
  func tileLayerDidChange(_ layer: TileLayer)
}

/// A layer of square pictures on the map in the XYZ scheme: tile (0, 0) of a zoom is its north-west corner, x grows east and y
/// south, and zoom z has 2^z by 2^z tiles.
///
/// Abstract: override `requestTile(x:y:zoom:receiver:)`, or use `SyncTileLayer` or `URLTileLayer`.
@MainActor open class TileLayer {
  /// The image that stands for "no tile exists here": kept until `clearTileCache()`, never asked for again, and no tile of
  /// another zoom is stretched into its place. Known by identity.
  public nonisolated static let noTile = Image()

  package weak var host: (any TileLayerHost)?
  /// The threads and the network of the map that the layer is attached to.
  package var services: TileServices? {
    didSet { services?.confirmedAfter = confirmedAfter }
  }
  /// When `clearTileCache()` was called last, in seconds of `CacheClock.session`.
  private var confirmedAfter = -Double.infinity
  /// Counts calls of `clearTileCache()`.
  package private(set) var cacheGeneration = 0

  /// A layer that is on no map.
  public init() {}

  /// Asks for one tile; called on the main thread for each tile that the view needs.
  ///
  /// Must not block: start the work and let it call the receiver when it is done, on any thread, or call the receiver before
  /// returning. Each request should be answered; one that is not keeps the tile loading. The method of this class answers nil.
  ///
  /// - Parameters:
  ///   - x: Column, 0 ..< 2^zoom.
  ///   - y: Row from the north, 0 ..< 2^zoom.
  ///   - zoom: `minimumZoom` ... `maximumZoom`.
  ///   - receiver: Takes the answer.
  open func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    receiver.receiveTile(x: x, y: y, zoom: zoom, image: nil)
  }

  /// Marks every tile of the layer as stale and asks for those in view again; the old ones stay until the new arrive.
  ///
  /// What is kept on the disk is not taken on trust either: pictures under `cacheIdentifier` are forgotten, and of those that
  /// were fetched the server is asked whether they are still the same.
  public func clearTileCache() {
    confirmedAfter = CacheClock.session.now()
    services?.confirmedAfter = confirmedAfter
    if let cacheIdentifier { services?.cache?.clear(source: cacheIdentifier) }
    reloadTiles()
  }

  /// Loads all tiles again, because others are wanted, not because those that were kept may be out of date.
  package func reloadTiles() {
    cacheGeneration += 1
    host?.tileLayerDidChange(self)
  }

  /// The name under which the pictures that the layer delivers are kept on the disk, from one run of the program to the next, and
  /// for `MapServices.clearCache(source:)`; nil, the default, for not at all.
  ///
  /// Two layers with the same name must have the same pictures. A kept picture is shown without the tile being requested, until
  /// `cacheLifetimeSeconds` are over or `clearTileCache()` is called. Layers that fetch by address need no name: what they
  /// fetch is kept as the servers allow.
  open var cacheIdentifier: String? {
    didSet { if cacheIdentifier != oldValue { reloadTiles() } }
  }

  /// How long a picture that is kept under `cacheIdentifier` is good, in seconds, 0 ... 30 days; default 7 days.
  public var cacheLifetimeSeconds = 7.0 * 86_400 {
    didSet {
      let clamped = cacheLifetimeSeconds > 0 ? min(cacheLifetimeSeconds, 30 * 86_400) : 0
      if cacheLifetimeSeconds != clamped { cacheLifetimeSeconds = clamped }
    }
  }

  /// Where pictures of the layer are kept; nil for nowhere.
  var keptPictures: KeptPictures? {
    guard !isFetched, let cacheIdentifier, !cacheIdentifier.isEmpty, let services,
      let cache = services.cache
    else { return nil }
    return KeptPictures(
      cache: cache, services: services, source: cacheIdentifier, tileSize: tileSize, lifetimeSeconds: cacheLifetimeSeconds)
  }

  /// Side of a tile on the screen in pixels, 64 ... 4096, default 256. Larger tiles come from a lower zoom: one that is
  /// twice as large shows the picture of the zoom before. On a display of two pixels a point, 512 has the size of 256 on one of
  /// one.
  public var tileSize = 256 {
    didSet {
      let clamped = min(max(tileSize, 64), 4096)
      if tileSize != clamped { tileSize = clamped }
      if tileSize != oldValue { host?.tileLayerDidChange(self) }
    }
  }

  /// Factor on the alpha of the pictures, 0 (invisible) ... 1 (as they are), default 1.
  public var opacity = 1.0 {
    didSet {
      let clamped = opacity > 0 ? min(opacity, 1) : 0
      if opacity != clamped { opacity = clamped }
      if opacity != oldValue { host?.tileLayerDidChange(self) }
    }
  }

  /// Whether a tile that arrives is faded in, over a quarter of a second; default true.
  public var fadeIn = true {
    didSet { if fadeIn != oldValue { host?.tileLayerDidChange(self) } }
  }

  /// Order among tile layers and overlays: higher ones are drawn above lower ones; default 0.
  public var zIndex = 0 {
    didSet { if zIndex != oldValue { host?.tileLayerDidChange(self) } }
  }

  /// Whether the style's labels are drawn above the layer, so that they stay readable; default false, as most tiles have names
  /// of their own. Counts for layers below all overlays, up to the first of them, in the order of drawing, that is above labels.
  /// `SourceTileLayer` begins with true for GeoTIFF files and the pictures of a WMS.
  public var isBelowLabels = false {
    didSet { if isBelowLabels != oldValue { host?.tileLayerDidChange(self) } }
  }

  /// The lowest zoom that has tiles, 0 ... 30, default 0. The layer is hidden when the view is two levels or more below it.
  public var minimumZoom = 0 {
    didSet {
      let clamped = min(max(minimumZoom, 0), 30)
      if minimumZoom != clamped { minimumZoom = clamped }
      if minimumZoom != oldValue { host?.tileLayerDidChange(self) }
    }
  }

  /// The highest zoom that has tiles, 0 ... 30, default 30. Closer views stretch its tiles.
  public var maximumZoom = 30 {
    didSet {
      let clamped = min(max(maximumZoom, 0), 30)
      if maximumZoom != clamped { maximumZoom = clamped }
      if maximumZoom != oldValue { host?.tileLayerDidChange(self) }
    }
  }

  /// Credit for the pictures, shown on the map while the layer is on it; nil for none.
  public var attribution: String? {
    didSet { if attribution != oldValue { host?.tileLayerDidChange(self) } }
  }

  /// The layer is about to be shown on a display of so many pixels a point, which it was not before.
  package func displayDidChange(pixelsPerPoint: Double) {}

  /// Whether a request that is no longer needed can be taken back. Layers of users cannot, and what they deliver late is kept.
  package var cancelsRequests: Bool { false }

  /// Whether tiles around the view are asked for as well, before they are needed.
  package var looksAhead: Bool { false }

  /// Whether what the tiles are made from is kept as it was fetched, so that pictures need not be.
  package var isFetched: Bool { false }
}
