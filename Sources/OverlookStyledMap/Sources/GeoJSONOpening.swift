import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTiles

/// Reads the data of a GeoJSON source, on a worker.
enum GeoJSONOpening {
  /// `completion` comes on any thread.
  static func open(
    _ options: StyleSource.GeoJSONOptions, base: StyleBase, fetcher: StyleFetcher, ticket: WorkTicket,
    completion: @escaping @Sendable (Result<SourceReady, LoadFault>) -> Void
  ) {
    let workers = fetcher.services.workers
    switch options.content {
    case .inline(let json):
      workers.submit(ticket) {
        completion(ready(options, name: "the data") { () throws(FormatError) in try GeoJSONDocument(json) })
      }
    case .url(let url):
      guard let address = base.address(url) else {
        return completion(.failure(.refusal("the address \(OutsideText.cleaned(url)) cannot be used")))
      }
      fetcher.fetch(address, kind: .data, limit: GeoJSONLimits.byteCount, ticket: ticket) { content in
        switch content.document(at: address.location) {
        case .success(let bytes):
          workers.submit(ticket) {
            let result = ready(options, name: address.name) { () throws(FormatError) in
              try GeoJSONParser.parse(try plain(bytes.bytes))
            }
            if case .success = result { bytes.keep?.keep() } else { bytes.keep?.drop() }
            completion(result)
          }
        case .failure(let fault): completion(.failure(fault))
        }
      }
    }
  }

  private static func plain(_ bytes: [UInt8]) throws(FormatError) -> [UInt8] {
    guard Gzip.isGzip(bytes) else { return bytes }
    return try Gzip.inflate(bytes, limit: GeoJSONLimits.byteCount, thing: "GeoJSON")
  }

  private static func ready(
    _ options: StyleSource.GeoJSONOptions, name: String, _ read: () throws(FormatError) -> GeoJSONDocument
  ) -> Result<SourceReady, LoadFault> {
    do throws(FormatError) {
      let index = GeoJSONIndex(try read(), options)
      let fault = index.firstFault.map {
        "\(name): \(index.faultCount) features or parts of them are left out, the first because \($0)"
      }
      return .success(.features(maximumZoom: index.maximumZoom, fault: fault) { index.tile($0) ?? FeatureTile() })
    } catch {
      return .failure(.refusal("\(name): \(error)"))
    }
  }
}
