/// Undoes the content codings of HTTP (RFC 9110, 8.4) and the compressions of tile archives, with a cap on what comes out.
///
/// Whatever fails is an error: coded bytes are never handed on in place of what they stand for. Any thread; meant for workers.
package enum ContentCoding {
  /// How bytes are compressed.
  package enum Scheme: Hashable, Sendable {
    /// RFC 1952, all members.
    case gzip
    /// RFC 1950, or the bare RFC 1951 that some servers send under the same name.
    case deflate
    /// RFC 7932; needs the library libbrotlidec at run time.
    case brotli
    /// RFC 8878, all frames; needs the library libzstd at run time.
    case zstd
  }

  /// More codings on top of each other than any server means.
  private static let maximumLayers = 3

  /// The value for `Accept-Encoding`: what this machine can undo.
  package static let accepted: String = {
    let optional = [(Brotli.isAvailable, "br"), (Zstandard.isAvailable, "zstd")]
    return (["gzip", "deflate"] + optional.filter { $0.0 }.map { $0.1 }).joined(separator: ", ")
  }()

  /// `bytes` before the codings that `encoding` lists, the value of a `Content-Encoding`; at most `limit` bytes, also in between.
  ///
  /// `.unsupported` for a coding that is not known, or whose library this machine does not have.
  package static func decoded(_ bytes: [UInt8], encoding: String?, limit: Int, thing: String) throws(FormatError) -> [UInt8] {
    let names = (encoding ?? "").split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    let layers = names.filter { !$0.isEmpty && $0 != "identity" }
    guard layers.count <= maximumLayers else { throw .unsupported(thing, fault: "it is coded \(layers.count) times") }
    guard !layers.isEmpty else {
      guard bytes.count <= limit else { throw .tooLarge(thing, fault: "\(bytes.count) bytes") }
      return bytes
    }
    var result = bytes
    // The last one named was applied last.
    for name in layers.reversed() {
      guard let scheme = Scheme(contentEncoding: name) else { throw .unsupported(thing, fault: "it is coded as \(name)") }
      result = try decoded(result, scheme, limit: limit, thing: thing)
    }
    return result
  }

  /// `bytes` before one compression, at most `limit` of them.
  package static func decoded(_ bytes: [UInt8], _ scheme: Scheme, limit: Int, thing: String) throws(FormatError) -> [UInt8] {
    switch scheme {
    case .gzip: try Inflation.inflate(bytes, .gzip, limit: limit, thing: thing)
    case .deflate:
      try Inflation.inflate(bytes, Inflation.isZlib(bytes) ? .zlib : .bare, limit: limit, thing: thing)
    case .brotli: try Brotli.decompress(bytes, limit: limit, thing: thing)
    case .zstd: try Zstandard.decompress(bytes, limit: limit, thing: thing)
    }
  }
}

extension ContentCoding.Scheme {
  /// By the lower-case name that HTTP registers.
  fileprivate init?(contentEncoding name: String) {
    switch name {
    case "gzip", "x-gzip": self = .gzip
    case "deflate": self = .deflate
    case "br": self = .brotli
    case "zstd": self = .zstd
    default: return nil
    }
  }
}
