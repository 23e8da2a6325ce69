package import OverlookFormats
package import OverlookGeometry
package import OverlookSupport
import Synchronization

/// The tiles of an archive on this machine, read on workers.
package final class ArchiveProvider: TileProvider {
  private let archive: Mutex<any TileArchive>
  private let name: String
  private let reopen: (@Sendable () throws(FormatError) -> any TileArchive)?

  /// - Parameters:
  ///   - name: Of the file, for messages.
  ///   - reopen: Opens the file again after another program changed it, on a worker; nil to give up then.
  package init(
    archive: any TileArchive, name: String, reopen: (@Sendable () throws(FormatError) -> any TileArchive)? = nil
  ) {
    self.archive = Mutex(archive)
    self.name = name
    self.reopen = reopen
  }

  package func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    services.workers.submit(ticket) { [self] in
      let content = content(of: tile)
      if !ticket.isCancelled { completion(content) }
    }
  }

  /// What the archive has for a tile. Reads on the calling thread.
  package func content(of tile: TileID) -> TileContent {
    do throws(FormatError) {
      guard let bytes = try archive.withLock({ $0 }).tile(tile) else { return .missing }
      return .bytes(TileBytes(bytes: bytes))
    } catch .changed {
      return openAgain()
    } catch {
      return .failed(.refusal("\(name): \(error)"))
    }
  }

  /// The tile that met the change is asked for again with the rest.
  private func openAgain() -> TileContent {
    guard let reopen else { return .failed(.refusal("\(name) was changed by another program", concernsSource: true)) }
    do throws(FormatError) {
      let fresh = try reopen()
      archive.withLock { $0 = fresh }
      return .failed(.passing("\(name) was changed by another program and opened again"))
    } catch {
      return .failed(.passing("\(name): \(error)"))
    }
  }
}
