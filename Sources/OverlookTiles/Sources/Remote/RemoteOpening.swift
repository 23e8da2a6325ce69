import OverlookFormats
import OverlookNetwork
import OverlookSupport

/// Opens a PMTiles file on a server.
struct RemoteOpening: Sendable {
  private let reader: RemoteHeadReader

  init(file: RemoteFile, identity: String, cacheName: String, services: TileServices) {
    reader = RemoteHeadReader(file, kind: "pmtiles", identity: identity, cacheName: cacheName, services: services)
  }

  /// Made so far.
  var requestCount: Int { reader.requestCount }

  /// Opens, and tries again a few times what may work later.
  func edition() async throws(RemoteFileError) -> RemoteEdition {
    try await RemoteHeadReader.retrying { () async throws(RemoteFileError) in try await editionOnce() }
  }

  /// Opens, once.
  func editionOnce() async throws(RemoteFileError) -> RemoteEdition {
    var head = try await reader.head(UInt64(PMTilesIndex.headByteCount))
    let (file, identity, services) = (reader.file, reader.identity, reader.services)
    // The metadata as well, when it lies farther behind; without it the archive has no name and no credit.
    if !head.isKept {
      let missing = await services.onWorker { [head] () throws(FormatError) in
        try RemoteEdition.missingMetadata(head, name: file.host)
      }
      switch missing {
      case .success(let range?):
        if case .bytes(let bytes, _) = await reader.part(range, of: head.version) { head.metadata = bytes }
      case .success(nil): break
      case .failure(let error): throw .unusable("\(error)")
      }
    }
    let result = await services.onWorker { [head] () throws(FormatError) in
      try RemoteEdition(head, file: file, identity: identity, services: services)
    }
    switch result {
    case .success(let edition):
      reader.keep(head)
      return edition
    case .failure(let error):
      if head.isKept { reader.forget() }
      throw .unusable("\(error)")
    }
  }
}
