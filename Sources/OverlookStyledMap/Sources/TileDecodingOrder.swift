import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTiles

/// Makes features or a picture of the bytes of a tile, on a worker.
struct TileDecodingOrder: Sendable {
  let tile: TileID
  let number: UInt64
  /// The source layers that are decoded; nil for a picture.
  let wanted: Set<String>?
  let promotedIDs: StyleSource.PromotedIDs
  let origin: TileOrigin
  let ticket: WorkTicket
  let services: TileServices
  let post: @Sendable (SourceNews) -> Void

  func take(_ content: TileContent) {
    switch content {
    case .missing: post(.missing(tile, number: number))
    case .failed(let fault): post(.failed(tile, number: number, fault))
    case .bytes(let bytes) where wanted != nil && bytes.bytes.isEmpty:
      // Servers of vector tiles say so that there is nothing to see.
      bytes.keep?.keep()
      post(.missing(tile, number: number))
    case .bytes(let bytes): services.workers.submit(ticket) { decode(bytes) }
    }
  }

  private func decode(_ bytes: TileBytes) {
    do throws(FormatError) {
      if let wanted {
        var features = try FeatureTile(vectorTile: bytes.bytes, wanted: wanted)
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
      post(.failed(tile, number: number, origin.fault(of: bytes.bytes, error)))
    }
  }
}

/// Where the tiles of a source come from, for what is said of them.
package struct TileOrigin: Hashable, Sendable {
  /// The host or the file.
  package var name: String
  /// Whether a server may have better ones the next time; a file that is read again gives the same.
  package var isRemote: Bool
  /// Whether nothing speaks against asking for more than is seen.
  package let isOpen: Bool

  package init(name: String, isRemote: Bool) {
    (self.name, self.isRemote) = (name, isRemote)
    isOpen = !isRemote || PackPolicy.refusal(HTTPRequest(url: "http://\(name)/")) == nil
  }

  /// What is wrong with a tile that makes no sense.
  func fault(of bytes: [UInt8], _ error: FormatError) -> LoadFault {
    let text =
      DocumentKind.sniffed(bytes) == .webPage
      ? "\(name) sends a web page in place of a tile (sign-in?)" : "\(name): \(error)"
    return .unreadable(text, mayMend: isRemote)
  }
}
