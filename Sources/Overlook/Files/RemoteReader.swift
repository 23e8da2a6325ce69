import OverlookFiles
import OverlookFormats
import OverlookNetwork
import OverlookSupport
package import OverlookTiles
import Synchronization

/// The parts of a file on a web server, for the readers of files.
final class RemoteReader: RangeReader, Sendable {
  private let ranges: RemoteRanges
  private let current = Mutex(WorkTicket())

  init(_ ranges: RemoteRanges) { self.ranges = ranges }

  /// Of the query that is under way: cancelled, its reading ends.
  var ticket: WorkTicket {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  var byteCount: UInt64? { ranges.byteCount }

  func read(offset: UInt64, count: Int) throws(FormatError) -> [UInt8] {
    let end = offset.addingReportingOverflow(UInt64(clamping: max(count, 0)))
    guard !end.overflow else { return [] }
    return try ranges.read([offset..<end.partialValue], ticket: ticket).first ?? []
  }

  func read(_ places: [Range<UInt64>]) throws(FormatError) -> [ArraySlice<UInt8>] {
    try ranges.read(places, ticket: ticket).map { $0[...] }
  }
}

extension FileLayer {
  /// Of a document that is fetched as a whole.
  private static let webByteLimit = 64 << 20

  /// A layer of a document on a web server, such as a KML file that another one names: asked for once, and all of it. Throws one line for
  /// people that names the server.
  package static func fetched(
    from address: String, name: String, services: TileServices, looksAt: Bool = true
  ) async throws(FileProblem) -> FileLayer {
    let host = HTTPAddress.name(of: address) ?? "the address"
    let request = HTTPRequest(url: address, maximumBodyBytes: webByteLimit, acceptEncoding: ContentCoding.accepted)
    let response: HTTPResponse
    do throws(FetchFault) {
      response = try await DocumentFetcher(http: services.http, retrying: Retrying()).fetch(request)
    } catch {
      throw FileProblem(error.message)
    }
    let limit = webByteLimit
    let result = await withCheckedContinuation { continuation in
      services.workers.submit(WorkTicket()) {
        do throws(FormatError) {
          let bytes = try ContentCoding.decoded(
            response.body, encoding: response.contentEncoding, limit: limit, thing: "\(host): document")
          let document = try FileFormats.read(FileInput(name: name, bytes: bytes))
          continuation.resume(returning: Result<FileDocument, FormatError>.success(document))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    do throws(FormatError) {
      return FileLayer(try result.get(), name: name, looksAt: looksAt)
    } catch {
      throw FileProblem("\(host): \(error)")
    }
  }
}
