public import Foundation
package import OverlookGeometry
import OverlookNetwork
import OverlookSupport

/// A tile server's address with placeholders where a tile's place belongs.
///
/// | placeholder | stands for |
/// |---|---|
/// | `{z}`, `{x}`, `{y}` | zoom, column, row from the north; also `{zoom}`, `{TileMatrix}`, `{TileCol}`, `{TileRow}` |
/// | `{-y}` | row from the south |
/// | `{quadkey}` | the tile as Bing Maps numbers it |
/// | `{prefix}` | the last hexadecimal digits of column and row |
/// | `{bbox-epsg-3857}` | west, south, east, north in metres of Web Mercator, with commas between |
/// | `{s}`, `{switch:a,b,c}` | one of the server's names, always the same for one tile |
/// | `{ratio}`, `{r}` | `@2x` on displays of two pixels a point, else nothing |
/// | `{time}` | the time that was asked for |
/// | `{apikey}`, `{key}`, `{token}` | the key, a secret |
/// | `{env:NAME}` | a variable of the environment, a secret |
///
/// Its scheme is http, https, or one that `MapServices.setProtocol` was told before the template is made.
///
/// A template names a tile by `{z}`, `{x}` and `{y}`, by `{quadkey}` or by `{bbox-epsg-3857}`.
public struct TileURLTemplate: Hashable, Sendable {
  /// What stands in for the placeholders that are not the tile's.
  public struct Values: Hashable, Sendable {
    /// For `{s}`; default a, b and c.
    public var subdomains = ["a", "b", "c"]
    /// For `{time}`.
    public var time: String?
    /// Whether `{y}` counts rows from the south, as TMS does; default false.
    public var isTMS = false
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

    /// The defaults.
    public init() {}
  }

  /// What is wrong with a template.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A placeholder that no tile can do without is not there.
    case missing(placeholder: String)
    /// Something in braces that is not known.
    case unknown(placeholder: String)
    /// A placeholder for which nothing was given: a key, a time, a variable that is not set.
    case noValue(placeholder: String)
    /// Neither an http or https address nor one of a protocol that the app has set.
    case notHTTP

    /// One line for people.
    public var description: String {
      switch self {
      case .missing(let placeholder): "the tile address has no \(placeholder)"
      case .unknown(let placeholder): "the tile address has \(placeholder), which is not known"
      case .noValue("{time}"):
        "the tile address has {time}, and no time was given: write one in its place, as the server writes its times"
      case .noValue(let placeholder): "the tile address has \(placeholder), and nothing was given for it"
      case .notHTTP: "the tile address does not begin with http:// or https://, or has no host or no possible port"
      }
    }
  }

  /// The address as it was written, secrets in it taken out, for messages.
  public let displayName: String
  /// The same text for the same address, free of secrets: what its tiles are kept under.
  package let cacheName: String
  /// The same text for the same tiles, free of secrets.
  package let identity: String
  private let template: TileAddressTemplate

  /// Throws when the template cannot name tiles.
  public init(_ template: String, values: Values = Values()) throws(Problem) {
    let text = Self.withPlainBraces(template)
    displayName = SourceText.redacted(text)
    cacheName = Redactor.identity(text)
    identity = cacheName + (values.time.map { " time=\($0)" } ?? "") + (values.isTMS ? " tms" : "")
    self.template = try TileAddressTemplate(text, values: values)
    try self.template.check()
  }

  /// Whether pictures for displays of two pixels a point have an address of their own.
  public var usesRatio: Bool { template.pieces.contains(.ratio) }

  /// Whether the address itself asks for pictures of twice the size.
  var isDense: Bool {
    template.pieces.contains { if case .text(let text) = $0 { text.text.contains("@2x") } else { false } }
  }

  /// The server as messages name it: host, and port where it is not the scheme's own.
  package var serverName: String {
    HTTPAddress.name(of: address(of: TileID(z: 0, x: 0, y: 0))) ?? "the tile server"
  }

  /// The address of one tile; nil when there is no such tile.
  ///
  /// - Parameter ratio: Pixels a point of the display, for `{ratio}`: from 1.5 on, the larger pictures are asked for.
  public func url(x: Int, y: Int, zoom: Int, ratio: Double = 1) -> URL? {
    let tile = TileID(z: zoom, x: x, y: y)
    return tile.isValid ? URL(string: address(of: tile, isDense: ratio >= 1.5)) : nil
  }

  /// The address of a valid tile.
  package func address(of tile: TileID, isDense: Bool = false) -> String {
    template.address(of: tile, isDense: isDense)
  }
}

extension TileURLTemplate: CustomStringConvertible {
  /// The address as it was written, without the secrets in it.
  public var description: String { displayName }
}
