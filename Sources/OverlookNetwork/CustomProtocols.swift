import Synchronization

/// Answers what is asked for under a scheme of the app's own: the bytes, or an error. `ProtocolError` says what kind of error it
/// is; any other is one that may pass, so the map asks again after a while.
public typealias ProtocolHandler = @Sendable (NetworkRequest) async throws -> [UInt8]

/// Why there is no answer under a scheme of the app's own.
public enum ProtocolError: Error, Hashable, Sendable {
  /// There is nothing at this address, and never will be: as a server's 404.
  case notFound
  /// It will not work however often it is tried; one line for people, without secrets.
  case refused(String)
}

/// Why a scheme cannot be the app's own.
public enum ProtocolNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No scheme of RFC 3986, 3.1: letters, then letters, digits, "+", "-" and ".", 30 characters at most.
  case invalid(String)
  /// It means something already.
  case reserved(String)

  /// One line for people.
  public var description: String {
    switch self {
    case .invalid: "a protocol is named by letters, digits, \"+\", \"-\" and \".\", a letter first, 30 of them at most"
    case .reserved(let scheme): "the protocol \"\(scheme)\" cannot be replaced"
    }
  }
}

/// What may stand, with a colon, before the location of a source of tiles and says how to read it.
package enum SourcePrefix: String, CaseIterable, Sendable {
  case tms, wmts, wms, tilejson, mbtiles, pmtiles, geotiff, cog
}

/// The schemes that the app answers itself. Any thread.
///
/// There is one of it for the process, as for what it belongs to, `MapServices`: addresses are values that are read without a
/// map, and what a scheme means must not depend on who reads it.
package final class CustomProtocols: Sendable {
  package static let shared = CustomProtocols()

  private let handlers = Mutex<[String: ProtocolHandler]>([:])
  private static let reserved = Set(["http", "https", "file", "data", "asset", "local"] + SourcePrefix.allCases.map(\.rawValue))

  package init() {}

  /// Nil takes the scheme back. What is on its way is still answered.
  package func set(_ scheme: String, _ handler: ProtocolHandler?) throws(ProtocolNameError) {
    guard let name = Self.scheme(of: scheme + "://"), name == scheme.lowercased() else { throw .invalid(scheme) }
    guard !Self.reserved.contains(name) else { throw .reserved(name) }
    handlers.withLock { $0[name] = handler }
  }

  /// Of an address or a template.
  package func handler(of url: String) -> ProtocolHandler? {
    guard let scheme = Self.scheme(of: url) else { return nil }
    return handlers.withLock { $0[scheme] }
  }

  /// Whether the app answers an address or a template.
  package func answers(_ url: String) -> Bool { handler(of: url) != nil }

  /// In lower case.
  package var schemes: Set<String> { handlers.withLock { Set($0.keys) } }

  /// What stands before "://", in lower case; nil where that is no scheme.
  package static func scheme(of url: some StringProtocol) -> String? {
    let name = url.utf8.prefix(31).prefix { $0 != UInt8(ascii: ":") }
    guard name.count <= 30, let first = name.first, isLetter(first), url.utf8.dropFirst(name.count).starts(with: "://".utf8),
      name.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension HTTPAddress {
  /// What messages call the place that `url` leads to: the host, or the scheme where that is none of the web; nil for neither.
  package static func name(of url: String) -> String? {
    HTTPAddress(url)?.name ?? CustomProtocols.scheme(of: url)
  }
}
