import OverlookFormats
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
    case .bytes(let bytes): services.workers.submit(ticket) { answer.deliver(outcome(of: bytes)) }
    case .missing: answer.deliver(.missing)
    case .failed(let message, let afterSeconds): answer.deliver(.failed(message: message, afterSeconds: afterSeconds))
    case .refused(let message, let stopsSource): answer.deliver(.refused(message: message, stopsLayer: stopsSource))
    }
  }

  private func outcome(of bytes: TileBytes) -> TileOutcome {
    do throws(FormatError) {
      return .image(try ImageDecoder.decode(bytes.bytes))
    } catch {
      let message = "\(name): \(error)"
      return triesAgain ? .failed(message: message, afterSeconds: nil) : .refused(message: message, stopsLayer: false)
    }
  }
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
      case .failed, .refused: nil
      }
    receiver.receiveTile(x: x, y: y, zoom: zoom, image: image)
  }
}
