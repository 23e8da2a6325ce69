import OverlookFormats
package import OverlookNetwork
package import OverlookSupport

/// Tells whether a body that was fetched in the background can be decoded, as what is kept must be.
package enum SoundnessCheck {
  /// Decodes on `workers` when they have nothing better to do; `completion` is called there.
  package static func run(
    _ response: HTTPResponse, workers: WorkerPool, completion: @escaping @Sendable (_ isSound: Bool) -> Void
  ) {
    workers.submit(WorkTicket(priority: WorkTicket.backgroundPriority)) { completion(isSound(response)) }
  }

  static func isSound(_ response: HTTPResponse) -> Bool {
    do throws(FormatError) {
      let bytes = try ContentCoding.decoded(
        response.body, encoding: response.contentEncoding, limit: HTTPTileFetch.maximumBytes, thing: "tile")
      if ImageFormat.sniffed(bytes) != nil {
        _ = try ImageDecoder.decode(bytes)
        return true
      }
      switch DocumentKind.sniffed(bytes) {
      case .webPage, .serviceException: return false
      case .some: return true
      case nil: break
      }
      _ = try VectorTile(Gzip.isGzip(bytes) ? try Gzip.inflate(bytes, limit: HTTPTileFetch.maximumBytes, thing: "tile") : bytes)
      return !bytes.isEmpty
    } catch {
      return false
    }
  }
}
