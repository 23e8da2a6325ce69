import OverlookSupport

/// What a map asks for, as the app sees it that transforms or answers requests.
public struct NetworkRequest: Hashable, Sendable {
  /// What is asked for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A tile of pictures or features.
    case tile
    /// A document that describes tiles or pictures: TileJSON, capabilities, a manifest.
    case source
    /// A style document.
    case style
    /// The index or the sheet of a sprite.
    case sprite
    /// A block of glyphs.
    case glyphs
    /// GeoJSON, traffic among it.
    case data
    /// A picture that is no tile.
    case picture
    /// Part of an archive of tiles.
    case archive
    /// Routes between places.
    case route
  }

  /// What is asked for.
  public var kind: Kind
  /// The whole address, with what is secret in it.
  public var url: String
  /// What is sent besides the library's own headers, or would be.
  public var headers: [HTTPHeader]

  /// A request for `url`.
  public init(kind: Kind, url: String, headers: [HTTPHeader] = []) {
    self.kind = kind
    self.url = url
    self.headers = headers
  }

  init(_ request: HTTPRequest) {
    self.init(kind: request.kind, url: request.url, headers: request.headers)
  }
}

extension NetworkRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Without secrets.
  public var description: String { "\(kind.rawValue) \(Redactor.redacted(url))" }
  /// Without secrets.
  public var debugDescription: String { description }
  /// Without secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["kind": kind, "url": Redactor.redacted(url), "headers": headers])
  }
}
