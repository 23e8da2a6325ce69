public import Foundation
import OverlookNetwork

/// A tile server's address with `{z}`, `{x}` and `{y}` where a tile's zoom, column and row (from the north) belong.
public struct TileURLTemplate: Hashable, Sendable {
  private let template: String

  /// What is wrong with a template.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A placeholder that no tile can do without is not there.
    case missing(placeholder: String)
    /// Something in braces that is not known.
    case unknown(placeholder: String)
    /// Not an http or https address.
    case notHTTP

    /// One line for people.
    public var description: String {
      switch self {
      case .missing(let placeholder): "the tile address has no \(placeholder)"
      case .unknown(let placeholder): "the tile address has \(placeholder), which is not known"
      case .notHTTP: "the tile address does not begin with http:// or https://, or has no host or no possible port"
      }
    }
  }

  /// Throws when the template cannot name tiles.
  public init(_ template: String) throws(Problem) {
    self.template = template
    for placeholder in ["{z}", "{x}", "{y}"] where !template.contains(placeholder) {
      throw .missing(placeholder: placeholder)
    }
    guard let example = url(x: 0, y: 0, zoom: 0) else { throw .notHTTP }
    let rest = example.absoluteString.removingPercentEncoding ?? example.absoluteString
    if let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      throw .unknown(placeholder: String(rest[open...close]))
    }
  }

  /// The server as messages name it: host, and port where it is not the scheme's own.
  package var serverName: String {
    url(x: 0, y: 0, zoom: 0).flatMap { HTTPAddress($0.absoluteString)?.name } ?? "the tile server"
  }

  /// The address of one tile; nil when it is not an http or https address.
  public func url(x: Int, y: Int, zoom: Int) -> URL? {
    let text = template.replacing("{z}", with: "\(zoom)").replacing("{x}", with: "\(x)").replacing("{y}", with: "\(y)")
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host?.isEmpty == false, url.port.map((1...65_535).contains) ?? true
    else { return nil }
    return url
  }
}

extension URLTileLayer {
  /// A layer of the tiles that `template` names.
  public convenience init(template: TileURLTemplate) {
    self.init { x, y, zoom in template.url(x: x, y: y, zoom: zoom) }
  }
}
