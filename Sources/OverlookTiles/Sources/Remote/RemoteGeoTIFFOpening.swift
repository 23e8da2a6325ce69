import OverlookFormats
import OverlookNetwork
import OverlookSupport

/// Reads the directories of a GeoTIFF file on a server, part by part.
struct RemoteGeoTIFFOpening: Sendable {
  private let reader: RemoteHeadReader

  /// Directories follow each other: each may need a request of its own.
  private static let maximumRounds = 300
  private static let maximumBytes: UInt64 = 64 << 20

  init(file: RemoteFile, identity: String, services: TileServices) {
    reader = RemoteHeadReader(file, kind: "geotiff", identity: identity, cacheName: identity, services: services)
  }

  /// Tries again a few times what may work later.
  func edition() async throws(RemoteFileError) -> RemoteGeoTIFF.Edition {
    try await RemoteHeadReader.retrying { () async throws(RemoteFileError) in try await editionOnce() }
  }

  /// Opens, once.
  func editionOnce() async throws(RemoteFileError) -> RemoteGeoTIFF.Edition {
    let head = try await reader.head(FileParts.Pages.byteCount)
    let (file, services) = (reader.file, reader.services)
    if head.isWhole {
      let result = await services.onWorker { () throws(FormatError) in try GeoTIFF(bytes: head.bytes, name: file.host) }
      switch result {
      case .success(let geoTIFF):
        reader.keep(head)
        return RemoteGeoTIFF.Edition(geoTIFF, nil)
      case .failure(let error):
        if head.isKept { reader.forget() }
        throw .unusable("\(error)")
      }
    }
    guard GeoTIFF.isLikely(head.bytes) else {
      throw .unusable("\(FormatError.unrecognized("GeoTIFF file", found: ImageFormat.guess(head.bytes)))")
    }
    let pages = FileParts.Pages(name: file.host, fileByteCount: head.version.byteCount)
    pages.add(head.bytes, at: 0, isKept: true)
    let remote = RemoteParts(
      pages: pages, coalescer: RangeCoalescer(file: file, version: head.version, http: services.http),
      cachePrefix: head.cachePrefix("geotiff", identity: reader.identity, markedByteCount: 512), cacheName: reader.cacheName)
    let geoTIFF = try await directories(FileParts(pages), remote, isHeadKept: head.isKept)
    reader.keep(head)
    return RemoteGeoTIFF.Edition(geoTIFF, remote)
  }

  /// Reads, and gets what is missing, until nothing is.
  private func directories(
    _ parts: FileParts, _ remote: RemoteParts, isHeadKept: Bool
  ) async throws(RemoteFileError) -> GeoTIFF {
    var bytes: UInt64 = 0
    for _ in 0..<Self.maximumRounds {
      let result = await reader.services.onWorker { () throws(FormatError) in try GeoTIFF(parts: parts) }
      let missing = parts.takeMissing()
      switch result {
      case .success(let geoTIFF):
        parts.settle(isSound: true)
        remote.keep(parts, services: reader.services)
        return geoTIFF
      case .failure(let error):
        guard missing.isEmpty else { break }
        let wasKept = parts.hasKept || isHeadKept
        parts.settle(isSound: false)
        remote.keep(parts, services: reader.services)
        if isHeadKept { reader.forget() }
        // What the disk had, and has no more, may come right from the server.
        throw wasKept ? .unavailable(.passing("\(error)", afterSeconds: 0)) : .unusable("\(error)")
      }
      bytes += missing.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
      guard bytes <= Self.maximumBytes else {
        throw .unusable(
          "opening it takes more than \(Self.maximumBytes >> 20) MiB of the file, as of one without statistics and overviews")
      }
      let fault = await OneAnswer<RemoteFile.Part?>.first(
        ifCancelled: .failed(.passing("it was cancelled"))
      ) { ticket, give in
        remote.get(missing, for: parts, leader: ticket, services: reader.services, completion: give)
      }
      if let fault {
        throw RemoteFileError(fault, host: reader.file.host, notKept: "not all of the file is kept")
      }
    }
    throw .unusable("opening it takes more than \(Self.maximumRounds) requests, one after the other")
  }
}
