import OverlookFormats
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTiles

/// Reads the picture of an image source, on a worker.
enum PictureOpening {
  /// `completion` comes on any thread.
  static func open(
    _ url: String, base: StyleBase, fetcher: StyleFetcher, ticket: WorkTicket,
    completion: @escaping @Sendable (Result<SourceReady, LoadFault>) -> Void
  ) {
    guard let address = base.address(url) else {
      return completion(.failure(.refusal("the address \(OutsideText.cleaned(url)) cannot be used")))
    }
    let workers = fetcher.services.workers
    fetcher.fetch(address, kind: .picture, limit: StyleFetcher.maximumDocumentBytes, ticket: ticket) { content in
      switch content.document(at: address.location) {
      case .success(let bytes):
        workers.submit(WorkTicket()) {
          do throws(FormatError) {
            let image = try ImageDecoder.decode(bytes.bytes, limits: .userImage)
            bytes.keep?.keep()
            completion(.success(.picture(StyleRaster(image))))
          } catch {
            completion(.failure(.refusal("\(address.name): \(error)")))
          }
        }
      case .failure(let fault): completion(.failure(fault))
      }
    }
  }
}
