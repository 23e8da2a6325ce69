import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTiles

/// Makes features or a picture of the bytes of a tile, on a worker.
struct TileDecodingOrder: Sendable {
  let tile: OverscaledTile
  let number: UInt64
  /// The source layers that are decoded; nil for a picture.
  let wanted: Set<String>?
  let promotedIDs: StyleSource.PromotedIDs
  let ticket: WorkTicket
  let services: TileServices
  let post: @Sendable (SourceNews) -> Void

  func take(_ content: TileContent) {
    switch content {
    case .missing: post(.missing(tile, number: number))
    case .failed(let message, let afterSeconds, let isUnreachable):
      post(
        .failed(
          tile, number: number,
          SourceNews.Fault(message: message, afterSeconds: afterSeconds, isUnreachable: isUnreachable)))
    case .refused(let message, let stopsSource):
      post(.failed(tile, number: number, SourceNews.Fault(message: message, isFinal: true, stopsSource: stopsSource)))
    case .bytes(let bytes): services.workers.submit(ticket) { decode(bytes) }
    }
  }

  private func decode(_ bytes: TileBytes) {
    do throws(FormatError) {
      if let wanted {
        var features = bytes.bytes.isEmpty ? FeatureTile() : try FeatureTile(vectorTile: bytes.bytes, wanted: wanted)
        bytes.keep?.keep()
        features.promoteIDs(promotedIDs)
        post(.features(tile, number: number, features))
      } else {
        let image = try ImageDecoder.decode(bytes.bytes, pool: services.decoders)
        bytes.keep?.keep()
        post(.picture(tile, number: number, StyleRaster(image)))
      }
    } catch {
      bytes.keep?.drop()
      let id = tile.canonical
      let message = "tile \(id.z)/\(id.x)/\(id.y): \(error)"
      post(.failed(tile, number: number, SourceNews.Fault(message: message, isFinal: true)))
    }
  }
}
