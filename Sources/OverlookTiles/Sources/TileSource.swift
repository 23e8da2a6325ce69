package import OverlookFormats
public import OverlookGeometry
public import OverlookNetwork

/// Tiles that can be shown, packed or looked into, wherever they come from: what is known of them, and the way to get them.
///
/// Made by `open`. A value; the connection or file behind it is shared by its copies.
public struct TileSource: Sendable {
  /// What a location turned out to be.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The address of a tile server with placeholders.
    case template
    /// A TileJSON document.
    case tileJSON = "tilejson"
    /// A tile map service of OSGeo: rows are counted from the south.
    case tms
    /// A web map tile service of the OGC, version 1.0.0.
    case wmts
    /// A web map service of the OGC, version 1.1.1 or 1.3.0.
    case wms
    /// An MBTiles file.
    case mbtiles
    /// A GeoPackage with tiles.
    case geoPackage = "geopackage"
    /// A PMTiles file, here or on a web server.
    case pmtiles
    /// A GeoTIFF file, here or on a web server, drawn as tiles.
    case geoTIFF = "geotiff"

    /// As people call it.
    package var title: String {
      switch self {
      case .mbtiles: "MBTiles"
      case .geoPackage: "GeoPackage"
      case .pmtiles: "PMTiles"
      case .geoTIFF: "GeoTIFF"
      case .tileJSON: "TileJSON"
      case .tms, .wmts, .wms: rawValue.uppercased()
      case .template: "XYZ"
      }
    }

    /// Whether its pictures mostly have no names of places: weather, scans, measurements.
    var isWithoutNames: Bool { self == .geoTIFF || self == .wms }
  }

  /// What the tiles are.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, webp, avif
    /// Vector tiles of Mapbox's specification.
    case mvt
    /// Not said; the tiles themselves tell.
    case unknown
  }

  /// What the location is.
  public let kind: Kind
  /// What the source calls itself, else the host or file.
  public let name: String
  /// Credit that must be shown with the tiles; nil when the source asks for none.
  public let attribution: String?
  /// The lowest zoom that has tiles, 0 ... 30.
  public let minimumZoom: Int
  /// The highest zoom that has tiles, `minimumZoom` ... 30. Closer views stretch its tiles.
  public let maximumZoom: Int
  /// Where there are tiles; the whole world when the source does not say.
  public let bounds: CoordinateBounds
  /// What the tiles are, as far as it is known without asking for one.
  public let tileFormat: Format
  /// Side of a tile in pixels.
  public let tilePixels: Int
  /// How many tiles there are; nil when nobody has counted them. May take a quarter of a second.
  public var tileCount: Int? { knownTileCount ?? archive?.tileCount }
  /// Size of the file in bytes; nil for a server.
  public let byteCount: Int?
  /// What a file is beyond that, in one line for people, such as the size and the projection of a GeoTIFF; nil for nothing.
  public let details: String?
  /// Whether the tiles come over the network.
  public let isRemote: Bool
  /// What was chosen, left out or is not as it should be, one line each; empty when all is well.
  public internal(set) var warnings: [String]
  /// What a document offers to choose from; of an archive, the layers of its vector tiles; empty where there is nothing to choose.
  public internal(set) var layers: [Layer]

  /// The times that it can be asked for; nil for tiles that are the same at all times, and where none are named.
  package internal(set) var times: TileTimes?

  /// The file behind the tiles; nil for a server.
  package let archive: (any TileArchive)?
  private let knownTileCount: Int?

  /// Gives the tiles.
  package var provider: any TileProvider
  /// Gives pictures of twice the size, for displays of two pixels a point; nil when there are none of their own.
  package var denseProvider: (any TileProvider)?
  /// The location, without what is secret in it and with what was chosen of it: the same for the same tiles. For the cache and
  /// for packs.
  package let identity: String
  /// What messages about tiles call it: the host or the path.
  package let messageName: String

  package init(
    kind: Kind, name: String, messageName: String, identity: String, provider: any TileProvider, extent: TileExtent,
    archive: (any TileArchive)? = nil, attribution: String? = nil, tileFormat: Format = .unknown, tilePixels: Int = 256,
    tileCount: Int? = nil,
    byteCount: Int? = nil, details: String? = nil, isRemote: Bool, layers: [Layer] = [], warnings: [String] = []
  ) {
    self.kind = kind
    self.name = name
    self.messageName = messageName
    self.identity = identity
    self.provider = provider
    self.attribution = attribution
    minimumZoom = extent.minimumZoom
    maximumZoom = extent.maximumZoom
    bounds = extent.bounds ?? CoordinateBounds.wholeMap
    self.tileFormat = tileFormat
    self.tilePixels = tilePixels
    self.archive = archive
    knownTileCount = tileCount
    self.byteCount = byteCount ?? archive?.byteCount
    self.details = details
    self.isRemote = isRemote
    self.layers = layers
    self.warnings = warnings
  }

  /// Whether the tiles are vector tiles: they can be packed and looked into, but not shown yet.
  public var isVector: Bool { tileFormat == .mvt }

  /// Which tiles there can be.
  package var extent: TileExtent { TileExtent(minimumZoom: minimumZoom, maximumZoom: maximumZoom, bounds: bounds) }
}

extension TileSource {
  /// What to take of a location that offers a choice, and how to ask for it. The defaults leave everything to the source.
  public struct Options: Hashable, Sendable {
    /// The layer of a WMS or WMTS, several of a WMS with commas between; nil for the first that is suitable.
    public var layer: String?
    /// The style of the layer; nil for its default.
    public var style: String?
    /// The matrix set of a WMTS; nil for the first in Web Mercator.
    public var matrixSet: String?
    /// The media type of tiles, such as `image/png`, or its second part; nil for the first that is suitable.
    public var format: String?
    /// The value of `{time}`, or of a layer's time dimension; nil for the layer's default.
    public var time: String?
    /// How to read the location; nil to tell by its content.
    public var kind: Kind?
    /// In place of what the source says, 0 ... 30.
    public var minimumZoom: Int?
    /// In place of what the source says, 0 ... 30.
    public var maximumZoom: Int?
    /// In place of what the source says; nothing is asked for outside.
    public var bounds: CoordinateBounds?
    /// Side of a tile in pixels, 64 ... 4096, in place of what the source says.
    public var tilePixels: Int?
    /// 1 or 2 for the pictures of that many pixels a point on every display; nil to follow the display.
    public var ratio: Int?
    /// For `{s}`; nil for a, b and c.
    public var subdomains: [String]?
    /// Sent with every request; secret ones to no other server than the one that was named.
    public var headers: [HTTPHeader] = []
    /// The User-Agent that servers see; nil for `Overlook/<version>`.
    public var userAgent: String?
    /// For `{apikey}`; never shown.
    public var key: String? {
      get { secrets.key }
      set { secrets.key = newValue }
    }
    /// For `{env:NAME}`, by name; never shown. Default empty: no variable is read.
    public var environment: [String: String] {
      get { secrets.environment }
      set { secrets.environment = newValue }
    }

    var secrets = SourceSecrets()

    /// Options that leave everything to the source.
    public init() {}
  }
}

extension CoordinateBounds {
  /// The square that a map in Web Mercator shows.
  static let wholeMap = CoordinateBounds(
    southWest: LocationCoordinate(latitude: -Mercator.maximumLatitude, longitude: -180),
    northEast: LocationCoordinate(latitude: Mercator.maximumLatitude, longitude: 180))
}
