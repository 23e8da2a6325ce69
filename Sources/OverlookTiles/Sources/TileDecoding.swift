import OverlookFormats
import OverlookNetwork
import OverlookSupport

/// What a provider has for a tile, made into what the map makes of it.
struct TileDecoding: Sendable {
  /// The host or file, for messages.
  let name: String
  /// Whether bytes that are no picture may be better the next time.
  let triesAgain: Bool

  /// Decodes on a worker, and hands the outcome to `answer`.
  func deliver(_ content: TileContent, to answer: TileAnswer, ticket: WorkTicket, services: TileServices) {
    switch content {
    case .bytes(let bytes) where bytes.picture != nil:
      if let picture = bytes.picture { answer.deliver(.image(picture)) }
    case .bytes(let bytes): services.workers.submit(ticket) { answer.deliver(outcome(of: bytes, pool: services.decoders)) }
    case .missing: answer.deliver(.missing)
    case .failed(let fault): answer.deliver(.failed(fault))
    }
  }

  private func outcome(of bytes: TileBytes, pool: DecoderPool) -> TileOutcome {
    do throws(FormatError) {
      let image = try ImageDecoder.decode(bytes.bytes, pool: pool)
      bytes.keep?.keep()
      return .image(image)
    } catch {
      bytes.keep?.drop()
      if let report = report(bytes.bytes) { return report }
      return .failed(.unreadable("\(name): \(error)", mayMend: triesAgain))
    }
  }

  /// What it is instead of a picture, where that is known: services report errors under status 200.
  private func report(_ bytes: [UInt8]) -> TileOutcome? {
    if Self.isVectorTile(bytes) {
      return .failed(.refusal("\(TileSourceError.holdsVectorTiles(source: name))", concernsSource: true))
    }
    guard let kind = DocumentKind.sniffed(bytes) else { return nil }
    switch kind {
    case .serviceException:
      guard let report = ServiceException(xml: bytes) else { return nil }
      let message = "\(name): \(report.sentence)"
      let isLasting = Self.lastingCodes.contains(report.code ?? "")
      return .failed(isLasting ? .refusal(message, concernsSource: true) : .passing(message))
    case .webPage where triesAgain:
      return .failed(.unreadable("\(name) sends a web page in place of a picture (sign-in?)", mayMend: true))
    case .webPage, .tileJSON, .wmtsCapabilities, .wmsCapabilities, .tmsMap, .tmsService, .otherXML, .otherJSON: return nil
    }
  }

  /// Addresses need not say what lies there.
  static func isVectorTile(_ bytes: [UInt8]) -> Bool {
    guard Gzip.isGzip(bytes) else { return VectorTile.isLikely(bytes) }
    return (try? Gzip.inflate(bytes, limit: HTTPTileFetch.maximumBytes, thing: "tile")).map(VectorTile.isLikely) ?? false
  }

  /// What a service says in place of a tile, in words; nil when it is no report.
  static func report(of bytes: [UInt8]) -> String? {
    guard DocumentKind.sniffed(bytes) == .serviceException else { return nil }
    return ServiceException(xml: bytes)?.sentence
  }

  /// Faults of the request that no other tile of the layer would be without (OGC 06-042, table E.1; OGC 07-057r7, table 24).
  private static let lastingCodes: Set<String> = [
    "LayerNotDefined", "StyleNotDefined", "InvalidCRS", "InvalidSRS", "InvalidFormat", "InvalidDimensionValue",
    "MissingDimensionValue", "OperationNotSupported", "MissingParameterValue", "InvalidParameterValue",
  ]
}

/// Where the answer to one request goes: all of it to a map, an image to anything else.
struct TileAnswer: Sendable {
  let receiver: any TileReceiver
  let x: Int
  let y: Int
  let zoom: Int

  func deliver(_ outcome: TileOutcome) {
    if let load = receiver as? TileLoad { return load.finish(outcome) }
    let image: Image? =
      switch outcome {
      case .image(let image): image
      case .missing: TileLayer.noTile
      case .failed, .notKept: nil
      }
    receiver.receiveTile(x: x, y: y, zoom: zoom, image: image)
  }
}
