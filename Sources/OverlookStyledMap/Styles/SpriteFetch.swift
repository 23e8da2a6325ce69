import OverlookFormats
import OverlookLayout
import OverlookNetwork
import OverlookSupport
import OverlookTiles

/// Gets a sprite: a document that names pictures, and the sheet that they are on.
struct SpriteFetch: Sendable {
  let id: String
  let url: String
  let base: StyleBase
  let fetcher: StyleFetcher
  let ticket: WorkTicket

  /// `completion` comes once, on any thread.
  func start(isDense: Bool, completion: @escaping @Sendable (Result<SpriteSheet, LoadFault>) -> Void) {
    part(".json", isDense: isDense) { json in
      switch json {
      case .failure where isDense: start(isDense: false, completion: completion)
      case .failure(let fault): completion(.failure(fault))
      case .success(let json):
        part(".png", isDense: isDense) { sheet in
          switch sheet {
          case .failure where isDense: start(isDense: false, completion: completion)
          case .failure(let fault): completion(.failure(fault))
          case .success(let sheet):
            fetcher.services.workers.submit(WorkTicket()) { completion(images(json, sheet)) }
          }
        }
      }
    }
  }

  private func images(_ json: [UInt8], _ sheet: [UInt8]) -> Result<SpriteSheet, LoadFault> {
    do throws(FormatError) {
      return .success(try SpriteSheet(json: json, sheet: sheet, id: id))
    } catch {
      return .failure(.refusal("\(error)"))
    }
  }

  private func part(
    _ ending: String, isDense: Bool, completion: @escaping @Sendable (Result<[UInt8], LoadFault>) -> Void
  ) {
    // The ending belongs before the query.
    let end = url.firstIndex(of: "?") ?? url.endIndex
    let text = url[..<end] + (isDense ? "@2x" : "") + ending + url[end...]
    guard let address = base.address(String(text)) else {
      return completion(.failure(.refusal("the address of the sprite cannot be used: \(OutsideText.cleaned(url))")))
    }
    fetcher.fetch(address, kind: .sprite, limit: StyleFetcher.maximumDocumentBytes, ticket: ticket) { content in
      switch content {
      case .bytes(let bytes):
        bytes.keep?.keep()
        completion(.success(bytes.bytes))
      case .missing: completion(.failure(.refusal("the sprite \(address.location) does not exist")))
      case .failed(var fault):
        fault.message = "sprite: \(fault.message)"
        completion(.failure(fault))
      }
    }
  }
}
